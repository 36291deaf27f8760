// A board that follows the match: asked again every few seconds, changed in place, without motion. The server answers
// 304 while nothing happened; a page that cannot be reached stays as it was and says so.
(() => {
const { address, tag, gently } = document.currentScript.dataset;
const PARTS = [".top .title", "#main", ".acts"];
const EVERY = 4000;
const SECONDS = 60; // beyond this, minutes are shown
const tells = gently !== undefined; // a page of many tables says how long ago it was right
let known = tag, waiting = null, seen = Date.now();

async function follow() {
  clearTimeout(waiting);
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    dispatchEvent(new CustomEvent("served", { detail: answer.headers.get("Date") }));
    seen = Date.now();
    if (answer.status === 200) show(new DOMParser().parseFromString(await answer.text(), "text/html"), answer);
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // this device may not look any more: it is told why
    if (tells) tellSeen();
    reached(answer.status === 200 || answer.status === 304);
  } catch {
    reached(false);
  }
  waiting = setTimeout(follow, EVERY);
}

function show(page, answer) {
  if (!dispatchEvent(new CustomEvent("fetched", { detail: page, cancelable: true }))) return location.reload(); // by a new version
  if (tells) {
    const moved = PARTS.map(part => become(document.querySelector(part), page.querySelector(part)));
    if (moved.includes(true)) dispatchEvent(new Event("painted"));
    document.title = page.title;
    known = answer.headers.get("ETag");
    return;
  }
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

// A page on which something happens all the time is changed word by word: what has the focus keeps it, and what is typed
// stays. Answers whether anything stands elsewhere, or leads elsewhere, than it did: a finger may be on its way.
function become(here, there) {
  const alike = here.children.length === there.children.length &&
    [...here.children].every((child, place) => child.localName === there.children[place].localName);
  let moved = !alike;
  for (const { name, value } of [...there.attributes]) {
    if (here.getAttribute(name) === value) continue;
    moved ||= ["href", "action"].includes(name) || (name === "value" && here.type !== "hidden");
    here.setAttribute(name, value);
  }
  for (const { name } of [...here.attributes])
    if (!there.hasAttribute(name) && !["open", "data-sent", "aria-busy"].includes(name)) here.removeAttribute(name);
  if (!alike || !there.children.length) {
    if (here.innerHTML !== there.innerHTML) here.replaceChildren(...there.childNodes);
    return moved;
  }
  const words = [...here.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
  const said = [...there.childNodes].filter(node => node.nodeType === Node.TEXT_NODE);
  if (words.length !== said.length) {
    here.replaceChildren(...there.childNodes);
    return true;
  }
  words.forEach((node, place) => { if (node.data !== said[place].data) node.data = said[place].data; });
  return [...here.children].map((child, place) => become(child, there.children[place])).includes(true) || moved;
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

// How long ago the server answered last.
function tellSeen() {
  const note = document.querySelector("[data-seen]"), gone = Math.round((Date.now() - seen) / 1000);
  if (note) note.textContent = gone < SECONDS ? note.dataset.seconds.replace("#", gone) : note.dataset.minutes.replace("#", Math.floor(gone / SECONDS));
}

function reached(yes) {
  const note = document.querySelector("[data-offline]");
  if (note) note.hidden = yes;
}

addEventListener("visibilitychange", follow);
addEventListener("online", follow);
addEventListener("pageshow", event => { if (event.persisted) follow(); });
// A page gone back to is as it was left, and a clock needs the server's time: these ask at once, not when their turn comes.
const atOnce = performance.getEntriesByType("navigation")[0]?.type === "back_forward" || document.querySelector("[data-rings]");
waiting = setTimeout(follow, atOnce ? 0 : EVERY);
if (tells) setInterval(tellSeen, 1000);
})();
