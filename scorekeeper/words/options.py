"""Names of the groups of house options and of their values, and the values that an option may have."""

from collections.abc import Mapping
from typing import Any, Protocol

from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, Words

#: The groups in the order people see them; the keys are those of the rulebook.
GROUPS = {
    "end": N_("The end of the match"),
    "deal": N_("Cards and dealing"),
    "melds": N_("Melds"),
    "canastas": N_("Canastas"),
    "threes": N_("Threes"),
    "opening": N_("Opening"),
    "going_out": N_("Going out"),
    "pile": N_("Discard pile"),
    "penalties": N_("Penalties"),
}
YES, NO = N_("Yes"), N_("No")
NO_LIMIT = N_("No limit")
NOTHING = N_("Not used")
RANGE = N_("%(least)s to %(most)s")
STEPS = N_("%(least)s to %(most)s, in steps of %(step)s")


class Titled(Protocol):
    """A house option as far as its values are worded."""

    @property
    def type(self) -> str:
        """The type of the field: "number", "choice", "switch" or "decimal"."""

    def title_of(self, value: Any) -> str:
        """The rulebook's name of a value; "" where it gives none."""


def say_option(option: Titled, value: Any, words: Words) -> str:
    """A value of an option: its own title where the rulebook gives one, else the number, or yes and no."""
    if title := option.title_of(value):
        return words.gettext(title)
    if value is None and option.type == "choice":
        return words.gettext(NO_LIMIT)
    if isinstance(value, bool):
        return words.gettext(YES if value else NO)
    if value is None:
        return words.gettext(NOTHING)
    return words.number(value) if isinstance(value, int) else words.decimal(value)


def say_end(rules: RuleSet, words: Words) -> str:
    """The end of a match: the target, or a number of deals."""
    if rules.end.deals is None:
        return words.gettext(N_("to %(target)s"), target=rules.end.target)
    return words.ngettext("%(num)s deal", "%(num)s deals", rules.end.deals)


def say_format(title: str, words: Words, *, house: bool) -> str:
    """The players of a format, and a note where it is in no source but played at tables."""
    text = words.gettext(title)
    return words.gettext(N_("%(format)s (not in the sources)"), format=text) if house else text


def say_range(limits: Mapping[str, int], words: Words) -> str:
    """The numbers that an option may have, from "min" to "max" by "step"; without a "max" any from "min" on."""
    if "max" not in limits:
        return words.gettext(N_("%(number)s or more"), number=limits["min"])
    sentence = RANGE if limits["step"] == 1 else STEPS
    return words.gettext(sentence, least=limits["min"], most=limits["max"], step=limits["step"])
