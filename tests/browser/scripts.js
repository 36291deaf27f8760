// The tables of the pages' scripts. `tables.NAME(line)` runs the events of a line, and returns their result as text;
// tests/browser/test_scripts.py compares it with the table in tests/browser/scripts/.
// The comment above each function names the script that it tests, and describes its lines. In a line, the words of a comment that are in
// capitals are replaced by values.
const tables = window.tables = {};
let time = performance.now();
const load = (src, dataset = {}, type = "") => new Promise((over, failed) => {
  const script = Object.assign(document.createElement("script"), { src, type, onload: over, onerror: failed });
  Object.assign(script.dataset, dataset);
  document.head.append(script);
});
const click = (element, later = 2000) => {
  const event = new MouseEvent("click", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "timeStamp", { value: time += later });
  element.dispatchEvent(event);
};
const $ = selector => document.querySelector(selector);
const squeezed = text => text.replace(/\s+/g, " ").trim();
const soon = () => new Promise(over => setTimeout(over, 0));
const fields = line => Object.fromEntries(new URLSearchParams(line.replaceAll(" ", "&")));

// ---- clock.js: the clock's values. rings=SECONDS until the bell; extra, warning, used as in the page; ahead=SECONDS by which the
// ---- server's clock is ahead -----------------------------------------------------------------------------------------------

tables.clock = async line => {
  if (!tables.clock.now) {
    tables.clock.now = Date.now();
    Date.now = () => tables.clock.now;
    window.setInterval = window.setTimeout = () => 0;
    addEventListener("rung", () => { tables.clock.rung = (tables.clock.rung ?? 0) + 1; });
    await load("/static/js/clock.js");
  }
  const given = fields(line);
  document.body.innerHTML = `<div class="clock"><p data-face></p></div><p data-bar><b></b><svg><rect></rect></svg></p>`;
  const face = $("[data-face]"), bar = $("[data-bar]"), rings = tables.clock.now / 1000 + Number(given.rings);
  Object.assign(face.dataset, { rings, warning: given.warning ?? 0, ...(given.extra ? { extra: given.extra } : {}) });
  if (given.used) bar.dataset.used = given.used;
  tables.clock.rung = 0;
  const told = "ahead" in given ? new Date(tables.clock.now + given.ahead * 1000).toISOString() : "";
  for (let times = 0; times < 2; times += 1) dispatchEvent(new CustomEvent("served", { detail: told }));
  const said = [face.textContent, ...(face.hasAttribute("data-warns") ? ["warns"] : []), ...($(".clock[data-warns]") ? ["around, too"] : [])];
  if (given.used) said.push($("rect").getAttribute("width"), $("b").getAttribute("aria-valuenow"));
  return [...said, `rung ${tables.clock.rung}`].join(", ");
};

// ---- keypad.js on the page of patterns: #FIELD is tapped, type:TEXT is typed by keyboard, pick:FROM-TO is selected, most:LENGTH is the
// ---- maximum length of #first, skip:FIELD is not asked for, enter is the key; "third" at the start of a line adds a field. Any other word is
// ---- a key of the keypad ------------------------------------------------------------------------------------------------------

