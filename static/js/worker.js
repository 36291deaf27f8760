// The service worker: answers while the program does not, with pages that this device has seen, and sends waiting deals.
// The server puts VERSION and ASSETS at the start of this script. The header X-Keep says whether a page is to be stored.
//
// Everything stored belongs to one version of the program. A new version fetches its files and every stored page before it
// takes over; if that fails, the old version continues with everything that it has.

const OWN = `kept ${VERSION}`;
const OUTBOX = "outbox";        // waiting deals, by the address that they are sent to
const LINKS = "links";          // the links of this device that were in force at the last answer
const NOWHERE = "/offline";     // shown in place of a page that is not stored; it also has the texts for waiting deals
const FIRST = ["/", "/help", "/rules"];
const MOST = 60;                // pages
const TIMEOUT = 3000;           // milliseconds until the stored page is shown instead
const AWAY = 10000;             // milliseconds after a timeout in which stored pages are shown without waiting

let away = 0;                   // the end of that time

const ours = async () => (await caches.keys()).filter(name => name.startsWith("kept "));
const kept = async path => (await caches.open(OWN)).match(path, { ignoreSearch: true, ignoreVary: true });
// A page fetched in advance begins no session: its answer may arrive after that of the page whose form is in use.
const fetched = path => fetch(path, { cache: "no-cache", headers: { Accept: "text/html", "X-Ahead": "yes" } });

// ---- a version comes, and goes ---------------------------------------------------------------------

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(takeOver()));

async function install() {
  const cache = await caches.open(OWN);
  await cache.addAll(ASSETS);
  await put(NOWHERE, await fetched(NOWHERE));
  const before = (await ours()).filter(name => name !== OWN);
  const paths = new Set(FIRST);
  for (const name of before)
    for (const { url } of await (await caches.open(name)).keys()) paths.add(new URL(url).pathname);
  for (const path of paths) if (!path.startsWith("/static/") && path !== NOWHERE) await renew(path);
  await skipWaiting();
}

async function takeOver() {
  for (const name of await ours()) if (name !== OWN) await caches.delete(name);
  await clients.claim();
}

// ---- what a page or a file is answered with --------------------------------------------------------

addEventListener("fetch", event => {
  const { request } = event, url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(request.method === "GET" ? page(event, url) : sent(request));
  else if (request.method !== "GET") return;
  else if (url.pathname.startsWith("/static/")) event.respondWith(file(request, url));
  else if (url.pathname === "/healthz" || url.pathname.startsWith("/matches/")) event.respondWith(asked(event, url));
});

// The program's answer if it comes in time, else the stored page.
async function page(event, url) {
  const answer = fetch(event.request).then(answer => noted(event, answer, url.pathname));
  event.waitUntil(answer.catch(() => {}));
  const known = await kept(url.pathname);
  if (!known) return answer.catch(nowhere);
  let waits;
  const late = new Promise(over => { waits = setTimeout(over, away > Date.now() ? 0 : TIMEOUT); }).then(() => {
    away = Date.now() + AWAY;
  });
  const soon = await Promise.race([answer.catch(() => null), late]);
  clearTimeout(waits);
  return soon ?? marked(known);
}

// A form that cannot be sent; Back leads to its page.
const sent = request => fetch(request).catch(nowhere);

const nowhere = async () => marked(await kept(NOWHERE), "");

async function marked(known, seen = known.headers.get("X-Seen")) {
  const text = await known.text();
  return new Response(text.replace("<html ", `<html data-kept="${seen}" `), { headers: known.headers });
}

// Requests of an open page, such as a board that polls.
async function asked(event, url) {
  return noted(event, await fetch(event.request), url.pathname);
}

// A file with a hash in its address never changes; others come from the program if it answers.
async function file(request, url) {
  const known = await (await caches.open(OWN)).match(request, { ignoreVary: true });
  if (known && (url.search || url.pathname.startsWith("/static/fonts/") || away > Date.now())) return known;
  return fetch(request).catch(async () => known ?? await kept(url.pathname) ?? Response.error());
}

// ---- what is kept ----------------------------------------------------------------------------------

function noted(event, answer, path) {
  away = 0;
  const says = JSON.parse(answer.headers.get("X-Keep"));
  if (says?.forget) event.waitUntil(forget(says.forget));
  else if (says) {
    const copy = answer.status === 200 && answer.clone();
    event.waitUntil(checkLinks(says.links).then(() => copy && keep(says.keep && path, copy, says, forgotten)));
  }
  return answer;
}

// If a link of this device was revoked, everything is deleted, and pages that other links open are fetched again.
async function checkLinks(links) {
  if (!links) return;
  const cache = await caches.open(LINKS), before = await (await cache.match("/"))?.json() ?? [];
  if (before.some(link => !links.includes(link))) {
    const paths = (await (await caches.open(OWN)).keys()).map(({ url }) => new URL(url).pathname);
    await forget("/");
    for (const path of paths) if (!path.startsWith("/static/") && path !== NOWHERE) await renew(path).catch(() => {});
  }
  if (before.join() !== links.join()) await cache.put("/", Response.json(links));
}

let forgotten = 0; // counts deletions: an answer to a request from before one is not stored

async function keep(path, answer, says, since) {
  if (says.version !== VERSION) return registration.update().catch(() => {});
  const before = path && (await kept(path))?.headers.get("Content-Language");
  if (path) await put(path, answer, since);
  if (before && before !== says.language) await put(NOWHERE, await fetched(NOWHERE));
  for (const other of says.along) if (since === forgotten) await renew(other).catch(() => {});
}

