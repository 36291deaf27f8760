// The wall follows the evening: asked again every second and a half, changed in place. The server answers 304 while
// nothing happened. Between answers only the clock goes on, and of more entrants than a page holds the pages turn.
(() => {
const { address, tag } = document.currentScript.dataset;
const EVERY = 1500, TURN = 15000, SECOND = 1000;
let known = tag, shown = 0;

async function follow() {
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    if (answer.status === 200) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("#main").replaceChildren(...page.querySelector("#main").childNodes);
      known = answer.headers.get("ETag");
      begin();
    }
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // it is told why it may not look any more
  } catch { /* the wall stays as it was until the program answers again */ }
  setTimeout(follow, EVERY);
}

let bell = 0;
function begin() {
  const clock = document.querySelector("[data-left]");
  bell = clock ? performance.now() + clock.dataset.left * SECOND : 0;
  turn(0);
}

function tick() {
  const clock = document.querySelector("[data-runs]");
  if (!clock) return;
  const left = Math.max(0, Math.ceil((bell - performance.now()) / SECOND));
  clock.querySelector(".face").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.toggleAttribute("data-warns", left <= clock.dataset.warning);
}

function turn(by) {
  const pages = [...document.querySelectorAll("[data-turns]")];
  shown = pages.length ? (shown + by) % pages.length : 0;
  pages.forEach((page, place) => { page.hidden = place !== shown; });
}

begin();
setInterval(tick, SECOND / 4);
setInterval(() => turn(1), TURN);
setTimeout(follow, EVERY);
})();
