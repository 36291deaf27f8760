"""A tablet at the table: it opens matches, taps and types, and counts taps and keys."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from re import Pattern
from types import MappingProxyType

from playwright.sync_api import Locator, Page, Route

from scorekeeper.actions.desk import open_desk
from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.engine.matches.match import State
from scorekeeper.rulebook.loader import resolve
from tests.examples import SOAK
from tests.serving import Server

PLAYERS = ("Ilona", "Jana", "Mihai", "Tõnu", "Anna", "Dénes")
NOW = "2026-11-20T19:00:00.000+00:00"
MATCHES = count(1)
#: The selector of the green button that is visible.
#: `ECHO` is in milliseconds. If a second tap on this button, on Undo or on a chip comes sooner, it may be ignored as
#: part of a double tap.
GREEN = ".green:visible > .main"
ECHO = 450


def opened(
    server: Server,
    rules: str = "classic",
    table: str = "four",
    people: Sequence[str] = PLAYERS,
    options: Mapping[str, str] = MappingProxyType({}),
    now: str = NOW,
) -> str:
    """Open a match in the server's file, and return the address of its board.

    The first names of `people` play. At a table of four, if `people` is left out, the sides are called North–South and
    East–West. All other sides have no names of their own.
    """
    players = tuple(people[: resolve(rules, table).table.players])
    names = ("North–South", "East–West") if table == "four" and people is PLAYERS else ()
    match = f"table-{next(MATCHES)}"
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        new = NewMatch(rules, table, players, options, names)
        open_match(desk, new, match_id=match, key=f"open-{match}", actor="test", now=now)
    return f"/matches/{match}"


def just_now() -> str:
    """The current time in ISO 8601. It is later than the times that other tests wrote to the shared server."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def state_of(server: Server, address: str) -> State:
    """The state of a match, from the ledger."""
    desk = open_desk(server.log.parent / "scorekeeper.db")
    with desk.ledger:
        return desk.load(address.rsplit("/", 1)[1]).state


def scores(server: Server, address: str) -> list[int]:
    """The running total of each side of a match, from the ledger."""
    return [standing.score for standing in state_of(server, address).standings]


@dataclass(slots=True)
class Tablet:
    """A page that a user taps and types on; `taps` and `keys` count the user's actions."""

    page: Page
    taps: int = 0
    keys: int = 0

    def tap(self, place: Locator) -> None:
        """Tap an element once. The test fails if another element covers it."""
        place.click()
        self.taps += 1

    def type(self, name: str, text: str) -> None:
        """Tap a field and type into it."""
        self.tap(self.page.locator(f"#{name}"))
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, text: str) -> None:
        """Type into the focused field."""
        self.page.keyboard.type(text)
        self.keys += len(text)

    def pad(self, text: str) -> None:
        """Type with the page's own keypad. This counts as keys, not as taps."""
        for key in text:
            self.page.locator(f'[data-key="{key}"]').click()
        self.keys += len(text)

    def next_figure(self) -> None:
        """Go to the next figure with the keypad's key "Next". This counts as a tap."""
        self.tap(self.page.locator('[data-key="next"]'))

    def chip(self, name: str, value: object) -> None:
        """Tap the first visible chip that gives this value to the field `name`."""
        self.tap(self.page.locator(f'input[name="{name}"][value="{value}"]').locator("visible=true").first)

    def open_meld(self, key: str) -> None:
        """Tap the visible button that opens a part of the sheet. The key of the first side's sequences is "s0-q"."""
        self.tap(self.page.locator(f'[data-opens="{key}"]').locator("visible=true").first)

    def ends(self, value: object) -> None:
        """Choose how the deal ended: the number of the side that went out, or "none". The page is rendered again."""
        with self.drawn_again():
            self.chip("end", value)

    def meld(self, side: str, rank: str, naturals: int, twos: int = 0, jokers: int = 0) -> None:
        """Enter a meld of a rank with these numbers of cards.

        On a phone, first tap the meld's tile, which enters three natural cards. Then, on any tablet or phone, tap the
        chip of this mixed canasta if there is one. Otherwise tap a chip for the natural cards (unless the tile has
        entered them), and one for each kind of wild card.
        """
        tile = self.page.locator(f'.tile[data-opens="{side}-{rank}"]')
        if tile.is_visible():
            self.tap(tile)
        whole = self.page.locator(f'#{side}-n-{rank} [data-sets="{_sets(side, rank, naturals, twos, jokers)}"]')
        if twos and not jokers and whole.count():
            return self.tap(whole)
        if naturals != 3 or not tile.is_visible():
            self.chip(f"{side}-n-{rank}", naturals)
        for sign, wild in (("t", twos), ("j", jokers)):
            if wild:
                self.chip(f"{side}-{sign}-{rank}", wild)
        return None

    def left_in_hand(self, side: str, points: int) -> None:
        """Enter the points left in a side's hands: a chip for the multiple of 20, and one for the rest, if any."""
        tile = self.page.locator(f'.tile[data-opens="{side}-hp"]')
        if tile.is_visible() and tile.get_attribute("aria-expanded") != "true":
            self.tap(tile)
        self.chip(f"{side}-hp-tens", points - points % 20)
        if points % 20:
            self.chip(f"{side}-hp-fives", points % 20)

    @contextmanager
    def drawn_again(self) -> Iterator[None]:
        """Run the block, and then wait until the page has been rendered again."""
        old = self.page.locator("#deal").element_handle()
        yield
        self.page.wait_for_function("old => !old.isConnected", arg=old)

    def next(self) -> None:
        """Wait for `ECHO`, because a tap right after another one would be ignored. Then tap the green button."""
        self.page.wait_for_timeout(ECHO)
        self.page.locator("#deal:not(.behind)").wait_for()
        self.tap(self.page.locator(GREEN))

    def way(self, name: str, way: str) -> None:
        """Choose another way of counting in the menu: for one side ("s0-way"), or for all ("ways").

        The page is rendered again.
        """
        with self.drawn_again():
            self.tap(self.page.locator(".settings > summary"))
            self.chip(name, way)

    def undo(self) -> None:
        """Wait for `ECHO`, because a tap right after another one would be ignored. Then undo the last tap."""
        self.page.wait_for_timeout(ECHO)
        self.tap(self.page.locator(".undo"))

    def save(self) -> None:
        """Save the deal that is shown, and wait for the page that confirms it. As in `next`, wait first."""
        self.page.wait_for_timeout(ECHO)
        self.page.locator("#deal:not(.behind)").wait_for()
        self.tap(self.page.locator(f"{GREEN}[value=save]"))
        self.page.wait_for_url("**?saved=*")


