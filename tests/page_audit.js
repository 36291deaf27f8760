// Run in a page by tests/page_audit.py: lists targets and text that are too small, clipped text, sideways scrolling.
([elsewhere, entry, low]) => {
  const found = [];
  // The limits for an element: the entry page has its own, because it may not scroll.
  const asked = element => (!element.closest(".deal, [data-keypad]") ? elsewhere : innerWidth < 768 || document.querySelector(".facing") ? low : entry);
  const name = element => {
    const words = element.textContent.trim() || element.name || "";
    return `${element.tagName.toLowerCase()} “${words.slice(0, 40)}”`;
  };
  const drawn = element => element.getClientRects().length > 0;
  const hidden = element =>
    !drawn(element) ||
    element.closest(".vh, .skip, .symbols, details:not([open]) > :not(summary)") ||
    getComputedStyle(element).visibility === "hidden";
  const talks = element => [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const scale = drawing => {
    const drawn = drawing?.viewBox.baseVal.width;
    return drawn ? drawing.getBoundingClientRect().width / drawn : 1;
  };

  // A part that has just been painted ignores taps for a moment (static/js/early.js). It is measured as if that were over.
  const page = document.documentElement;
  const { fresh } = page.dataset;
  const shield = document.querySelector(".shield:not([hidden])");
  delete page.dataset.fresh;
  shield?.toggleAttribute("hidden");

  const stands = [scrollX, scrollY];
  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) found.push(`the page is ${width} px wide, the screen ${innerWidth}`);

  // Whether a tap at this point hits the element. It may hit outside its box: on its label, or on a part of it that covers
  // the gap next to it.
  const hits = (element, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (element.contains(hit) || hit.closest("label")?.control === element);
  };
  const reach = (element, x, y, dx, dy, wanted) => {
    let far = 0;
    while (far < wanted && hits(element, x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 0.5;
    return far;
  };
  const hit = element => {
    const [wide, high] = asked(element);
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const before = width + reach(element, left, y, -1, 0, wide - width);
    const above = height + reach(element, x, top, 0, -1, high - height);
    return {
      width: before + reach(element, right, y, 1, 0, wide - before),
      height: above + reach(element, x, bottom, 0, 1, high - above),
    };
  };
  const large = (box, [wide, high]) => box.width >= wide - 0.5 && box.height >= high - 0.5;

  // Links inside running text, and parts for screen readers only, are not targets.
  const targets = "a[href], button, summary, select, textarea, input:not([type=hidden])";
  for (const element of document.querySelectorAll(targets)) {
    if (large(element.getBoundingClientRect(), asked(element))) continue;
    if (hidden(element) || element.closest(".prose p, .prose li")) continue;
    const box = hit(element);
    if (!large(box, asked(element))) found.push(`target ${name(element)}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)} px`);
  }
  scrollTo(...stands);
  if (fresh !== undefined) page.dataset.fresh = fresh;
  shield?.toggleAttribute("hidden");

  for (const element of document.querySelectorAll("body *")) {
    if (!drawn(element) || !talks(element) || hidden(element)) continue;
    const style = getComputedStyle(element);
    const size = parseFloat(style.fontSize) * scale(element.ownerSVGElement);
    if (size < asked(element)[2] - 0.1) found.push(`text ${name(element)}: ${size.toFixed(1)} px`);
    const room = element.clientWidth;
    if (!element.ownerSVGElement && !element.closest("[data-short]") && room && style.display !== "inline" && element.scrollWidth > room + 1)
      found.push(`clipped ${name(element)}: ${element.scrollWidth} px of ${room}`);
  }
  return found;
}