tables.keypad = async line => {
  const first = $("#first"), second = $("#second"), pad = $("[data-keypad]"), told = [];
  const note = event => told.push(`${event.target.id} changed`);
  document.activeElement?.blur();
  Object.assign(first, { value: "420", maxLength: 8 });
  Object.assign(second, { value: "", maxLength: 8 });
  for (const field of [first, second]) delete field.dataset.unasked;
  $("#third")?.remove();
  if (line.startsWith("third")) second.after(Object.assign(document.createElement("input"), { id: "third", className: "figure", ariaLabel: "Third" }));
  $("[data-pad-name]").dataset.padName = "Ann";
  addEventListener("change", note);
  for (const token of line.split(" ")) {
    const [what, rest] = token.split(":"), at = document.activeElement;
    if (token === "third") continue; // added above
    if (token[0] === "#") { $(token).focus(); click($(token)); }
    else if (what === "type") document.execCommand("insertText", false, rest);
    else if (what === "pick") at.setSelectionRange(...rest.split("-").map(Number));
    else if (what === "most") first.maxLength = Number(rest);
    else if (what === "skip") $(rest).dataset.unasked = "";
    else if (what === "enter") at.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    else {
      const key = [...pad.querySelectorAll("[data-key]")].find(each => each.dataset.key === token);
      if (key.dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true }))) key.focus();
      click(key);
    }
  }
  removeEventListener("change", note);
  const at = document.activeElement, picked = at.matches("input") ? `${at.selectionStart}-${at.selectionEnd}` : "";
  return [`first=${first.value} second=${second.value}${$("#third") ? ` third=${$("#third").value}` : ""} at ${at.id || at.localName} ${picked}`.trim(),
    squeezed(pad.querySelector("[data-which]").textContent), `side ${pad.dataset.side || "none"}`, ...told].join(", ");
};

// ---- the entry page by cards. Each word is a tap: hearts:5 on a card of a sequence, NAME=VALUE on a chip, open:KEY on the button that opens a
// ---- meld, up:NAME on "+1", sets:FIELDS on a button that fills several fields, new and away on the buttons for another sequence and for
// ---- removing one, undo, redo. "!" before a tap: it comes 0.1 s after the last one. But text:NAME=VALUE is typed -----------------------

const { data } = await import("/static/js/entry/form.js").catch(() => ({}));
const seenOf = part => [...document.querySelectorAll(part)].find(each => each.checkVisibility()) ?? $(part);
tables.entry = async line => {
  const { goOn } = await import("/static/js/entry/quick.js");
  window.fetch = () => new Promise(() => {}); // no request is answered, so the page is not rendered again
  document.activeElement.blur();
  for (let most = 0; !$(".undo").disabled && most < 60; most += 1) click($(".undo"));
  const before = new Map(data());
  for (const told of line.split(" ")) {
    const echo = told[0] === "!", token = echo ? told.slice(1) : told, [what, ...rest] = token.split(":"), value = rest.join(":");
    const part = what === "open" ? `[data-opens="${value}"]` : what === "up" ? `[data-up="${value}"]` : what === "sets" ? `[data-sets="${value}"]`
      : what === "new" || what === "away" ? `[data-run-${what}]` : what === "undo" || what === "redo" ? `.${what}`
      : rest.length ? `[data-suit="${what}"][data-card="${value}"]` : `input[name="${token.split("=")[0]}"][value="${token.split("=")[1]}"]`;
    if (what === "text") {
      const [name, text] = value.split("="), field = $(`input[name="${name}"]`);
      for (let at = 0; at <= text.length; at += 1) {
        field.value = text.slice(0, at);
        if (at || !text) field.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertText" }));
      }
      field.dispatchEvent(new Event("change", { bubbles: true }));
      continue;
    }
    const element = seenOf(part);
    if (!element) throw new Error(`nothing is ${part}`);
    const was = element.checked;
    dispatchEvent(new PointerEvent("pointerup"));
    click(element, echo ? 100 : 2000);
    if (element.matches("input") && !was && element.checked) time += 1;
  }
  const now = new Map(data()), names = [...new Set([...before.keys(), ...now.keys()])];
  const said = names.filter(name => before.get(name) !== now.get(name) && !["step", "version", "seen"].includes(name)).map(name => `${name}=${now.get(name) ?? ""}`);
  goOn(); // as after the page was rendered again
  const label = part => squeezed($(`${part} small`).textContent);
  const open = [...document.querySelectorAll(".step.on [data-tray].on")].map(tray => tray.dataset.tray);
  const pressed = [...document.querySelectorAll(".step.on [data-suit][aria-pressed=true]")].map(card => `${card.dataset.suit[0]}${card.dataset.card}${card.dataset.wild ? `:${card.dataset.wild}` : ""}`);
  return [said.sort().join(" ") || "nothing", `undo ${label(".undo")}`, `redo ${label(".redo")}`, `tray ${open.join(" ") || "none"}`, ...(pressed.length ? [`lie ${pressed.join(" ")}`] : []),
    ...(document.activeElement.matches(".figure") ? [`goes on to ${document.activeElement.name}`] : [])].join("; ");
};

