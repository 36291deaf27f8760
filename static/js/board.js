// A board that follows the match: requested again every few seconds, changed in place, without motion. The server answers
// 304 while nothing has changed; without a connection the page stays as it was and says so.
(() => {
const { address, tag, gently } = document.currentScript.dataset;
const PARTS = [".top .title", "#main", ".acts"];
const EVERY = 4000;
const SECONDS = 60; // beyond this, minutes are shown
const tells = gently !== undefined; // a page with many tables: it also shows the time since the last answer
let known = tag, waiting = null, seen = Date.now();

async function follow() {
  clearTimeout(waiting);
  if (document.visibilityState !== "visible") return;
  try {
    const answer = await fetch(address, { headers: { "If-None-Match": known }, cache: "no-store", redirect: "error" });
    dispatchEvent(new CustomEvent("served", { detail: answer.headers.get("Date") }));
    seen = Date.now();
    if (answer.status === 200) show(new DOMParser().parseFromString(await answer.text(), "text/html"), answer);
    if ([403, 404, 410].includes(answer.status)) return location.reload(); // this device may no longer watch; the reloaded page says why
    if (tells) tellSeen();
    reached(answer.status === 200 || answer.status === 304);
  } catch {
    reached(false);
  }
  waiting = setTimeout(follow, EVERY);
}

function show(page, answer) {
  if (!dispatchEvent(new CustomEvent("fetched", { detail: page, cancelable: true }))) return location.reload(); // a new version rendered it
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
  dispatchEvent(new Event("painted")); // a tap may have been meant for the earlier content
  [...document.querySelectorAll("#main details")].forEach((part, place) => { if (open[place]) part.open = true; });
  if (versionOf(document) !== version) document.querySelectorAll("[data-passing]").forEach(part => part.remove());
  document.title = page.title;
  known = answer.headers.get("ETag");
  if (focus) document.querySelector(focus)?.focus();
}

// A page with many tables is changed text by text, so that the focus and typed values stay.
// Returns whether anything has moved or leads elsewhere, because a tap may be meant for the earlier content.
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

// A board to watch has no acts until there is a rematch.
function follows(here, there) {
  here?.remove();
  if (there) document.body.append(there);
}

// A selector for the focused element, so that a button keeps the focus while the board changes.
function path(element) {
  const steps = [];
  for (let step = element; step && step !== document.body; step = step.parentElement)
    steps.unshift(step.id ? `#${CSS.escape(step.id)}` : `${step.localName}:nth-child(${[...step.parentElement.children].indexOf(step) + 1})`);
  return steps.join(" > ");
}

// The time since the last answer of the server.
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
// A page reached with Back is out of date, and a clock needs the server's time: both ask at once.
const atOnce = performance.getEntriesByType("navigation")[0]?.type === "back_forward" || document.querySelector("[data-rings]");
waiting = setTimeout(follow, atOnce ? 0 : EVERY);
if (tells) setInterval(tellSeen, 1000);
})();
