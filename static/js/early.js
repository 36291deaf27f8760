// Runs before a page is painted: parts for pages without scripts are never shown, and newly painted links and buttons
// ignore taps that were meant for the page before.
//
// The second tap of a double tap hits whatever is now at the place of the first.
// So for a moment after a page, or a part that sends "painted", appears, links and buttons ignore taps, and so does
// everything at the place of the last tap. If a part sends "moved", only that place ignores taps.
// Keys and assistive tools address an element directly, and are never ignored.
(() => {
const SETTLES = 700; // milliseconds: longer than between the two taps of a slow double tap, shorter than reading
const NEAR = 40;     // pixels
const page = document.documentElement;
const shield = Object.assign(document.createElement("div"), { className: "shield", hidden: true });
let last = null;     // place and time of the last tap
const begun = new Map(); // by pointer: a selector for the elements that its early or repeated tap must not reach
let settling;

page.dataset.script = "yes";
page.append(shield);

function painted() {
  page.dataset.fresh = "";
  moved();
}

// The time counts from when the page is visible: a page that loads in the background waits until it is shown.
function moved() {
  shield.hidden = !last;
  if (last) Object.assign(shield.style, { left: `${last[0]}px`, top: `${last[1]}px` });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    clearTimeout(settling);
    settling = setTimeout(settled, SETTLES);
  }));
}

function settled() {
  delete page.dataset.fresh;
  shield.hidden = true;
}

const KEPT = "tapped";
addEventListener("pagehide", () => {
  try { last && sessionStorage.setItem(KEPT, JSON.stringify(last.slice(0, 2))); } catch { /* the next page then has no shield at that place */ }
});
try { last = JSON.parse(sessionStorage.getItem(KEPT)); } catch { /* the same */ }

addEventListener("pointerdown", event => {
  const [x, y, at] = last ?? [];
  const echo = Math.hypot(event.clientX - x, event.clientY - y) < NEAR && event.timeStamp - at < SETTLES;
  last = [event.clientX, event.clientY, event.timeStamp];
  begun.set(event.pointerId, "fresh" in page.dataset ? "a, button" : echo ? "summary, input[type=checkbox]" : "");
}, true);
// The second tap of a double tap does not close or untick what the first one opened or ticked.
addEventListener("click", event => {
  const kept = event.pointerType && begun.get(event.pointerId);
  begun.delete(event.pointerId);
  if (!kept || !event.target.closest?.(kept)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
// A key that is held down acts once.
addEventListener("keydown", event => {
  if (event.repeat && event.key === "Enter" && event.target.closest?.("a, button, input, summary")) event.preventDefault();
}, true);

// Events of typing and choosing before the page's scripts are loaded are repeated for them.
const unheard = { input: new Set(), change: new Set() };
const keep = event => unheard[event.type].add(event.target);
for (const type in unheard) addEventListener(type, keep);

painted();
document.addEventListener("DOMContentLoaded", () => {
  painted();
  for (const type in unheard) removeEventListener(type, keep);
  for (const type in unheard) for (const field of unheard[type]) field.dispatchEvent(new Event(type, { bubbles: true }));
});
addEventListener("painted", painted);
addEventListener("moved", moved);
addEventListener("pageshow", event => { if (event.persisted) painted(); });
})();
