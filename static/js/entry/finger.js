// Waits for a finger that is on the screen, so that the element under it does not change before its tap counts.

const HELD = 1500;         // milliseconds that a resting finger can delay a change
const TAPPED = 400;        // milliseconds after the finger is lifted in which a click may still come

let finger, lift = null;
addEventListener("pointerdown", () => { if (!lift) finger = new Promise(up => { lift = up; }); }, true);
for (const [end, wait] of [["pointerup", TAPPED], ["pointercancel", 0], ["click", 0]]) addEventListener(end, () => {
  const lifted = lift;
  if (lifted) setTimeout(() => { lifted(); if (lift === lifted) lift = null; }, wait);
}, true);

export const lifted = () => lift && Promise.race([finger, new Promise(over => setTimeout(over, HELD))]);

export const ECHO = 400;   // milliseconds: a second tap on the same element within this time is part of a double tap
let last = null, at = 0;   // the element tapped last, and the time

export function again(touched, time) {
  const soon = touched === last && time - at < ECHO;
  [last, at] = [touched, time];
  return soon;
}
