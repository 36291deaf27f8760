// Tables of scripts that listen to the whole window, so each line has a page of its own. This file uses functions of scripts.js.

// Call `then` when a script reloads the page, instead of reloading it.
const instead = then => navigation.addEventListener("navigate", event => {
  if (event.navigationType !== "reload") return;
  event.preventDefault();
  then();
});

// ---- board.js: HOW > the page > the page in the server's answer. A page is TITLE | MAIN, or TITLE | MAIN | ACTS. HOW may have the status of the
// ---- answer; gently: elements that did not change are not replaced; late: the SECONDS since the answer, as late:SECONDS; lost: there is no
// ---- answer; online, again: the script asks at this event (otherwise when the page becomes visible) ------------------------------------

tables.board = async line => {
  const [how, here, there] = line.split(" > "), page = html => {
    const [title, main, acts] = html.split(" | ");
    return `<div class="top"><div class="title">${title}</div></div><main id="main">${main}</main>${acts ? `<div class="acts">${acts}</div>` : ""}`;
  };
  let painted = 0, reloaded = false;
  const note = () => { painted += 1; }, status = Number(/\b[2-5]\d\d\b/.exec(how)?.[0] ?? 200), late = /late:(\d+)/.exec(how)?.[1];
  document.body.innerHTML = `${page(here)}<p data-offline hidden></p><p data-seen data-seconds="# s" data-minutes="# min"></p>`;
  const kept = $("#main").firstElementChild;
  if (kept?.matches(".focus, .focus *")) kept.focus();
  window.fetch = async () => {
    if (how.includes("lost")) throw new Error("lost");
    return new Response(status === 304 ? null : `<title>T</title>${page(there)}`, { status, headers: { ETag: "next" } });
  };
  const own = window.setTimeout, told = [];
  let begun = false;
  window.setInterval = work => { told.push(work); return 0; };
  const followed = new Promise(over => {
    window.setTimeout = (work, after) => { if (after < 1000) return own(work, after); if (begun) over(); return 0; };
    instead(() => { reloaded = true; over(); });
  });
  await load("/static/js/board.js", { address: "/b", tag: "first", ...(how.includes("gently") ? { gently: "" } : {}) });
  addEventListener("painted", note);
  begun = true;
  if (how.includes("again")) dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  else dispatchEvent(new Event(how.includes("online") ? "online" : "visibilitychange"));
  await followed;
  removeEventListener("painted", note);
  if (late) {
    const now = Date.now() + 1000 * late;
    Date.now = () => now;
    for (const work of told) work();
  }
  return [`${squeezed($(".title").innerHTML)} | ${squeezed($("#main").innerHTML)} | ${squeezed($(".acts")?.innerHTML ?? "no acts")}`,
    ...(kept ? [kept.isConnected ? "same element" : "new element"] : []), ...($("#main :focus") ? [`focus on ${$(":focus").textContent}`] : []), `painted ${painted ? "yes" : "no"}`, $("[data-offline]").hidden ? "reached" : "not reached",
    ...(reloaded ? ["loaded again"] : []), ...(late ? [`seen ${$("[data-seen]").textContent || "untold"}`] : [])].join("; ");
};

// ---- wall.js: the number of pages, then events. turn: the time of a page is over; tap: the bell's button is tapped; rung: the bell rings;
// ---- STATUS:NUMBER: the server answers with this status and this number of pages; lost: it does not answer -------------------------------

