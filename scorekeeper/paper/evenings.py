"""The sheets of a club evening and of a season: the models that `sheets` renders, built from the current state."""

from collections.abc import Callable, Mapping
from datetime import date

from scorekeeper.actions.club.seasons import load_season
from scorekeeper.actions.desk import Desk
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.values import Struct
from scorekeeper.evening.counting import open_seed, planned
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.evening.people import tables_of
from scorekeeper.paper import ReadySheet, day_of, imprint
from scorekeeper.rulebook.evenings import schedules
from scorekeeper.sheets.model import Imprint, Sheet
from scorekeeper.sheets.seats import guides, result_slips, seating_sheet, table_cards
from scorekeeper.sheets.tables import cross_sheet, round_sheet, season_sheet, standings_sheet
from scorekeeper.words import Words
from scorekeeper.words.club.evenings import say_evening

#: A function that takes the number of a table, and returns the table's link, or None if it has none.
Link = Callable[[int], str | None]


class Wanted(Struct):
    """The inputs of an evening's sheet; `round` is the number of the requested round, None for the last one."""

    evening: Evening
    round: int | None
    link: Link
    words: Words
    imprint: Imprint

    @property
    def sheet(self) -> Sheet:
        """The common part of the sheets: title and day of the evening, and the imprint."""
        setup, words = self.evening.setup, self.words
        occasion = (say_evening(setup.title, words), day_of(date.fromisoformat(setup.date), words))
        return Sheet(imprint=self.imprint, occasion=occasion)

    @property
    def published(self) -> RoundNow:
        """The requested round. Raises `Refused` if it is not published."""
        rounds = {each.number: each for each in self.evening.rounds}
        if self.round is not None and self.round not in rounds:
            raise malformed("not_one_of", "round", self.round, rounds)
        if not rounds:
            raise impossible("no_round_published", "round")
        return rounds[self.round or max(rounds)]

    @property
    def counted(self) -> int | None:
        """The number of the last round to count, or None to count all of them; rounds that are not closed do not count.
        Raises `Refused` if the requested round is not published, or if there is no closed round to count."""
        last = self.evening.rounds if self.round is None else self.evening.rounds[: self.published.number]
        if not any(each.state == "closed" for each in last):
            raise impossible("no_round_closed", "round")
        return self.round


def evening_sheet(
    desk: Desk, evening_id: str, kind: str, words: Words, *, round_: int | None = None, link: Link = lambda table: None
) -> ReadySheet:
    """A sheet of an evening. `kind` is one of the keys of `KINDS`; `round_` and `link` are as in `Wanted`.

    Raises `UnknownEvening`, and `Refused` for an unknown kind or round, or a sheet that cannot be printed yet.
    """
    if kind not in KINDS:
        raise malformed("not_one_of", "kind", kind, KINDS)
    ties = imprint(desk, desk.ledger.evenings.check_value(evening_id))
    wanted = Wanted(desk.load_evening(evening_id).state, round_, link, words, ties)
    template, make = KINDS[kind]
    return ReadySheet(template, make(wanted), f"canasta-{evening_id}-{kind}{'' if round_ is None else f'-{round_}'}")


def season_paper(desk: Desk, season_id: str, words: Words) -> ReadySheet:
    """The table of a season. Raises `UnknownSeason`."""
    now = load_season(desk, season_id)
    days = [words.date(date.fromisoformat(each.date)) if each.date else "–" for each in now.evenings]
    setup = now.memory.setup
    sheet = Sheet(imprint=imprint(desk), occasion=(setup.title,))
    model = season_sheet(days, now.rows, now.worth, now.names, setup.seed or "", sheet)
    return ReadySheet("evening/season.html", model, f"canasta-season-{season_id}")


def not_yet(desk: Desk, evening_id: str, kind: str, words: Words) -> Refused | None:
    """The reason why a sheet cannot be printed yet; None if it can. Raises `UnknownEvening`."""
    try:
        evening_sheet(desk, evening_id, kind, words)
    except Refused as refused:
        return refused
    return None


def _seating(wanted: Wanted) -> object:
    round_, evening = wanted.published, wanted.evening
    seed = open_seed(evening.setup, finished=evening.state == "finished", seed=round_.record.seed) or ""
    return seating_sheet(evening, round_, seed, wanted.words, wanted.sheet)


def _guides(wanted: Wanted) -> object:
    evening = wanted.evening
    rounds = planned(evening, schedules())
    if len(rounds) <= len(evening.rounds) and evening.setup.rounds != len(rounds):
        raise impossible("not_known_ahead", "kind")
    return guides(evening, rounds, wanted.words, wanted.sheet)


def _of_round(make: Callable[..., object]) -> Callable[[Wanted], object]:
    """A function that makes the model of a sheet of the requested round."""
    return lambda wanted: make(wanted.evening, wanted.published, wanted.words, wanted.sheet)


def _of_standings(make: Callable[..., object]) -> Callable[[Wanted], object]:
    """A function that makes the model of a sheet of the standings."""
    return lambda wanted: make(wanted.evening, wanted.counted, wanted.words, wanted.sheet)


#: Every sheet by its kind: its template, and the function that makes its model.
KINDS: Mapping[str, tuple[str, Callable[[Wanted], object]]] = {
    "cards": ("evening/cards.html", lambda wanted: table_cards(tables_of(wanted.evening), wanted.link, wanted.sheet)),
    "by-name": ("evening/by_name.html", _seating),
    "by-table": ("evening/by_table.html", _seating),
    "guides": ("evening/guides.html", _guides),
    "slips": ("evening/slips.html", _of_round(result_slips)),
    "standings": ("evening/standings.html", _of_standings(standings_sheet)),
    "cross": ("evening/cross.html", _of_standings(cross_sheet)),
    "round": ("evening/round.html", _of_round(round_sheet)),
}
