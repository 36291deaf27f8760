// Undo: every tap since the page was opened, and the values of all fields that it changed.

import { counts, form, inputsOf } from "./form.js";

const taps = [];           // {name, what, before: the fields as they were}
const chosen = new Map();  // the value of every group before its last change

// A count is tapped or typed behind "+", and either clears the other.
const twinOf = name => [name.endsWith("-more") ? name.slice(0, -5) : `${name}-more`].find(twin => inputsOf(twin).length);

export function remember() {
  chosen.clear();
  for (const [name, value] of new FormData(form())) chosen.set(name, value);
}

// Was this typed already, key by key?
export const isKnown = input => input.value === (chosen.get(input.name) ?? "");

export function noteChange(input, ticked = []) { // `ticked` are boxes that the same tap ticked
  const name = input.name;
  const before = chosen.get(name) ?? "";
  const now = input.type === "checkbox" ? (input.checked ? input.value : "") : input.value;
  if (before === now) return;
  const last = taps[taps.length - 1];
  const changed = [name, twinOf(name), ...ticked].filter(Boolean);
  const was = Object.fromEntries(changed.map(field => [field, chosen.get(field) ?? ""]));
  if (!(last && last.name === name && input.type === "text")) taps.push({ name, before: was, what: nameOf(input) });
  for (const field of changed) chosen.set(field, field === name ? now : ticked.includes(field) ? "yes" : "");
  showUndo();
}

// Several fields at once, by one tap: is anything changed by it?
export function noteAll(fields, what) {
  const before = fields.map(([name]) => [name, chosen.get(name) ?? (counts(name) ? "0" : "")]);
  if (before.every(([, value], at) => (value || "0") === (fields[at][1] || "0"))) return false;
  taps.push({ name: fields[0][0], before: Object.fromEntries(before), what });
  for (const [name, value] of fields) putBack(name, value);
  showUndo();
  return true;
}

function nameOf(input) {
  const legend = input.closest("fieldset")?.querySelector("legend")?.textContent;
  const label = input.type === "text" ? input.labels?.[0]?.firstChild?.textContent?.trim() : input.labels?.[0]?.textContent?.trim();
  return [legend, label].filter(Boolean).join(", ");
}

export function showUndo() {
  const last = taps[taps.length - 1];
  for (const button of document.querySelectorAll(".undo")) {
    button.hidden = false;
    button.disabled = !last;
    if (last) button.setAttribute("aria-label", form().dataset.undo.replace("{what}", last.what));
    else button.removeAttribute("aria-label");
  }
}

// Take the last tap back; its field, or nothing where there was none.
export function takeBack() {
  const last = taps.pop();
  if (!last) return null;
  const none = Object.values(last.before).some(Boolean) ? "" : "0"; // beside a number that was typed no chip is chosen
  for (const [name, value] of Object.entries(last.before)) putBack(name, value || (counts(name) ? none : ""));
  showUndo();
  return inputsOf(last.name)[0];
}

// A field that the page does not show just now, as that of another way of counting, is kept with the rest of the form.
export function putBack(name, value) {
  if (!inputsOf(name).length) form().append(Object.assign(document.createElement("input"), { type: "hidden", name }));
  for (const input of inputsOf(name)) {
    if (input.type === "radio" || input.type === "checkbox") input.checked = input.value === value;
    else input.value = value;
  }
  chosen.set(name, value);
}
