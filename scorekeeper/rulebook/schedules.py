"""Perfect schedules of partners, from TOML."""

import re
from collections.abc import Mapping
from functools import cache

from scorekeeper.evening.values import Schedule
from scorekeeper.rulebook.tables import Table, parsed, text_of
from scorekeeper.rulebook.values import RulebookError

FILE = "schedules.toml"
#: A table as it is written: partners against partners, L for the last player.
_TABLE = re.compile(r"(\d+|L)\+(\d+)-(\d+)\+(\d+)")
Four = tuple[int, int, int, int]
Tables = tuple[Four, ...]


@cache
def schedules() -> Mapping[int, Schedule]:
    """Every schedule by the number of players. Raises `RulebookError` where the file is wrong."""
    return read_schedules(text_of(FILE))


def read_schedules(text: str) -> Mapping[int, Schedule]:
    """The schedules of a file."""
    table = parsed(FILE, text)
    return {int(players): _schedule(table.table(players), int(players)) for players, _ in table.items()}


def _schedule(table: Table, players: int) -> Schedule:
    if table.has("rounds"):
        rounds = [_tables(each, players) for each in table.texts("rounds")]
    else:
        rounds = _turned(_tables(table.text("first"), players), players, table.whole("turns", 0))
        again = [_regrouped(tables, way) for way in table.texts("again", []) for tables in rounds]
        rounds += again
    schedule = Schedule(
        tuple(tuple(((a, b), (c, d)) for a, b, c, d in tables) for tables in rounds), table.whole("fresh")
    )
    table.close()
    return schedule


def _tables(text: str, players: int) -> Tables:
    matches = [_TABLE.fullmatch(each) for each in text.split()]
    if None in matches:
        raise RulebookError(f"{FILE}: {text!r} is no round of tables as 1+2-3+4")
    numbers = [[players if each == "L" else int(each) for each in match.groups()] for match in matches if match]
    return tuple((a, b, c, d) for a, b, c, d in numbers)


def _turned(first: Tables, players: int, turns: int) -> list[Tables]:
    """Round 1 and those that follow by turning the circle; in a multiple of four the last player stands outside it."""
    circle = players - 1 if players % 4 == 0 else players

    def on(number: int, by: int) -> int:
        return number if number > circle else (number - 1 + by) % circle + 1

    return [tuple((on(a, r), on(b, r), on(c, r), on(d, r)) for a, b, c, d in first) for r in range(turns or circle)]


def _regrouped(tables: Tables, way: str) -> Tables:
    """The same tables with other partners; `way` is as `a+c-b+d`."""
    a, b, c, d = ("abcd".index(letter) for letter in re.findall("[a-d]", way))
    return tuple((four[a], four[b], four[c], four[d]) for four in tables)
