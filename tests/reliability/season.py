"""A club's season, played through the pages by a director's laptop and by tablets at two tables.

People come late and leave, results are corrected, a tablet is exchanged, the power is cut. Everything that the program
acknowledged is recorded here, so that the standings can be computed independently.
"""

import random
import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.client import HTTPException
from pathlib import Path
from xml.etree.ElementTree import Element

from tests.packaged import build_wheel, install
from tests.plain_browser import PlainBrowser, spoken
from tests.reliability.second_reading import Evening, Table, season
from tests.served import Visitor
from tests.serving import COMMAND, Server, end, free_port, started, wait_for

NAMES = (
    "Anna", "Béla", "Dana", "Emil", "Eva", "František", "Gabi", "Horia", "Ilona", "Irena", "Jana", "Josef",
    "Karel", "Kata", "Laci", "Liis", "Mihai", "Ödön", "Petra", "Rein", "Sára", "Tõnu", "Vlad", "Zoltán",
)  # fmt: skip
EVENINGS, DEALS = 40, 2
#: The number of evenings that count for a player.
BEST = 30


@dataclass
class Club:
    """The program with its file, and the director's laptop. The program is restarted after every power cut."""

    folder: Path
    chance: random.Random
    command: Sequence[str] = COMMAND
    people: int = len(NAMES)
    rounds: int = 3
    tablets: Sequence[int] = (1, 2)  # the tables whose deals come from a tablet; the others bring slips
    spared: int = 0  # the number of saves between one power cut and the next
    port: int = field(default_factory=free_port)
    cuts: int = 0
    unanswered: int = 0
    saves: int = 0
    played: list[Evening] = field(default_factory=list)
    home: str = ""  # the address of the last evening

    def __post_init__(self) -> None:
        """Start the program on an empty file."""
        self.server = self._start()
        self.laptop = self.browser()

    def _start(self) -> Server:
        serve = ("serve", "--port", str(self.port), "--lan", "--https-port", "0", "--database", "club.db")
        server = started([*self.command, *serve], self.folder, self.port)
        wait_for(server)
        return server

    def browser(self, address: str = "") -> PlainBrowser:
        """A browser on this machine; with an IP `address`, on another machine."""
        visitor = Visitor(self.server.url)
        network = {"X-Forwarded-For": address} if address else {}

        def ask(method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str, str]:
            answer = visitor.send(method, path, body, {**headers, **network})
            return answer.status, answer.location, answer.text

        return PlainBrowser(ask)

    def save(self, act: Callable[[], None], *, cut: bool) -> None:
        """Do an act that saves. With `cut`, the program is killed during the act or just after it, and restarted.

        If the act was not answered, it is sent again. Only some of the cuts are made; see `spared`.
        """
        self.saves += cut
        if not cut or (self.saves - 1) % (self.spared + 1):
            act()
            return
        killing = threading.Timer(self.chance.uniform(0, 0.08), self.server.kill)
        killing.start()
        try:
            act()
            answered = True
        except (OSError, HTTPException):
            answered = False
        killing.join()
        self.server.process.wait()
        self.server = self._start()
        self.cuts += 1
        if not answered:
            self.unanswered += 1
            act()

    def restarted(self, between: Callable[[], object]) -> None:
        """Stop the program cleanly, call `between`, and start it again."""
        end(self.server)
        between()
        self.server = self._start()


