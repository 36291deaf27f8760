// Puts the parts of a preview, and messages about saving, into the page.

import { $, form } from "./form.js";
import { drawRuns } from "./runs.js";
import { markQuick } from "./quick.js";
import { isOpen, markWrong } from "./sheets.js";

let unsaid = [];           // messages about a number that is still being typed

export function fill(parts, typing) {
  const told = new Set();
  unsaid = [...parts.querySelectorAll('[data-into="findings"], [data-waits]')];
  for (const part of parts.querySelectorAll("[data-into]")) if (!unsaid.includes(part)) told.add(put(part));
  if (!typing) for (const part of unsaid.splice(0)) told.add(put(part));
  for (const place of ($(".step.on") ?? form()).querySelectorAll("[data-empty]")) if (!told.has(place)) empty(place);
  markWrong(parts);
  markQuick();
  drawRuns();
  for (const button of document.querySelectorAll(".laid [data-opens]")) button.ariaExpanded = String(isOpen(button.dataset.opens));
  performance.mark("previewed");
}

// Shows the messages about a number, which wait until its field is left.
export function warn() {
  for (const part of unsaid.splice(0)) put(part);
}

function put(part) {
  const place = document.getElementById(part.dataset.into);
  if (!place || place.innerHTML === part.innerHTML) return place;
  const spot = place.contains(document.activeElement) && spotOf(document.activeElement);
  place.innerHTML = part.innerHTML;
  if (spot) $(spot)?.focus({ preventScroll: true });
  return place;
}

// The preview has nothing for a missing meld or sum: its element shows its text for an empty value again.
function empty(place) {
  const word = place.dataset.empty;
  if (place.textContent === word && !$(".card", place)) return;
  const bold = Object.assign(document.createElement("b"), { textContent: word });
  place.replaceChildren(place.matches(".echo, .tile > span") ? bold : word);
}

// A selector for the focused element after a redraw: the green button, a field, or a button by its act.
export function spotOf(focus) {
  if (focus?.closest(".green")) return ".step.on > .green > .main, .facing > .green > .main";
  if (!focus?.name) return null;
  const name = `[name="${focus.name}"]`;
  return focus.matches("button, [type=radio]") ? `${name}[value="${focus.value}"]` : name;
}

// Show a message about the entry, with a button to try again if it has a label; without a text, remove the message.
export function say(text, state = "note", retry) {
  const place = $("#state");
  place.hidden = !text;
  place.dataset.state = state;
  place.textContent = text ?? "";
  if (retry) {
    const button = Object.assign(document.createElement("button"), { className: "btn", name: "act", value: "save", textContent: retry });
    place.append(button);
  }
  if (text && /static|relative/.test(getComputedStyle(place).position)) place.scrollIntoView({ block: "nearest" });
}
