"""Matches with named players, as the ledger stores them, to be folded and printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.engine.matches.match import State, fold
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.rulebook.codes import codes
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.build import build
from scorekeeper.sheets.model import About, ChosenOption, Imprint, SheetModel
from scorekeeper.words import words_for

IMPRINT = Imprint("1.0.0", "4705 0281 2B22")


@dataclass(frozen=True)
class Entry:
    """An entry of a ledger."""

    version: int
    kind: str
    payload: Mapping[str, Any] = field(default_factory=dict)


def opened(
    rules: str = "hungarian",
    format_: str = "four",
    *,
    sides: Sequence[tuple[str, Sequence[str]]] = (
        ("Ilona & Mihai", ("Ilona", "Mihai")),
        ("Jana & Tõnu", ("Jana", "Tõnu")),
    ),
    seats: Sequence[str] = (),
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The payload of `match_opened`; `sides` are (name, players). Without `seats`, the sides take seats in turn."""
    rounds = zip(*(players for _, players in sides), strict=False)
    return {
        "title": "Match 37",
        "rules": rules,
        "format": format_,
        "options": options or {},
        **snapshot(resolve(rules, format_, options)),
        "sides": [{"name": name, "players": list(players)} for name, players in sides],
        "seats": list(seats or [player for group in rounds for player in group]),
        "first_dealer": 0,
        **more,
    }


def side(cards: int, natural: int, mixed: int, red: int, out: str, hand: int, **more: Any) -> dict[str, Any]:
    """A side of a deal by totals: points, numbers of canastas and red threes; `out` is "", "out" or "concealed"."""
    canastas = {kind: count for kind, count in (("natural", natural), ("mixed", mixed)) if count}
    counted = {"counted": {"points": cards, "canastas": canastas}} if cards else {"melds": []}
    went = {"out": {"concealed": out == "concealed"}} if out else {}
    return {**counted, "red_threes": red, "hand_points": hand, **went, **more}


def folded(
    opening: Mapping[str, Any], deals: Sequence[Sequence[Mapping[str, Any]]], rulings: Sequence[Mapping[str, Any]] = ()
) -> State:
    """The state of a match with these deals and rulings."""
    entries = [("match_opened", opening)]
    entries += [("ruling_applied", {"ruling": f"r{at}", "code": "hungarian", **one}) for at, one in enumerate(rulings)]
    for number, sides in enumerate(deals, start=1):
        entries.append(("deal_recorded", {"deal": number, "body": {"sides": list(sides)}}))
    return fold(Entry(version, kind, payload) for version, (kind, payload) in enumerate(entries, start=1))


#: The match on the reference sheet: eleven deals and two rulings; it ends 5420 to 4860.
REFERENCE_DEALS = (
    (side(235, 0, 1, 1, "out", 15), side(0, 0, 0, 1, "", 215)),
    (side(185, 0, 0, 2, "", 95), side(260, 0, 1, 1, "out", 20)),
    (side(215, 0, 1, 0, "", 80), side(140, 0, 0, 2, "", 115)),
    (side(95, 0, 0, 1, "", 160), side(385, 1, 1, 1, "out", 10)),
    (side(330, 1, 0, 0, "out", 25), side(0, 0, 0, 1, "", 190)),
    (side(180, 0, 1, 1, "", 65), side(295, 0, 1, 0, "out", 15)),
    (side(110, 0, 0, 1, "", 175), side(275, 1, 0, 1, "concealed", 55)),
    (side(320, 0, 2, 0, "out", 30), side(165, 0, 0, 2, "", 95)),
    (side(205, 0, 1, 0, "", 90), side(190, 0, 1, 1, "", 70)),
    (side(0, 0, 0, 2, "", 165), side(225, 0, 1, 0, "out", 20)),
    (side(460, 1, 1, 1, "out", 15), side(170, 0, 0, 1, "", 140)),
)
REFERENCE_RULINGS = (
    {"deal": 5, "side": 1, "article": "HU-03", "opening_raise": 10, "points": 0,
     "answers": {"next_player_acted": False, "cure": "none", "admitted_at_once": True}},
    {"deal": 8, "side": 1, "article": "HU-05", "points": -100, "answers": {"before_partners_turn": True}},
)  # fmt: skip


def reference_match(**opening: Any) -> State:
    """The match on the reference sheet."""
    payload = opened(options={"stake-per-100": "0.20"}, stake_currency="EUR", **opening)
    return folded(payload, REFERENCE_DEALS, REFERENCE_RULINGS)


def sheet(state: State, language: str = "en", *, options: tuple[ChosenOption, ...] = ()) -> SheetModel:
    """The score sheet of a match, with the titles of the rulebook."""
    words = words_for(language)
    book, found = rulebook(), codes()
    rules = state.setup.rules
    return build(
        state,
        About(
            rule_set=words.gettext(book.rule_sets[rules.id].title),
            format=words.gettext(book.formats[rules.table.format].title),
            penalty_code=words.gettext(found[rules.code.id].title) if rules.code.id in found else "",
            occasion=("table 4", "Tallinn, 21 November 2026"),
            options=options,
            imprint=IMPRINT,
            gettext=words.gettext,
            codes=found,
        ),
    )


LONG = "Szentgyörgyvölgyi-Őrségi Árvíztűrő Tükörfúrógép Ödönné Vilma"
HOSTILE = "<script>alert(1)</script> & <b>Ő</b>"


def three_sides(deals: int = 14) -> State:
    """A match of three players, each of them a side."""
    cast = (("Anna", ("Anna",)), ("Bertalan", ("Bertalan",)), ("Cecilia", ("Cecilia",)))
    played = []
    for number in range(deals):
        out = number % 3
        sides = [side(235, 0, 1, 1, "", 15), side(140, 0, 1, 2, "", 115), side(180, 1, 0, 0, "", 40)]
        sides[out] |= {"hand_points": 0, "out": {}}
        sides[out - 1] = side(0, 0, 0, 1, "", 255) if number % 4 == 1 else sides[out - 1]
        played.append(sides)
    return folded(opened("hungarian", "three", sides=cast), played, REFERENCE_RULINGS)


def long_match(
    deals: int = 60, *, names: tuple[str, str] = ("Ilona & Mihai", "Jana & Tõnu"), rules: str = "hungarian"
) -> State:
    """A match with this number of deals, and with a target that it does not reach."""
    cast = ((names[0], ("Ilona", "Mihai")), (names[1], ("Jana", "Tõnu")))
    played = [REFERENCE_DEALS[number % len(REFERENCE_DEALS)] for number in range(deals)]
    return folded(opened(rules, sides=cast, options={"target": 100000}), played, REFERENCE_RULINGS)
