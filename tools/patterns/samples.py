"""Sample boards: a usual one, and some with extreme content. They are folded from entries, without a ledger."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorekeeper.engine.matches.match import State, fold
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import resolve, rulebook

Deals = Sequence[Sequence[int]]
Payload = Mapping[str, Any]


#: The first penalty code, and the first rule set that is played under it.
CODE = adjudicating()[0]
RULES = next(id_ for id_, facts in rulebook().rule_sets.items() if facts.values["code.id"].value == CODE.id)


def _offering(option: str) -> str:
    """The first rule set that offers an option."""
    return next(id_ for id_, facts in rulebook().rule_sets.items() if option in facts.offers)


class SampleEntry(Struct):
    """An entry as the ledger returns it."""

    version: int
    kind: str
    payload: Payload
    recorded_at: str = ""


class Sample(Struct):
    """A match in short form: the players, the points of each deal, and further entries."""

    sides: Mapping[str, tuple[str, ...]]
    deals: Deals
    rules: str = RULES
    format: str = "four"
    options: Mapping[str, object] = field(default_factory=dict)
    more: tuple[tuple[str, Payload], ...] = ()

    def state(self) -> State:
        """Fold the match."""
        entries = [("match_opened", self._opened()), *self._recorded(), *self.more]
        return fold(SampleEntry(version, kind, payload) for version, (kind, payload) in enumerate(entries, start=1))

    def _opened(self) -> Payload:
        return {
            "rules": self.rules,
            **snapshot(resolve(self.rules, self.format, dict(self.options))),
            "sides": [{"name": name, "players": list(players)} for name, players in self.sides.items()],
            "seats": [player for turn in zip(*self.sides.values(), strict=True) for player in turn],
            "first_dealer": 0,
            "stake_currency": "EUR",
        }

    def _recorded(self) -> Iterable[tuple[str, Payload]]:
        for number, points in enumerate(self.deals, start=1):
            yield "deal_recorded", {"deal": number, "body": {"sides": [counted(each) for each in points]}}


def counted(points: int) -> Payload:
    """A side of a deal with these points: positive ones are laid, negative ones left in hand."""
    laid = {"points": max(0, points), "canastas": {}, "melded": True}
    return {"counted": laid, "red_threes": 0, "hand_points": max(0, -points)}


def ruling(id_: str, deal: int, side: int, article: str, **effects: object) -> tuple[str, Payload]:
    """An applied ruling."""
    return "ruling_applied", {
        "ruling": id_,
        "deal": deal,
        "side": side,
        "code": CODE.id,
        "article": article,
        **effects,
    }


def owed(deal: int, side: int, player: str, *duties: Payload, **effects: object) -> tuple[str, Payload]:
    """A ruling in the deal being played, with open obligations of a player."""
    return ruling("r1", deal, side, CODE.articles[1].id, player=player, obligations=list(duties), **effects)


TWO = {"North–South": ("Ilona", "Mihai"), "East–West": ("Jana", "Tõnu")}
LONG = {
    "Hódmezővásárhelykutasipusztai Özvegy Szűcs-Kovács Árpádné Ők": (
        "Szabolcska-Kiss Boglárka Erzsébet",
        "Dénes",
    ),
    "Ștefănița-Mihăița Țârțâșescu și Gheorghiță Bălănescu-Râșnov": (
        "Ștefănița-Mihăița Țârțâșescu",
        "Gheorghiță",
    ),
}
ALONE = {"Ilona": ("Ilona",), "Mihai": ("Mihai",), "Jana": ("Jana",)}
ALONE_LONG = {
    "Szabolcska-Kiss Boglárka Erzsébet": ("Boglárka",),
    "Țârțâșescu Ștefănița": ("Ștefănița",),
    "Jana": ("Jana",),
}
FIVE_DEALS = ((515, 340), (790, 205), (-85, 640), (905, -45), (710, 320))
TWELVE_DEALS = ((1180, -340), (790, 205), (-85, 640), (905, -1045), (2710, -920), (1515, -905)) * 2
LARGE_DEALS = ((2575, 1700, 4525), (3950, -1025, -425), (-425, 3200, 2225), (6200, -15500, 3100))
THREE_DEALS = ((515, 340, 905), (790, 205, -85), (-85, 640, 445), (1240, -310, 620))
EXPOSED = {"key": "EXPOSED_CARD", "says": "The exposed card is melded or discarded as soon as possible."}
SKIP = {"key": "SKIP_DRAW", "says": "Draws to miss: %(count)s", "count": 2}

SAMPLES = {
    "usual": Sample(TWO, FIVE_DEALS, more=(owed(6, 1, "Tõnu", EXPOSED, opening_raise=10),)),
    "start": Sample(TWO, ()),
    "five-figures": Sample(
        TWO,
        TWELVE_DEALS,
        options={"target": 20000},
        more=(owed(13, 1, "Tõnu", EXPOSED, SKIP), ruling("r2", 4, 0, CODE.articles[3].id, points=-100)),
    ),
    "minus": Sample(TWO, ((-985, 340), (-790, -1205), (85, -10640))),
    "long-names": Sample(LONG, FIVE_DEALS, more=(owed(6, 1, "Ștefănița-Mihăița Țârțâșescu", EXPOSED),)),
    "won": Sample(TWO, (*FIVE_DEALS, (2310, 455)), options={"stake-per-100": "2.50"}),
    "draw": Sample(TWO, ((2500, 2500), (2510, 2510))),
    "canasta-only": Sample(
        TWO,
        ((4000, 300), (3500, 1500)),
        rules=_offering("opening-canasta-above"),
        options={"target": 15000, "opening-canasta-above": 7000},
    ),
    "three": Sample(ALONE, THREE_DEALS, format="three", more=(owed(5, 2, "Jana", EXPOSED),)),
    "three-long": Sample(ALONE_LONG, LARGE_DEALS, format="three", options={"target": 20000}),
}
