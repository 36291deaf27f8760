// One step of the entry at a time, by its address, and the tray of the rank that was touched last.

import { $, form } from "./form.js";

let shown = null;          // the step that was in sight last, also before the page was drawn again

export function show(id, { focus = true } = {}) {
  const step = document.getElementById(id);
  if (shown !== (shown = step?.id ?? "")) dispatchEvent(new Event("painted"));
  if (!step) return;
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
  const tray = target.closest(".tray");
  if (tray) activate(tray.dataset.tray);
  for (const box of [target.closest("details")]) if (box) box.open = true;
  target.scrollIntoView({ block: "center" });
  (target.matches("input, select, textarea") ? target : $("input, select, textarea", target))?.focus({ preventScroll: true });
}

// ---- the tray of the rank touched last ------------------------------------------------------------

const narrow = matchMedia("(max-width: 47.9em)");

export function activate(rank) {
  const tray = $(`[data-tray="${rank}"]`);
  if (!tray || tray.matches(".fixed")) return;
  const step = tray.closest(".step");
  for (const on of step.querySelectorAll(".rank.on, .tray.on")) on.classList.remove("on");
  tray.classList.add("on");
  const column = $(`.rank[data-rank="${rank}"]`, step);
  column?.classList.add("on");
  if (narrow.matches) column?.after(tray); // a row a rank: the tray opens under its own
  else if (!tray.closest(".trays")) $(".trays", step).append(tray);
}

export function settleTrays() {
  for (const step of document.querySelectorAll(".melds-step")) {
    const melded = [...step.querySelectorAll(".rank")].filter(rank => !$(".none input", rank)?.checked);
    if (melded.length) activate(melded[melded.length - 1].dataset.rank);
    else $(".tray.idle", step)?.classList.add("on");
  }
}

// What is taken back is taken back in sight.
export function lookAt(input) {
  const step = input.closest(".step");
  if (step && !step.matches(".on")) turnTo(step.id);
  const rank = input.closest("[data-tray]")?.dataset.tray ?? input.closest("[data-rank]")?.dataset.rank;
  if (rank) activate(rank);
}
