// Scripts for every page; the pages work without them, too. The menu closes, errors take the focus,
// the screen stays on where a page asks for it, and nothing typed is lost by a stray tap.

// A language, theme or text size from the address is now in a cookie: remove it from the address, which may be shared.
const address = new URL(location.href);
const chosen = ["lang", "theme", "text"].filter(name => address.searchParams.has(name));
if (chosen.length) {
  for (const name of chosen) address.searchParams.delete(name);
  history.replaceState(history.state, "", address);
}

document.querySelector("[data-focus]")?.focus();

addEventListener("click", event => {
  for (const menu of document.querySelectorAll("[data-menu][open]"))
    if (!menu.contains(event.target)) menu.open = false;
});
addEventListener("keydown", event => {
  const menu = event.key === "Escape" && document.querySelector("[data-menu][open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
});

// If a fetched page, whose content is to be put in here, is from a new version with other styles and scripts,
// this page is reloaded instead.
const files = page => new Map([...page.querySelectorAll("head :is([href*='?v='], [src*='?v='])")]
  .map(file => (file.getAttribute("href") ?? file.getAttribute("src")).split("?")));
addEventListener("fetched", event => {
  const here = files(document);
  if ([...files(event.detail)].some(([path, hash]) => here.has(path) && here.get(path) !== hash)) event.preventDefault();
});

// Hides an element by its button; a double tap on the button does not hit what is below.
for (const button of document.querySelectorAll("[data-dismiss]")) button.hidden = false;
addEventListener("click", event => {
  const note = event.target.closest?.("[data-dismiss]")?.parentElement;
  if (!note) return;
  note.remove();
  dispatchEvent(new Event("moved"));
});

// A page that prints itself.
addEventListener("click", event => { if (event.target.closest?.("[data-print]")) print(); });

// A form with [data-lost] is sent only if the program answers; otherwise the page stays, and shows that element.
addEventListener("submit", async event => {
  const form = event.target, lost = form.querySelector("[data-lost]");
  if (!lost) return;
  event.preventDefault();
  if (form.dataset.sent) return;
  form.dataset.sent = "yes";
  lost.hidden = true;
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5000) });
    form.submit();
  } catch {
    delete form.dataset.sent;
    lost.hidden = false;
  }
});

// A form with [data-guard] warns before it is left with changes, and is sent only once.
let changed = false;
addEventListener("input", event => { if (event.target.form?.hasAttribute("data-guard")) changed = true; });
addEventListener("submit", event => {
  if (event.defaultPrevented) return;
  changed = false;
  const form = event.target;
  if (form.dataset.sent && (event.submitter?.formMethod || form.method) === "post") return event.preventDefault();
  form.dataset.sent = "yes";
  event.submitter?.setAttribute("aria-busy", "true");
});
addEventListener("pageshow", event => { // reached with Back: it may be sent again
  if (!event.persisted) return;
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
});
addEventListener("beforeunload", event => { if (changed) event.preventDefault(); });

// [data-awake] asks for a screen that stays on; browsers allow it only over https and on the machine that runs the program.
async function stayAwake() {
  if (!document.querySelector("[data-awake]") || document.visibilityState !== "visible") return;
  try { await navigator.wakeLock?.request("screen"); } catch { /* a low battery says no: the page works all the same */ }
}
addEventListener("visibilitychange", stayAwake);
stayAwake();

// Another language, theme or text size keeps the position and the typed values of the page, except secrets;
// the entry page keeps its own values.
const TYPED = "typed";
const isBox = field => field.matches("[type=radio], [type=checkbox]");
const placeOf = field => [field.form.getAttribute("action"), field.name, isBox(field) ? field.value : ""].join(" ");
const typed = () => [...document.querySelectorAll("form:not(#deal) :is(input, textarea, select)[name]")]
  .filter(field => !["hidden", "password", "file"].includes(field.type));
addEventListener("click", event => {
  const link = event.target.closest?.("[data-menu] a[href*='?']");
  if (!link) return;
  link.hash = location.hash;
  changed = false;
  const fields = Object.fromEntries(typed().map(field => [placeOf(field), isBox(field) ? field.checked : field.value]));
  try { sessionStorage.setItem(TYPED, JSON.stringify({ page: link.pathname, fields })); } catch { /* the next page has only the saved values */ }
});
document.addEventListener("DOMContentLoaded", () => {
  let kept = null;
  try { kept = JSON.parse(sessionStorage.getItem(TYPED)); sessionStorage.removeItem(TYPED); } catch { /* nothing was kept */ }
  if (kept?.page !== location.pathname) return;
  for (const field of typed()) {
    const now = isBox(field) ? "checked" : "value", was = kept.fields[placeOf(field)];
    if (was === undefined || field[now] === was) continue;
    field[now] = was;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
});
