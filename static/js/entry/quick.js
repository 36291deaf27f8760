// Taps with several effects: laying a canasta, removing a meld, clearing by a second tap; and moving on after a figure.

import { ECHO, again } from "./finger.js";
import { $, form, inputsOf } from "./form.js";
import { meldOf, open } from "./sheets.js";
import { isChosen, nameOf, noteAll } from "./undo.js";

const setBy = button => [...new URLSearchParams(button.dataset.sets)];

// Mark the buttons whose cards are laid already.
export function markQuick() {
  const now = new FormData(form());
  for (const button of document.querySelectorAll("button.chip[data-sets]:not([data-away])"))
    button.ariaPressed = String(setBy(button).every(([name, value]) => (now.get(name) || "0") === value));
  for (const place of document.querySelectorAll("[data-told]")) {
    const name = place.dataset.told, typed = now.get(`${name}-more`), rows = ["tens", "fives"].map(row => now.get(`${name}-${row}`));
    place.textContent = typed || (rows.some(Boolean) ? String(rows.reduce((sum, row) => sum + Number(row), 0)) : "–");
  }
  if (form().matches(".away")) for (const tile of document.querySelectorAll(".meld > .tile > [data-empty]")) countHere(tile, now);
}

// Without the program a tile shows the cards of its meld, but no points.
function countHere(tile, fields) {
  const [side, rank] = tile.closest(".meld").dataset.meld.split("-"), [naturals, twos, jokers] = ["n", "t", "j"].map(sign => Number(fields.get(`${side}-${sign}-${rank}`)));
  const cards = [naturals, twos && `2×${twos}`, jokers && `★${jokers > 1 ? `×${jokers}` : ""}`].filter(Boolean).join("+");
  tile.replaceChildren(Object.assign(document.createElement("b"), { textContent: tile.dataset.empty }), Object.assign(document.createElement("span"), { textContent: cards }));
}

// The second tap of a double tap on Undo, or on the green button, does nothing.
let quiet = 0;             // the time until which taps are ignored
export function isEcho(event) {
  const soon = event.timeStamp < quiet;
  quiet = Math.max(quiet, event.timeStamp + ECHO);
  return soon;
}

// Returns whether a tap on this changes anything. The tray of the tapped meld opens in any case.
export function setAll(touched, time) {
  const button = touched.closest("[data-sets], [data-up]"), meld = meldOf(touched);
  if (meld && touched.matches("input, [data-sets], [data-sets] *") && !meld.matches(".rest, .in-hand")) open(meld.dataset.meld);
  const input = touched.matches("[data-clears] input[type=radio]") ? touched : null;
  if (!button && !input) return false;
  if (!button?.matches("[data-up]") && again(button ?? input, time)) return false;
  if (input) return isChosen(input) && noteAll(cleared(input.name), `${nameOf(input)}: –`);
  if (button.matches("[data-up]")) return oneMore(button);
  const pressed = button.matches(".mixed") && button.ariaPressed === "true";
  return noteAll(pressed ? setBy(button).map(([name]) => [name, "0"]) : setBy(button), button.ariaLabel ?? button.textContent.trim());
}

// Removing the natural cards of a meld also removes its wild cards.
function cleared(name) {
  const [, side, rank] = /^(s\d)-n-(.+)$/.exec(name) ?? [];
  return rank ? ["n", "t", "j"].map(sign => [`${side}-${sign}-${rank}`, "0"]) : [[name, "0"]];
}

function oneMore(button) {
  const name = button.dataset.up, chips = inputsOf(name).map(chip => Number(chip.value)).sort((one, other) => one - other);
  const now = Number(inputsOf(name).find(chip => chip.checked)?.value ?? 0), next = chips.find(value => value > now);
  return next !== undefined && noteAll([[name, String(next)]], `${button.ariaLabel}`);
}

// A chip of one row of points in hand sets 0 in the other row if that is empty, and replaces a typed figure.
export function pointsInHand(input) {
  const [, name, row] = /^(.*-hp)-(tens|fives)$/.exec(input.name) ?? [];
  if (!name) return false;
  const other = `${name}-${row === "tens" ? "fives" : "tens"}`;
  const value = inputsOf(other).find(each => each.checked)?.value ?? "0";
  noteAll([[input.name, input.value], [other, value], [`${name}-more`, ""]], nameOf(input));
  return true;
}

// Arrow keys move through the answers of a group, so only a tap counts as an answer.
const CLICKED = 500;
let lifted = -CLICKED;
addEventListener("pointerup", () => { lifted = performance.now(); }, true); // a busy page gets the click late

let answered = false;      // whether all questions in the head are answered: then the first figure gets the focus after the redraw

export function answers(input) {
  const place = input.closest("[data-goes]");
  if (!place || input.type !== "radio" || !input.value || performance.now() - lifted > CLICKED) return;
  const names = new Set([...place.querySelectorAll(".seg input[type=radio]")].map(each => each.name));
  answered = [...names].every(name => inputsOf(name).some(each => each.checked));
}

export const stay = () => { answered = false; };

export function goOn() {
  if (answered && !document.activeElement.matches(".figure")) [...document.querySelectorAll(".cols .figure")].find(field => !field.value)?.focus();
  stay();
}

// A count that cannot have another digit is complete, and the focus moves on. A "+" typed next continues it as a sum.
let whole = null;          // the field that was left in this way
addEventListener("input", event => {
  const input = event.target, most = Number(input.closest?.("[data-most]")?.dataset.most);
  if (!most || event.inputType !== "insertText") return;
  const fields = [...input.closest(".figures").querySelectorAll("[data-most] input")], next = fields[fields.indexOf(input) + 1];
  if (input.value === "+" && whole && fields.indexOf(whole) === fields.indexOf(input) - 1) {
    input.value = "";
    whole.value += "+";
    whole.focus();
    whole.setSelectionRange(whole.value.length, whole.value.length); // typing adds to it instead of replacing it
    whole.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (/^\d+$/.test(input.value) && input.value * 10 > most && next && !next.value) {
    whole = input;
    next.focus();
  }
});
