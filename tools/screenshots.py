"""The pictures of the documentation, taken from the running program: a finished match and its sheet for the README, and
all steps of docs/first-evening.md.

Run by `make screenshots`, as `python -m tools.screenshots`.
"""

import subprocess
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Browser

from tests.chromium import chromium
from tests.first_evening import Guide, Tablet, follow
from tests.serving import COMMAND, serving

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SCREEN = {"width": 1024, "height": 768}
#: The width of pictures in the documentation, and the height of an entry page.
TUTORIAL = {"width": 820, "height": 1000}
DOTS_PER_INCH = "80"
#: The number of colours of a picture: few enough for a small file, and enough for smooth letters.
COLOURS = 160


def scorekeeper(*arguments: str, folder: Path) -> str:
    """Run a command of the scorekeeper and return its output."""
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def keep(picture: bytes, name: str) -> None:
    """Write a picture, with few colours."""
    path = PICTURES / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    few = Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(path, optimize=True)


def picture_of_the_board(browser: Browser, url: str, match: str) -> None:
    """Take a picture of the board of a match."""
    page = browser.new_page(viewport=SCREEN, locale="en")
    page.goto(f"{url}/matches/{match}")
    keep(page.screenshot(), "board")
    page.close()


def picture_of_the_sheet(match: str, database: Path, folder: Path) -> None:
    """Print the sheet of a match and take a picture of its first page."""
    sheet = folder / "sheet.pdf"
    scorekeeper("sheet", match, "-o", str(sheet), "--database", str(database), folder=folder)
    subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", DOTS_PER_INCH, sheet, folder / "sheet"], check=True)
    keep((folder / "sheet.png").read_bytes(), "sheet")


def pictures_of_the_tutorial(browser: Browser, url: str) -> None:
    """Do every step of the tutorial in an empty program, and take its pictures."""
    page = browser.new_page(viewport=TUTORIAL, locale="en")

    def picture(name: str) -> None:
        page.evaluate("() => { document.activeElement?.blur(); scrollTo(0, 0) }")
        keep(page.screenshot(), f"first-evening/{name}")

    follow(Guide(Tablet(page, url), picture))


def main() -> int:
    """Make all pictures."""
    with TemporaryDirectory() as name, chromium() as browser:
        folder = Path(name)
        database = folder / "demo.db"
        match = scorekeeper("demo", "--database", str(database), folder=folder).split()[-1]
        with serving("--database", str(database), folder=folder) as server:
            picture_of_the_board(browser, server.url, match)
        picture_of_the_sheet(match, database, folder)
        with serving("--database", str(folder / "empty.db"), folder=folder) as server:
            pictures_of_the_tutorial(browser, server.url)
    print(f"The pictures are in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
