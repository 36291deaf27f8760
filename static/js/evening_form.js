// Counts who was typed as they are typed, and offers the movements that fit; without a script "Count" does it.
(() => {
const form = document.querySelector(".evening-form"), count = form.querySelector("[name=count]");
const names = form.querySelector("[name=names]");
const PAUSE = 400;
let waits, asked = 0;
count.hidden = true;
names.addEventListener("input", () => {
  clearTimeout(waits);
  waits = setTimeout(async () => {
    const mine = ++asked, typed = new URLSearchParams(new FormData(form));
    typed.delete("csrf_token");
    typed.delete("key");
    try {
      const answer = await fetch(`${count.formAction}?${typed}`);
      if (!answer.ok || mine !== asked) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      document.getElementById("found").replaceWith(document.adoptNode(page.getElementById("found")));
    } catch { /* who is not counted can still be seated */ }
  }, PAUSE);
});
})();
