// The script of the entry page: one sheet at a time, a preview after every tap, undo and redo,
// a draft on the server and on the tablet, and a save that says "Saved" only when the ledger has it.

import { $, counts, data, draftedHere, forgetHere, forgetUnanswered, form, get, inputsOf, isShown, isWay, keepHere, leftHere, OWN, post } from "./entry/form.js";
import { canWait, forgetWaiting, greenHere, isKept, isWhatWaits, putOff, sameAgain, takeOver, toBoard, turnToWaiting, unansweredSays, waitingHere,
  waitsBefore } from "./entry/later.js";
import { again, lifted } from "./entry/finger.js";
import { fill, say, spotOf, warn } from "./entry/parts.js";
import { answers, goOn, isEcho, markQuick, pointsInHand, setAll, stay } from "./entry/quick.js";
import { drawRuns, lay } from "./entry/runs.js";
import { go, inSight, lookAt, markWrong, opens, settleTrays, sheetOfHash, show, showWrong, unpoint } from "./entry/sheets.js";
import { isKnown, noteAll, noteChange, putAgain, putBack, remember, showUndo, takeBack } from "./entry/undo.js";

await turnToWaiting();

const STRUCTURE = /^(end|took|ways|first_round|s\d-(way|hand|x\d-rank))$/; // choices that change the set of fields
const DRAFT_AFTER = 500;   // milliseconds after the last tap
const DRAFT_LATEST = 2000; // milliseconds after the first unsent change
const TYPING = 120;
const AGAIN = 4000;        // milliseconds between two requests to a program that does not answer

let changes = 0;           // the number of taps and keys so far: an answer to fewer is out of date
let drawn = 0;             // that number when the whole page, with all its sheets, was rendered last
let behind = "";           // what is out of date in the page: "" nothing, "figures", or the whole "page"
let asking = false;
let away = isKept();       // the program does not answer
let typing = false;        // a number is being typed, key by key
let wanted = null;         // the save button that was tapped before the figures were up to date
let draftTimer, typeTimer, againTimer;
let unsent = 0;            // the time of the first tap that is not in a draft
let drafting = false;
let sending = false;
let asked = false;         // whether a waiting deal with other figures may be replaced
let leaving = false;       // the next page may be rendered without the draft that is being sent

// ---- what the engine makes of it --------------------------------------------------------------

// One request at a time, always with all taps so far; after an outdated answer the preview is requested again.
// It is about the visible sheet only; another sheet is requested when it is shown.
// Saving waits until the figures shown are up to date.
async function ask(what) {
  fallBehind(what);
  if (asking) return;
  asking = true;
  clearTimeout(againTimer);
  try {
    if (isKept()) await renewed();
    while (behind && form()) await answered(behind, changes);
    if (away && form()) found();
  } catch {
    if (form()) lost();
  }
  asking = false;
  if (form()) armed();
}

function fallBehind(what) {
  if (behind !== "page") behind = what;
  armed();
}

function armed() {
  if (form().classList.toggle("away", away)) markQuick();
  form().classList.toggle("behind", Boolean(behind));
  if (!wanted || behind) return;
  const button = wanted.isConnected ? wanted : $(".step.on > .green [value=save], .facing > .green [value=save]");
  wanted = null;
  if (!button) return;
  if (button.dataset.named) named(button, button.dataset.named);
  save(button);
}

// The page was stored, and the program is back: first request the values that only the program has.
async function renewed() {
  if (await waitsBefore()) throw new Error("the program has not got the deals before this one yet");
  const answer = await get(location.pathname);
  if (answer.status >= 500) throw new Error("the program does not answer");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!answer.ok || !$('[name="csrf_token"]', fresh)) { keepHere(true); return location.reload(); } // it says why
  await takeOver(fresh);
  behind = "page";
  dispatchEvent(new Event("kept"));
}

async function answered(what, upTo) {
  const whole = what === "page", sight = inSight();
  const answer = await post(whole ? form().action : form().dataset.preview, data(whole ? { act: "draw" } : { sight }));
  if (answer.status >= 500) throw new Error("the program does not answer");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (answer.status === 404 && $('link[href*="/static/"]', fresh)) return location.reload(); // the program has not got this deal any more
  await lifted();
  if (upTo !== changes || (!whole && (behind === "page" || sight !== inSight()))) return;
  behind = "";
  if (!answer.ok && answer.status !== 409) { behind = what; throw new Error("the figures in sight are not those of the entry"); }
  if (!whole) return fill(fresh, typing);
  drawn = upTo;
  redrawn(fresh);
}

