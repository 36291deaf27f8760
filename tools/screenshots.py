"""The README's pictures, made from the running program: the board of the demo match, and its sheet.

Run by `make screenshots`, as `python -m tools.screenshots`.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.chromium import chromium
from tests.serving import COMMAND, serving

PICTURES = Path(__file__).resolve().parent.parent / "docs" / "pictures"
SCREEN = {"width": 1024, "height": 768}
DOTS_PER_INCH = "80"


def scorekeeper(*arguments: str, folder: Path) -> str:
    """Run a command of the scorekeeper and give what it printed."""
    done = subprocess.run([*COMMAND, *arguments], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout


def picture_of_the_board(match: str, database: Path, folder: Path) -> None:
    """Take a picture of the board of a match."""
    with serving("--database", str(database), folder=folder) as server, chromium() as browser:
        page = browser.new_page(viewport=SCREEN, locale="en")
        page.goto(f"{server.url}/matches/{match}")
        page.screenshot(path=PICTURES / "board.png")


def picture_of_the_sheet(match: str, database: Path, folder: Path) -> None:
    """Print the sheet of a match and take a picture of its first page."""
    sheet = folder / "sheet.pdf"
    scorekeeper("sheet", match, "-o", str(sheet), "--database", str(database), folder=folder)
    picture = ("-png", "-singlefile", "-r", DOTS_PER_INCH, str(sheet), str(PICTURES / "sheet"))
    subprocess.run(["pdftoppm", *picture], check=True)


def main() -> int:
    """Make both pictures."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as name:
        folder = Path(name)
        database = folder / "scorekeeper.db"
        match = scorekeeper("demo", "--database", str(database), folder=folder).split()[-1]
        picture_of_the_board(match, database, folder)
        picture_of_the_sheet(match, database, folder)
    print(f"board.png and sheet.png are in {PICTURES}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
