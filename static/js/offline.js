// What the worker needs of every page: it is called here, what it kept is marked with its time, and what waits to be
// sent is told until the program has it. Over plain http, and in browsers without a worker, nothing of this happens.
(async () => {
const worker = navigator.serviceWorker;
if (!worker || !isSecureContext) return;
const OUTBOX = "outbox", SOON = 3000, LATEST = 60000;
const page = document.documentElement;
const told = () => document.getElementById("told"); // the entry page is redrawn
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

// The words stand in the page for where nothing is kept, which every device has, in the language it reads.
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

// What another link, or the program once it is back, may take as it is.
const isUnsent = ({ state }) => ["waiting", "shut"].includes(state);

// Those of a match that only wait share a note; the page of an entry says at its own place that there is no connection.
async function tell() {
  const items = await waiting(), notes = [], groups = [], entering = document.querySelector("form#deal");
  if (page.dataset.kept && !entering) notes.push(await piece("kept", { time: timeOf(page.dataset.kept) }));
  for (const item of items) {
    const before = items.some(each => each.match === item.match && each.at < item.at && !isUnsent(each));
    const kind = before ? "behind" : item.recorded ? "recorded" : item.state, group = groups.at(-1);
    if (kind === "waiting" && group?.kind === kind && group.of[0].match === item.match) group.of.push(item);
    else groups.push({ kind, of: [item] });
  }
  for (const { kind, of } of groups) if (kind !== "waiting" || !entering) notes.push(await noteOf(kind, of));
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

// The board goes on to the deal behind those that wait.
async function goForward(items) {
  const deals = items.filter(item => location.pathname === `/matches/${item.match}` && !item.page.endsWith("/amend")).map(({ deal }) => Number(deal));
  const main = document.querySelector(".acts a.main[href*='/deals/new']");
  if (!deals.length || !main) return;
  const number = Math.max(...deals) + 1;
  main.href = `${location.pathname}/deals/new?deal=${number}`;
  main.replaceChildren(await piece("record", { number }));
}
addEventListener("painted", async () => goForward(await waiting()));

// The program says what is wrong with it, on the page that it was entered on, with everything as it was.
function look({ action, body }) {
  const form = Object.assign(document.createElement("form"), { method: "post", action, hidden: true });
  for (const [name, value] of new URLSearchParams(body)) form.append(Object.assign(document.createElement("input"), { name, value }));
  document.body.append(form);
  form.submit();
}

// Those behind it were entered on top of it: they go as well, and their notes with them.
async function discard({ match, at }) {
  for (const item of await waiting()) if (item.match === match && item.at >= at) await drop(item);
  tell();
}

async function drop({ action, match, deal }) {
  await (await caches.open(OUTBOX)).delete(action);
  forgetShelves(match, deal);
}

// What the other device saved stays; the next deal that waits here goes on from there.
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

// Is the program back? Then a kept page is fetched again, an entry goes on with it, and what waits is sent.
async function ask() {
  clearTimeout(again);
  if (document.visibilityState !== "visible" || !(isKept() || (await waiting()).some(isUnsent))) return;
  again = setTimeout(ask, pause = Math.min(pause * 1.5, LATEST)); // what the program could not take now is offered again
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

// What the worker is about to keep it has to forget as well; one that does not answer keeps nothing.
function workerForgets() {
  const { port1, port2 } = new MessageChannel();
  navigator.serviceWorker.controller?.postMessage({ forget: true }, [port2]);
  return new Promise(over => { port1.onmessage = over; setTimeout(over, navigator.serviceWorker.controller ? 2000 : 0); });
}

// A device that is handed on forgets the pages and the entries that it keeps; its session ends with the form.
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
