"""A season in words: how its evenings count, and why a player stands behind another."""

from collections.abc import Mapping, Sequence
from datetime import date

from scorekeeper.evening.acts.season import SeasonSetup
from scorekeeper.evening.ranking.order import Step, Value
from scorekeeper.evening.ranking.season import Counting, PlayerRow
from scorekeeper.words import N_, Words

#: What an evening may be worth.
COUNTINGS = {
    "points": N_("Tournament points of the evening"),
    "list": N_("Points by place, from a list"),
    "beaten": N_("One point, and one for each place below"),
}
#: What parts players who are level on points.
KEYS = {
    "best_evening": N_("best evening"),
    "evenings_won": N_("evenings won"),
    "attended": N_("evenings played"),
    "lots": N_("draw of lots"),
}
#: How an evening of a season stands, where it does not count.
STATES = {
    "in_play": N_("in play"),
    "away": N_("archived"),
    "missing": N_("not in this file"),
}
#: What an entry of a season did.
DOES = {
    "season_opened": N_("The season was begun"),
    "season_amended": N_("What counts was changed"),
    "evening_added": N_("An evening was added: %(evening)s"),
    "evening_removed": N_("An evening was taken out: %(evening)s"),
}


def say_day(day: str, words: Words) -> str:
    """The day of an evening (ISO) in short; a dash for one that is not known."""
    return words.day(date.fromisoformat(day)) if day else "–"


def say_standing(state: str, words: Words) -> str:
    """The state of an evening of a season; empty where it counts."""
    return words.gettext(STATES[state]) if state in STATES else ""


def say_counting(setup: SeasonSetup, words: Words) -> str:
    """The way in which the evenings count, in two short sentences."""
    sentences = [_worth(setup.counting, words)]
    if setup.best is None:
        sentences.append(words.gettext(N_("Every evening counts.")))
    else:
        sentences.append(words.ngettext("The best evening counts.", "The best %(num)s evenings count.", setup.best))
    return " ".join(sentences)


def _worth(counting: Counting, words: Words) -> str:
    if counting.by == "list":
        values = {"points": " ".join(map(words.number, counting.points)), "rest": counting.rest}
        return words.gettext(N_("Points by place: %(points)s, then %(rest)s each."), **values)
    if counting.by == "beaten":
        return words.gettext(N_("An evening is worth one point, and one for each place below."))
    return words.gettext(N_("An evening is worth its tournament points."))


def say_season_place(rows: Sequence[PlayerRow], steps: Sequence[Step], index: int, words: Words) -> str:
    """The reason why a row is below another with the same points; empty elsewhere. `index` is the row."""
    row, above = rows[index], rows[index - 1]
    if index == 0 or row.total != above.total:
        return ""
    reasons = [words.gettext(N_("tied on %(points)s points"), points=row.total)]
    reasons += [
        _asked(step, row.player, above.player, words) for step in steps if {row.player, above.player} <= {*step.level}
    ]
    if row.behind_by is None:
        reasons.append(words.gettext(N_("they share the place")))
    return "; ".join(reasons)


def _asked(step: Step, own: str, above: str, words: Words) -> str:
    """The figures of two tied rows by one tie-break."""
    if step.skipped:
        return words.gettext(N_("no lots were drawn"))
    key = words.gettext(KEYS[step.key])
    if step.values[own] == step.values[above]:
        return words.gettext(N_("%(key)s: the same"), key=key)
    mine, other = _value(step.values[own], words), _value(step.values[above], words)
    return words.gettext(N_("%(key)s %(mine)s against %(other)s"), key=key, mine=mine, other=other)


def _value(value: Value, words: Words) -> str:
    return words.number(value) if isinstance(value, int) else str(value)


def say_chain(chain: Sequence[str], words: Words) -> str:
    """The tie-breaks, in their order."""
    return ", ".join(words.gettext(KEYS[key]) for key in chain)


def say_season_entry(kind: str, evening: str, words: Words) -> str:
    """The effect of an entry of a season."""
    values: Mapping[str, str] = {"evening": evening} if "%(evening)" in DOES[kind] else {}
    return words.gettext(DOES[kind], **values)
