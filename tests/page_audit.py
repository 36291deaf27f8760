"""Measurements of any page in a browser: targets, type, overflow, and the findings of axe-core."""

from collections.abc import Iterable
from pathlib import Path

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

#: The minimum width and height of a target, and the minimum size of a text, in pixels. Entry pages may not scroll, so
#: their minimums are lower: LEAST_OF_ENTRY for entry by cards on a tablet, LEAST_OF_CROWDED_ENTRY for entry by totals
#: and for any entry on a phone.
LEAST, LEAST_OF_ENTRY, LEAST_OF_CROWDED_ENTRY = (60, 60, 20), (56, 50, 17), (44, 48, 17)

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
#: Contrast is checked separately, by the enhanced rule: 7:1, as the design promises, instead of 4.5:1.
PLAIN, ENHANCED = "color-contrast", "color-contrast-enhanced"
#: Rules that are switched off in axe-core. `poor_contrast` and `measured` check contrast and targets more strictly.
LEFT_OUT = (PLAIN, ENHANCED, "target-size")
RULES = {"runOnly": {"type": "tag", "values": WCAG}, "rules": {rule: {"enabled": False} for rule in LEFT_OUT}}
CONTRAST = {"runOnly": {"type": "rule", "values": [ENHANCED]}}
#: Returns the findings of axe-core, without the list of passed checks. While it runs, sticky elements are in their
#: normal place. Otherwise they would cover texts, which axe-core would not judge.
RUN = """async ([within, options, grave]) => {
  await Promise.all(document.getAnimations().map(moving => moving.finished));
  const sticky = [...document.querySelectorAll("body *")].filter(each => getComputedStyle(each).position === "sticky");
  sticky.forEach(each => each.style.setProperty("position", "static", "important"));
  const { violations } = await axe.run({ include: [within] }, { ...options, resultTypes: ["violations"] });
  sticky.forEach(each => each.style.removeProperty("position"));
  return violations.filter(({ impact }) => !grave || ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""
#: Marks one text of each look; texts with the same element, size, colours and background have the same contrast.
MARK_LOOKS = """() => {
  const seen = new Set(), grounds = new Map([[null, ""]]);
  const named = element => element.tagName + element.classList;
  for (const element of document.querySelectorAll("body, body *")) {
    const { backgroundColor, backgroundImage, opacity, color, fontSize, fontWeight } = getComputedStyle(element);
    const own = [backgroundColor, backgroundImage, opacity].join();
    const ground = grounds.get(element.parentElement) ?? "";
    grounds.set(element, ground.endsWith(own) || own === "rgba(0, 0, 0, 0),none,1" ? ground : ground + own);
    element.removeAttribute("data-look");
    if (![...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim())) continue;
    const holder = element.parentElement;
    const look = [named(element), named(holder), color, fontSize, fontWeight, grounds.get(element)].join();
    if (!element.getClientRects().length || seen.has(look)) continue;
    seen.add(look);
    element.dataset.look = "";
  }
}"""


def measured(page: Page) -> list[str]:
    """List targets and text that are too small, clipped text and sideways scrolling."""
    page.evaluate("document.fonts.ready")
    return list(page.evaluate(MEASURE, [LEAST, LEAST_OF_ENTRY, LEAST_OF_CROWDED_ENTRY]))


def measured_at(page: Page, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """The findings of `measured` at each of these sizes. No script depends on the size, so a resized page looks like a
    new one."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px: {line}" for line in measured(page)]
    return found


#: Returns the width of the page, in pixels, with the text spacing that a page has to allow (WCAG 1.4.12).
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important;
    letter-spacing: .12em !important; word-spacing: .16em !important; }`);
  document.adoptedStyleSheets = [sheet];
  const wide = document.documentElement.scrollWidth;
  document.adoptedStyleSheets = [];
  return wide;
}"""
#: Returns the height in pixels of the elements that stay at the bottom of the screen.
BARS = """() => [...document.querySelectorAll("body *")].filter(each => {
  const { position, bottom } = getComputedStyle(each);
  return position === "sticky" && bottom === "0px";
}).reduce((high, each) => high + each.getBoundingClientRect().height, 0)"""


def squeezed(page: Page) -> list[str]:
    """List what is too large on the page. At 400 % zoom of 1280 × 1024, the page must not be wider than the screen, and
    its bars may take at most a third of the height. With wide text spacing, the page must fit a width of 1024."""
    page.set_viewport_size({"width": 320, "height": 256})
    wide, bars = page.evaluate("document.documentElement.scrollWidth"), page.evaluate(BARS)
    page.set_viewport_size({"width": 1024, "height": 768})
    spaced = page.evaluate(SPACED)
    found = {"zoomed page": (wide, 320), "bar of the zoomed page": (bars, 256 / 3), "spaced page": (spaced, 1024)}
    return [f"{what}: {size} px" for what, (size, most) in found.items() if size > most]


def amiss(page: Page, within: str = "html", *, grave: bool = True) -> list[str]:
    """List the serious and critical findings of axe-core in a part of the page, each with its element; if `grave` is
    false, all findings. Contrast is checked separately."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(RUN, [within, RULES, grave]))


def axe_findings(page: Page, *, grave: bool = True) -> list[str]:
    """The findings of `amiss` for the whole page, and its texts with poor contrast."""
    return [*amiss(page, grave=grave), *poor_contrast(page)]


def axe_in_both_themes(page: Page) -> list[str]:
    """The findings of `axe_findings` in the light theme, and poor contrast in the dark one, which changes only
    colours."""
    page.emulate_media(color_scheme="light")
    found = axe_findings(page)
    page.emulate_media(color_scheme="dark")
    return [*found, *(f"dark {line}" for line in poor_contrast(page))]


def audited(page: Page, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """The findings of axe-core on the page as it is, then the measurements at each of these sizes."""
    return [*axe_in_both_themes(page), *measured_at(page, sizes)]


def poor_contrast(page: Page) -> list[str]:
    """List one text of each look whose contrast is below 7:1. axe-core must be loaded already."""
    page.evaluate(MARK_LOOKS)
    return list(page.evaluate(RUN, ["[data-look]", CONTRAST, False]))
