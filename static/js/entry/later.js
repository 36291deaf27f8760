// A deal that is saved while the program does not answer: it waits on this device, and its worker sends it once.

import { $, data, form } from "./form.js";

const OUTBOX = "outbox";
const address = () => form().getAttribute("action");
const OF_THE_PAGE = ["csrf_token", "act", "key", "version", "seen", "step", "away"];

// Is there a worker that will send it? Over plain http there is none.
export const canWait = () => Boolean(navigator.serviceWorker?.controller);

// Is this page the one that the device saw last, and not the program's own of now?
export const isKept = () => "kept" in document.documentElement.dataset;

export async function putOff() {
  const { match, deal, title, names, saved } = form().dataset;
  const body = data({ act: "save" }).toString();
  const page = form().elements.mode.value === "amend" ? `${address()}/amend` : address().replace(/\d+$/, "new");
  const at = (await waitingHere())?.at ?? Date.now(); // it keeps its place among those that wait
  const item = { match, deal, what: `${title}, ${names}`, page, action: address(), saved, body, state: "waiting", at };
  await (await caches.open(OUTBOX)).put(address(), Response.json(item));
  navigator.serviceWorker.ready.then(({ sync }) => sync?.register(OUTBOX)).catch(() => { /* an open page sends it */ });
  location.replace(new URL(saved, location).pathname);
}

export async function waitingHere() {
  if (!canWait() || !await caches.has(OUTBOX)) return null;
  return (await (await caches.open(OUTBOX)).match(address()))?.json();
}

// Saved or thrown away by hand: nothing of it waits any more.
export async function forgetWaiting() {
  if (canWait() && await caches.has(OUTBOX)) await (await caches.open(OUTBOX)).delete(address());
}

// What is saved once more is the same deal: the program takes one of them.
export async function sameAgain() {
  const item = await waitingHere();
  if (!item || !form()) return;
  const fields = new URLSearchParams(item.body);
  for (const name of ["key", "version"]) form().elements[name].value = fields.get(name);
}

// Does the page hold what waits, and nothing newer?
export function isWhatWaits(item) {
  return item.action === address() && plain(item.body) === plain(data());
}

function plain(body) {
  const fields = new URLSearchParams(body);
  for (const name of OF_THE_PAGE) fields.delete(name);
  fields.sort();
  return fields.toString();
}

// The program is back. The page takes over what only it knows; answers whether there is still such a deal to enter.
export async function takeOver(fresh) {
  const theirs = $("#deal", fresh);
  const same = theirs?.dataset.deal === form().dataset.deal && theirs?.dataset.match === form().dataset.match;
  const waits = await waitingHere();
  for (const name of same && !waits ? ["csrf_token", "key", "version", "seen"] : ["csrf_token"])
    form().elements[name].value = $(`[name="${name}"]`, fresh).value;
  delete document.documentElement.dataset.kept;
}
