// One tap for several things: a canasta at once, all wild cards of a meld; and an answer that leads on by itself.

import { $, form, inputsOf } from "./form.js";
import { meldOf, open, turnTo } from "./steps.js";
import { noteAll } from "./undo.js";

const setBy = button => [...new URLSearchParams(button.dataset.sets)];

// What lies on the table already is marked.
export function markQuick() {
  const now = new FormData(form());
  for (const button of document.querySelectorAll("[data-sets]"))
    button.ariaPressed = setBy(button).every(([name, value]) => (now.get(name) || "0") === value);
}

// Does a tap on this change anything? What it touches opens, also where all stays as it was.
export function setAll(touched) {
  const button = touched.closest("[data-sets]"), meld = meldOf(touched);
  if (meld && (button || touched.matches("input"))) open(meld);
  if (!button || !noteAll(setBy(button), button.ariaLabel)) return false;
  markQuick();
  if (button === document.activeElement) $("input", button.closest(".left-in-hand"))?.focus(); // what a key chose is out of sight
  else document.activeElement.blur();
  return true;
}
// The field that usual values stand below keeps the focus while a finger takes one of them.
addEventListener("mousedown", event => { if (event.target.closest?.("[data-sets]")) event.preventDefault(); });

// Arrow keys go through the answers of a group: only a finger that chose one of them has answered.
const CLICKED = 500;
let lifted = -CLICKED;
addEventListener("pointerup", () => { lifted = performance.now(); }, true); // a busy page hears of it late

const PAGE = "page";        // without steps
let answered = null;       // the step whose last answer leads on as soon as the page is drawn for it

export function answers(input) {
  const place = input.closest("[data-goes]");
  if (!place || input.type !== "radio" || !input.value || performance.now() - lifted > CLICKED) return;
  const names = new Set([...place.querySelectorAll("input[type=radio]")].map(each => each.name));
  if ([...names].every(name => inputsOf(name).some(each => each.checked))) answered = $(".step.on")?.id ?? PAGE;
}

export const stay = () => { answered = null; };

// Who answered all that a step asks goes on to the next, in the order that the steps have by now; or to the first figure.
export function goOn() {
  if (answered === PAGE) [...document.querySelectorAll(".cols .figure")].find(field => !field.value)?.focus();
  const next = answered === $(".step.on")?.id && $(".step.on .go .main");
  stay();
  if (next) turnTo(next.hash.slice(1));
  return Boolean(next);
}

// A count that can have no further digit is whole: the next field is ready. A sum goes on where it was begun.
let whole = null;          // the field that was left so
addEventListener("input", event => {
  const input = event.target, most = Number(input.closest?.("[data-most]")?.dataset.most);
  if (!most || event.inputType !== "insertText") return;
  const fields = [...input.closest(".figures").querySelectorAll("[data-most] input")], next = fields[fields.indexOf(input) + 1];
  if (input.value === "+" && whole && fields.indexOf(whole) === fields.indexOf(input) - 1) {
    input.value = "";
    whole.value += "+";
    whole.focus();
    whole.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (/^\d+$/.test(input.value) && input.value * 10 > most && next && !next.value) {
    whole = input;
    next.focus();
  }
});
