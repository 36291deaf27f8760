// One step of the entry at a time, by its address, and the tray of the rank that was touched last.

import { $, form } from "./form.js";

let shown = null;          // the step that was in sight last, also before the page was drawn again

export function show(id, { focus = true } = {}) {
  const step = document.getElementById(id);
  const turned = shown !== (shown = step?.id ?? "");
  if (turned) dispatchEvent(new Event("painted"));
  if (!step) return;
  form().elements.step.value = step.id;
  const before = $(".step.on");
  const slot = $("#slot");
  if (before) { before.classList.remove("on"); before.prepend(...slot.childNodes); }
  step.classList.add("on");
  const ways = $(":scope > .ways", step);
  slot.replaceChildren(...(ways ? [ways] : []));
  $("#title").textContent = step.dataset.title;
  $("#title").className = "side-name";
  step.dataset.side ? $("#title").parentElement.dataset.side = step.dataset.side : delete $("#title").parentElement.dataset.side;
  $("#subtitle").textContent = step.id === "step-end" ? `${form().dataset.title} · ${step.dataset.sub}` : step.dataset.sub;
  if (before !== step || !focus) { scrollTo(0, 0); if (focus) { $("h1").tabIndex = -1; $("h1").focus({ preventScroll: true }); } }
  if (turned) dispatchEvent(new Event("turned"));
}

export function turnTo(id) {
  history.pushState({}, "", `#${id}`);
  show(id);
}

export function stepOfHash(hash) {
  const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  const step = target && target.closest(".step");
  if (!step) return null;
  return { step: step.id, target };
}

export function go(hash) {
  const found = stepOfHash(hash);
  if (!found) return;
  show(found.step, { focus: found.target.id === found.step });
  if (found.target.id !== found.step) reveal(found.target);
}

function reveal(target) {
  const meld = meldOf(target);
  if (meld) open(meld);
  for (const box of [target.closest("details")]) if (box) box.open = true;
  target.scrollIntoView({ block: "center" });
  (target.matches("input, select, textarea") ? target : $("input, select, textarea", target))?.focus({ preventScroll: true });
}

// ---- the meld touched last: its tray under the columns, or on a phone its row ----------------------

export const meldOf = input => input.closest("[data-meld]");
let touched = "";          // it stays open when the page is drawn again

export function open(meld, step = meld.closest(".step, .totals")) {
  touched = meld.dataset.meld ?? "";
  for (const each of step.querySelectorAll("[data-meld], .tray.idle")) each.classList.toggle("on", each === meld);
  for (const button of step.querySelectorAll("[data-opens]")) button.setAttribute("aria-expanded", button.dataset.opens === touched);
}

function close(step) {
  open(idle(step) ?? document.createElement("i"), step);
}

const idle = step => $(".tray.idle", step);

export function settleTrays() {
  for (const step of document.querySelectorAll(".melds-step")) {
    if (!idle(step)) continue;
    const melds = [...step.querySelectorAll("[data-meld]")];
    const columns = melds.filter(meld => !meld.matches(".apart") && $("input:checked:not([value='0'])", meld));
    const kept = touched;
    open(melds.find(meld => meld.dataset.meld === touched) ?? columns.at(-1) ?? idle(step), step);
    touched = kept;
  }
}

document.addEventListener("click", event => {
  const button = event.target.closest("[data-opens]");
  if (!button) return;
  const step = button.closest(".step, .totals");
  const meld = $(`[data-meld="${button.dataset.opens}"]`, step);
  const top = button.getBoundingClientRect().top;
  meld.matches(".on") ? close(step) : open(meld, step);
  if (button.checkVisibility()) scrollBy(0, button.getBoundingClientRect().top - top); // a row that closes above it moves it not
  else [...step.querySelectorAll(`[data-opens="${button.dataset.opens}"]`)].find(other => other.checkVisibility())?.focus();
});

// A mistake opens its step and its meld, with the words under them in sight.
export function showWrong(found) {
  show(found?.step ?? "step-check", { focus: false });
  const meld = found && meldOf(found.target);
  if (meld) open(meld);
  $(".step.on .wrong .error")?.scrollIntoView({ block: "nearest" });
}

// What cannot be is marked where it stands.
export function markWrong() {
  const wrong = [...document.querySelectorAll(".wrong a")].map(link => link.hash.slice(1));
  for (const place of document.querySelectorAll(".melds-step fieldset[id]")) place.classList.toggle("amiss", wrong.includes(place.id));
}

// A sequence is its first card and its last: the second tap in a row takes all that lie between, and gives their names.
export function fillRun(input) {
  const cards = input.checked ? [...input.closest(".run")?.querySelectorAll("input") ?? []] : [];
  const [first, last, ...more] = cards.flatMap((card, at) => card.checked ? [at] : []);
  if (last === undefined || more.length) return [];
  const between = cards.slice(first + 1, last);
  for (const card of between) card.checked = true;
  return between.map(card => card.name);
}

// What is taken back is taken back in sight.
export function lookAt(input) {
  const step = input.closest(".step");
  if (step && !step.matches(".on")) turnTo(step.id);
  const meld = meldOf(input);
  if (meld) open(meld);
}