addEventListener("turned", () => { if (form() && changes !== drawn) preview(); });

const preview = () => ask("figures");
const redraw = () => ask("page");

function redrawn(fresh) {
  if (!dispatchEvent(new CustomEvent("fetched", { detail: fresh, cancelable: true }))) { keepHere(true); return location.reload(); } // a new version rendered it
  const state = $("#state"), focus = document.activeElement, spot = spotOf(focus); // where the finger is now, not at the time of the request
  const { selectionStart: from, selectionEnd: to } = focus;
  swap(fresh, $(".step.on")?.id);
  if (form() && !state.hidden) $("#state").replaceWith(state);
  const field = spot && $(spot);
  field?.focus({ preventScroll: true });
  if (Number.isInteger(from)) field?.setSelectionRange?.(from, to); // a number that is being typed goes on where it was
  if (form()) goOn();
}

// Without the program the figures are out of date: they are pale until it answers.
function lost() {
  away = true;
  wanted = null;
  for (const button of document.querySelectorAll("[data-named]")) named(button, button.dataset.named);
  goOn();
  if (changes) keepHere(true);
  if (!$("#state button")) say(canWait() ? form().dataset.later : form().dataset.away, "away");
  if (canWait()) greenHere();
  againTimer = setTimeout(askAgain, AGAIN);
}

function found() {
  away = false;
  if ($("#state").dataset.state === "away") say();
  draftSoon();
}

function askAgain() {
  if (form() && behind && !asking && !sending) ask(behind);
}

// ---- drafts -----------------------------------------------------------------------------------

function draftSoon() {
  if (!canWait()) forgetUnanswered();
  keepHere(away);
  clearTimeout(draftTimer);
  if (isKept()) return;
  unsent ||= performance.now();
  draftTimer = setTimeout(draft, Math.max(0, Math.min(DRAFT_AFTER, unsent + DRAFT_LATEST - performance.now())));
}

// One after the other: two at once could arrive in the wrong order.
async function draft() {
  draftTimer = null;
  if (drafting || sending || !form()) return;
  const upTo = changes;
  drafting = true;
  unsent = 0;
  try {
    const answer = await post(form().dataset.draft, data(), { keepalive: true });
    const kept = answer.ok || answer.status === 409 ? await answer.json() : null;
    if (kept) form().elements.seen.value = kept.version;
    if (kept?.says) say(kept.says);
    if (answer.ok && upTo === changes && !leaving) draftedHere(canWait());
  } catch { /* kept on the tablet until the server answers */ }
  drafting = false;
  if (form() && upTo !== changes && !draftTimer && !sending) draftSoon();
}

// ---- the page, drawn again by the server where its structure changes ----------------------------

function swap(fresh, step) {
  const title = fresh.querySelector("title");
  document.title = title.textContent;
  document.body.className = fresh.body.className;
  if ($("[data-menu][open]")) dispatchEvent(new Event("moved")); // the menu closes: a second tap would hit what was under it
  document.body.replaceChildren(...fresh.body.childNodes);
  if (form()) begin(step);
  dispatchEvent(new Event("kept")); // this page also reports waiting deals
}

// ---- a tap taken back ---------------------------------------------------------------------------

function undo(act) {
  const name = act();
  if (!name) return;
  lookAt(name);
  stay();
  changed(name);
}

// After a change, update the figures and the draft; the whole page if the set of fields changes, or if the field is not shown.
function changed(name) {
  markQuick();
  drawRuns();
  changes += 1;
  STRUCTURE.test(name) || isUnseen(name) ? redraw() : preview();
  draftSoon();
}
const isUnseen = name => name && !/^s\d-q\d-/.test(name) && inputsOf(name).every(input => input.type === "hidden"); // those of sequences always are

// ---- saving ---------------------------------------------------------------------------------------

