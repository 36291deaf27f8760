// Runs before a page is painted: what only a page without scripts needs is never seen with one, and what was painted
// just now takes no tap that was meant for what stood there before.
//
// A second tap, of a shaky hand or of an impatient one, falls where the first one fell, on whatever stands there by then.
// So for a moment after a page, or a part that says "painted", came in sight, links and buttons take no tap, nor does
// anything under the finger of the last one. Where a part only "moved", that is all: the rest stands where it stood.
// Keys and assistive tools name what they mean and are never kept waiting.
(() => {
const SETTLES = 700; // milliseconds: longer than between the two taps of a slow double tap, shorter than reading
const NEAR = 40;     // pixels
const page = document.documentElement;
const shield = Object.assign(document.createElement("div"), { className: "shield", hidden: true });
let last = null;     // where the last tap fell, and when
const begun = new Map(); // what a tap that began early, or as the echo of another, may not act on, by its pointer
let settling;

page.dataset.script = "yes";
page.append(shield);

function painted() {
  page.dataset.fresh = "";
  moved();
}

// Counted from when it is in sight: a page that loads behind another one settles when it is looked at.
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
  try { last && sessionStorage.setItem(KEPT, JSON.stringify(last.slice(0, 2))); } catch { /* only links and buttons wait, then */ }
});
try { last = JSON.parse(sessionStorage.getItem(KEPT)); } catch { /* the same */ }

addEventListener("pointerdown", event => {
  const [x, y, at] = last ?? [];
  const echo = Math.hypot(event.clientX - x, event.clientY - y) < NEAR && event.timeStamp - at < SETTLES;
  last = [event.clientX, event.clientY, event.timeStamp];
  begun.set(event.pointerId, "fresh" in page.dataset ? "a, button" : echo ? "summary, input[type=checkbox]" : "");
}, true);
// What is opened, or ticked, by one tap is not closed, or cleared, by its echo.
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

// What is typed or chosen while the scripts of the page are still on their way is told to them once they are here.
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