// ---- form.js on the page of deal 10 of match m: the fields of the page, then the entries that this tablet has stored, as
// ---- KIND/MATCH/DEAL?FIELDS ---------------------------------------------------------------------------------------------------

tables.shelf = async line => {
  const { forgetUnanswered, isShown, leftHere, unanswered } = await import("/static/js/entry/form.js"), [page, ...kept] = line.split(" ");
  const inputs = [...new URLSearchParams(page)].map(([name, value]) => `<input name="${name}" value="${value}">`);
  document.body.innerHTML = `<form id="deal" data-match="m" data-deal="10"><p id="s0-red" data-clears="0"></p>${inputs.join("")}</form>`;
  localStorage.clear();
  for (const [shelf, held] of kept.map(each => each.split("?"))) localStorage.setItem(shelf.replaceAll("/", " "), held);
  const left = leftHere(false), same = isShown(new URLSearchParams(left)) ? "shown" : "not shown", without = leftHere(true);
  const before = unanswered().map(({ number, key }) => `${number} by ${key}`);
  forgetUnanswered();
  return [left ? `left ${left}, ${same}` : "nothing left", ...(without === left ? [] : [`without the program ${without}`]), `unanswered ${before.join(", ") || "none"}`,
    `keeps ${Object.keys(localStorage).sort().join(", ") || "nothing"}`].join("; ");
};

// ---- worker.js sends deals that wait: MATCH/DEAL@TIME:STATE each, then ">" and the program's answers (saved, lost, a status; notoken STATUS: the
// ---- page that should have the CSRF token has none, and this status). The result is the requests, the deals left in the outbox, and the
// ---- messages to the pages --------------------------------------------------------------------------------------------------------

tables.worker = async line => {
  if (!tables.worker.ready) {
    Object.assign(window, { clients: { matchAll: async () => [{ postMessage: ({ state, action }) => tables.worker.told.push(`${action} ${state}`) }] },
      registration: { update: async () => {} }, skipWaiting: async () => {} });
    await load("/worker.js");
    tables.worker.ready = true;
  }
  const [waiting, answered] = line.split(" > "), answers = answered.split(" ");
  tables.worker.told = [];
  await caches.delete("outbox");
  const box = await caches.open("outbox"), posts = [];
  for (const token of waiting.split(" ")) {
    const [, match, deal, at, state] = /^(.+)\/(\d+)@(\d+):(.+)$/.exec(token);
    const item = { action: `/${match}/${deal}`, match, deal, at: Number(at), state, body: `version=${deal}&csrf_token=old` };
    await box.put(item.action, Response.json(item));
  }
  window.fetch = async (address, { method, body } = {}) => {
    if (method !== "POST") return answers[0] === "notoken" ? new Response("", { status: Number(answers[1]) }) : new Response('name="csrf_token" value="new"');
    const says = answers.shift() ?? "lost", headers = says === "409" || says === "422" ? { "X-Stale": '{"version": 9}' } : {};
    posts.push(`${address} ${body}`);
    if (says === "lost") throw new Error("lost");
    return says === "saved" ? { type: "opaqueredirect" } : new Response("", { status: Number(says), headers });
  };
  const waits = await send();
  const left = await Promise.all((await box.keys()).map(async key => (await box.match(key)).json()));
  const items = left.map(({ action, state, body, version }) => `${action} ${state} ${body}${version ? ` v${version}` : ""}`);
  return [`posts: ${posts.join(", ") || "none"}`, `left: ${items.sort().join(", ") || "none"}`, `told: ${tables.worker.told.join(", ") || "nobody"}`, ...(waits ? ["waits"] : [])].join("; ");
};

