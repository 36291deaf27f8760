"""House options in words: the groups of options, the value of an option, and the values that it may have."""

from collections.abc import Mapping
from typing import Any, Protocol

from scorekeeper.engine.rules import RuleSet
from scorekeeper.words import N_, Words

#: The groups by the rulebook's keys, in the order in which pages show them.
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


class Titled(Protocol):
    """The part of a house option's interface that this module uses."""

    @property
    def type(self) -> str:
        """The type of the field: "number", "choice", "switch" or "decimal"."""

    def title_of(self, value: Any) -> str:
        """The rulebook's name of a value; "" where it gives none."""


def say_option(option: Titled, value: Any, words: Words) -> str:
    """A value of an option: its title where the rulebook has one, otherwise yes, no or the number. If the value is None
    and has no title, it is “No limit” for a choice, and “Not used” for other types."""
    if title := option.title_of(value):
        return words.gettext(title)
    if value is None:
        return words.gettext(N_("No limit") if option.type == "choice" else N_("Not used"))
    if isinstance(value, bool):
        return words.gettext(N_("Yes") if value else N_("No"))
    return words.number(value) if isinstance(value, int) else words.decimal(value)


def say_end(rules: RuleSet, words: Words) -> str:
    """The end of a match under these rules: at the target, or after a number of deals."""
    if rules.end.deals is None:
        return words.gettext(N_("to %(target)s"), target=rules.end.target)
    return words.ngettext("%(num)s deal", "%(num)s deals", rules.end.deals)


def say_format(title: str, words: Words, *, house: bool) -> str:
    """The title of a format. That of a `house` format is followed by a note that no source describes it."""
    text = words.gettext(title)
    return words.gettext(N_("%(format)s (not in the sources)"), format=text) if house else text


def say_range(limits: Mapping[str, int], words: Words) -> str:
    """The numbers that an option may have: from "min" to "max" in steps of "step", or without "max" from "min" on."""
    if "max" not in limits:
        return words.gettext(N_("%(number)s or more"), number=limits["min"])
    whole, stepped = N_("%(least)s to %(most)s"), N_("%(least)s to %(most)s, in steps of %(step)s")
    sentence = whole if limits["step"] == 1 else stepped
    return words.gettext(sentence, least=limits["min"], most=limits["max"], step=limits["step"])