tables.wall = async line => {
  const page = number => `<main id="main">${[...Array(Number(number)).keys()].map(at => `<p data-turns>${at}</p>`).join("")}<button data-bell hidden></button></main>`;
  const [first, ...tokens] = line.split(" "), turns = [], asks = [], tones = [], reach = window.setTimeout;
  document.body.innerHTML = page(first);
  window.setInterval = work => { turns.push(work); return 0; };
  window.setTimeout = work => { asks.push(work); return 0; };
  window.AudioContext = class { currentTime = 0; };
  const node = class { gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} }; connect() { return this; } };
  window.GainNode = node;
  window.OscillatorNode = class extends node { start(at) { tones.push(at); } stop() {} };
  let says = "304:0";
  window.fetch = async (_, { headers }) => {
    const [status, number] = says.split(":");
    tables.wall.tag = headers["If-None-Match"];
    if (status === "lost") throw new Error("lost");
    return new Response(status === "200" ? page(number) : null, { status: Number(status), headers: { ETag: `after ${tables.wall.tag}` } });
  };
  let gone = false;
  instead(() => { gone = true; });
  const settled = async () => { while (!asks.length && !gone) await new Promise(over => reach(over, 0)); };
  await load("/static/js/wall.js", { address: "/wall", tag: "first" });
  await settled();
  for (const token of tokens) {
    if (token === "turn") turns.forEach(work => work());
    else if (token === "tap") click($("[data-bell]"));
    else if (token === "rung") dispatchEvent(new Event("rung"));
    else { says = token; asks.splice(0).forEach(work => work()); await settled(); }
  }
  const shown = [...document.querySelectorAll("[data-turns]")].filter(each => !each.hidden).map(each => each.textContent);
  return `shown ${shown.join(" ") || "none"} of ${document.querySelectorAll("[data-turns]").length}; bell ${$("[data-bell]").hidden ? "hidden" : "offered"}; tones ${tones.join(" ") || "none"}; asked by "${tables.wall.tag}"; asks again ${asks.length}${gone ? "; loaded again" : ""}`;
};

// ---- app.js: the address of the page, then events: click:ID, open:ID, ID=VALUE is typed, esc, other (key), send:FORM, again (the browser shows
// ---- the page from its cache), leave, seen (visible again), load:ADDRESS (another page with the same fields); lost: no request is answered ---

tables.app = async line => {
  const told = [], count = {}, [address, ...tokens] = line.split(" ");
  const note = (what, times = 1) => { count[what] = (count[what] ?? 0) + times; };
  const page = () => {
    document.body.innerHTML = `<details data-menu id="menu"><summary></summary><a id="hu" href="/p?lang=hu">hu</a></details><details data-menu id="second"><summary></summary></details>
      <h2 id="heading" tabindex="-1" data-focus></h2><p id="note"><button id="away" data-dismiss hidden></button></p><button id="print" data-print></button>
      <form id="asks" method="post" action="/asks"><p data-lost hidden></p></form><form id="plain" action="/plain"><input id="word" name="word"></form>
      <form id="guarded" data-guard method="post" action="/guarded"><input id="text" name="text"><input type="checkbox" id="tick" name="tick" value="1"><input type="radio" id="one" name="pick" value="1"><input
        type="radio" id="two" name="pick" value="2"><input type="password" id="pin" name="pin"><button></button></form><form id="deal"><input id="figure" name="figure"></form><i data-awake></i>`;
  };
  page();
  sessionStorage.clear();
  history.replaceState(null, "", address);
  Object.assign(window, { print: () => note("printed"), fetch: async () => { note("asked"); if (tokens.includes("lost")) throw new Error("lost"); } });
  HTMLFormElement.prototype.submit = function () { note(`${this.id} sent on`); };
  Object.defineProperty(navigator, "wakeLock", { value: { request: async () => note("awake") } });
  addEventListener("moved", () => note("moved"));
  await load("/static/js/app.js");
  addEventListener("submit", event => { told.push(`${event.target.id} ${event.defaultPrevented ? "held" : "sent"}`); event.preventDefault(); });
  addEventListener("click", event => { if (event.target.matches("a, button")) event.preventDefault(); });
  for (const token of tokens) {
    const [what, at] = token.split(":"), [field, value] = token.split("=");
    if (what === "click") click(document.getElementById(at));
    else if (what === "open") document.getElementById(at).open = true;
    else if (what === "esc") dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    else if (what === "other") dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    else if (what === "send") { document.getElementById(at).requestSubmit($(`#${at} button`)); await soon(); }
    else if (what === "again") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: at !== "new" }));
    else if (what === "leave") told.push(dispatchEvent(new Event("beforeunload", { cancelable: true })) ? "left" : "warned");
    else if (what === "seen") dispatchEvent(new Event("visibilitychange"));
    else if (what === "load") { page(); history.replaceState(null, "", at); document.dispatchEvent(new Event("DOMContentLoaded")); }
    else if (value !== undefined) Object.assign($(`#${field}`), { value }).dispatchEvent(new Event("input", { bubbles: true }));
  }
  const on = [...document.querySelectorAll("details[open]")].map(menu => menu.id), typed = [...document.querySelectorAll("input")].map(input =>
    input.type === "radio" || input.type === "checkbox" ? input.checked && input.id : input.value && `${input.id}=${input.value}`).filter(Boolean);
  return [`at ${location.pathname}${location.search}`, `open ${on.join(" ") || "none"}`, `focus ${document.activeElement.id || document.activeElement.localName}`,
    $("#note") ? `note${$("#away").hidden ? " stays" : ""}` : "no note", ...told, ...Object.entries(count).map(([what, times]) => `${what} ${times}`),
    ...($("[data-lost]").hidden ? [] : ["says lost"]), ...($("[aria-busy]") ? ["busy"] : []), ...(typed.length ? [`typed ${typed.join(" ")}`] : []), `link ${$("#hu").hash || "plain"}`].join("; ");
};

