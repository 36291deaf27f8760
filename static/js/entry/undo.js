// Undo and Put back: every tap since the page was opened, and the values of all fields that it changed.

import { counts, form, inputsOf } from "./form.js";

const taps = [];           // {name, what, before: the fields as they were}
let put = [];              // the changes that were undone, the last one at the end, with the fields before the undo
const chosen = new Map();  // the value of every group before its last change

// A count is tapped, or typed after "+", and each clears the other.
const twinsOf = name => {
  const typed = name.endsWith("-more"), plain = typed ? name.slice(0, -5) : name;
  const twins = typed ? [plain, `${plain}-tens`, `${plain}-fives`] : [`${name}-more`];
  return twins.filter(twin => inputsOf(twin).length);
};

export function remember() {
  chosen.clear();
  for (const [name, value] of new FormData(form())) chosen.set(name, value);
}

// Whether this value was typed already, key by key.
export const isKnown = input => input.value === (chosen.get(input.name) ?? "");
// Whether this chip was chosen before the tap.
export const isChosen = input => input.value !== "0" && chosen.get(input.name) === input.value;

function push(tap) {
  taps.push(tap);
  put = [];
  showUndo();
}

export function noteChange(input) {
  const name = input.name;
  const before = chosen.get(name) ?? "";
  const now = input.type === "checkbox" ? (input.checked ? input.value : "") : input.value;
  if (before === now) return;
  const last = taps[taps.length - 1];
  const changed = [name, ...twinsOf(name)];
  const was = Object.fromEntries(changed.map(field => [field, chosen.get(field) ?? ""]));
  if (!(last && last.name === name && input.type === "text")) push({ name, before: was, what: nameOf(input) });
  for (const field of changed) chosen.set(field, field === name ? now : "");
}

// Change several fields by one tap. Returns whether anything changed.
export function noteAll(fields, what) {
  const before = fields.map(([name]) => [name, chosen.get(name) ?? (counts(name) ? "0" : "")]);
  if (before.every(([name, value], at) => same(name, value, fields[at][1]))) return false;
  push({ name: fields[0][0], before: Object.fromEntries(before), what });
  for (const [name, value] of fields) putBack(name, value);
  return true;
}
const same = (name, one, other) => one === other || (counts(name) && (one || "0") === (other || "0"));

export function nameOf(input) {
  const legend = input.closest("fieldset")?.querySelector("legend")?.textContent;
  const label = input.type === "text" ? input.labels?.[0]?.firstChild?.textContent?.trim() : input.labels?.[0]?.textContent?.trim();
  return [legend, label].filter(Boolean).join(", ");
}

export function showUndo() {
  for (const [selector, list] of [[".undo", taps], [".redo", put]]) {
    for (const button of document.querySelectorAll(selector)) {
      const last = list[list.length - 1], says = button.querySelector("small");
      button.hidden = false;
      button.disabled = !last;
      says.textContent = last?.what ?? says.dataset.none;
    }
  }
}

// Undo the last tap. Returns the name of its field, or nothing if there was none.
export function takeBack() {
  const last = taps.pop();
  if (!last) return null;
  put.push({ ...last, before: swapped(last.before) });
  showUndo();
  return last.name;
}

// Redo what was undone last.
export function putAgain() {
  const last = put.pop();
  if (!last) return null;
  taps.push({ ...last, before: swapped(last.before) });
  showUndo();
  return last.name;
}

// Set these values of fields. Returns the earlier values.
function swapped(fields) {
  const now = Object.fromEntries(Object.keys(fields).map(name => [name, chosen.get(name) ?? ""]));
  const none = Object.values(fields).some(Boolean) ? "" : "0"; // no chip is chosen next to a typed number
  for (const [name, value] of Object.entries(fields)) putBack(name, value || (counts(name) ? none : ""));
  return now;
}

// A field that the page does not show, such as one of another way of counting, is a hidden field of the form.
export function putBack(name, value) {
  if (!inputsOf(name).length) form().append(Object.assign(document.createElement("input"), { type: "hidden", name }));
  for (const input of inputsOf(name)) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === value;
    else input.value = value;
  }
  chosen.set(name, value);
}
