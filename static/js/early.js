// Runs before the page is painted, so that what only a page without scripts needs is never seen with one.
document.documentElement.dataset.script = "yes";
