// A finger that is down by now means what it touches: that stays until it is up, and what it tapped is counted.

const HELD = 1500;         // a finger that rests on the glass keeps nobody waiting longer
const TAPPED = 400;        // a click that has not come so long after the finger lifted does not come

let finger = Promise.resolve(), lift = null;
addEventListener("pointerdown", () => { if (!lift) finger = new Promise(up => { lift = up; }); }, true);
for (const [end, wait] of [["pointerup", TAPPED], ["pointercancel", 0], ["click", 0]]) addEventListener(end, () => {
  const lifted = lift;
  setTimeout(() => { lifted?.(); if (lift === lifted) lift = null; }, wait);
}, true);

export const lifted = () => Promise.race([finger, new Promise(over => setTimeout(over, HELD))]);

export const ECHO = 400;   // milliseconds: a second tap on the same that comes sooner is the echo of the first
let last = null, at = 0;   // what was tapped last, and when

export function again(touched, time) {
  const soon = touched === last && time - at < ECHO;
  [last, at] = [touched, time];
  return soon;
}