function named(button, text, busy = false) {
  const word = $("span", button) ?? button;
  button.dataset.named ??= word.textContent;
  word.textContent = text;
  busy ? button.setAttribute("aria-busy", "true") : button.removeAttribute("aria-busy");
}

async function save(button) {
  if (sending) return;
  if (behind && !(away && canWait())) { // the figures are brought up to date before saving, if possible
    wanted = button;
    return named(button, form().dataset.working, true);
  }
  sending = true;
  button.setAttribute("aria-busy", "true");
  clearTimeout(draftTimer);
  draftTimer = null;
  keepHere(away);
  performance.mark("save");
  try {
    if (away && canWait()) throw new Error("the program does not answer");
    const upTo = changes, answer = await post(form().action, data({ act: "save" }), { redirect: "manual" });
    if (answer.type === "opaqueredirect") { // it is in the ledger: the board says so
      forgetHere();
      await forgetWaiting();
      return location.replace(form().dataset.saved);
    }
    if (answer.status >= 500) throw new Error("the server could not save");
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    await lifted();
    if (upTo !== changes) { // the refusal is about earlier values: the taps made since are kept
      redraw();
      draftSoon();
    } else {
      drawn = upTo;
      swap(fresh, inSight());
      dispatchEvent(new Event("painted"));
      $("[data-focus]")?.focus();
    }
  } catch {
    const waits = canWait() ? await putOff(asked).catch(() => null) : null;
    if (waits) return;
    const { unsaved, retry, waiting, replace } = form().dataset;
    say(...(waits === false ? [waiting, "unsaved", replace] : [unsaved, "unsaved", retry]));
    if (asked = waits === false) dispatchEvent(new Event("painted")); // the second tap of a double tap is no answer
  }
  sending = false;
  button.removeAttribute("aria-busy");
}

// ---- beginning ------------------------------------------------------------------------------------

function begin(step) {
  remember();
  markQuick();
  settleTrays();
  drawRuns();
  markWrong(document);
  showUndo();
  const wrong = $("#errors a[href^='#']");
  const asked = sheetOfHash(location.hash);
  show((document.getElementById(step) ? step : asked?.sheet) ?? inSight());
  if (wrong) showWrong(sheetOfHash(new URL(wrong.href).hash));
  for (const button of document.querySelectorAll("[data-dismiss]")) button.hidden = false;
}

// The entry continues on the sheet that was left, on any device, if anything was tapped.
function keepStep() {
  if (changes || form().dataset.mine) draftSoon();
}

// A save or draft that the server never received is still on this tablet: restore it.
function recover() {
  const left = leftHere(isKept());
  if (isKept()) { say(form().dataset.later, "away"); greenHere(); sameAgain(); }
  if (!left) return;
  const fields = new URLSearchParams(left);
  const mode = form().elements.mode.value;
  const seen = Number(form().elements.seen.value) - Number(fields.get("seen")), theirs = seen && $(".note.draft");
  // A newer draft of another device stays, and the copy only adds to it; on a stored page only a copy marked "away", which the
  // program never had. This tablet's own draft is never newer than the copy: a draft sent as the page closed may still be on its way.
  if (fields.get("mode") !== mode || (isKept() && seen > 0 && !fields.has("away"))) return isKept() || forgetHere();
  if (!theirs && isShown(fields)) { // a page with errors shows the values that were sent, and stays as it is
    if (seen) return forgetHere();
    changes += 1;
    return draftSoon();
  }
  if (theirs) for (const [name, value] of data()) fields.set(name, value);
  for (const name of data().keys()) if (!fields.has(name)) fields.set(name, counts(name) ? "0" : "");
  const asked = new URL(location).searchParams.has("way"); // the address asks for another way than before
  for (const [name, value] of fields) if (!OWN.includes(name) && !(asked && isWay(name))) putBack(name, value);
  changes += 1;
  say(form().dataset.recovered);
  redraw();
  draftSoon();
}
document.addEventListener("change", event => {
  const input = event.target;
  if (!input.name || input.form !== form() || !form()) return;
  typing = false;
  if (input.type === "text" && isKnown(input)) return warn(); // every key has a preview already
  if (!pointsInHand(input)) {
    const more = form().elements[`${input.name}-more`]; // tapping a chip clears the value typed after its "+"
    if (more) more.value = "";
    noteChange(input);
  }
  answers(input);
  if (isWay(input.name)) forgetAskedWay();
  changed(input.name);
});

