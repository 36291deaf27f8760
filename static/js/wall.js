// The wall follows the evening: asked again every second and a half, changed in place. The server answers 304 while
// nothing happened. Between answers only the clock goes on, and of more entrants than a page holds the pages turn.
(() => {
const { address, tag } = document.currentScript.dataset;
const EVERY = 1500, TURN = 15000;
let known = tag, shown = 0;

async function follow() {
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    dispatchEvent(new CustomEvent("served", { detail: answer.headers.get("Date") }));
    if (answer.status === 200) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.querySelector("#main").replaceChildren(...page.querySelector("#main").childNodes);
      known = answer.headers.get("ETag");
      turn(0);
    }
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // it is told why it may not look any more
  } catch { /* the wall stays as it was until the program answers again */ }
  setTimeout(follow, EVERY);
}

function turn(by) {
  const pages = [...document.querySelectorAll("[data-turns]")];
  shown = pages.length ? (shown + by) % pages.length : 0;
  pages.forEach((page, place) => { page.hidden = place !== shown; });
}

turn(0);
setInterval(() => turn(1), TURN);
setTimeout(follow, EVERY);
})();
