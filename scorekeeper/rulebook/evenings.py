"""The schedules of partners and the scorings for club evenings, read from TOML."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from scorekeeper.engine.reading import Object, Text, counts, form, one_of, read
from scorekeeper.engine.values import Struct, replace
from scorekeeper.evening.ranking.scoring import CHANGES, Scoring, read_scoring
from scorekeeper.evening.ranking.standings import TIE_BREAKS
from scorekeeper.evening.values import Schedule
from scorekeeper.rulebook.tables import FOLDER, naming, parsed, wrong

FILE = "schedules.toml"
#: A table of players in the file, such as `L+1-2+3`: partners against partners. L is the last player.
_TABLE = re.compile(r"(\d+|L)\+(\d+)-(\d+)\+(\d+)")
Four = tuple[int, int, int, int]
Tables = tuple[Four, ...]
#: The types of a schedule in the file: with all its rounds, or with a first round from which the others are computed.
_Written = form("WrittenSchedule", rounds=tuple[Text, ...], fresh=int)
_Made = form("MadeSchedule", first=Text, turns=(int, 0), again=(tuple[Text, ...], ()), fresh=int)


@cache
def schedules(text: str | None = None) -> Mapping[int, Schedule]:
    """The schedules of schedules.toml, or of `text` in its place, by the number of players. Raises `RulebookError` if
    it is wrong."""
    with naming(FILE):
        tree = read(counts(map(str, range(4, 100)), Object), parsed(FILE, text))
        return {int(players): _schedule(table, players) for players, table in tree.items()}


def _schedule(table: Any, where: str) -> Schedule:
    players = int(where)
    given: Any = read(_Written if "rounds" in table else _Made, table, where)
    if "rounds" in table:
        rounds = [_tables(each, players, f"{where}.rounds") for each in given.rounds]
    else:
        rounds = _turned(_tables(given.first, players, f"{where}.first"), players, given.turns)
        rounds += [_regrouped(tables, way, f"{where}.again") for way in given.again for tables in rounds]
    return Schedule(tuple(tuple(((a, b), (c, d)) for a, b, c, d in tables) for tables in rounds), given.fresh)


def _tables(text: str, players: int, where: str) -> Tables:
    matches = [_TABLE.fullmatch(each) for each in text.split()]
    if None in matches:
        raise wrong(f"{text!r} is no round of tables as 1+2-3+4", where)
    numbers = [[players if each == "L" else int(each) for each in match.groups()] for match in matches if match]
    return tuple((a, b, c, d) for a, b, c, d in numbers)


def _turned(first: Tables, players: int, turns: int) -> list[Tables]:
    """The first round, and the rounds made from it: in each, every number goes up by one, and the highest becomes 1. If
    the number of players is a multiple of four, the last player keeps their number.

    There are `turns` rounds in all; if that is 0, one for each player who moves.
    """
    circle = players - 1 if players % 4 == 0 else players

    def on(number: int, by: int) -> int:
        return number if number > circle else (number - 1 + by) % circle + 1

    return [tuple((on(a, r), on(b, r), on(c, r), on(d, r)) for a, b, c, d in first) for r in range(turns or circle)]


def _regrouped(tables: Tables, way: str, where: str) -> Tables:
    """The same tables with other partners. In `way`, such as `a+c-b+d`, the four players of a table are a, b, c and
    d."""
    if sorted(way) != sorted("a+c-b+d"):
        raise wrong(f"{way!r} is no other way to sit as a+c-b+d", where)
    a, b, c, d = ("abcd".index(letter) for letter in re.findall("[a-d]", way))
    return tuple((four[a], four[b], four[c], four[d]) for four in tables)


#: The TOML tables in the file of a scoring. Each may list its own sources.
PARTS = ("points", *CHANGES)
_File = form(
    "ScoringFile",
    place=int,
    tie_breaks=tuple[one_of(TIE_BREAKS), ...],  # type: ignore[misc]
    points=Object,
    **dict.fromkeys(CHANGES, (Object, {})),
)


class ScoringFacts(Struct):
    """A scoring, the sources of each of its `PARTS`, and its position on pages (`place`). A part without sources is the
    program's own."""

    scoring: Scoring
    sources: Mapping[str, tuple[str, ...]]
    place: int


@cache
def scorings() -> Mapping[str, ScoringFacts]:
    """All scorings by id, in the order in which pages list them. Raises `RulebookError` if a file is wrong."""
    files = sorted((FOLDER / "scorings").glob("*.toml"))
    facts = {path.stem: read_facts(f"scorings/{path.name}") for path in files}
    return dict(sorted(facts.items(), key=lambda each: each[1].place))


def scoring_by_id() -> Mapping[str, Scoring]:
    """All scorings by id, without their sources."""
    return {id_: facts.scoring for id_, facts in scorings().items()}


def read_facts(file: str, text: str | None = None) -> ScoringFacts:
    """The scoring in a file, or in `text` in its place. Raises `RulebookError` if it is wrong."""
    with naming(file):
        given: Any = read(_File, parsed(file, text))
        parts: dict[str, Any] = {part: dict(getattr(given, part)) for part in PARTS}
        sources = {
            part: read(tuple[Text, ...], values.pop("sources", ()), f"{part}.sources") for part, values in parts.items()
        }
        points = parts.pop("points")
        if "bands" in points:
            bands = read(list[list[Any]], points["bands"], "bands")
            # "more" is the upper end of the last band
            points["bands"] = [[None, *band[1:]] if band[:1] == ["more"] else band for band in bands]
        changes = {part: values for part, values in parts.items() if values}
        scoring = read_scoring({**points, **changes}, "", {}, alone=True)
    return ScoringFacts(replace(scoring, tie_breaks=given.tie_breaks), sources, given.place)
