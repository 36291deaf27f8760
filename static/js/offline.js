// Registers the worker on every page, marks stored pages with their time, and reports deals that wait to be
// sent. Over plain http, and in browsers without service workers, it does nothing.
(async () => {
const worker = navigator.serviceWorker;
if (!worker || !isSecureContext) return;
const OUTBOX = "outbox", SOON = 3000, LATEST = 60000;
const page = document.documentElement;
const told = () => document.getElementById("told"); // looked up each time, because the entry page is rendered again
const controlled = Boolean(worker.controller);
const isKept = () => "kept" in page.dataset;
let pause = SOON, again;

// ---- the worker, and its next version ----------------------------------------------------------------

worker.register("/worker.js", { updateViaCache: "none" }).catch(() => { /* the program does not answer: the worker of before does */ });
worker.addEventListener("controllerchange", () => {
  if (controlled && !document.querySelector("form#deal, [data-guard], :is(input, textarea, select):focus")) location.reload();
});
worker.ready.then(({ active }) => { if (!controlled) active.postMessage({ keep: location.pathname }); });

// ---- the page as it was ------------------------------------------------------------------------------

// The texts are in the page shown for pages that are not stored; every device has it, in its language.
let pieces;
async function piece(name, fill) {
  pieces ??= new DOMParser().parseFromString(await (await caches.match("/offline", { ignoreVary: true })).text(), "text/html");
  const made = document.importNode(pieces.getElementById(`piece-${name}`).content, true);
  for (const [key, value] of Object.entries(fill)) for (const place of made.querySelectorAll(`[data-fill="${key}"]`)) place.textContent = value;
  return made;
}

function timeOf(iso) {
  const time = new Date(iso), today = time.toDateString() === new Date().toDateString();
  const form = today ? {} : { dateStyle: "medium" };
  return new Intl.DateTimeFormat(page.lang, { ...form, timeStyle: "short", hourCycle: "h23" }).format(time);
}

// ---- what waits to be sent ---------------------------------------------------------------------------

async function waiting() {
  if (!await caches.has(OUTBOX)) return [];
  const box = await caches.open(OUTBOX), items = await Promise.all((await box.keys()).map(async key => (await box.match(key)).json()));
  return items.sort((one, other) => one.at - other.at);
}

// The deals that can be sent unchanged, with another link or once the program is back.
const isUnsent = ({ state }) => ["waiting", "shut"].includes(state);

// Waiting deals of a match share a note; the entry page itself says that there is no connection.
let telling = 0;           // the number of calls so far: only the latest one shows its notes
async function tell() {
  const mine = ++telling;
  const items = await waiting(), notes = [], groups = [], entering = document.querySelector("form#deal");
  if (page.dataset.kept && !entering) notes.push(await piece("kept", { time: timeOf(page.dataset.kept) }));
  for (const item of items) {
    const before = items.some(each => each.match === item.match && each.at < item.at && !isUnsent(each));
    const kind = before ? "behind" : item.recorded ? "recorded" : item.state, group = groups.at(-1);
    if (kind === "waiting" && group?.kind === kind && group.of[0].match === item.match) group.of.push(item);
    else groups.push({ kind, of: [item] });
  }
  for (const { kind, of } of groups) if (kind !== "waiting" || !entering) notes.push(await noteOf(kind, of));
  if (mine !== telling) return;
  told().replaceChildren(...notes);
  await goForward(items);
  clearTimeout(again);
  if (isKept() || items.some(isUnsent)) again = setTimeout(ask, pause);
}

async function noteOf(kind, items) {
  const last = items.at(-1), label = (text, item) => items.length > 1 ? `${text}: ${item.title}` : text;
  const note = await piece(kind, { what: [...items.slice(0, -1).map(({ title }) => title), last.what].join(", ") });
  for (const link of note.querySelectorAll("a")) {
    link.replaceWith(...items.map(item =>
      Object.assign(link.cloneNode(), { href: item.page, textContent: label(link.textContent, item) })));
  }
  for (const words of note.querySelectorAll("summary span")) words.textContent = label(words.textContent, last);
  const acts = { look, drop: discard, theirs: keepTheirs, mine: saveMine };
  for (const name in acts) note.querySelector(`[data-${name}]`)?.addEventListener("click", () => acts[name](last));
  for (const says of last.says ?? []) note.querySelector("[data-says]")?.append(Object.assign(document.createElement("p"), { textContent: says }));
  return note;
}

// The board leads to the deal after the waiting ones.
async function goForward(items) {
  const deals = items.filter(item => location.pathname === `/matches/${item.match}` && !item.page.endsWith("/amend")).map(({ deal }) => Number(deal));
  const main = document.querySelector(".acts a.main[href*='/deals/new']");
  if (!deals.length || !main) return;
  const number = Math.max(...deals) + 1;
  main.href = `${location.pathname}/deals/new?deal=${number}`;
  main.replaceChildren(await piece("record", { number }));
}
addEventListener("painted", async () => goForward(await waiting()));

// Send the deal as a form, so that the program shows its errors on the entry page, with all values.
function look({ action, body }) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of new URLSearchParams(body)) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}

