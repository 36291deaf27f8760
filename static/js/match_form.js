// Choosing other rules or another number of players shows the form for them at once; without a script "Change" does it.
(() => {
const form = document.querySelector("form.new");
for (const select of form.querySelectorAll(".choose select"))
  select.addEventListener("change", () => form.requestSubmit(form.querySelector(".change button")));
})();