// ---- early.js: was:X,Y is where the last page was tapped, then events. tap:ID:X,Y@TIME is a tap with a finger, key:ID a click by the keyboard,
// ---- press:ID and hold:ID a key pressed and held down, typed:ID input in a field; settles: all timers end; ready: the page's scripts are
// ---- loaded; painted, moved, again and gone are events of the page ---------------------------------------------------------------------

tables.early = async line => {
  const told = [], timers = [], tokens = line.split(" "), own = window.setTimeout;
  document.body.innerHTML = `<a id="a" href="#x"></a><button id="b"></button><details><summary id="s"></summary></details><input type="checkbox" id="c"><input type="radio" id="r"><p id="p"></p>`;
  sessionStorage.clear();
  if (tokens[0].startsWith("was:")) sessionStorage.setItem("tapped", JSON.stringify(tokens.shift().slice(4).split(",").map(Number)));
  window.requestAnimationFrame = work => work();
  window.setTimeout = (work, after) => timers.push([work, after]);
  window.clearTimeout = at => { if (at) timers[at - 1] = null; };
  await load("/static/js/early.js");
  for (const type of ["click", "input"]) addEventListener(type, event => { told.push(`${event.target.id} ${type === "click" ? "taken" : "heard"}`); event.preventDefault(); });
  addEventListener("keydown", event => told.push(`${event.target.id} key ${event.defaultPrevented ? "held" : "taken"}`));
  const stamped = (event, at) => { Object.defineProperty(event, "timeStamp", { value: at }); return event; };
  for (const token of tokens) {
    const [what, id, place] = token.split(":"), element = document.getElementById(id);
    if (what === "tap") {
      const [where, at] = place.split("@"), [clientX, clientY] = where.split(",").map(Number), how = { clientX, clientY, pointerId: 1, pointerType: "touch", bubbles: true, cancelable: true };
      element.dispatchEvent(stamped(new PointerEvent("pointerdown", how), Number(at)));
      element.dispatchEvent(new PointerEvent("click", how)) || told.at(-1) === `${id} taken` || told.push(`${id} kept`);
    } else if (what === "key") element.dispatchEvent(new PointerEvent("click", { bubbles: true, cancelable: true }));
    else if (what === "hold" || what === "press") element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", repeat: what === "hold", bubbles: true, cancelable: true }));
    else if (what === "typed") element.dispatchEvent(new Event("input", { bubbles: true }));
    else if (what === "settles") for (const [work] of timers.splice(0).filter(Boolean)) work();
    else if (what === "ready") document.dispatchEvent(new Event("DOMContentLoaded"));
    else if (what === "again") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    else dispatchEvent(new Event(what === "gone" ? "pagehide" : what));
  }
  window.setTimeout = own;
  const shield = $(".shield"), page = document.documentElement.dataset;
  return [told.join(", ") || "nothing", "fresh" in page ? "fresh" : "settled", shield.hidden ? "no shield" : `shield ${shield.style.left} ${shield.style.top}`,
    `waits ${timers.filter(Boolean).map(([, after]) => after).join(" ") || "for nothing"}`, `keeps ${sessionStorage.getItem("tapped") ?? "nothing"}`, page.script].join("; ");
};

// ---- picture.js on a board with two sides. won, chart, name, long: a winner, a chart, a long name, wide texts on the board; file: files
// ---- cannot be shared; refused, broken: sharing is refused or fails; beside: the tap misses the button. The result is everything that is
// ---- drawn, and whether it is shared or saved as a file ---------------------------------------------------------------------------------