def _sets(side: str, rank: str, *counts: int) -> str:
    """The counts of a meld (naturals, twos, jokers) as in its button's `data-sets`, such as "s0-n-K=5&s0-t-K=2"."""
    return "&".join(f"{side}-{sign}-{rank}={n}" for sign, n in zip("ntj", counts, strict=True))


def open_entry(page: Page, board: str, way: str = "cards") -> Tablet:
    """Open the entry page of the deal being played."""
    page.goto(f"{board}/deals/new?way={way}")
    return Tablet(page)


def lose(route: Route) -> None:
    """Let a request reach the program, but lose its answer."""
    route.fetch(max_redirects=0)
    route.abort()


def held_back(page: Page, address: str | Pattern[str]) -> list[Route]:
    """Hold back all requests for an address. Returns the list of them; the test lets them continue."""
    held: list[Route] = []
    page.route(address, lambda route: held.append(route))  # noqa: PLW0108 - Playwright accepts no built-in method
    return held


def sized(page: Page, size: tuple[int, int]) -> Page:
    """Set the size of the page's screen, as (width, height) in CSS pixels. Returns the page."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def shown(page: Page, path: str, size: tuple[int, int] = (820, 1180)) -> Page:
    """Load an address at this size of the screen. Returns the page."""
    sized(page, size).goto(path)
    return page


def settled(page: Page) -> None:
    """Wait until a page accepts taps."""
    page.locator("html:not([data-fresh])").wait_for(state="attached")


def steps_of(page: Page) -> list[str]:
    """The ids of the sheets of a page that a test visits; [""] for a page without sheets.

    The sheet of the second side's melds, "step-m1", looks like the first side's. Only the long tests visit it.
    """
    found: list[str] = page.locator(".step").evaluate_all("steps => steps.map(step => step.id)")
    return [step for step in found if step != "step-m1" or SOAK in os.environ] or [""]


def by_totals(tablet: Tablet) -> None:
    """Enter the reference round by its totals: 1485 to 455."""
    tablet.ends(0)
    tablet.press("420")
    tablet.type("s0-hp", "35")
    for name, value in (("s0-can-natural", 1), ("s0-can-mixed", 1), ("s0-red", 2)):
        tablet.chip(name, value)
    tablet.type("s1-mp", "215")
    tablet.type("s1-hp", "60")
    tablet.chip("s1-can-mixed", 1)


def by_counts(tablet: Tablet) -> None:
    """Enter the reference round by counts of jokers, twenties, tens and fives.

    The figures are typed one after the other: "1919" is 1 joker, 9 twenties and 19 tens.
    """
    tablet.ends(0)
    tablet.press("1919")
    for name, value in (("s0-can-natural", 1), ("s0-can-mixed", 1), ("s0-red", 2)):
        tablet.chip(name, value)
    tablet.type("s0-hp", "35")
    tablet.type("s1-c-jokers", "1289")
    tablet.chip("s1-can-mixed", 1)
    tablet.type("s1-hp", "60")


def by_cards(tablet: Tablet) -> None:
    """Enter the reference round by its cards."""
    tablet.ends(0)
    for rank, counts in (("A", (7,)), ("J", (4,)), ("10", (6,)), ("K", (5, 2)), ("Q", (4, 0, 1))):
        tablet.meld("s0", rank, *counts)
    tablet.chip("s0-red", 2)
    tablet.left_in_hand("s0", 35)
    tablet.next()
    for rank, counts in (("8", (4,)), ("7", (5,)), ("6", (4,)), ("9", (4, 2, 1))):
        tablet.meld("s1", rank, *counts)
    tablet.left_in_hand("s1", 60)
