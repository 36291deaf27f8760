// The form of the entry page as data: its fields, what they send, and the shelf of this tablet that keeps them.

export const $ = (selector, root = document) => root.querySelector(selector);
export const form = () => $("#deal");
export const inputsOf = name => [...form().elements].filter(input => input.name === name);

// What stands in it: a field without a word and a count of none say nothing, and most of them do.
export const data = extra => {
  const all = new URLSearchParams(new FormData(form()));
  for (const [name, value] of [...all]) if (!value || (value === "0" && counts(name))) all.delete(name);
  for (const [name, value] of Object.entries(extra ?? {})) all.set(name, value);
  return all;
};
export const counts = name => document.getElementById(name)?.dataset.clears === "0";
const shelfName = (kind = "deal") => `${kind} ${form().dataset.match} ${form().dataset.deal}`;
// A request that hangs is given up: a tablet that lost its network is told so.
const GIVE_UP = 8000;
export const get = url => fetch(url, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP) });
const send = (url, body, options) =>
  fetch(url, { method: "POST", body, cache: "no-cache", signal: AbortSignal.timeout(GIVE_UP), ...options });
// A page whose cookies are gone, or that was open too long, takes a new token and sends the same once more.
export const post = async (url, body, options = {}) => {
  const answer = await send(url, body, options);
  if (answer.status !== 400) return answer;
  const page = await get(location.pathname), token = $('[name="csrf_token"]', new DOMParser().parseFromString(await page.text(), "text/html"))?.value;
  if (!token) return answer;
  form().elements.csrf_token.value = token;
  body.set("csrf_token", token);
  return send(url, body, options);
};

const shelved = act => { try { return act(localStorage); } catch { return null; } }; // a full or closed shelf: the server keeps it

// `away` is said of what the program cannot know yet: it counts for more than the program's own draft.
export function keepHere(away) {
  shelved(shelf => shelf.setItem(shelfName(), data(away ? { away: "yes" } : {}).toString()));
}
// The program has it as a draft. A device that may be without the program tomorrow keeps a copy.
export function draftedHere(copied) {
  shelved(shelf => {
    if (copied) shelf.setItem(shelfName("sent"), data().toString());
    shelf.removeItem(shelfName());
  });
}
export function forgetHere() {
  shelved(shelf => { for (const kind of ["deal", "sent"]) shelf.removeItem(shelfName(kind)); });
}
export function leftHere(copied) {
  return shelved(shelf => shelf.getItem(shelfName()) ?? (copied ? shelf.getItem(shelfName("sent")) : null));
}

// Deals before this one whose save was never answered: number and key.
export function unanswered() {
  const { match, deal } = form().dataset;
  const names = shelved(shelf => Object.keys(shelf)) ?? [], before = [];
  for (const name of names) {
    const [kind, of, number] = name.split(" ");
    if (kind === "deal" && of === match && Number(number) < Number(deal))
      before.push({ number, key: new URLSearchParams(shelved(shelf => shelf.getItem(name))).get("key") });
  }
  return before;
}
export const forgetUnanswered = () => shelved(shelf => {
  for (const { number } of unanswered()) shelf.removeItem(`deal ${form().dataset.match} ${number}`);
});

export const OWN = ["csrf_token", "mode", "key", "version", "seen", "away"]; // these are of this page, not of the deal
export const isWay = name => /(^|-)ways?$/.test(name);
// Is what was kept no other than what the page holds?
export const isShown = fields => {
  const shown = data();
  return [...new Set([...fields.keys(), ...shown.keys()])].every(name => OWN.includes(name) || fields.get(name) === shown.get(name));
};
