// The clock of a round runs on between answers of the server. It knows the time of the bell and, from the server's time in
// each answer, the difference to this device's clock, which may be wrong. So it starts with the first answer.
(() => {
const SECOND = 1000;
const LATE = 10; // seconds after which a bell is no longer announced
const UNHEARD = 5 * SECOND; // without an answer until then, the clock starts by the device's own time
let ahead = 0; // the server's time minus that of this device, in milliseconds
let rung = null; // the bell that was announced last
let ticks = false;

function tick() {
  for (const face of document.querySelectorAll("[data-rings]")) {
    const to = face.dataset.rings - (Date.now() + ahead) / SECOND, extra = Number(face.dataset.extra ?? 0);
    const left = Math.max(0, Math.ceil(to > 0 ? to : to + extra));
    const says = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (face.textContent !== says) face.textContent = says;
    const warns = to <= face.dataset.warning;
    for (const field of [face, face.closest(".clock")])
      if (field && field.hasAttribute("data-warns") !== warns) field.toggleAttribute("data-warns", warns);
    const used = document.querySelector("[data-used]");
    if (used) {
      const part = (100 * Math.min(1, Math.max(0, 1 - to / used.dataset.used))).toFixed(1);
      used.querySelector("rect").setAttribute("width", `${part}%`);
      used.firstElementChild.setAttribute("aria-valuenow", Math.round(part));
    }
    if (to > 0 || rung === face.dataset.rings) continue;
    rung = face.dataset.rings;
    if (-to < LATE) dispatchEvent(new Event("rung"));
  }
}

function start() {
  if (ticks) return;
  ticks = true;
  setInterval(tick, SECOND / 4);
}

addEventListener("served", ({ detail }) => {
  const told = Date.parse(detail);
  if (!isNaN(told) && Math.abs(told - Date.now() - ahead) > 2 * SECOND) ahead = told - Date.now();
  start();
  tick();
});
setTimeout(start, UNHEARD);
})();
