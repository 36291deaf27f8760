"""A season in words: how its evenings count, and why a player is placed below another."""

from collections.abc import Sequence
from datetime import date

from scorekeeper.evening.acts.season import SeasonSetup
from scorekeeper.evening.ranking.order import Step
from scorekeeper.evening.ranking.season import PlayerRow
from scorekeeper.words import N_, Words
from scorekeeper.words.club.evenings import say_tied

#: The ways to count an evening.
COUNTINGS = {
    "points": N_("Tournament points of the evening"),
    "list": N_("Points by place, from a list"),
    "beaten": N_("One point, and one for each place below"),
}
#: The tie-breaks of a season.
KEYS = {
    "best_evening": N_("best evening"),
    "evenings_won": N_("evenings won"),
    "attended": N_("evenings played"),
    "lots": N_("draw of lots"),
}
#: The states in which an evening of a season does not count.
STATES = {
    "in_play": N_("in play"),
    "away": N_("archived"),
    "missing": N_("not in this file"),
}
#: The sentence for each kind of entry.
DOES = {
    "season_opened": N_("The season was begun"),
    "season_amended": N_("What counts was changed"),
    "evening_added": N_("An evening was added: %(evening)s"),
    "evening_removed": N_("An evening was taken out: %(evening)s"),
}


def say_day(day: str, words: Words) -> str:
    """The day of an evening without its year, from an ISO date; a dash if `day` is empty."""
    return words.day(date.fromisoformat(day)) if day else "–"


def say_standing(state: str, words: Words) -> str:
    """The state of an evening of a season; empty where it counts."""
    return words.gettext(STATES[state]) if state in STATES else ""


def say_counting(setup: SeasonSetup, words: Words) -> str:
    """Two short sentences: the number of points that an evening gives, and the number of evenings that count."""
    counting = setup.counting
    if counting.by == "list":
        points = " ".join(map(words.number, counting.points))
        says = N_("Points by place: %(points)s, then %(rest)s each.")
        worth = words.gettext(says, points=points, rest=counting.rest)
    elif counting.by == "beaten":
        worth = words.gettext(N_("An evening is worth one point, and one for each place below."))
    else:
        worth = words.gettext(N_("An evening is worth its tournament points."))
    if setup.best is None:
        counts = words.gettext(N_("Every evening counts."))
    else:
        counts = words.ngettext("The best evening counts.", "The best %(num)s evenings count.", setup.best)
    return f"{worth} {counts}"


def say_season_place(rows: Sequence[PlayerRow], steps: Sequence[Step], index: int, words: Words) -> str:
    """The reason why the row at `index` is below the row above it; empty for the first row, and if the two differ in
    points."""
    row, above = rows[index], rows[index - 1]
    if index == 0 or row.total != above.total:
        return ""
    shared = row.behind_by is None
    return say_tied(row.total, steps, row.player, above.player, KEYS, words, shared=shared)


def say_chain(chain: Sequence[str], words: Words) -> str:
    """The names of these tie-breaks, in the same order."""
    return ", ".join(words.gettext(KEYS[key]) for key in chain)


def say_season_entry(kind: str, evening: str, words: Words) -> str:
    """The sentence for an entry of a season; `evening` is the name of the evening that was added or removed."""
    return words.gettext(DOES[kind], evening=evening)