// If another way is tapped, it is removed from the address, so that a reload stays with the new one.
function forgetAskedWay() {
  const address = new URL(location);
  address.searchParams.delete("way");
  history.replaceState(history.state, "", address);
}

document.addEventListener("input", event => {
  const input = event.target;
  if (!form() || input.form !== form() || input.type === "radio" || input.type === "checkbox") return;
  if (input.name.endsWith("-more") && input.value) {
    const plain = input.name.slice(0, -5);
    for (const name of [plain, `${plain}-tens`, `${plain}-fives`]) for (const chip of inputsOf(name)) chip.checked = false;
  }
  noteChange(input);
  markQuick();
  changes += 1;
  typing = true;
  fallBehind("figures");
  clearTimeout(typeTimer);
  typeTimer = setTimeout(() => behind && preview(), TYPING); // a request that was on its way covers this key as well
  draftSoon();
});

document.addEventListener("submit", event => {
  if (event.target !== form()) return;
  const act = event.submitter?.value ?? "look";
  if (act === "theirs") forgetWaiting();
  if (["discard", "restore", "theirs"].includes(act)) { // the page is left for it, with nothing left to save
    clearTimeout(draftTimer);
    draftTimer = null;
    sending = true;
    return forgetHere();
  }
  event.preventDefault();
  if (event.submitter?.dataset.reason) form().elements.reason.value = event.submitter.dataset.reason;
  if (event.submitter?.closest(".green") && isEcho(event)) return;
  if (act.startsWith("sure:")) return noteAll([[act.slice(5), "yes"]], event.submitter.textContent.trim()) && changed(""); // the button with the question is also its answer
  act.startsWith("save") ? save(event.submitter) : redraw();
});

document.addEventListener("click", event => {
  if (!form()) return;
  unpoint();
  const undoes = event.target.closest(".undo, .redo");
  if (undoes) return isEcho(event) || undo(undoes.matches(".undo") ? takeBack : putAgain);
  const link = event.target.closest("a[href^='#']");
  if (link && sheetOfHash(link.hash)) {
    event.preventDefault();
    if (link.closest(".green") && isEcho(event)) return;
    go(link.hash);
    return keepStep();
  }
  const button = event.target.closest("[data-opens]"), place = event.target.closest(".opens, [data-suit]");
  if (place && again(place, event.timeStamp)) return; // opened or laid by the previous tap
  if (button ? opens(button) : setAll(event.target, event.timeStamp) || lay(event.target)) changed("");
});

addEventListener("popstate", () => {
  if (!form()) return location.reload();
  show(sheetOfHash(location.hash)?.sheet ?? $(".step")?.id);
});

// A page from the browser's cache is reloaded, to show what was saved meanwhile. If the browser restored typed values, redraw.
addEventListener("pageshow", event => {
  if (event.persisted) return location.reload();
  if (form() && [...form().elements].some(typedIn)) redraw();
});
const typedIn = input => input.name && input.type !== "hidden" && (input.matches("select") ? !input.selectedOptions[0]?.defaultSelected
  : "defaultValue" in input && (input.checked !== input.defaultChecked || input.value !== input.defaultValue));
addEventListener("online", askAgain);
addEventListener("answers", async () => { if (form() && !asking && !await waitingHere().then(item => item && isWhatWaits(item))) ask("page"); });
addEventListener("sent", event => {
  if (!form() || !isWhatWaits(event.detail)) return;
  event.preventDefault();
  location.replace(event.detail.saved);
});
addEventListener("beforeunload", () => { leaving = true; });
addEventListener("pagehide", () => { if (form() && draftTimer) navigator.sendBeacon?.(form().dataset.draft, data()); });

if (form()) {
  begin();
  recover();
  unansweredSays().then(says => { if (says && !changes) { say(says); $("#state").append(" ", toBoard()); } });
  // The browser scrolls to the sheet in the address again after loading; a sheet begins at the top.
  if ($(".step")) addEventListener("load", () => requestAnimationFrame(() => scrollTo(0, 0)));
}
