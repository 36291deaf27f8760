// A board that follows the match: asked again every few seconds, changed in place, without motion. The server answers
// 304 while nothing happened; a page that cannot be reached stays as it was and says so.
(() => {
const { address, tag } = document.currentScript.dataset;
const PARTS = [".top .title", "#main", ".acts"];
const EVERY = 4000;
let known = tag, waiting = null;

async function follow() {
  clearTimeout(waiting);
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    if (answer.status === 200) show(new DOMParser().parseFromString(await answer.text(), "text/html"), answer);
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // this device may not look any more: it is told why
    reached(answer.status === 200 || answer.status === 304);
  } catch {
    reached(false);
  }
  waiting = setTimeout(follow, EVERY);
}

function show(page, answer) {
  const open = [...document.querySelectorAll("#main details")].map(part => part.open);
  const version = versionOf(document);
  const focus = document.activeElement?.closest("#main, .acts") ? path(document.activeElement) : null;
  for (const part of PARTS) {
    const here = document.querySelector(part), there = page.querySelector(part);
    if (!here || !there) follows(here, there);
    else if (here.innerHTML !== there.innerHTML) here.replaceChildren(...there.childNodes);
  }
  dispatchEvent(new Event("painted")); // a finger on its way may have meant what stood here before
  [...document.querySelectorAll("#main details")].forEach((part, place) => { if (open[place]) part.open = true; });
  if (versionOf(document) !== version) document.querySelectorAll("[data-passing]").forEach(part => part.remove());
  document.title = page.title;
  known = answer.headers.get("ETag");
  if (focus) document.querySelector(focus)?.focus();
}

const versionOf = page => page.querySelector("[data-version]")?.dataset.version;

// A board to watch has no acts, until there is a rematch to go on to.
function follows(here, there) {
  here?.remove();
  if (there) document.body.append(there);
}

// Where the focus was, as a selector: a button keeps it while the board around it changes.
function path(element) {
  const steps = [];
  for (let step = element; step && step !== document.body; step = step.parentElement)
    steps.unshift(step.id ? `#${CSS.escape(step.id)}` : `${step.localName}:nth-child(${[...step.parentElement.children].indexOf(step) + 1})`);
  return steps.join(" > ");
}

function reached(yes) {
  const note = document.querySelector("[data-offline]");
  if (note) note.hidden = yes;
}

addEventListener("visibilitychange", follow);
addEventListener("online", follow);
addEventListener("pageshow", event => { if (event.persisted) follow(); });
waiting = setTimeout(follow, EVERY);
})();
