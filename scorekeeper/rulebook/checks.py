"""Checks of the rows of a rule set: no value or title is missing, every card is in exactly one row, every meld has a
row, and every kind of canasta that a row refers to exists."""

from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.engine.cards import KINDS, RANKS, RED_THREE, THREE
from scorekeeper.engine.rules import row_of, sections
from scorekeeper.engine.values import NODEFAULT, fields
from scorekeeper.rulebook.tables import RulebookError
from scorekeeper.rulebook.values import Value

Rows = Mapping[str, Mapping[str, Any]]
#: The kinds of canasta that the program has words for; other kinds need a title, like all rows of `_TITLED` sections.
_WORDED = ("natural", "mixed", "wild", "natural_aces", "mixed_aces", "wild_jokers", "wild_twos")
_TITLED = ("held", "special_hands", "deal_bonuses")
#: The endings of the paths whose values `check_rows` compares with other values.
NAMING = (".kinds", ".opens_alone", ".like", ".ranks", ".cards", ".most")


def check_rows(values: Mapping[str, Value], file: str) -> None:
    """Raise `RulebookError` if rows are inconsistent. `values` are by path; the message names `file`, the path and the
    allowed values."""
    rows: dict[str, dict[str, dict[str, Any]]] = {name: {} for name, kind in sections().items() if row_of(kind)}
    for path, value in values.items():
        if path.count(".") == 2:
            section, key, name = path.split(".")
            rows[section].setdefault(key, {})[name] = value.value
    for look in (_whole, _cards, _melds, _kinds):
        for path, wrong in look(rows, values):
            raise RulebookError(f"{file}: {path}: {wrong}")


def _whole(rows: Rows, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield (path, problem) for each row that lacks a value or a title."""
    for section, of_section in rows.items():
        needed = [each.name for each in fields(row_of(sections()[section])) if each.default is NODEFAULT]
        for key, row in of_section.items():
            others = ", ".join(other for other in of_section if other != key) or "none"
            lacks = (f"no value for {name}; other rows: {others}" for name in needed if name not in {*row, "key"})
            yield from ((f"{section}.{key}", wrong) for wrong in lacks)
            own = section == "canastas" and (row.get("kind") or key) not in _WORDED
            if (own or section in _TITLED) and not row.get("title"):
                among = f"; without one: {', '.join(_WORDED)}" if own else ""
                yield f"{section}.{key}", f"no value for title{among}"


def _cards(rows: Rows, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield (path, problem) for each kind of card that is in no row or in two. Red threes need a row only if a red
    three in a hand counts as a card (`threes.red.in_hand`)."""
    seen: dict[str, str] = {}
    for key, row in rows["cards"].items():
        for kind in row["kinds"]:
            if kind in seen:
                yield f"cards.{key}.kinds", f"{kind!r} stands in cards.{seen[kind]} already"
            seen[kind] = key
    alone = rows["threes"].get("red", {}).get("in_hand") != "card"
    for kind in KINDS:
        if kind not in seen and not (kind == RED_THREE and alone):
            yield "cards", f"no row has {kind!r}; needed: {', '.join(KINDS)}"


def _melds(rows: Rows, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield (path, problem) for each problem with the rows of melds.

    Each rank must be in a row of "rank". There must be one row of "wild", one of "sequence" and, if no row of "rank"
    has threes, one of "black_threes". A row must not list a rank twice, except that its last rank may be the same as
    its first. `most` must not be less than `cards`.
    """
    of = [row["of"] for row in rows["melds"].values()]
    ranks = [row.get("ranks") or RANKS for row in rows["melds"].values() if row["of"] == "rank"]
    for kind in ("wild", "sequence", *(("black_threes",) if not any(THREE in each for each in ranks) else ())):
        if of.count(kind) != 1:
            yield "melds", f"{of.count(kind)} rows of {kind!r}; needed: one, with played = false where there are none"
    for rank in RANKS:
        if not any(rank in each for each in ranks):
            yield "melds", f"no row of 'rank' has {rank!r}; needed: {', '.join(RANKS)}"
    for key, row in rows["melds"].items():
        ranks_of = row.get("ranks", ())
        if twice := [rank for at, rank in enumerate(ranks_of) if rank in ranks_of[(at == len(ranks_of) - 1) : at]]:
            yield f"melds.{key}.ranks", f"{twice[0]!r} stands twice; allowed: the same one first and last"
        if (most := row.get("most")) is not None and most < row.get("cards", 3):
            yield f"melds.{key}.most", f"{most} does not fit; allowed: {row.get('cards', 3)} or more"


def _kinds(rows: Rows, values: Mapping[str, Value]) -> Iterator[tuple[str, str]]:
    """Yield (path, problem) for each reference to a kind of canasta that does not exist."""
    there = tuple(
        dict.fromkeys(each for key, row in rows["canastas"].items() for each in (key, row.get("kind")) if each)
    )
    named = {f"canastas.{key}.like": (row["like"],) for key, row in rows["canastas"].items() if row.get("like")}
    for section in ("needs", "canasta_openings"):
        named |= {f"{section}.{key}.kinds": row.get("kinds", ()) for key, row in rows[section].items()}
    named["opening.opens_alone"] = values["opening.opens_alone"].value
    for path, kinds in named.items():
        for kind in kinds:
            if kind not in there:
                yield path, f"{kind!r} is no kind of canasta here; allowed: {', '.join(there)}"
