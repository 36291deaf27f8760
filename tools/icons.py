"""The icons of the home screen, drawn from `static/icon.svg`. Run as `python -m tools.icons` when that changes."""

import sys
from pathlib import Path

from tests.chromium import chromium

STATIC = Path(__file__).resolve().parent.parent / "static"
FELT = "#1B4A37"
#: File, size in pixels, and the card's share of the height. A mask may cut off all but the middle 80 % of "maskable".
ICONS = (("icon-192", 192, 0.8), ("icon-512", 512, 0.8), ("maskable", 512, 0.58), ("apple-touch", 180, 0.74))
STYLE = "body{{margin:0; background:{felt}; display:grid; place-items:center; height:100vh}} svg{{height:{part}vh}}"
PAGE = f"<style>{STYLE}</style>{{mark}}"


def main() -> int:
    """Draw all icons."""
    mark = (STATIC / "icon.svg").read_text(encoding="utf-8").replace("<svg ", '<svg overflow="visible" ')
    (STATIC / "icons").mkdir(exist_ok=True)
    with chromium() as browser:
        for name, size, part in ICONS:
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(PAGE.format(felt=FELT, part=part * 100, mark=mark))
            page.screenshot(path=STATIC / "icons" / f"{name}.png")
            page.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
