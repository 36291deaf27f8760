"""What can be measured on any page in a browser: targets, type, overflow, and what axe-core finds."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

LEAST_TARGET = 60
LEAST_TEXT = 20

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

#: The enhanced rule asks for 7:1, which is what the design promises, and what has that has the plain rule's 4.5:1.
AXE = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"color-contrast": {"enabled": False}, "color-contrast-enhanced": {"enabled": True}},
}
#: The same of nothing but colours, which are all that another theme changes.
CONTRAST = {"resultTypes": ["violations"], "runOnly": {"type": "rule", "values": ["color-contrast-enhanced"]}}
#: What axe-core finds, without the thousands of lines about what is well.
RUN = """async options => {
  await Promise.all(document.getAnimations().map(moving => moving.finished));
  const { violations } = await axe.run(document, options);
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`));
}"""


def measured(page: Page, *, target: int = LEAST_TARGET, text: int = LEAST_TEXT) -> list[str]:
    """List targets under `target` px, text under `text` px, clipped text and sideways scrolling."""
    page.evaluate("document.fonts.ready")
    return list(page.evaluate(MEASURE, [target, text]))


def measured_at(page: Page, sizes: Iterable[tuple[int, int]]) -> list[str]:
    """The same at each of these sizes; no script asks for the size, so a page that is resized lies as a new one."""
    found = []
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width} px: {line}" for line in measured(page)]
    return found


def axe_findings(page: Page) -> list[str]:
    """List what axe-core calls serious or critical, with the element it means."""
    return _run(page, AXE)


def axe_in_both_themes(page: Page) -> list[str]:
    """The same in the light, and the contrast in the dark."""
    page.emulate_media(color_scheme="light")
    found = axe_findings(page)
    page.emulate_media(color_scheme="dark")
    return [*found, *(f"dark {line}" for line in _run(page, CONTRAST))]


def _run(page: Page, options: dict[str, Any]) -> list[str]:
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    return list(page.evaluate(RUN, options))