// Later waiting deals of the match depend on this one, so they are discarded, too.
async function discard({ match, at }) {
  for (const item of await waiting()) if (item.match === match && item.at >= at) await drop(item);
  tell();
}

async function drop({ action, match, deal }) {
  await (await caches.open(OUTBOX)).delete(action);
  forgetShelves(match, deal);
}

// Keep the other device's deal; the next waiting deal then continues from that version.
async function keepTheirs(item) {
  await drop(item);
  const next = (await waiting()).find(({ match }) => match === item.match);
  if (next) await put(next, { version: item.version });
  await tell();
  send();
}

async function saveMine(item) {
  const fields = { key: crypto.randomUUID(), version: item.version, ...(item.recorded ? { mode: "amend", act: "save:clash" } : {}) };
  await put({ ...item, state: "waiting", says: [], recorded: false }, fields);
  await tell();
  send();
}

async function put(item, fields) {
  const body = new URLSearchParams(item.body);
  for (const name in fields) body.set(name, fields[name]);
  await (await caches.open(OUTBOX)).put(item.action, Response.json({ ...item, body: body.toString() }));
}

const send = async () => (await worker.ready).active.postMessage({ send: true });

function forgetShelves(match, deal) {
  for (const kind of ["deal", "sent"]) localStorage.removeItem(`${kind} ${match} ${deal}`);
}

// If the program is back: reload a stored page, let an entry continue with the program, and send waiting deals.
async function ask() {
  clearTimeout(again);
  if (document.visibilityState !== "visible" || !(isKept() || (await waiting()).some(isUnsent))) return;
  again = setTimeout(ask, pause = Math.min(pause * 1.5, LATEST)); // deals that the program could not accept now are sent again
  try {
    const answer = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error("not the program");
    await send();
    if (!isKept()) return;
    if (!document.querySelector("form#deal")) return location.reload();
    dispatchEvent(new Event("answers"));
  } catch { /* it does not answer yet */ }
}

function askNow() {
  pause = SOON;
  return ask();
}

worker.addEventListener("message", async ({ data }) => {
  if (data.state !== "sent") return tell();
  forgetShelves(data.match, data.deal);
  await tell();
  if (location.pathname === `/matches/${data.match}`) return location.replace(data.saved);
  dispatchEvent(new Event("answers"));
  if (dispatchEvent(new CustomEvent("sent", { detail: data, cancelable: true }))) told().append(await piece("sent", { what: data.what }));
});
addEventListener("kept", tell);
addEventListener("online", askNow);
addEventListener("visibilitychange", askNow);
addEventListener("pageshow", event => { if (event.persisted) tell(); });

// The worker must also drop what it is about to store. Resolves when it has, or after two seconds without an answer.
function workerForgets() {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.controller?.postMessage({ forget: true }, [port2]);
  return new Promise(over => { port1.onmessage = over; setTimeout(over, navigator.serviceWorker.controller ? 2000 : 0); });
}

// A device that is given away deletes its stored pages and entries; the form ends its session.
addEventListener("submit", async event => {
  if (!event.target.matches("[data-forget]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  await workerForgets();
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const known of await cache.keys()) if (!/^\/(static\/|offline$)/.test(new URL(known.url).pathname)) await cache.delete(known, { ignoreVary: true });
  }
  localStorage.clear();
  event.target.submit();
}, true);

await tell();
ask();
})();
