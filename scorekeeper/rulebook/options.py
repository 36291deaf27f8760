"""House options: the choices that players make when they open a match."""

import re
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from typing import Any, Literal

from scorekeeper.engine.reading import Object, Text, form, looked, one_of, read, said
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import frozen
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Struct, asdict, field, replace
from scorekeeper.rulebook.tables import among, naming, wrong
from scorekeeper.rulebook.values import Frozen, ValuePath, check_path, check_source, default_at, problem

GROUPS = ("end", "deal", "melds", "canastas", "threes", "opening", "going_out", "pile", "penalties")
_MISSING = object()
#: The maximum stake per 100 points. A higher one is refused, because it was probably mistyped.
MOST_STAKE = Decimal(1_000_000)
#: A decimal without a sign, an exponent or thousands separators.
DECIMAL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")


_Range = form("Range", min=int, max=int, step=int)


def _range(found: Any, where: str) -> dict[str, int]:
    """Read the range of an option: from `min` to `max` in steps of `step`."""
    limits = asdict(read(_Range, found, where))
    if limits["step"] < 1 or limits["min"] > limits["max"]:
        raise wrong("from min to max in steps of at least 1", where)
    return limits


def _effect(found: Any, where: str) -> dict[str, Any]:
    """Read values of a rule set by path. TOML has no null, so "" means None for a value that cannot be a text."""
    effect: dict[str, Any] = {}
    for path, value in read(Object, found, where).items():
        check_path(path, where)
        effect[path] = None if value == "" and problem(path, value) else frozen(value)
        if told := problem(path, effect[path]):
            raise wrong(told, at(where, path))
    return effect


class OptionChoice(Struct, forbid_unknown_fields=True):
    """A choice of an option: its `title`, and in `effect` the values of the rule set that it sets, by path."""

    title: str = ""
    effect: looked(_effect) = field(default_factory=dict)  # type: ignore[valid-type]


class Offer(Struct, forbid_unknown_fields=True):
    """A rule set's offer of an option: its source and its reading. `values` are the allowed values; None for those in
    options.toml."""

    source: Any = None
    reading: Text | None = None
    values: Frozen | None = None


class OptionText(Struct, forbid_unknown_fields=True, kw_only=True):
    """A house option as options.toml has it. It sets the value at the path `sets`, or the values in the `effect` of the
    choice. Its default is `default` or, without one, the value that the rule set has.

    `words` are texts that are allowed in place of a number. If the value at `sets` is None, the value at the path
    `follows` applies. `reading` is for offers without a reading of their own. With `codes`, the ids of the penalty
    codes that a match can be played under are allowed values, too.
    """

    group: one_of(GROUPS)  # type: ignore[valid-type]
    title: Text
    says: Text
    type: Literal["number", "choice", "switch", "decimal"]
    sets: ValuePath | None = None
    values: Frozen = ()
    range: looked(_range) = field(default_factory=dict)  # type: ignore[valid-type]
    words: tuple[Text, ...] = ()
    optional: bool = False
    follows: ValuePath | None = None
    default: Any = _MISSING
    choices: Mapping[str, OptionChoice] = field(default_factory=dict)
    reading: Text | None = None
    codes: bool = False


