// Run in a page by several tests of this folder: lists words that overflow their box, are broken, or are cut off.
() => {
  const found = new Set();
  // Elements that are not checked: they are hidden, or shortened on purpose and shown in full elsewhere on the page.
  const unseen = "[data-short], .vh, .skip, .symbols, option, title, details:not([open]) > :not(summary)";
  const hidden = element => {
    const { visibility, clipPath } = getComputedStyle(element);
    return !element.getClientRects().length || element.closest(unseen) || visibility === "hidden" || clipPath === "inset(50%)";
  };
  const said = text => `“${text.trim().slice(0, 40)}”`;
  const named = element => `<${element.tagName.toLowerCase()} ${element.getAttribute("class") ?? ""}>`;

  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (text.data.trim() && !hidden(text.parentElement)) texts.push(text);
  }
  const range = document.createRange();
  const rects = (text, from = 0, to = text.length) => {
    range.setStart(text, from);
    range.setEnd(text, to);
    return [...range.getClientRects()].filter(rect => rect.width > 1);
  };

  // A word must not extend past the left or right of any element around it, up to the page. It must not extend past the
  // top or bottom of a button, a cell, or an element that hides its overflow.
  const boxed = "button, .btn, .chip > span, summary, td, th, .tag";
  const out = (word, box, upright) =>
    word.left < box.left - 1 || word.right > box.right + 1 ||
    (upright && (word.top < box.top - 2 || word.bottom > box.bottom + 2));
  // Elements with their own position, or with a negative margin, only have to fit the page.
  const above = (holder, { position, marginLeft, marginRight }) =>
    /absolute|fixed/.test(position) || parseFloat(marginLeft) < 0 || parseFloat(marginRight) < 0 ? document.documentElement : holder.parentElement;
  // The measures of elements that were looked at already: most elements are around many texts.
  const holders = new Map();
  const looked = holder => {
    const style = getComputedStyle(holder);
    const holds = holder.tagName === "svg" || !(holder.ownerSVGElement || /inline$|contents/.test(style.display));
    return {
      scrolls: /auto|scroll/.test(style.overflowX),
      upright: holder.matches(boxed) || /hidden|clip/.test(style.overflowY),
      box: holds && holder.getBoundingClientRect(),
      next: above(holder, style),
    };
  };
  const spills = (text, words) => {
    for (let holder = text.parentElement; holder; holder = holders.get(holder).next) {
      if (!holders.has(holder)) holders.set(holder, looked(holder));
      const { scrolls, upright, box } = holders.get(holder);
      if (scrolls) return null;
      if (box && words.some(word => out(word, box, upright))) return holder;
    }
    return null;
  };
  const lines = rects => new Set(rects.map(rect => Math.round(rect.top))).size;
  const folded = [];
  for (const text of texts) {
    const words = rects(text);
    const holder = spills(text, words);
    if (holder) found.add(`spills ${named(holder)}: ${said(text.data)}`);
    if (lines(words) > 1) folded.push(text);
  }

  // A word that is broken in the middle because there is too little room. It may be broken at a soft hyphen: the hyphen
  // at the end of the line has its own rectangle, which comes with the letters after it and is not counted.
  const hyphen = (text, at, rect) => text.data[at - 1] === "\u00ad" && rect.width < 10;
  for (const text of folded) {
    for (const word of text.data.matchAll(/\p{L}+/gu)) {
      const [first, ...others] = rects(text, word.index, word.index + word[0].length);
      const all = first && !hyphen(text, word.index, first) ? [first, ...others] : others;
      if (lines(all) > 1) found.add(`breaks “${word[0]}” ${named(text.parentElement)}`);
    }
  }

  // A closed <select> shows one option at a time. Each option must fit into it, so each is measured in the same type.
  const cut = (select, option) => {
    const { font, whiteSpace, paddingInline } = getComputedStyle(select);
    const width = `${select.clientWidth}px`;
    const copy = document.body.appendChild(document.createElement("div"));
    Object.assign(copy.style, { position: "absolute", font, whiteSpace, paddingInline, width, overflowWrap: "normal" });
    copy.textContent = option.text;
    const room = parseFloat(getComputedStyle(copy).paddingRight);
    const wide = Math.max(0, ...rects(copy.firstChild).map(rect => rect.right - copy.getBoundingClientRect().right + room));
    select.value = option.value;
    const high = copy.clientHeight - select.clientHeight;
    copy.remove();
    return wide > 1 || high > 1;
  };
  for (const select of document.querySelectorAll("select")) {
    if (hidden(select)) continue;
    const chosen = select.selectedIndex;
    for (const option of select.options) if (cut(select, option)) found.add(`cuts <select ${select.name}>: ${said(option.text)}`);
    select.selectedIndex = chosen;
  }
  return [...found];
}
