// Choosing other rules or another number of players shows the form for them at once; without scripts "Change" does it.
// A tap on a recent player fills the first free seat; without scripts the page is loaded again.
// Names are suggested while they are typed; without scripts only those in the page.
(() => {
const form = document.querySelector("form.new");
for (const select of form.querySelectorAll(".choose select"))
  select.addEventListener("change", () => form.requestSubmit(form.querySelector(".change button")));

// A chip stays where it is, so that the second tap of a double tap hits it again, and changes nothing.
const ECHO = 1500;
const seats = [...form.querySelectorAll(".seat input:not([type=radio])")];
const chips = [...form.querySelectorAll("[name=sit]")];
const marked = () => {
  const names = seats.map(seat => seat.value.trim());
  for (const chip of chips) chip.setAttribute("aria-pressed", names.includes(chip.value));
};
for (const chip of chips) {
  let tapped = -ECHO;
  chip.addEventListener("click", event => {
    event.preventDefault();
    if (event.timeStamp - tapped < ECHO) return;
    const sat = seats.find(seat => seat.value.trim() === chip.value), free = seats.find(seat => !seat.value.trim());
    if (!sat && !free) return;
    tapped = event.timeStamp;
    if (sat) sat.value = "";
    else free.value = chip.value;
    marked();
  });
}
form.addEventListener("input", marked);

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