// ---- worker.js stores pages: the pages stored before (/old/1-60 are sixty) > the path > the status > the X-Keep header of an answer. The result
// ---- is the stored pages (if there are more than 20, their number and the pages that were deleted), then the pages that were requested ---

tables.kept = async line => {
  await tables.worker("m/1@1:wrong > ");
  const [before, path, status, says] = line.split(" > "), renewed = [];
  for (const name of await caches.keys()) await caches.delete(name);
  const made = says => new Response("<html>", { headers: { "X-Keep": JSON.stringify(says), "Content-Language": says.language ?? "en" } });
  const cache = await caches.open(`kept ${VERSION}`), pages = before.replace(/(\S+\/)1-(\d+)/, (_, path, most) =>
    [...Array(Number(most)).keys()].map(at => `${path}${at + 1}`).join(" ")).split(" ");
  for (const each of pages) await cache.put(each, made({}));
  window.fetch = async address => { renewed.push(address); return made({ version: VERSION, keep: address }); };
  const waits = [], answer = new Response("<html>", { status: Number(status), headers: { "X-Keep": says.replace("NOW", VERSION) } });
  noted({ waitUntil: promise => waits.push(promise) }, answer, path);
  await Promise.allSettled(waits);
  const names = (await cache.keys()).map(({ url }) => new URL(url).pathname).sort();
  const links = await (await (await caches.open("links")).match("/"))?.json();
  const gone = pages.filter(each => !names.includes(each));
  return [names.length > 20 ? `kept: ${names.length}, not ${gone.join(" ") || "none"}` : `kept: ${names.join(" ") || "none"}`, `asked: ${renewed.join(" ") || "none"}`, ...(links ? [`links: ${links.join(" ")}`] : [])].join("; ");
};

// ---- worker.js answers requests for a stored page ("new": a page that is not stored), one after the other. The program answers each request
// ---- soon, late or not at all ("lost"). After each answer, a timer that was not cleared ends. The result has, for each request, the page that
// ---- is shown, and the milliseconds that the worker waits for the program ------------------------------------------------------------

tables.page = async line => {
  await tables.worker("m/1@1:wrong > ");
  for (const name of await caches.keys()) await caches.delete(name);
  const cache = await caches.open(`kept ${VERSION}`), { setTimeout: reach, clearTimeout: giveUp } = window, said = [], made = text => new Response(text, { headers: { "X-Keep": "null", "X-Seen": "before" } });
  const answers = { soon: async () => made("the program"), late: () => new Promise(() => {}), lost: async () => { throw new Error("lost"); } };
  if (!line.startsWith("new")) await cache.put("/p", made("<html >the page"));
  await cache.put("/offline", made("<html >nowhere"));
  away = 0;
  for (const token of line.replace("new ", "").split(" ")) {
    let waits = "no", over = null;
    window.fetch = answers[token];
    window.setTimeout = (work, after) => { [waits, over] = [after, work]; if (token === "late") reach(work, 0); };
    window.clearTimeout = () => { over = null; };
    const answer = await page({ request: {}, waitUntil() {} }, new URL("/p", location));
    said.push(`${squeezed(await answer.text())}, waits ${waits}`);
    over?.();
  }
  Object.assign(window, { setTimeout: reach, clearTimeout: giveUp });
  return said.join("; ");
};

// ---- match_form.js: NAME is tapped on a chip (NAME! 0.1 s after the last tap), SEAT=NAME is typed ----------------------------------

