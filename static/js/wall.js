// The wall follows the evening: requested again every second and a half, changed in place. The server answers 304 while
// nothing has changed. Between answers the clock runs on, and if there are more entrants than fit, the wall turns its pages.
(() => {
const { address, tag } = document.currentScript.dataset;
const EVERY = 1500, TURN = 15000;
const STROKES = [0, 0.9, 1.8], TONE = 660, FADES = 1.6;
let known = tag, shown = 0, sound = null;

async function follow() {
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    dispatchEvent(new CustomEvent("served", { detail: answer.headers.get("Date") }));
    if (answer.status === 200) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (!dispatchEvent(new CustomEvent("fetched", { detail: page, cancelable: true }))) return location.reload(); // a new version rendered it
      document.querySelector("#main").replaceChildren(...page.querySelector("#main").childNodes);
      known = answer.headers.get("ETag");
      turn(0);
      offerBell();
    }
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // the reloaded page says why this device may no longer watch
  } catch { /* the wall stays as it was until the program answers again */ }
  setTimeout(follow, EVERY);
}

function turn(by) {
  const pages = [...document.querySelectorAll("[data-turns]")];
  shown = pages.length ? (shown + by) % pages.length : 0;
  pages.forEach((page, place) => { page.hidden = place !== shown; });
}

// Browsers allow sound only after a tap on the page; one tap is enough for the bells of all rounds.
function offerBell() {
  const button = document.querySelector("[data-bell]");
  if (button) button.hidden = sound !== null || !window.AudioContext;
}

function ring() {
  if (!sound) return;
  for (const after of STROKES) {
    const tone = new OscillatorNode(sound, { type: "triangle", frequency: TONE }), volume = new GainNode(sound, { gain: 0 });
    const begin = sound.currentTime + after;
    volume.gain.setValueAtTime(0.9, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + FADES);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + FADES);
  }
  dispatchEvent(new Event("sounded"));
}

addEventListener("click", event => {
  if (!event.target.closest?.("[data-bell]")) return;
  sound = new AudioContext();
  ring();
  offerBell();
});
addEventListener("rung", ring);
offerBell();
turn(0);
setInterval(() => turn(1), TURN);
follow();
})();