tables.picture = async line => {
  const has = word => line.split(" ").includes(word), drawn = [], done = [];
  history.replaceState(null, "", "/matches/m");
  const side = (at, won) => `<div class="side"><h2>Side ${at}${has("name") ? " of two long names" : ""}</h2><p class="who">Ann,  Bob</p><p class="total">${at}00</p>${won ? '<i class="won">Won</i>' : ""}</div>`;
  document.body.innerHTML = `<div class="top"><h1>Title<small>of today</small></h1></div><div class="facing">${side(1, has("won"))}${side(2)}</div><p class="result">By  100</p>
    ${has("chart") ? `<div class="chart"><svg class="tall" viewBox="0 0 468 100"><line x1="1" y1="2" x2="3" y2="4"></line><polyline points="5,6 7,8"></polyline><text x="9" y="10">0</text></svg></div>` : ""}
    <p data-picture="made here"><button></button></p>`;
  const pen = { font: "", measureText: text => ({ width: text.length * (has("long") ? 90 : 20) }), fillText: (text, x, y) => drawn.push(`${text} ${x},${y} ${pen.textAlign} ${Math.round(Number(/(\S+)px/.exec(pen.font)?.[1]))}`),
    fillRect: (x, y, wide, high) => drawn.push(`box ${x},${y} ${wide}x${high}`) };
  for (const act of ["save", "restore", "translate", "scale", "beginPath", "moveTo", "lineTo", "stroke"]) pen[act] = (...at) => drawn.push(`${act} ${at.join(",")}`.trim());
  HTMLCanvasElement.prototype.getContext = () => { drawn.length = 0; return pen; };
  HTMLCanvasElement.prototype.toBlob = function (then, type) { done.push(`${type} ${this.width}x${this.height}`); then(new Blob(["x"], { type })); };
  HTMLAnchorElement.prototype.click = function () { done.push(`file ${this.download}`); };
  const shares = { canShare: ({ files }) => { done.push(`may it be shared: ${files[0].name}`); return !has("file"); },
    share: async () => { if (has("refused") || has("broken")) throw new DOMException("", has("refused") ? "AbortError" : "DataError"); done.push("shared"); } };
  for (const name in shares) Object.defineProperty(navigator, name, { value: shares[name], configurable: true });
  await load("/static/js/picture.js");
  click(has("beside") ? $(".result") : $("button"));
  for (let times = 0; times < 20; times += 1) await soon();
  return [...drawn, ...done].join("; ") || "nothing";
};

// ---- offline.js on the board of match m: deals that wait (as for worker.js; an amendment has "/amend" after the state) > events. tap:ACT:NUMBER is
// ---- a tap on this button of a note, says:STATE:MATCH/DEAL is a message of the worker, version: a new worker took over; painted, again, online,
// ---- forget. Other words are no events: kept, entry, typing (the page is stored, has the form of a deal, has the focus in a field), first (no
// ---- worker controls the page yet), lost (no request is answered), 503 (the status of the answers), taken (the page handles the script's own
// ---- events), shown (nothing happens) -----------------------------------------------------------------------------------------------------