tables.seats = async line => {
  document.body.innerHTML = `<form class="new"><div class="choose"><select></select></div><div class="change"><button></button></div>
    ${[0, 1, 2].map(at => `<div class="seat"><input name="seat${at}" list="known-players"><input type="radio" name="d"></div>`).join("")}
    ${["Ann", "Bob", "Cec", "Dan"].map(name => `<button type="submit" name="sit" value="${name}"></button>`).join("")}
    <datalist id="known-players" data-names="/names"><option value="Ann"></option></datalist></form>`;
  const asked = [];
  window.fetch = async address => { asked.push(address); return Response.json({ names: ["Ann", "Anke"] }); };
  await load("/static/js/match_form.js");
  $("form").addEventListener("submit", event => event.preventDefault());
  for (const token of line.split(" ")) {
    const [seat, name] = token.split("=");
    if (name !== undefined) {
      $(`[name=${seat}]`).value = name;
      $(`[name=${seat}]`).dispatchEvent(new Event("input", { bubbles: true }));
      await soon();
    } else click($(`[value=${token.replace("!", "")}]`), token.endsWith("!") ? 100 : 2000);
  }
  await soon();
  const sit = [...document.querySelectorAll(".seat [list]")].map(each => each.value || "–").join(" ");
  const pressed = [...document.querySelectorAll("[name=sit][aria-pressed=true]")].map(each => each.value).join(" ");
  return `${sit}; pressed ${pressed || "none"}; asked ${asked.join(" ") || "none"}; known ${[...$("datalist").options].map(each => each.value).join(" ")}`;
};

// ---- evening_form.js: add:NAME and drop:NAME are tapped, NAME=VALUE is typed, open:PART is unfolded. "drawn" sends the request that is due and
// ---- waits for its answer, "asked" sends it and does not wait; "sent" is the form once it was submitted -------------------------------------------------------------------------

tables.evening = async line => {
  const parts = ["found", "alike", "of-movement", "not-here", "house-rules", "numbers", "rounds-apart"];
  document.body.innerHTML = `<form class="evening-form"><button name="count" formaction="/count"></button><textarea name="names">Ann
Bob</textarea>
    <select name="rules"><option>a</option><option>b</option></select><input name="other">
    <button name="add" value="Cec"></button><button name="add" value="Dan"></button>
    <button name="drop" value="Ann"></button><button name="drop" value="Bob"></button>
    ${parts.map(id => `<details id="${id}"><input name="in-${id}"></details>`).join("")}</form>`;
  const posts = [], out = [];
  let held, come, open = 0, moved = 0;
  addEventListener("moved", () => { moved += 1; });
  window.fetch = async (address, { body }) => {
    posts.push(`${open++ ? "beside another " : ""}${new URL(address).pathname} ${body.get("names").replaceAll("\n", "/")}`);
    const mine = posts.length;
    await held;
    open -= 1;
    return new Response(parts.map(id => `<details id="${id}">answer ${mine}</details>`).join(""));
  };
  const waits = [], own = window.setTimeout;
  window.setTimeout = (work, after) => { waits.push([work, after]); return waits.length; };
  window.clearTimeout = at => { if (at) waits[at - 1] = null; };
  await load(`/static/js/evening_form.js?${Math.random()}`, {}, "module"); // a module runs once for each address
  const due = async () => {
    const all = waits.splice(0).filter(Boolean);
    for (const [work] of all) await work();
    return all.map(([, after]) => after);
  };
  const pauses = [];
  for (const token of line.split(" ")) {
    const [what, value] = token.split(/[:=]/);
    if (token === "drawn") {
      pauses.push(...await due());
      for (const part of document.querySelectorAll("form > details")) part.textContent = "old";
    } else if (token === "asked") {
      held ??= new Promise(over => { come = over; });
      out.push(due());
    } else if (what === "open") document.getElementById(value).open = true;
    else if (token === "sent") $(".evening-form").dataset.sent = "yes";
    else if (token.includes(":")) click($(`[name=${what}][value=${value}]`));
    else Object.assign($(`[name=${what}]`), { value }).dispatchEvent(new Event("input", { bubbles: true }));
  }
  come?.();
  for (const each of await Promise.all(out)) pauses.push(...each);
  window.setTimeout = own;
  pauses.push(...await due());
  const drawn = [...document.querySelectorAll("form > details")].filter(part => part.textContent === `answer ${posts.length}`).map(part => `${part.id}${part.open ? " (open)" : ""}`);
  return `${$("[name=names]").value.replaceAll("\n", "/")}; pauses ${pauses.join(" ")}; ${posts.join(", ") || "not asked"}; drawn ${drawn.join(" ") || "none"}; left ${[...document.querySelectorAll("[name=add], [name=drop]")].map(each => each.value).join(" ")}${moved ? `; moved ${moved}` : ""}`;
};

