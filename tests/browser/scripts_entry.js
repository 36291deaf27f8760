// Tables of the entry page and the program: drafts, and deals that wait on the device. This file uses functions of scripts.js.

// ---- entry.js on its page. Each line continues where the last one ended: NAME=VALUE is tapped on a chip, +MILLISECONDS pass, save sends the
// ---- deal. The other words answer the oldest open request: a draft with VERSION or STATUS:VERSION, a save with an error at a field
// ---- (wrong:FIELD); with "lost", the request fails ------------------------------------------------------------------------------------

tables.talk = async line => {
  const talk = tables.talk, { inSight } = await import("/static/js/entry/sheets.js"), reach = talk.reach ??= window.setTimeout;
  const settled = async () => { for (let times = 0; times < 4; times += 1) await new Promise(over => reach(over, 0)); };
  if (talk.reach !== window.setTimeout) talk.said = [];
  else {
    Object.assign(talk, { said: [], now: 0, timers: [], waiting: [] });
    performance.now = () => talk.now;
    window.setTimeout = (work, after = 0) => talk.timers.push({ work, at: talk.now + after });
    window.clearTimeout = at => { if (at) talk.timers[at - 1] = null; };
    window.fetch = async (address, { body }) => {
      const what = address.split("/").pop(), sent = [...body].filter(([name]) => /^(seen|s\d-n-.*)$/.test(name)).map(([name, value]) => `${name}=${value}`);
      if (what === "preview") return { ok: true, status: 200, text: async () => "" };
      talk.said.push(`${what === "draft" ? what : "save"} at ${talk.now} ${sent.join(" ")}`);
      return new Promise((over, failed) => { talk.waiting.push({ over, failed }); });
    };
  }
  for (const token of line.split(" ")) {
    const [what, value] = token.split(/[:=]/);
    if (token[0] === "+") {
      const end = talk.now + Number(token), next = () => talk.timers.filter(each => each?.at <= end).sort((one, other) => one.at - other.at)[0];
      for (let due = next(); due; due = next()) {
        talk.timers[talk.timers.indexOf(due)] = null;
        talk.now = due.at;
        due.work();
        await settled();
      }
      talk.now = end;
    } else if (token.includes("=")) click(seenOf(`input[name="${what}"][value="${value}"]`));
    else if (["save", "discard"].includes(token)) {
      if (token === "discard") addEventListener("submit", event => event.preventDefault(), { once: true }); // the page stays, as while the answer is on its way
      $("#deal").requestSubmit($("#deal").appendChild(Object.assign(document.createElement("button"), { name: "act", value: token })));
    }
    else if (token === "lost") talk.waiting.shift().failed(new Error("lost"));
    else if (what === "wrong") {
      const page = document.documentElement.outerHTML.replace('<div class="told">', `<div class="told"><p id="errors"><a href="#${value}"></a></p>`);
      talk.waiting.shift().over({ ok: false, status: 422, text: async () => page });
    } else {
      const status = value ? Number(what) : 200;
      talk.waiting.shift().over({ ok: status === 200, status, json: async () => ({ version: Number(value ?? what), says: value && "Also there" }) });
    }
    await settled();
  }
  const open = [...document.querySelectorAll(".step.on [data-tray].on")].map(tray => tray.dataset.tray), kept = Object.keys(localStorage);
  return [talk.said.join(", ") || "nothing sent", `${inSight()}`, `tray ${open.join(" ") || "none"}`, `says ${$("#state").textContent || "nothing"}`, kept.length ? "kept here" : "not kept here"].join("; ");
};

// ---- later.js on the page of deal 1 of match m: its fields > deals that wait, as MATCH/DEAL@TIME?FIELDS (an amendment has "/amend" before the
// ---- "?") > calls. turn:DEAL is turnToWaiting with this deal in the address, back:DEAL is takeOver with the program's page of this deal; put and
// ---- put:asked are putOff(false) and putOff(true), again is sameAgain, before is waitsBefore ----------------------------------------------

tables.later = async line => {
  const later = await import("/static/js/entry/later.js"), [page, waiting, acts] = line.split(" > "), said = [], at = number => `/matches/m/deals/${number}`;
  const inputs = fields => [...new URLSearchParams(fields)].map(([name, value]) => `<input name="${name}" value="${value}">`).join(""), now = Date.now;
  const own = new URLSearchParams("mode=record&csrf_token=own&key=own&version=5&seen=3");
  for (const [name, value] of new URLSearchParams(page)) own.set(name, value);
  document.body.innerHTML = `<h1>Deal 1, Ann</h1><form id="deal" action="${at(1)}" data-match="m" data-deal="1" data-title="Deal 1" data-names="A" data-save="Save deal 1" data-heads="Ann\nBob\nCec"
    data-preview="${at(1)}/preview" data-draft="${at(1)}/draft" data-saved="/matches/m?saved=1" data-behind="behind"><p id="s0-red" data-clears="0"></p>${inputs(own)}</form>`;
  Object.defineProperty(navigator, "serviceWorker", { value: { controller: {}, ready: new Promise(() => {}) }, configurable: true });
  crypto.randomUUID = () => "new";
  Date.now = () => 7;
  delete document.documentElement.dataset.kept;
  await caches.delete("outbox");
  const box = await caches.open("outbox");
  for (const token of waiting.split(" ").filter(Boolean)) {
    const [, match, deal, time, amends, body] = /^(.+)\/(\d+)@(\d+)(\/amend)?\?(.*)$/.exec(token), action = `/matches/${match}/deals/${deal}`;
    await box.put(action, Response.json({ match, deal, action, page: `${action}${amends ?? ""}`, at: Number(time), body }));
  }
  const leave = event => { if (!event.destination.sameDocument) { event.preventDefault(); said.push(`leads to ${new URL(event.destination.url).pathname}`); } };
  navigation.addEventListener("navigate", leave);
  for (const token of acts.split(" ")) {
    const [what, value] = token.split(":");
    if (what === "turn") {
      history.replaceState(null, "", `/healthz?deal=${value}`);
      await later.turnToWaiting();
    } else if (what === "back") {
      const fresh = `<form id="deal" data-match="m" data-deal="${value}">${inputs("csrf_token=fresh&key=fresh&version=9&seen=9")}</form>`;
      await later.takeOver(new DOMParser().parseFromString(fresh, "text/html"));
    } else if (what === "put") said.push(await later.putOff(value === "asked") ? "waits now" : "asks first");
    else if (what === "again") await later.sameAgain();
    else said.push(await later.waitsBefore() ? "others before" : "none before");
  }
  await soon();
  navigation.removeEventListener("navigate", leave);
  Date.now = now;
  const form = $("#deal"), { deal, saved, draft } = form.dataset, items = await Promise.all((await box.keys()).map(async key => (await box.match(key)).json()));
  return [`${$("h1").textContent}: deal ${deal} to ${form.getAttribute("action")}, ${draft}, ${saved}`, `${new URLSearchParams(new FormData(form))}`, "kept" in document.documentElement.dataset ? "kept" : "new", ...said,
    `box ${items.map(({ match, deal, at, page, body }) => `${match}/${deal}@${at}${page.endsWith("/amend") ? "/amend" : ""}?${body}`).sort().join(" ") || "empty"}`].join("; ");
};
