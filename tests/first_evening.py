"""The steps of docs/first-evening.md, done in a browser and compared with the marked texts of that page."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

PAIRS = (
    "Ilona & Mihai", "Jana & Tõnu", "Anna & Béla", "Dana & Emil",
    "Eva & František", "Gabi & Horia", "Irena & Josef", "Kata & Laci",
)  # fmt: skip
#: For each round, the totals on the slips, by pair. The draw has the seed 7.
SLIPS = (
    {
        "Eva & František": 3120, "Ilona & Mihai": 2410, "Gabi & Horia": 2880, "Kata & Laci": 2905,
        "Jana & Tõnu": 4015, "Anna & Béla": 1770, "Irena & Josef": 2240, "Dana & Emil": 3360,
    },
    dict(zip(PAIRS, (1985, 2640, 3310, 2150, 2725, 2590, 2480, 1920), strict=True)),
    dict(zip(PAIRS, (2860, 3175, 2045, 2930, 3505, 2215, 2700, 2410), strict=True)),
)  # fmt: skip
#: Marked texts: a picture, a block to type, a name in bold, a text to type, a sentence that the page shows.
MARKS = re.compile(r"!\[[^\]]*\]\(([^)]+)\)|```\n(?P<block>.*?)\n *```|\*\*(.+?)\*\*|`([^`]+)`|“([^”]+)”", re.DOTALL)
ECHO = 500  # milliseconds after a tap in which the page ignores another


def steps_of(page: str) -> list[str]:
    """The marked texts of a page's steps, in order."""
    return [
        re.sub(r"(?m)^ +", "", found["block"])
        if found["block"]
        else " ".join(next(filter(None, found.groups())).split())
        for found in MARKS.finditer(page)
    ]


class Hand(Protocol):
    """A user of a page."""

    def open(self, path: str) -> None: ...
    def press(self, name: str) -> None: ...
    def fill(self, label: str, text: str) -> None: ...
    def choose(self, label: str, within: str = "") -> None: ...
    def see(self, text: str) -> None: ...
    def back(self) -> None: ...


@dataclass
class Guide:
    """Does the steps with a `hand`, and collects the texts that docs/first-evening.md must mark. Calls `picture` with
    the name of each picture to take."""

    hand: Hand
    picture: Callable[[str], None] = lambda name: None
    marks: list[str] = field(default_factory=list)

    def press(self, *names: str) -> None:
        """Press these buttons or links one after the other."""
        for name in names:
            self.marks.append(name)
            self.hand.press(name)

    def fill(self, label: str, text: str) -> None:
        """Type into a field."""
        self.marks += (label, text)
        self.hand.fill(label, text)

    def choose(self, label: str, within: str = "") -> None:
        """Choose one of several options. With `within`, look only in the group of this name."""
        self.marks.append(label)
        self.hand.choose(label, within)

    def see(self, text: str) -> None:
        """Find a text that the page must show."""
        self.marks.append(text)
        self.hand.see(text)

    def back(self, name: str) -> None:
        """Press the back arrow; `name` is its accessible name."""
        self.marks.append("←")
        self.hand.press(name)

    def look(self, name: str) -> None:
        """Take a picture of the current page."""
        self.marks.append(f"pictures/first-evening/{name}.png")
        self.picture(name)

    @contextmanager
    def unwritten(self) -> Iterator[None]:
        """Repeat steps that the tutorial has already explained, without collecting their marks."""
        kept = list(self.marks)
        yield
        self.marks[:] = kept


def follow(guide: Guide) -> None:
    """Do the whole tutorial, starting from an empty program."""
    guide.hand.open("/")
    match_at_home(guide)
    ruling(guide)
    guide.press("Sheet")
    guide.look("sheet")
    evening(guide)
    season(guide)


def match_at_home(guide: Guide) -> None:
    """Open a match and record its first deal by the cards on the table."""
    guide.look("no-matches")
    guide.press("New match")
    for seat, name in enumerate(("Ilona", "Jana", "Mihai", "Tõnu")):
        guide.fill(f"Seat {seat + 1}, side {seat % 2 + 1}", name)
    guide.look("new-match")
    guide.press("Start", "Record deal 1")
    guide.choose("Ilona & Mihai out")
    guide.choose("7", "Ilona & Mihai: Kings")
    guide.choose("5", "Ilona & Mihai: Sevens")
    guide.choose("2", "Sevens: Twos")
    guide.choose("1", "Ilona & Mihai: Red threes")
    guide.look("deal")
    guide.press("Jana & Tõnu")
    guide.choose("4", "Jana & Tõnu: Queens")
    guide.choose("3", "Jana & Tõnu: Nines")
    guide.choose("40", "Points in hand: Jana & Tõnu")
    guide.choose("+5", "Points in hand: Jana & Tõnu")
    guide.press("Save deal 1")
    guide.see("Saved: deal 1")
    guide.look("board")


