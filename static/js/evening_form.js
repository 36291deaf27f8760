// Saves and counts the names while they are typed, and offers the movements that fit; without scripts "Count" does it.

import { lifted } from "./entry/finger.js";

const form = document.querySelector(".evening-form"), count = form.querySelector("[name=count]");
const names = form.querySelector("[name=names]");
const PAUSE = 400, PARTS = ["found", "alike", "of-movement", "not-here"];
// The parts that are replaced only after a change of this field: values that were typed in them stay until then.
const FURTHER = { rules: ["house-rules"], format: ["house-rules"], code: ["house-rules"], scoring: ["numbers"], rounds: ["rounds-apart"] };
const drawn = part => part.innerHTML.replace(/\s+/g, " ");
let waits, asking = false, further = [];
count.hidden = true;

function changed(event) {
  const { name } = event.target, aside = event.target.closest(".ties, #house-rules, #numbers, #rounds-apart");
  further = aside ? further : [...further, ...PARTS, ...FURTHER[name] ?? []];
  clearTimeout(waits);
  waits = setTimeout(ask, name === "names" || aside ? PAUSE : 0);
}

async function ask() {
  if (asking || form.dataset.sent) { // of two requests at once, the older could overwrite the newer; an opened evening needs no draft
    waits = setTimeout(ask, PAUSE);
    return;
  }
  waits = 0;
  asking = true;
  const typed = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(count.formAction, { method: "POST", body: typed }), counted = await answer.text();
    await lifted();
    if (!answer.ok || waits) return; // changes made meanwhile are sent next
    const parts = new Set(further);
    further = [];
    const page = new DOMParser().parseFromString(counted, "text/html");
    for (const id of parts) {
      const here = document.getElementById(id), focus = here.contains(document.activeElement) && document.activeElement;
      const again = focus && `[name="${CSS.escape(focus.name)}"]` + (["radio", "submit"].includes(focus.type) ? `[value="${CSS.escape(focus.value)}"]` : "");
      const fresh = document.adoptNode(page.getElementById(id));
      if (drawn(here) === drawn(fresh)) continue; // a tap on an element being replaced would be lost
      fresh.open = here.open;
      here.replaceWith(fresh);
      if (again) document.getElementById(id).querySelector(again)?.focus();
    }
  } catch { /* names that were not counted can still be seated */ } finally {
    asking = false;
  }
}

// A tapped name gets its own line in the field, and leaves the list.
form.addEventListener("click", event => {
  const known = event.target.closest("[name=add]");
  if (!known) return;
  event.preventDefault();
  names.value = [names.value.trimEnd(), known.value].filter(Boolean).join("\n") + "\n";
  const next = known.nextElementSibling ?? known.previousElementSibling;
  known.remove();
  dispatchEvent(new Event("moved")); // the second tap of a double tap would add the next name
  next?.focus();
  names.dispatchEvent(new Event("input", { bubbles: true }));
});
// A tap on an absent player removes the player's line.
form.addEventListener("click", event => {
  const gone = event.target.closest("[name=drop]");
  if (!gone) return;
  event.preventDefault();
  names.value = names.value.split("\n").filter(line => line.trim() !== gone.value).join("\n");
  (gone.nextElementSibling ?? gone.previousElementSibling)?.focus();
  gone.remove();
  dispatchEvent(new Event("moved"));
  names.dispatchEvent(new Event("input", { bubbles: true }));
});
form.addEventListener("input", changed);
