// The form of the entry page as data: its fields, the values that it sends, and their copy in this tablet's local storage.

export const $ = (selector, root = document) => root.querySelector(selector);
export const form = () => $("#deal");
export const inputsOf = name => [...form().elements].filter(input => input.name === name);

// The values of the form without empty fields and counts of 0, which most of them are.
export const data = extra => {
  const all = new URLSearchParams(new FormData(form()));
  for (const [name, value] of [...all]) if (!value || (value === "0" && counts(name))) all.delete(name);
  for (const [name, value] of Object.entries(extra ?? {})) all.set(name, value);
  return all;
};
export const counts = name => document.getElementById(name)?.dataset.clears === "0";
const shelfName = (kind = "deal") => `${kind} ${form().dataset.match} ${form().dataset.deal}`;
// A request that hangs is aborted, so that a tablet without a network can say so.
const GIVE_UP = 8000;
export const get = url => fetch(url, { cache: "no-store", signal: AbortSignal.timeout(GIVE_UP) });
const send = (url, body, options) =>
  fetch(url, { method: "POST", body, cache: "no-cache", signal: AbortSignal.timeout(GIVE_UP), ...options });
// A page whose cookies are gone, or that was open too long, gets a new token and sends the request again.
export const post = async (url, body, options = {}) => {
  const answer = await send(url, body, options);
  if (answer.status !== 400) return answer;
  const page = await get(location.pathname), token = $('[name="csrf_token"]', new DOMParser().parseFromString(await page.text(), "text/html"))?.value;
  if (!token) return answer;
  form().elements.csrf_token.value = token;
  body.set("csrf_token", token);
  return send(url, body, options);
};

const shelved = act => { try { return act(localStorage); } catch { return null; } }; // local storage is full or disabled: the server has the draft

// `away` marks values that the program cannot have yet: they take precedence over the program's draft.
export function keepHere(away) {
  shelved(shelf => shelf.setItem(shelfName(), data(away ? { away: "yes" } : {}).toString()));
}
// The program has it as a draft. A device that may lose the connection keeps a copy.
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

// Earlier deals whose save was never answered: number and key.
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
// Whether the stored values equal those of the page.
export const isShown = fields => {
  const shown = data();
  return [...new Set([...fields.keys(), ...shown.keys()])].every(name => OWN.includes(name) || fields.get(name) === shown.get(name));
};