def ruling(guide: Guide) -> None:
    """Choose a penalty code, and rule on a first meld with too few points."""
    guide.press("Ruling", "Play by a penalty code from now on")
    guide.choose("Hungarian penalty code")
    guide.press("Play by this code", "Ruling", "First meld worth too little", "Jana", "No, not yet")
    guide.press("It can, but at least one card goes back to the hand")
    guide.look("ruling")
    guide.press("Apply to deal 2")


def evening(guide: Guide) -> None:
    """Play a club evening of four tables, with results from slips."""
    guide.hand.open("/")
    guide.press("The club", "Club evenings", "New evening")
    guide.fill("Who plays?", "\n".join(PAIRS))
    guide.choose("By standing, no repeats")
    guide.choose("3", "Rounds")
    guide.look("new-evening")
    guide.press("Everything else")
    guide.fill("Title of the evening", "Wednesday club")
    guide.fill("Seed of the draw", "7")
    guide.press("Draw round 1")
    guide.look("seating")
    guide.press("Publish round 1", "Start round 1", "Slips")
    slips(guide, 1)
    guide.look("slips")
    guide.press("Save", "Close round 1", "Standings")
    guide.look("standings")
    guide.back("To the evening")
    guide.press("Seat round 2", "Publish round 2", "Start round 2")
    guide.press("Wall")
    guide.look("wall")
    guide.hand.back()
    guide.press("Slips")
    with guide.unwritten():
        slips(guide, 2)
    guide.press("Save", "Close round 2")
    with guide.unwritten():
        guide.press("Seat round 3", "Publish round 3", "Start round 3", "Slips")
        slips(guide, 3)
        guide.press("Save", "Close round 3")
    guide.press("Finish the evening")
    guide.look("finished")


def slips(guide: Guide, number: int) -> None:
    """Type the totals of a round's slips."""
    for pair, total in SLIPS[number - 1].items():
        guide.fill(pair, str(total))


def season(guide: Guide) -> None:
    """Begin a season with the evening."""
    guide.hand.open("/")
    guide.press("The club", "Seasons")
    guide.press("New season")
    guide.fill("Title of the season", "Winter")
    guide.choose("Wednesday club")
    guide.press("Begin the season")
    guide.look("season")


@dataclass
class Tablet:
    """A page of a real browser, used as a `Hand`."""

    page: Page
    base: str

    def open(self, path: str) -> None:
        """Type an address."""
        self.page.goto(self.base + path)

    def press(self, name: str) -> None:
        """Press the visible element with this name."""
        self._pressed(name).click()
        self.page.wait_for_timeout(ECHO)
        self.page.wait_for_load_state("networkidle")

    def fill(self, label: str, text: str) -> None:
        """Type into a field."""
        self.page.get_by_label(label, exact=True).locator("visible=true").first.fill(text)

    def choose(self, label: str, within: str = "") -> None:
        """Tap one of several options."""
        place = self.page.get_by_role("group", name=within, exact=True) if within else self.page
        chips = place.locator("label").filter(has_text=beginning(label)).locator("visible=true")
        chips.first.click()
        self.page.wait_for_timeout(ECHO)
        self.page.wait_for_load_state("networkidle")

    def see(self, text: str) -> None:
        """Wait until the page shows this text."""
        expect(self.page.locator("body")).to_contain_text(text)

    def back(self) -> None:
        """Return to the previous page with the browser's own button."""
        self.page.go_back()

    def _pressed(self, name: str) -> Locator:
        kinds = [self.page.get_by_role(role, name=name, exact=True) for role in ("button", "link")]
        kinds.append(self.page.locator("a, button, summary").filter(has_text=beginning(name)))
        button, link, other = (found.locator("visible=true") for found in kinds)
        expect(button.or_(link).or_(other).first).to_be_visible()
        return next(seen.first for seen in (button, link, other) if seen.count())


def beginning(text: str) -> re.Pattern[str]:
    """A pattern for texts that begin with `text`. The next character, if there is one, is no letter."""
    return re.compile(rf"^\s*{re.escape(text)}(?![^\W\d_])")
