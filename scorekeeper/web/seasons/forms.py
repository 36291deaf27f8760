"""The form of how a season counts."""

from __future__ import annotations

import re
from typing import Any

from scorekeeper.engine.refused import malformed
from scorekeeper.evening.acts.season import SeasonSetup
from scorekeeper.evening.ranking.season import SEASON_TIE_BREAKS
from scorekeeper.web.frame.forms import Chips, PlainForm, Select, Text
from scorekeeper.words import N_
from scorekeeper.words.club.seasons import COUNTINGS, KEYS
from scorekeeper.words.numbers import whole

#: What is proposed for places where an evening is worth points by place.
LIST, REST = "10 8 6 5 4 3 2", "1"
MOST_TYPED = 400
TIES = tuple(f"tie{at}" for at in range(len(SEASON_TIE_BREAKS)))
#: The field of a value of the setup.
FIELDS = {"points": "list", "tie_breaks": TIES[0]}


class SeasonForm(PlainForm):
    """The name of a season, the way its evenings count, and its tie-breaks (`TIES`)."""

    title = Text(N_("Title of the season"))
    by = Chips(
        N_("How many points does a player get for an evening?"),
        COUNTINGS,
        default="points",
        looks={"show_legend": True},
    )
    list = Text(
        N_("Points by place"), hint=N_("Counted when points go by place: the first place first."), default=LIST,
        looks={"maxlength": MOST_TYPED},
    )  # fmt: skip
    rest = Text(N_("Points for every place after that"), default=REST, looks={"maxlength": 8})
    best = Text(N_("How many best evenings count"), hint=N_("Empty: all of them."), looks={"maxlength": 3})

    def asked(self) -> dict[str, Any]:
        """The setup as an entry has it; what is not a number stays as it was typed. Raises `Refused`."""
        if not self.title.data:
            raise malformed("missing_title", "title")
        points: dict[str, Any] = {"by": self.by.data}
        if self.by.data == "list":
            places = [part for part in re.split(r"[\s,;]+", self.list.data) if part]
            points |= {"points": [_number(part) for part in places], "rest": _number(self.rest.data or "0")}
        return {
            "title": self.title.data,
            "points": points,
            "best": _number(self.best.data) if self.best.data else None,
            "tie_breaks": [self[tie].data for tie in TIES if self[tie].data],
        }

    def field_of(self, where: str) -> str:
        """The field of a value of the setup."""
        value = where.removeprefix("changed.")
        if value.startswith("points.rest"):
            return "rest"
        name = re.split(r"[.\[]", value)[0]
        return FIELDS.get(name, name)


for tie, usual in zip(TIES, SEASON_TIE_BREAKS, strict=True):
    setattr(SeasonForm, tie, Select("", {**KEYS, "": N_("nothing more")}, default=usual))


def values_of(setup: SeasonSetup) -> dict[str, str]:
    """The form as it is for a season."""
    by_list = setup.counting.by == "list"
    chain = (*setup.tie_breaks, *[""] * len(TIES))
    return {
        "title": setup.title,
        "by": setup.counting.by,
        "list": " ".join(map(str, setup.counting.points)) if by_list else LIST,
        "rest": str(setup.counting.rest) if by_list else REST,
        "best": str(setup.best or ""),
    } | dict(zip(TIES, chain, strict=False))


def _number(text: str) -> int | str:
    number = whole(text.removeprefix("-"), 7)
    return text if number is None else -number if text.startswith("-") else number
