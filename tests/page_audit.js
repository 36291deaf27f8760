// Run in a page by tests/page_audit.py: lists targets and text that are too small, clipped text, sideways scrolling.
([target, type]) => {
  const found = [];
  const name = element => {
    const words = element.textContent.trim() || element.name || "";
    return `${element.tagName.toLowerCase()} “${words.slice(0, 40)}”`;
  };
  const hidden = element =>
    element.closest(".vh, .skip, .symbols, details:not([open]) > :not(summary)") ||
    !element.getClientRects().length ||
    getComputedStyle(element).visibility === "hidden";
  const talks = element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const scale = drawing => {
    const drawn = drawing?.viewBox.baseVal.width;
    return drawn ? drawing.getBoundingClientRect().width / drawn : 1;
  };

  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`the page is ${width} px wide, the screen ${innerWidth}`);

  // Links inside running text, and what only a screen reader sees, are no targets.
  const targets = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  for (const element of document.querySelectorAll(targets)) {
    if (hidden(element) || element.closest(".prose p, .prose li")) continue;
    const box = element.getBoundingClientRect();
    if (box.width < target - 0.5 || box.height < target - 0.5)
      found.push(`target ${name(element)}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px`);
  }

  for (const element of document.querySelectorAll("body *")) {
    if (hidden(element) || !talks(element)) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize) * scale(element.ownerSVGElement);
    if (size < type - 0.1) found.push(`text ${name(element)}: ${size.toFixed(1)} px`);
    const room = element.clientWidth;
    if (!element.ownerSVGElement && room && style.display !== "inline" && element.scrollWidth > room + 1)
      found.push(`clipped ${name(element)}: ${element.scrollWidth} px of ${room}`);
  }
  return found;
}