class Option(OptionText, kw_only=True):
    """A house option with its offers, by id of the rule set."""

    id: str
    rule_sets: Mapping[str, Offer]

    def allowed(self, rule_set: str) -> tuple[Any, ...]:
        """The values that a rule set allows, with None if the option is `optional`. The last item for a number is its
        range as a text ("500 to 20000, in steps of 5"), for a decimal the text "a decimal from 0"."""
        none = (None,) if self.optional else ()
        if self.type == "switch":
            return (False, True)
        if self.type == "choice":
            return (*(self.rule_sets[rule_set].values or self.values), *none)
        if self.type == "decimal":
            return (*none, "a decimal from 0")
        step = f", in steps of {self.range['step']}" if self.range["step"] > 1 else ""
        return (*none, *self.words, f"{self.range['min']} to {self.range['max']}{step}")

    @property
    def limits(self) -> dict[str, int]:
        """The range of a number ("min", "max" and "step") or of a decimal ("min"); empty for other types."""
        return {"min": 0} if self.type == "decimal" else dict(self.range)

    def default_of(self, values: Mapping[str, Any]) -> Any:
        """The default in a rule set; `values` are the values of the rule set by path.

        Without `default`, it is the value at `sets` (at `follows` if that is None). Without `sets` too, it is the first
        choice whose `effect` the rule set has already; if there is none, the first choice.
        """
        if self.default is not _MISSING:
            return self.default
        if self.sets is None:
            for value in self.choosable:
                if all(_value_at(values, path) == frozen(new) for path, new in self.effect(value).items()):
                    return value
            return self.choosable[0]
        own = _value_at(values, self.sets)
        return _value_at(values, self.follows) if own is None and self.follows else own

    @property
    def choosable(self) -> tuple[Any, ...]:
        """The values of a choice or a switch, in the order of the form. None is the last, if it is allowed."""
        return (False, True) if self.type == "switch" else (*self.values, *((None,) if self.optional else ()))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of all values that this option may set."""
        paths = [self.sets, self.follows, *(path for choice in self.choices.values() for path in choice.effect)]
        return tuple(dict.fromkeys(path for path in paths if path))

    def check(self, value: Any, rule_set: str) -> Any:
        """The value as the engine expects it: a decimal as a text, any other value unchanged. Raises `Refused`, with
        the allowed values, if the rule set does not allow it."""
        if value is None and self.optional:
            return None
        if not self._fits(value, rule_set):
            listed = self.allowed(rule_set)
            # numbers instead of the English text: the range is worded in the reader's language
            allowed = (*listed[:-1], self.limits) if self.limits else listed
            raise malformed("not_one_of", f"options.{self.id}", value, allowed)
        return str(value) if self.type == "decimal" else value

    def _fits(self, value: Any, rule_set: str) -> bool:
        """Return whether the rule set allows the value; True and False are not numbers."""
        if self.type in ("choice", "switch"):
            return any(each == value and type(each) is type(value) for each in self.allowed(rule_set))
        if self.type == "decimal":
            plain = not isinstance(value, bool) and DECIMAL.fullmatch(str(value))
            return isinstance(value, int | float | str) and bool(plain) and Decimal(str(value)) <= MOST_STAKE
        if isinstance(value, str):
            return value in self.words
        least, most, step = (self.range[name] for name in ("min", "max", "step"))
        return type(value) is int and least <= value <= most and value % step == 0

    def title_of(self, value: Any) -> str:
        """The title of a value; "" where it has none."""
        choice = self.choices.get(_name(value))
        return choice.title if choice else ""

    def effect(self, value: Any) -> dict[str, Any]:
        """The values of the rule set that this option sets if `value` is chosen, by path.

        For an option with `follows`, None sets nothing, because a rule set may have its own number at `sets` (003,
        point 7, has one for four jokers).
        """
        if value is None and self.follows:
            return {}
        choice = self.choices.get(_name(value))
        if choice and choice.effect:
            return dict(choice.effect)
        return {self.sets: value} if self.sets else {}


def read_options(
    tree: Mapping[str, Any],
    sections: Collection[str],
    offers: Mapping[str, Mapping[str, Any]],
    codes: Mapping[str, str] | None = None,
) -> dict[str, Option]:
    """The options by id, from the parsed options.toml (`tree`).

    `sections` are the codes of all sections of sources. `offers` has the options in each rule set's file, by id of the
    rule set. `codes` has the titles of the penalty codes that a match can be played under, by id of the code. Raises
    `RulebookError` with the file, the option and the key.
    """
    with naming("options.toml"):
        told = {id_: read(OptionText, table, id_) for id_, table in tree.items()}
    offered: dict[str, dict[str, Offer]] = {id_: {} for id_ in tree}
    for rule_set, listed in offers.items():
        with naming(f"rule_sets/{rule_set}.toml"):
            for id_, table in listed.items():
                where = f"options.{id_}"
                among((id_,), where, tree)
                offer = read(Offer, table, where)
                check_source(offer.source, where, sections)
                offered[id_][rule_set] = replace(offer, reading=offer.reading or told[id_].reading)
    return {id_: _option(id_, text, offered[id_], codes or {}) for id_, text in told.items()}


def _option(id_: str, text: OptionText, rule_sets: Mapping[str, Offer], codes: Mapping[str, str]) -> Option:
    of_codes = {code: OptionChoice(title) for code, title in codes.items()} if text.codes else {}
    option = Option(id=id_, rule_sets=rule_sets, **said(text))
    option = replace(option, values=(*option.values, *of_codes), choices={**option.choices, **of_codes})
    own = (*option.choosable, *option.words, *(option.range[end] for end in ("min", "max") if option.range))
    with naming("options.toml"):
        if not (option.sets or option.choices) and option.default is _MISSING:
            raise wrong("missing; an option that sets no value needs one", f"{id_}.default")
        if (option.type == "number") is not bool(option.range):
            raise wrong("a number needs one, and nothing else has one", f"{id_}.range")
        _check_values(option, own, f"{id_}.{'values' if option.values else 'range'}")
        among(option.choices, f"{id_}.choices", dict.fromkeys(map(_name, own)))
    for rule_set, offer in rule_sets.items():
        with naming(f"rule_sets/{rule_set}.toml"):
            _check_values(option, offer.values or (), f"options.{id_}.values")
    return option


def _check_values(option: Option, values: Iterable[Any], where: str) -> None:
    """Raise `Refused` for a value of an option that is not allowed at the path `sets`, or that would set nothing."""
    for value in values:
        choice = option.choices.get(_name(value))
        if choice is None and option.sets is None:
            raise malformed("not_one_of", where, value, option.choices)
        if option.sets and not (choice and choice.effect) and (told := problem(option.sets, frozen(value))):
            raise wrong(told, where)


def _value_at(values: Mapping[str, Any], path: str) -> Any:
    """The value at a path, or the default of that path. A number at the end is a position in a list, from 1."""
    whole, _, number = path.rpartition(".")
    return frozen(values[whole][int(number) - 1] if number.isdigit() else values.get(path, default_at(path)))


def _name(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
