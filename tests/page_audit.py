"""What can be measured on any page in a browser: targets, type, overflow, and what axe-core finds."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEAST_TARGET = 60
LEAST_TEXT = 20

MEASURE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")

# The enhanced rule asks for 7:1, which is what the design promises.
AXE = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]},
    "rules": {"color-contrast-enhanced": {"enabled": True}},
}


def measured(page: Page, *, target: int = LEAST_TARGET, text: int = LEAST_TEXT) -> list[str]:
    """List targets under `target` px, text under `text` px, clipped text and sideways scrolling."""
    page.evaluate("document.fonts.ready")
    return list(page.evaluate(MEASURE, [target, text]))


def axe_findings(page: Page) -> list[str]:
    """List what axe-core calls serious or critical, with the element it means."""
    violations = Axe().run(page, options=AXE).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]
