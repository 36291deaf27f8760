// Keeps and counts who was typed as they are typed, and offers the movements that fit; without a script "Count" does it.
(() => {
const form = document.querySelector(".evening-form"), count = form.querySelector("[name=count]");
const names = form.querySelector("[name=names]");
const PAUSE = 400, PARTS = ["found", "of-movement"];
let waits, asked = 0;
count.hidden = true;

function changed(event) {
  if (event.target.closest(".ties")) return;
  clearTimeout(waits);
  waits = setTimeout(ask, event.type === "input" && event.target.name === "names" ? PAUSE : 0);
}

async function ask() {
  const mine = ++asked, typed = new URLSearchParams(new FormData(form));
  try {
    const answer = await fetch(count.formAction, { method: "POST", body: typed });
    if (!answer.ok || mine !== asked) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    for (const id of PARTS) {
      const here = document.getElementById(id), focus = here.contains(document.activeElement) && document.activeElement;
      const again = focus && `[name="${CSS.escape(focus.name)}"]` + (focus.type === "radio" ? `[value="${CSS.escape(focus.value)}"]` : "");
      here.replaceWith(document.adoptNode(page.getElementById(id)));
      if (again) document.getElementById(id).querySelector(again)?.focus();
    }
  } catch { /* who is not counted can still be seated */ }
}

// A name that is tapped in the list stands on a line of its own, and leaves the list.
form.addEventListener("click", event => {
  const known = event.target.closest("[name=add]");
  if (!known) return;
  event.preventDefault();
  names.value = [names.value.trimEnd(), known.value].filter(Boolean).join("\n") + "\n";
  const next = known.nextElementSibling ?? known.previousElementSibling;
  known.remove();
  next?.focus();
  names.dispatchEvent(new Event("input", { bubbles: true }));
});
form.addEventListener("input", changed);
})();