// ---- sheets.js on a page of an entry by cards. Each line continues where the last one ended: tab:SHEET and tap:MELD are tapped, go:HASH and
// ---- open:MELD are called, look:FIELD shows the field of a tap that was undone, wrong:FIELD shows the sheet with an error, back goes back ---

tables.sheets = async line => {
  window.fetch = () => new Promise(() => {});
  const sheets = await import("/static/js/entry/sheets.js"), heard = [];
  const note = ({ type }) => heard.push(type);
  for (const type of ["moved", "turned", "opened"]) addEventListener(type, note);
  for (const token of line.split(" ")) {
    const [what, at] = token.split(":");
    if (what === "go") sheets.go(`#${at}`);
    else if (what === "tab") click($(`.tabs [href="#${at}"]`));
    else if (what === "tap") click(seenOf(`[data-opens="${at}"]`));
    else if (what === "open") sheets.open(at);
    else if (what === "look") sheets.lookAt(at);
    else if (what === "wrong") sheets.showWrong(sheets.sheetOfHash(`#${at}`));
    else {
      const gone = new Promise(over => addEventListener("popstate", over, { once: true }));
      history.back();
      await gone;
    }
  }
  for (const type of ["moved", "turned", "opened"]) removeEventListener(type, note);
  const named = part => [...document.querySelectorAll(part)], tabs = named(".tabs [aria-current=true]").map(tab => tab.hash);
  const trays = named(".step.on [data-tray].on").map(tray => tray.dataset.tray), told = named(".step.on [aria-expanded=true]").map(button => button.dataset.opens);
  return [`${sheets.inSight()}${$("#deal").elements.step.value === sheets.inSight() ? "" : ", not told"} "${squeezed($("#title").textContent)}" ${$("#title").parentElement.dataset.side ?? "no side"}`,
    `tab ${tabs.join(" ") || "none"}`, `at ${location.hash || "no place"}`, `tray ${trays.join(" ") || "none"}${$(".step.on .tray.idle.on") ? ", idle" : ""}`,
    `expanded ${[...new Set(told)].join(" ") || "none"}`, `on it ${sheets.openOn(sheets.inSight()) || "none"}`,
    `asked for ${named(".asked-for").map(place => place.id).join(" ") || "nothing"}`, heard.join(" ") || "nothing heard"].join("; ");
};

// ---- may_i.js: NAME=VALUE is changed, N:TEXT is the answer to the Nth request, N:lost means that this request fails --------------------

tables.may_i = async line => {
  history.replaceState(null, "", "/healthz");
  document.body.innerHTML = `<form data-may-i action="/may-i/it"><input name="a" value="1"><input name="b" value="2"></form><p id="answer">old</p>`;
  const asked = [], waits = [];
  window.fetch = address => { asked.push(address); return new Promise((over, failed) => waits.push([over, failed])); };
  await load("/static/js/may_i.js");
  for (const token of line.split(" ")) {
    const [name, value] = token.split("="), [at, text] = token.split(":");
    if (value !== undefined) Object.assign($(`[name=${name}]`), { value }).dispatchEvent(new Event("change", { bubbles: true }));
    else if (text === "lost") waits[at - 1][1](new Error("lost"));
    else waits[at - 1][0](new Response(`<p>other</p><p id="answer"><b>${text}</b></p>`));
    for (let times = 0; times < 4; times += 1) await soon();
  }
  return `${$("#answer").innerHTML}; asked ${asked.join(" ") || "nothing"}; at ${location.pathname}${location.search}`;
};