// Fetch a page again; a redirect is stored only for "/", where an app starts. Rejects without an answer.
async function renew(path) {
  const since = forgotten;
  const answer = await fetched(path);
  const says = JSON.parse(answer.headers.get("X-Keep"));
  if (says?.forget) return forget(says.forget);
  if (answer.status >= 500) throw new Error("the program cannot say");
  if (says?.version === VERSION && (says.keep === path || path === "/")) return put(path, answer, since);
  await (await caches.open(OWN)).delete(path, { ignoreVary: true });
}

async function put(path, answer, since = forgotten) {
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const headers = new Headers(answer.headers);
  headers.set("X-Seen", new Date().toISOString());
  for (const name of ["Content-Encoding", "Content-Length", "Vary"]) headers.delete(name);
  const cache = await caches.open(OWN), body = await answer.blob(); // the whole body, or the earlier page stays
  if (since !== forgotten) return;
  await cache.put(path, new Response(body, { headers })); // the latest page is last
  const pages = (await cache.keys()).filter(({ url }) => isPage(new URL(url).pathname));
  for (const old of pages.slice(0, Math.max(0, pages.length - MOST))) await cache.delete(old, { ignoreVary: true });
}

const isPage = path => !path.startsWith("/static/") && path !== NOWHERE && !FIRST.includes(path);

// Delete a page, all pages below its path, and the list of matches, which names them.
async function forget(path) {
  forgotten += 1;
  const below = path === "/" ? path : `${path}/`;
  for (const name of await ours()) {
    const cache = await caches.open(name);
    for (const known of await cache.keys()) {
      const { pathname } = new URL(known.url);
      const gone = pathname === path || pathname === "/" || pathname.startsWith(below);
      if (gone && pathname !== NOWHERE && !pathname.startsWith("/static/")) await cache.delete(known, { ignoreVary: true });
    }
  }
}

// ---- what waits to be sent -------------------------------------------------------------------------

addEventListener("message", event => {
  if (event.data.keep) event.waitUntil(fetched(event.data.keep).then(answer => noted(event, answer, event.data.keep)).catch(() => {}));
  if (event.data.send) event.waitUntil(send());
  if (event.data.forget) event.waitUntil(forget("/").finally(() => event.ports[0].postMessage("forgotten")));
});
addEventListener("sync", event => event.waitUntil(send().then(waits => { if (waits) throw new Error("still waiting"); })));

// One run at a time. A deal that is sent twice, because an answer was lost, has the same key and is saved once.
let sending = null;
function send() {
  sending ??= sendAll().finally(() => { sending = null; });
  return sending;
}

async function sendAll() {
  const box = await caches.open(OUTBOX), stopped = new Set(); // a deal that is not saved stops the ones after it
  let waits = false;
  for (const { action, match } of await inOrder(box)) {
    const item = await (await box.match(action))?.json();
    if (!item || stopped.has(match)) continue;
    if (!["waiting", "shut"].includes(item.state)) { stopped.add(match); continue; }
    const became = { ...item, ...await sendOne(item).catch(() => ({})) };
    waits ||= became.state === "waiting";
    if (became.state !== "sent") stopped.add(match);
    const now = await (await box.match(action))?.json();
    if (became.state === item.state || now?.body !== item.body) continue; // it still waits, or was changed in the meantime
    if (became.state === "sent") await sentOne(box, item);
    else await box.put(action, Response.json(became));
    for (const client of await clients.matchAll()) client.postMessage(became);
  }
  return waits;
}

// The deals in the order in which they were saved here.
async function inOrder(box) {
  const items = await Promise.all((await box.keys()).map(async key => (await box.match(key)).json()));
  return items.sort((one, other) => one.at - other.at);
}

// Remove a sent deal. The next waiting deal of the match gets the version that the match has after it.
async function sentOne(box, { action, match, body }) {
  const next = (await inOrder(box)).find(item => item.match === match && item.action !== action);
  if (next) {
    const fields = new URLSearchParams(next.body);
    fields.set("version", Number(new URLSearchParams(body).get("version")) + 1);
    await box.put(next.action, Response.json({ ...next, body: fields.toString() }));
  }
  await box.delete(action);
}

// The result of sending it, with a new token, because its session may have expired. Rejects without an answer.
async function sendOne(item) {
  const signal = AbortSignal.timeout(15000);
  const device = await fetch("/device", { cache: "no-store", signal });
  const token = /name="csrf_token" value="([^"]+)"/.exec(await device.text())?.[1];
  if (!token) return device.status < 500 && { state: "shut" };
  const fields = new URLSearchParams(item.body);
  fields.set("csrf_token", token);
  const body = fields.toString();
  const headers = { "Content-Type": "application/x-www-form-urlencoded" };
  const answer = await fetch(item.action, { method: "POST", body, headers, redirect: "manual", signal });
  away = 0;
  if (answer.type === "opaqueredirect") return { state: "sent" };
  if (answer.status >= 500 || answer.status === 429) return {};
  if ([401, 403, 404, 410].includes(answer.status)) return { state: "shut" };
  return { body, state: answer.status === 409 ? "changed" : "wrong", ...JSON.parse(answer.headers.get("X-Stale")) };
}
