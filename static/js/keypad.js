// The page's own keypad for its figures: 0–9, "+", ⌫, Next and optionally "±", always in one place, covering nothing.
//
// To use it: import "_keypad.html" and put `{{ keypad.pad() }}` or `pad(signed=true)` into the form of the figures, load css/keypad.css and
// `<script type="module" src="{{ asset("js/keypad.js") }}">`. It fills every `input.figure` of that form. A part of the page
// with data-pad-name="Ilona & Mihai" names its figures on the keypad, data-side colours it; Next skips a figure that has
// data-unasked or a value already. `pad(idle=true)` appears with the first tap. Without scripts there is no keypad.
//
// A tapped figure is selected: typing replaces it, and "+" as the first key adds to it. A keyboard does
// the same, and Enter is Next; the on-screen keyboard stays hidden. Forms without a keypad also select tapped figures.

const figures = pad => [...pad.closest("form").querySelectorAll("input.figure")].filter(field => field.checkVisibility());
const padOf = field => field.form?.querySelector("[data-keypad]");
const figureOf = target => target?.matches?.("input.figure") ? target : null;

let dirty = null; // the figure that the keypad changed: when it loses the focus, it gets a change event, as after typing

function choose(field) {
  const pad = padOf(field);
  field.select();
  if (!pad) return;
  pad.hidden = false;
  field.inputMode = "none";
  name(pad, field);
}

function name(pad, field) {
  const of = field?.closest("[data-pad-name]")?.dataset.padName, label = field?.ariaLabel || field?.labels?.[0]?.firstChild?.textContent.trim();
  const which = pad.querySelector("[data-which]");
  which.textContent = field ? `${of ? ": " : ""}${label}` : which.dataset.which;
  if (of && field) { // a long name is cut, the question is not
    const name = Object.assign(document.createElement("span"), { textContent: of });
    name.dataset.short = "";
    which.prepend(name);
  }
  pad.dataset.side = field?.closest("[data-side]")?.dataset.side ?? "";
}

function write(field, key) {
  const { selectionStart: from, selectionEnd: to, value } = field, chosen = from !== to;
  if (key === "back") field.setRangeText("", chosen ? from : Math.max(0, from - 1), to, "end");
  else if (key === "±") changeSign(field, chosen);
  else if (key === "+" && chosen) field.setRangeText("+", value.length, value.length, "end");
  else if (chosen || value.length < field.maxLength || field.maxLength < 0) field.setRangeText(key, from, to, "end");
  dirty = field;
  field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: key === "back" ? "deleteContentBackward" : "insertText", data: key }));
}

// A tapped figure stays selected after its sign: the next key replaces it.
function changeSign(field, chosen) {
  const negative = /^\s*[-−]/.test(field.value);
  field.value = negative ? field.value.replace(/^\s*[-−]/, "") : `−${field.value}`;
  field.setSelectionRange(chosen ? Number(!negative) : field.value.length, field.value.length);
}

// Moves to the next empty figure, wrapping around from the last one to the first; if none is empty, to the next figure.
function next(field) {
  const all = figures(padOf(field)).filter(each => each === field || !("unasked" in each.dataset)), at = all.indexOf(field);
  const others = [...all.slice(at + 1), ...all.slice(0, at)];
  (others.find(each => !each.value) ?? others[0])?.focus();
}

function ready() {
  for (const pad of document.querySelectorAll("[data-keypad]")) {
    if (!("idle" in pad.dataset)) pad.hidden = false;
    for (const field of pad.closest("form").querySelectorAll("input.figure")) field.inputMode = "none";
    name(pad, figureOf(document.activeElement));
  }
}

addEventListener("focusin", event => { const field = figureOf(event.target); if (field) choose(field); });
addEventListener("focusout", event => {
  if (event.target !== dirty) return;
  dirty = null;
  event.target.dispatchEvent(new Event("change", { bubbles: true }));
});
// A tap sets the caret; afterwards everything is selected, unless the finger selected a part.
addEventListener("click", event => {
  const field = figureOf(event.target), key = event.target.closest?.("[data-keypad] [data-key]");
  if (field) return field.selectionStart === field.selectionEnd && field.select();
  const at = key && figureOf(document.activeElement);
  if (!key) return undefined;
  const into = at ?? figures(key.closest("[data-keypad]")).find(each => !each.value);
  if (!at) into?.focus();
  if (key.dataset.key !== "next") return into && write(into, key.dataset.key);
  return at && next(at);
});
addEventListener("mousedown", event => { if (event.target.closest?.("[data-keypad]")) event.preventDefault(); }); // the figure keeps the focus
addEventListener("beforeinput", event => {
  const field = figureOf(event.target);
  if (field && event.data === "+" && field.selectionStart !== field.selectionEnd) field.setSelectionRange(field.value.length, field.value.length);
});
addEventListener("keydown", event => {
  const field = event.key === "Enter" && figureOf(event.target);
  if (!field || !padOf(field)) return;
  event.preventDefault();
  next(field);
});
addEventListener("kept", ready); // the page was rendered again
ready();
