// "May I?" answers after each tap: the page for these values is requested, and its answer replaces the one shown.
// Without this script the button does the same.
(() => {
  const form = document.querySelector("[data-may-i]");
  let asking = 0;

  async function ask() {
    const mine = ++asking;
    const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
    try {
      const page = await (await fetch(address)).text();
      if (mine !== asking) return;
      const found = new DOMParser().parseFromString(page, "text/html").getElementById("answer");
      document.getElementById("answer").replaceChildren(...found.childNodes);
      history.replaceState(null, "", address);
    } catch {
      // No network: the button asks again.
    }
  }

  form?.addEventListener("change", ask);
})();
