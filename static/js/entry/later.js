// Saving a deal while the program does not answer: it waits on this device, and the worker sends it once.

import { $, counts, data, form, get, isWay, unanswered } from "./form.js";
import { lifted } from "./finger.js";
import { putBack } from "./undo.js";

const OUTBOX = "outbox";
const address = () => form().getAttribute("action");
const amends = () => form().elements.mode.value === "amend";
const OF_THE_PAGE = ["csrf_token", "act", "key", "version", "seen", "step", "away"];

// Whether there is a worker that will send it. Over plain http there is none.
export const canWait = () => Boolean(navigator.serviceWorker?.controller);

// Whether this page is stored on the device instead of coming from the program.
export const isKept = () => "kept" in document.documentElement.dataset;

// Returns whether the deal waits now. If it waits already with other figures, it is replaced only if the user was `asked`.
export async function putOff(asked) {
  const { match, deal, title, names, saved } = form().dataset;
  const body = data({ act: "save" }).toString();
  const page = amends() ? `${address()}/amend` : address().replace(/\d+$/, `new?deal=${deal}`);
  const before = await waitingHere();
  if (before && !asked && !isWhatWaits(before)) return false;
  const at = before?.at ?? Date.now(); // it keeps its position among the waiting deals
  const item = { match, deal, title, what: `${title}, ${names}`, page, action: address(), saved, body, state: "waiting", at };
  await (await caches.open(OUTBOX)).put(address(), Response.json(item));
  navigator.serviceWorker.ready.then(({ sync }) => sync?.register(OUTBOX)).catch(() => { /* an open page sends it */ });
  location.replace(new URL(saved, location).pathname);
  return true;
}

// Without the program there are no questions: the green button leads from sheet to sheet, and saves on the last one. A button
// that already does so stays, with the focus, because this is called after every unanswered request.
export async function greenHere() {
  await lifted();
  if (!isKept() && !form()?.matches(".away")) return;
  const sheets = [...document.querySelectorAll(".step")];
  for (const [at, place] of document.querySelectorAll(".green").entries()) {
    const next = sheets[at + 1], before = place.firstElementChild;
    if (next ? before?.hash === `#${next.id}` : amends() || before?.value === "save") continue; // an amendment is saved by a button with its reason
    const says = Object.assign(document.createElement("span"), { textContent: next?.dataset.title ?? form().dataset.save });
    const button = next ? Object.assign(document.createElement("a"), { href: `#${next.id}` })
      : Object.assign(document.createElement("button"), { name: "act", value: "save", id: sheets.length ? "" : "save" });
    button.className = "btn main";
    button.append(says);
    const focused = place.contains(document.activeElement);
    place.replaceChildren(button);
    if (focused) button.focus({ preventScroll: true });
  }
}

// The numbers of this match's deals that wait to be recorded.
async function dealsWaiting() {
  if (!canWait() || !await caches.has(OUTBOX)) return [];
  const box = await caches.open(OUTBOX), items = await Promise.all((await box.keys()).map(async key => (await box.match(key)).json()));
  return items.filter(({ match, page }) => match === form().dataset.match && !page.endsWith("/amend")).map(({ deal }) => Number(deal));
}

// Whether earlier deals wait, without which the program does not accept this one.
export const waitsBefore = async () => (await dealsWaiting()).some(deal => deal < Number(form().dataset.deal));

// Turns the page of the deal being played into an empty page for the deal in the address: for a later deal if every deal before it
// waits, from the one being played on; for an earlier deal if that one waits.
export async function turnToWaiting() {
  const wanted = Number(new URL(location).searchParams.get("deal")), own = Number(form()?.dataset.deal);
  if (!form() || !wanted || wanted === own || form().elements.mode.value !== "record") return;
  const waits = await dealsWaiting(), between = wanted > own ? [...Array(wanted - own).keys()].map(at => own + at) : [wanted];
  if (!between.every(deal => waits.includes(deal))) return;
  const { dataset, elements } = form(), heads = dataset.heads.split("\n").map(line => line.split("\t"));
  const said = [dataset.title, dataset.save].map(says => [says, says.replace(/\d+/, wanted)]);
  for (const [at, says] of heads[0].entries()) said.push([says, heads[wanted - own]?.[at] ?? "–"]);
  const anew = text => said.reduce((all, [was, now]) => all.replaceAll(was, now), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = anew(texts.currentNode.data);
  document.title = anew(document.title);
  for (const name of ["preview", "draft"]) dataset[name] = dataset[name].replace(/\d+(?=\/\w+$)/, wanted);
  Object.assign(dataset, { deal: wanted, title: anew(dataset.title), saved: dataset.saved.replace(/\d+$/, wanted), later: dataset.behind });
  form().setAttribute("action", address().replace(/\d+$/, wanted));
  for (const name of new Set([...elements].map(field => field.name)))
    if (name && !isWay(name) && !OF_THE_PAGE.includes(name) && !/(^mode|-was|^was-ways)$/.test(name)) putBack(name, counts(name) ? "0" : "");
  for (const [name, value] of [["key", crypto.randomUUID()], ["version", Number(elements.version.value) + wanted - own], ["seen", 0]])
    elements[name].value = value;
  for (const note of document.querySelectorAll(".note.draft, .note.act, .note.meanwhile")) note.remove();
  form().classList.add("ahead");
  document.documentElement.dataset.kept ??= new Date().toISOString();
  dispatchEvent(new Event("kept"));
}

export async function waitingHere() {
  if (!canWait() || !await caches.has(OUTBOX)) return null;
  return (await (await caches.open(OUTBOX)).match(address()))?.json();
}

// Delete the waiting deal, after it was saved or discarded.
export async function forgetWaiting() {
  if (canWait() && await caches.has(OUTBOX)) await (await caches.open(OUTBOX)).delete(address());
}

// Give the form the key and version of the waiting deal, so that the program saves the deal only once.
export async function sameAgain() {
  const item = await waitingHere();
  if (!item || !form()) return;
  const fields = new URLSearchParams(item.body);
  for (const name of ["key", "version"]) form().elements[name].value = fields.get(name);
}

// Whether the page has the values of the waiting deal, and nothing newer.
export function isWhatWaits(item) {
  return item.action === address() && plain(item.body) === plain(data());
}

function plain(body) {
  const fields = new URLSearchParams(body);
  for (const name of OF_THE_PAGE) fields.delete(name);
  fields.sort();
  return fields.toString();
}

// The program is back: take over the values that only its page has.
export async function takeOver(fresh) {
  const theirs = $("#deal", fresh);
  const same = theirs?.dataset.deal === form().dataset.deal && theirs?.dataset.match === form().dataset.match;
  const waits = await waitingHere();
  for (const name of same && !waits ? ["csrf_token", "key", "version", "seen"] : ["csrf_token"])
    form().elements[name].value = $(`[name="${name}"]`, fresh).value;
  delete document.documentElement.dataset.kept;
}

// The sentence about an earlier deal whose save was never answered on this tablet; shown until this deal is begun.
export async function unansweredSays() {
  for (const { number, key } of canWait() ? [] : unanswered()) {
    const answer = await get(`${address().replace(/\d+$/, number)}/saved?key=${encodeURIComponent(key)}`).catch(() => null);
    if (answer?.ok) return (await answer.json()).says;
  }
  return "";
}

export function toBoard() {
  const { href, ariaLabel } = $("header .back");
  return Object.assign(document.createElement("a"), { className: "btn", href, textContent: ariaLabel });
}
