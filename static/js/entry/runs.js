// Sequences, on the cards of the four suits. Tapping the first and the last card lays a run. Further taps on a card make it
// a natural card, a two, a joker, and at an end of the run nothing. Each run is a row of fields, which the form sends.

import { $, data } from "./form.js";
import { open, openOn } from "./sheets.js";
import { noteAll } from "./undo.js";

const ROW = /^(s\d-q)(\d)-(.+)$/;
const MOST = 10;
const WILD = ["yes", "2", "joker"];
let overSame = false;      // the next tap begins a run over cards that are in another run

// The runs of a side by their rows: {row, suit, cards: a card and what it is}.
function runsOf(key) {
  const runs = new Map();
  for (const [name, value] of data()) {
    const [, side, row, what] = ROW.exec(name) ?? [];
    if (side !== key) continue;
    if (!runs.has(row)) runs.set(row, { row, suit: "", cards: {} });
    what === "suit" ? runs.get(row).suit = value : runs.get(row).cards[what] = value;
  }
  return [...runs.values()];
}

const boxOf = element => element.closest(".step").querySelector(".suits");
const orderOf = box => [...box.firstElementChild.children].map(card => card.dataset.card);
const activeRow = box => /-q(\d)$/.exec(openOn(box.closest(".step").id))?.[1];
const ends = (run, order) => { const places = Object.keys(run.cards).map(card => order.indexOf(card)); return [Math.min(...places), Math.max(...places)]; };

// The effect of a tap on a card: its run, and the fields that change.
function tap(box, suit, card) {
  const key = box.dataset.rows, order = orderOf(box), at = order.indexOf(card);
  const runs = runsOf(key), mine = runs.filter(run => run.suit === suit).sort(run => (run.row === activeRow(box) ? -1 : 1));
  const field = (run, what) => `${key}${run.row}-${what}`;
  const begun = mine.find(run => run.row === activeRow(box) && Object.keys(run.cards).length === 1 && !(card in run.cards));
  const own = !overSame && !begun && mine.find(run => card in run.cards);
  if (own) {
    const [first, last] = ends(own, order), next = WILD[WILD.indexOf(own.cards[card]) + 1] ?? (at === first || at === last ? "" : "yes");
    const alone = !next && first === last;
    return [own, [[field(own, card), next], ...(alone ? [[field(own, "suit"), ""]] : [])]];
  }
  const near = begun ?? mine.find(run => {
    const [first, last] = ends(run, order);
    return (first === last && at !== first) || at === first - 1 || at === last + 1;
  });
  if (near && !(overSame && mine.some(run => card in run.cards && run !== near))) {
    const [first, last] = ends(near, order), from = Math.min(first, at), to = Math.max(last, at);
    return [near, order.slice(from, to + 1).filter(each => !(each in near.cards)).map(each => [field(near, each), "yes"])];
  }
  const free = [...Array(MOST).keys()].map(String).find(row => !runs.some(run => run.row === row));
  if (free === undefined) return [null, []];
  const fresh = { row: free };
  return [fresh, [[field(fresh, "suit"), suit], [field(fresh, card), "yes"]]];
}

// Whether a tap here changes a sequence.
export function lay(touched) {
  const button = touched.closest("[data-suit], [data-run-away], [data-run-new]");
  if (!button) return false;
  const box = boxOf(button), key = box.dataset.rows;
  if (button.matches("[data-run-new]")) { overSame = true; return false; }
  const active = runsOf(key).find(run => run.row === activeRow(box));
  if (button.matches("[data-run-away]")) {
    const away = active && noteAll([...Object.keys(active.cards), "suit"].map(what => [`${key}${active.row}-${what}`, ""]), button.ariaLabel);
    if (away) open(key);
    return Boolean(away);
  }
  const [run, fields] = tap(box, button.dataset.suit, button.dataset.card);
  overSame = false;
  if (!run || !noteAll(fields, button.ariaLabel)) return false;
  open(`${key}${run.row}`);
  return true;
}

export function drawRuns() {
  for (const box of document.querySelectorAll(".suits")) {
    const runs = runsOf(box.dataset.rows), row = activeRow(box), active = runs.find(run => run.row === row);
    for (const button of box.querySelectorAll("[data-suit]")) {
      const { suit, card } = button.dataset;
      const run = [active, ...runs].find(each => each?.suit === suit && card in each.cards);
      button.ariaPressed = String(Boolean(run));
      const what = run?.cards[card];
      what && what !== "yes" ? button.dataset.wild = what : delete button.dataset.wild;
    }
    const echo = $("[data-run-echo]", box.closest(".step")), said = active && $(`[data-run="q${row}"]`, box.closest(".step"));
    echo.innerHTML = said?.innerHTML ?? `<b></b>`;
    if (!said) echo.firstElementChild.textContent = echo.dataset.empty;
  }
}
addEventListener("opened", drawRuns);