@contextmanager
def on_trial(root: Path, folder: Path) -> Iterator[Club]:
    """Play the whole season with the built and installed package. Yields the club.

    In the middle of the season, the program is stopped, the package is installed again, and the program is restarted.
    """
    home, wheel = folder / "venv", build_wheel(root, folder)
    club = Club(folder, random.Random(2), command=(str(install(wheel, home) / "scorekeeper"),))
    try:
        play(club, range(EVENINGS // 2))
        club.restarted(lambda: install(wheel, home))
        play(club, range(EVENINGS // 2, EVENINGS))
        yield club
    finally:
        end(club.server)


def play(club: Club, evenings: range) -> None:
    """Play these evenings, each of which counts in the season."""
    for number in evenings:
        evening(club, number)
        count_in_the_season(club)


def evening(club: Club, number: int) -> None:
    """Play an evening: one of pairs if `number` is even, else one of single people with new partners in every round."""
    people = club.chance.sample(NAMES[: club.people], club.people)
    pairs = number % 2 == 0
    entrants = [f"{one} & {other}" for one, other in zip(people[::2], people[1::2], strict=True)] if pairs else people
    late = number % 4 == 0
    seen = Evening(str(100 + number), entrants[:-1] if late else list(entrants))
    laptop = club.laptop
    laptop.open("/evenings/new")
    laptop.fill("Who plays?", "\n".join(seen.entrants))
    laptop.choose("By standing, no repeats" if pairs else "A new partner every round")
    laptop.choose(str(club.rounds), "Rounds")
    laptop.select("A round lasts", f"{DEALS} deals")
    laptop.select("Scoring", "Victory points 0–20, four deals")
    laptop.fill("Title of the evening", f"Evening {number + 1}")
    laptop.fill("Seed of the draw", seen.seed)
    laptop.press("Draw round 1")
    home = laptop.path.partition("/rounds")[0]
    night = Night(club, number, home, seen)
    for round_ in range(1, club.rounds + 1):
        if late and round_ == 2:
            night.comes_late(entrants[-1])
        if number % 4 == 1 and round_ == club.rounds:
            night.leaves(entrants[0])
        night.play(round_)
        assert standings(laptop, home) == seen.standings(), f"evening {number}, round {round_}"
    if number % 5 == 0:
        night.penalties()
        assert standings(laptop, home) == seen.standings(), f"evening {number}, penalties"
    laptop.open(home)
    laptop.press("Finish the evening")
    club.played.append(seen)
    club.home = home


@dataclass
class Night:
    """An evening in progress."""

    club: Club
    number: int
    home: str
    seen: Evening
    tablets: dict[int, PlainBrowser] = field(default_factory=dict)

    def comes_late(self, who: str) -> None:
        """Add an entrant who comes after the first round."""
        self.club.laptop.open(f"{self.home}/entrants")
        self.club.laptop.fill("One more", who)
        self.club.laptop.press("Add")
        self.seen.entrants.append(who)
        self.seen.away.add((who, 1))

    def leaves(self, who: str) -> None:
        """Let an entrant leave before the last round."""
        self.club.laptop.open(f"{self.home}/entrants")
        self.club.laptop.press(f"{who}: left")
        self.seen.away.add((who, self.club.rounds))

    def play(self, round_: int) -> None:
        """Seat a round, play it and close it. On some evenings, a result is corrected after that."""
        club, laptop, number = self.club, self.club.laptop, self.number
        if round_ > 1:
            laptop.open(self.home)
            laptop.press(f"Seat round {round_}")
        club.save(partial(laptop.press, f"Publish round {round_}"), cut=number % 5 == 3)
        laptop.press(f"Start round {round_}")
        laptop.press("Slips")
        tables = {
            int(each.get("data-pad-name", "").rpartition(" ")[2]): [spoken(label) for label in each.iter("label")]
            for each in laptop.tree.iter("li")
            if each.get("data-pad-name")
        }
        played = {at: Table((self._entrants(one), self._entrants(other))) for at, (one, other) in tables.items()}
        if round_ == 1:
            self.hand_out()
        for at in club.tablets:
            if number % 4 == 2 and (round_, at) == (2, 1):
                self.exchange(at)
            self.by_tablet(at, played[at])
        if number % 6 == 2 and round_ == 2:
            laptop.open(f"{self.home}/rounds/{round_}/tables/3/result")
            laptop.press(f"Not there: {tables[3][1]}")
            played[3].absent = 1
        open_ = [at for at, each in played.items() if at not in club.tablets and each.absent is None]
        self.by_slips(round_, {at: tables[at] for at in open_}, played)
        club.save(partial(laptop.press, f"Close round {round_}"), cut=number % 5 == 1)
        self.seen.rounds.append(list(played.values()))
        last = max(tables)
        if number % 3 == 0 and last not in club.tablets:
            self.correct(round_, last, tables[last], played[last])

    def by_slips(self, round_: int, sides: dict[int, list[str]], played: dict[int, Table]) -> None:
        """Type the slips of the tables without a tablet."""
        laptop = self.club.laptop
        laptop.open(f"{self.home}/rounds/{round_}/slips")
        for at, names in sides.items():
            totals = played[at].scores = self._totals()
            for name, total in zip(names, totals, strict=True):
                laptop.fill(name, str(total))
        self.club.save(partial(laptop.press, "Save"), cut=self.number % 2 == 0)
        laptop.open(self.home)

    def correct(self, round_: int, at: int, names: list[str], table: Table) -> None:
        """Correct a result in a closed round: reopen it, settle the table with new totals, and close it again."""
        laptop = self.club.laptop
        laptop.open(f"{self.home}/rounds/{round_}/tables/{at}/result")
        laptop.fill("Reason", "A wrong figure")
        laptop.press(f"Reopen round {round_}")
        table.scores = self._totals()
        for name, total in zip(names, table.scores, strict=True):
            laptop.fill(name, str(total))
        laptop.press("Settle")
        laptop.open(f"{self.home}?round={round_}")
        laptop.press(f"Close round {round_}")

    def hand_out(self) -> None:
        """Make the evening's QR codes, and scan those of the tables that have a tablet."""
        laptop = self.club.laptop
        laptop.open(f"{self.home}/links")
        laptop.press("Make the links")
        for at in self.club.tablets:
            self._scan(at)

    def exchange(self, at: int) -> None:
        """Replace a table's tablet: revoke its link, and scan the new QR code with another tablet."""
        laptop, old = self.club.laptop, self.tablets[at]
        laptop.open(f"{self.home}/links")
        laptop.press(f"Revoke their access – Table {at}")
        laptop.press("Make the links")
        self._scan(at)
        status, _, _ = old.ask("GET", f"{self.home}/tables/{at}", b"", {})
        assert status == 403

    def _scan(self, at: int) -> None:
        (code,) = re.findall(rf">Table {at}</h2>.*?(/s/[\w-]+)<", self.club.laptop.page, re.DOTALL)[:1]
        tablet = self.tablets[at] = self.club.browser(f"192.168.7.{self.club.chance.randint(10, 250)}")
        tablet.open(code)

    def by_tablet(self, at: int, table: Table) -> None:
        """Record the deals on the table's own tablet, and agree to the result. On some evenings, deal 1 is amended."""
        tablet = self.tablets[at]
        deals = []
        for deal in range(1, DEALS + 1):
            tablet.open(f"{self.home}/tables/{at}")
            tablet.press(f"Record deal {deal}")
            tablet.open(f"{tablet.path}?way=totals")
            deals.append(self._enter(tablet))
            self.club.save(partial(tablet.press, f"Save deal {deal}"), cut=self.number % 2 == 1 and at == 1)
        if self.number % 3 == 1:
            tablet.open(f"{self.home}/tables/{at}")
            tablet.press("Deal 1")
            deals[0] = self._enter(tablet)
            tablet.press("Save: Miscounted")
        tablet.open(f"{self.home}/tables/{at}")
        agree = [spoken(each) for each in tablet.tree.iter("button") if spoken(each).endswith(" agree")]
        for name in agree:
            tablet.press(name)
        table.scores = (sum(one for one, _ in deals), sum(other for _, other in deals))
        table.best = (max(one for one, _ in deals), max(other for _, other in deals))

    def _enter(self, tablet: PlainBrowser) -> tuple[int, int]:
        """Enter a deal by its totals. Returns the points of both sides."""
        tablet.put("end", "none")
        points, chance = [], self.club.chance
        for side in ("s0", "s1"):
            melded, left = chance.randrange(155, 455, 5), chance.randrange(5, 100, 5)
            canastas = chance.randint(0, 1)
            tablet.put(f"{side}-mp", str(melded))
            tablet.put(f"{side}-can-natural", str(canastas))
            tablet.put(f"{side}-hp", str(left))
            points.append(melded + 500 * canastas - left)
        return points[0], points[1]

    def penalties(self) -> None:
        """Give one entrant two warnings, which together cost a point; take points off another entrant."""
        laptop, (one, other) = self.club.laptop, self.seen.entrants[:2]
        for who, kind in ((one, "A warning"), (one, "A warning"), (other, "Points off")):
            laptop.open(f"{self.home}/penalties")
            laptop.press(who)
            laptop.choose(kind)
            laptop.fill("Reason", "Late again")
            if kind == "Points off":
                laptop.fill("Points off the standings", "2")
                laptop.fill("Difference off", "100")
            laptop.press("Give")
        self.seen.warned += [one, one]
        self.seen.taken.append((other, 2, 100))

    def _entrants(self, side: str) -> tuple[str, ...]:
        return (side,) if side in self.seen.entrants else tuple(side.split(" & "))

    def _totals(self) -> tuple[int, int]:
        return self.club.chance.randrange(-200, 3000, 5), self.club.chance.randrange(-200, 3000, 5)


def rows_of(page: PlainBrowser, tag: str) -> list[dict[str, Element]]:
    """The rows of the standings on a page, each as {first CSS class, such as "place": element with this class}."""
    rows = [{each.get("class", "").split(" ")[0]: each for each in row.iter("span")} for row in page.tree.iter(tag)]
    return [row for row in rows if "place" in row]


def standings(browser: PlainBrowser, home: str) -> list[tuple[int, str, int, int]]:
    """The standings on the page, as (place, name, points, difference)."""
    browser.open(f"{home}/standings")
    return [
        (figure(row["place"]), spoken(row["name"]).partition(" Table ")[0], figure(row["points"]), figure(row["gap"]))
        for row in rows_of(browser, "summary")
    ]


def count_in_the_season(club: Club) -> None:
    """Add the last evening to the season, and check the season's page."""
    laptop, number = club.laptop, len(club.played)
    if number == 1:
        laptop.open("/seasons/new")
        laptop.fill("Title of the season", "On trial")
        laptop.fill("How many best evenings count", str(BEST))
        laptop.choose("Evening 1 ·")
        laptop.press("Begin the season")
    else:
        laptop.open("/seasons")
        laptop.press("On trial")
        laptop.press("Evenings of the season")
        laptop.choose(f"Evening {number} ·")
        laptop.press("Add")
    laptop.open("/seasons")
    laptop.press("On trial")
    rows = [(next(row["name"].iter("a")), row) for row in rows_of(laptop, "li")]
    ids = {spoken(name): name.get("href", "").rpartition("/")[2] for name, _ in rows}
    found = [(figure(row["place"]), spoken(name), figure(row["points"])) for name, row in rows]
    seed = re.search(r"Seed of the draw: (\S+)\.", laptop.text())
    assert seed
    assert found == season(club.played, BEST, seed[1], ids), f"season after {number} evenings"


def figure(element: Element) -> int:
    """The number that an element shows."""
    found = re.search(r"[+−-]?\d[\d,]*", spoken(element))
    assert found
    return int(found[0].replace(",", "").replace("−", "-"))
