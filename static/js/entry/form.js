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
const shelf = () => `deal ${form().dataset.match} ${form().dataset.deal}`;
// A request that hangs is given up: a tablet that lost its network is told so.
const GIVE_UP = 8000;
export const post = (url, body, options = {}) =>
  fetch(url, { method: "POST", body, cache: "no-cache", signal: AbortSignal.timeout(GIVE_UP), ...options });

export function keepHere() {
  try { localStorage.setItem(shelf(), data().toString()); } catch { /* a full or closed shelf: the server keeps it */ }
}
export function forgetHere() {
  try { localStorage.removeItem(shelf()); } catch { /* nothing was kept */ }
}
export function leftHere() {
  try { return localStorage.getItem(shelf()); } catch { return null; }
}
