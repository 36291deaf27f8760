// Choosing other rules or another number of players shows the form for them at once; without a script "Change" does it.
// Names are suggested while they are typed; without a script those that came with the page are.
(() => {
const form = document.querySelector("form.new");
for (const select of form.querySelectorAll(".choose select"))
  select.addEventListener("change", () => form.requestSubmit(form.querySelector(".change button")));

const known = document.getElementById("known-players");
const names = new Set([...known.options].map(option => option.value));
form.addEventListener("input", async event => {
  const typed = event.target.value.trim();
  if (event.target.getAttribute("list") !== known.id || !typed || names.has(typed)) return;
  try {
    const answer = await fetch(`${known.dataset.names}?q=${encodeURIComponent(typed)}`);
    for (const name of (await answer.json()).names) {
      if (names.has(name)) continue;
      names.add(name);
      known.append(new Option("", name));
    }
  } catch { /* a name that is not suggested can be typed */ }
});
})();
