// Shows one sheet of an entry by cards at a time, by its address, and the tray of the meld that was tapped last.

import { $, form, inputsOf } from "./form.js";
import { noteAll } from "./undo.js";

let shown = null;          // the sheet that was visible last, also before a redraw

export const inSight = () => $(".step.on")?.id ?? "";

export function show(id) {
  const sheet = document.getElementById(id);
  const turned = shown !== (shown = sheet?.id ?? "");
  if (turned) dispatchEvent(new Event("moved"));
  if (!sheet) return;
  form().elements.step.value = sheet.id;
  for (const each of document.querySelectorAll(".step")) each.classList.toggle("on", each === sheet);
  for (const tab of document.querySelectorAll(".tabs a")) tab.ariaCurrent = tab.hash === `#${sheet.id}` ? "true" : null;
  $("#title").textContent = sheet.dataset.title;
  $("#title").className = "side-name";
  sheet.dataset.side ? $("#title").parentElement.dataset.side = sheet.dataset.side : delete $("#title").parentElement.dataset.side;
  if (!turned) return;
  settle(sheet);
  scrollTo(0, 0);
  dispatchEvent(new Event("turned"));
}

export function turnTo(id) {
  history.pushState({}, "", `#${id}`);
  show(id);
}

export function sheetOfHash(hash) {
  const target = hash.length > 1 && document.getElementById(decodeURIComponent(hash.slice(1)));
  return target ? { target, sheet: target.closest(".step")?.id } : null;
}

// A link leads to a sheet, or to a questioned element, which gets a ring until the next tap; nothing else moves.
export function go(hash) {
  const found = sheetOfHash(hash);
  if (!found) return;
  if (found.sheet && found.sheet !== inSight()) turnTo(found.sheet);
  if (!found.target.matches(".step")) point(found.target);
}

function point(target) {
  const meld = meldOf(target);
  if (meld) open(meld.dataset.meld);
  for (const box of [target.closest("details")]) if (box) box.open = true;
  const place = target.matches("input") ? target.closest("fieldset, .field") ?? target : target;
  place.classList.add("asked-for");
  const input = target.matches("input, select, textarea") ? target : $("input:checked, input:not([type=radio])", target) ?? $("input", target);
  input?.focus({ preventScroll: true });
  place.scrollIntoView({ block: "nearest" });
}

export function unpoint() {
  for (const place of document.querySelectorAll(".asked-for")) place.classList.remove("asked-for");
}

// ---- the meld touched last: its tray under the columns, or at the foot of a phone --------------------

export const meldOf = input => input.closest("[data-meld]");
const sheetOf = key => [...document.querySelectorAll(".step")].find(step => $(`[data-meld="${key}"], [data-tray="${key}"]`, step));
const touched = new Map(); // the open tray of each sheet; it stays open after a redraw
const NARROW = matchMedia("(max-width: 47.9em)");

// Sequences share one tray; the end of the key says which one is meant.
const trayOf = key => key.replace(/(-q)\d$/, "$1");

export function open(key) {
  const sheet = sheetOf(trayOf(key));
  if (!sheet) return;
  touched.set(sheet.id, key);
  for (const each of sheet.querySelectorAll("[data-meld], [data-tray]")) swap(each, trayOf(key) === (each.dataset.tray ?? each.dataset.meld));
  $(".tray.idle", sheet)?.classList.toggle("on", !$(".tray.on:not(.idle)", sheet));
  for (const button of sheet.querySelectorAll("[data-opens]"))
    button.ariaExpanded = String(button.dataset.opens === (button.matches(".laid *") ? key : trayOf(key)));
  dispatchEvent(new CustomEvent("opened", { detail: key }));
}

// When the four suits replace the columns, or the reverse, the finger is over another element than it tapped.
function swap(place, on) {
  if (place.matches(".suits") && place.matches(".on") !== on) dispatchEvent(new Event("moved"));
  place.classList.toggle("on", on);
}

export const isOpen = key => [...touched.values()].includes(key);
export const openOn = sheet => touched.get(sheet) ?? "";

function close(sheet) {
  touched.delete(sheet.id);
  for (const each of sheet.querySelectorAll(".on[data-meld], .on[data-tray]")) swap(each, false);
  for (const button of sheet.querySelectorAll("[data-opens]")) button.ariaExpanded = "false";
  $(".tray.idle", sheet)?.classList.add("on");
}

function settle(sheet) {
  const kept = touched.get(sheet.id), hand = $(".in-hand", sheet);
  if (kept && sheetOf(trayOf(kept)) === sheet) return open(kept);
  close(sheet);
  // on a phone a value that may be forgotten comes first: the hand of a side that did not go out
  if (NARROW.matches && hand && sheet.dataset.out === "no" && !$("input:checked", hand) && $("[name=end]:checked")) open(hand.dataset.meld);
}

export function settleTrays() {
  for (const sheet of document.querySelectorAll(".step")) settle(sheet);
}

// On a phone, an empty tile lays the most common meld as it opens; a tile with a meld only opens.
export function opens(button) {
  const { opens: key, lays } = button.dataset;
  const again = button.ariaExpanded === "true";
  if (button.matches(".opens") && again) return close(button.closest(".step"));
  open(key);
  if (!lays || again) return;
  const fields = [...new URLSearchParams(lays)];
  const box = meldOf(button);
  if (!$("input:checked:not([value='0'])", box)) return noteAll(fields, `${button.ariaLabel}, ${fields[0][1]}`);
}

// An error opens its sheet and its meld.
export function showWrong(found) {
  if (found?.sheet) show(found.sheet);
  const meld = found && meldOf(found.target);
  if (meld) open(meld.dataset.meld);
}

// Mark the fields with errors, as the whole page or the latest preview has them: sheets out of sight may still show earlier ones.
export function markWrong(parts) {
  const wrong = [...parts.querySelectorAll(".findings .error a")].map(link => link.hash.slice(1));
  for (const place of document.querySelectorAll(".step fieldset[id]")) place.classList.toggle("amiss", wrong.includes(place.id));
}

// Show the field that an undo changes.
export function lookAt(name) {
  const input = inputsOf(name).find(each => each.type !== "hidden");
  const sheet = input?.closest(".step");
  if (sheet && !sheet.matches(".on")) turnTo(sheet.id);
  const meld = input && meldOf(input);
  if (meld) open(meld.dataset.meld);
}