tables.offline = async line => {
  const [waiting, told] = line.split(" > "), tokens = told.split(" "), has = word => tokens.includes(word), posts = [], gone = [], own = window.fetch;
  for (const name of await caches.keys()) await caches.delete(name);
  const kept = await caches.open("kept");
  await kept.put("/offline", await own("/offline"));
  for (const page of ["/static/x.css", "/matches/m"]) await kept.put(page, new Response(""));
  history.replaceState(null, "", "/matches/m");
  localStorage.clear();
  document.body.innerHTML = `<div id="told"></div><div class="acts"><a class="main" href="/matches/m/deals/new">Record deal 1</a></div>${has("entry") ? '<form id="deal"></form>' : ""}<form id="ends" data-forget><input></form>`;
  if (has("typing")) $("#ends input").focus();
  instead(() => gone.push("loaded again"));
  if (has("kept")) document.documentElement.dataset.kept = new Date(2026, 0, 2, 3, 4).toISOString();
  document.documentElement.lang = "en";
  const box = await caches.open("outbox");
  for (const token of waiting.split(" ").filter(Boolean)) {
    const [, match, deal, at, state, amends] = /^(.+)\/(\d+)@(\d+):(\w+)(\/amend)?$/.exec(token), action = `/matches/${match}/deals/${deal}`;
    localStorage.setItem(`deal ${match} ${deal}`, "x");
    await box.put(action, Response.json({ action, match, deal, at: Number(at), state: state.replace("recorded", "changed"), recorded: state === "recorded", version: 9, title: `${match}${deal}`,
      what: `${match}${deal}, A`, page: `${action}${amends ?? ""}`, says: state === "wrong" ? ["Too much"] : [], body: `key=old&version=${deal}` }));
  }
  const active = { postMessage: (says, ports) => { posts.push(JSON.stringify(says)); ports?.[0].postMessage("over"); } };
  const worker = Object.assign(new EventTarget(), { controller: has("first") ? null : active, register: async (address, how) => posts.push(`${address} ${how.updateViaCache}`), ready: Promise.resolve({ active }) });
  Object.defineProperty(navigator, "serviceWorker", { value: worker, configurable: true });
  window.fetch = async address => { posts.push(address); if (has("lost")) throw new Error("lost"); return new Response("", { status: has("503") ? 503 : 200 }); };
  crypto.randomUUID = () => "new";
  HTMLFormElement.prototype.submit = function () { gone.push(`${this.id || this.getAttribute("action")} sent ${new URLSearchParams(new FormData(this))}`); };
  const pauses = [], reach = window.setTimeout, settled = async () => { for (let quiet = 0; quiet < 5; quiet = busy ? 0 : quiet + 1) await new Promise(over => reach(over, 0)); };
  let busy = 0; // the number of unanswered calls to the device's storage
  for (const [owner, names] of [[CacheStorage, ["open", "match", "has", "keys", "delete"]], [Cache, ["match", "keys", "put", "delete"]], [Response, ["json", "text"]]]) {
    for (const name of names) {
      const does = owner.prototype[name];
      owner.prototype[name] = function (...all) { busy += 1; return does.apply(this, all).finally(() => { busy -= 1; }); };
    }
  }
  window.setTimeout = (work, after) => { pauses.push(after); if (!after) work(); return 0; };
  for (const type of ["answers", "sent"]) addEventListener(type, event => { gone.push(`${type} told`); if (has("taken")) event.preventDefault(); });
  await load("/static/js/offline.js");
  await settled();
  for (const token of tokens) {
    const [what, name, at] = token.split(":");
    if (what === "tap") click($(`#told > :nth-child(${at}) [data-${name}]`));
    else if (what === "says") worker.dispatchEvent(new MessageEvent("message", { data: { state: name, match: at.split("/")[0], deal: at.split("/")[1], saved: "#saved", what: "It" } }));
    else if (what === "again") dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
    else if (what === "online") dispatchEvent(new Event("online"));
    else if (what === "version") worker.dispatchEvent(new Event("controllerchange"));
    else if (what === "painted") { $(".acts a").outerHTML = '<a class="main" href="/matches/m/deals/new">Record deal 1</a>'; dispatchEvent(new Event("painted")); }
    else if (what === "forget") $("#ends").requestSubmit();
    else continue;
    await settled();
  }
  const notes = [...$("#told").children].map(note => `[${[...squeezed(note.innerText).split(/[.:] /, 1), ...[...note.querySelectorAll("[data-says] p, summary, a, button")].map(part =>
    `${squeezed(part.textContent)}${part.matches("a") ? ` ${part.getAttribute("href")}` : ""}`)].join(" | ")}]`), left = [];
  for (const key of await box.keys()) { const { state, body } = await (await box.match(key)).json(); left.push(`${new URL(key.url).pathname} ${state} ${body}`); }
  return [notes.join(" ") || "no notes", `board ${$(".acts a").getAttribute("href")} ${squeezed($(".acts a").textContent)}`, `posts ${posts.slice(1).join(" ") || "none"}`, `waits ${pauses.join(" ") || "no more"}`,
    `left ${left.join(", ") || "none"}`, `shelves ${Object.keys(localStorage).sort().join(", ") || "none"}`, ...(has("forget") ? [`kept ${(await kept.keys()).map(({ url }) => new URL(url).pathname).join(" ")}`] : []), ...gone, ...(location.hash ? [location.hash] : [])].join("; ");
};
