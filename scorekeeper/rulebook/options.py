"""House options: what a table may choose when a match is opened."""

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

OptionType = Literal["number", "choice", "switch", "decimal"]
GROUPS = ("end", "deal", "melds", "canastas", "threes", "opening", "going_out", "pile", "penalties")
_MISSING = object()
#: The most that a stake may be; money above it is a slip of the finger.
MOST_STAKE = Decimal(1_000_000)
#: A decimal as people write it, without sign, exponent or grouping.
DECIMAL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")


_Range = form("Range", min=int, max=int, step=int)


def _range(found: Any, where: str) -> dict[str, int]:
    """The numbers that an option allows: from `min` to `max` in steps."""
    limits = asdict(read(_Range, found, where))
    if limits["step"] < 1 or limits["min"] > limits["max"]:
        raise wrong("from min to max in steps of at least 1", where)
    return limits


def _effect(found: Any, where: str) -> dict[str, Any]:
    """Values of a rule set by their paths. TOML has no null: an empty text stands for none where no text may be."""
    effect: dict[str, Any] = {}
    for path, value in read(Object, found, where).items():
        check_path(path, where)
        effect[path] = None if value == "" and problem(path, value) else frozen(value)
        if told := problem(path, effect[path]):
            raise wrong(told, at(where, path))
    return effect


class OptionChoice(Struct, forbid_unknown_fields=True):
    """The words of one allowed value, and the values of the rule set it changes besides."""

    title: str = ""
    effect: looked(_effect) = field(default_factory=dict)  # type: ignore[valid-type]


class Offer(Struct, forbid_unknown_fields=True):
    """One rule set's offer of an option: the section that names it, its reading, and its own allowed values."""

    source: Any = None
    reading: Text | None = None
    values: Frozen | None = None


class OptionText(Struct, forbid_unknown_fields=True, kw_only=True):
    """One house option as its file tells it. `default` is set only where it is not the rule set's own value at `sets`;
    `reading` is that of its offers, `codes` says that every penalty code is a value of it."""

    group: one_of(GROUPS)  # type: ignore[valid-type]
    title: Text
    says: Text
    type: OptionType
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
    """One house option, with its offer of each rule set."""

    id: str
    rule_sets: Mapping[str, Offer]

    def allowed(self, rule_set: str) -> tuple[Any, ...]:
        """The values that this rule set allows: each value, or for numbers the words and the range in text."""
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
        """The last thing that `allowed` names, as numbers; nothing where each value is named."""
        return {"min": 0} if self.type == "decimal" else dict(self.range)

    def default_of(self, values: Mapping[str, Any]) -> Any:
        """The default under a rule set's values (by path)."""
        if self.default is not _MISSING:
            return self.default
        if self.sets is None:
            fitting = (value for value in self.choosable if self._holds(value, values))
            return next(fitting, self.choosable[0])
        own = _value_at(values, self.sets)
        return _value_at(values, self.follows) if own is None and self.follows else own

    @property
    def choosable(self) -> tuple[Any, ...]:
        """The values of a choice or a switch, as the option itself lists them."""
        return (False, True) if self.type == "switch" else (*self.values, *((None,) if self.optional else ()))

    @property
    def paths(self) -> tuple[str, ...]:
        """Every value of a rule set that this option may set."""
        paths = [self.sets, self.follows, *(path for choice in self.choices.values() for path in choice.effect)]
        return tuple(dict.fromkeys(path for path in paths if path))

    def _holds(self, value: Any, values: Mapping[str, Any]) -> bool:
        return all(_value_at(values, path) == frozen(new) for path, new in self.effect(value).items())

    def check(self, value: Any, rule_set: str) -> Any:
        """The value as the engine takes it. Raises `Refused` with what is allowed."""
        if value is None and self.optional:
            return None
        read = {"number": self._number, "decimal": self._decimal}.get(self.type, self._listed)
        return read(value, rule_set)

    def title_of(self, value: Any) -> str:
        """The name of a value; "" where the rulebook gives it none."""
        choice = self.choices.get(_name(value))
        return choice.title if choice else ""

    def effect(self, value: Any) -> dict[str, Any]:
        """The values of the rule set that this choice changes, by path.

        Nothing chosen for an option that follows another one changes nothing: a rule set may have a number of its own
        there (003 point 7 pays four jokers apart).
        """
        if value is None and self.follows:
            return {}
        choice = self.choices.get(_name(value))
        if choice and choice.effect:
            return dict(choice.effect)
        return {self.sets: value} if self.sets else {}

    def _number(self, value: Any, rule_set: str) -> Any:
        whole = isinstance(value, int) and not isinstance(value, bool)
        limits = self.range
        if whole and limits["min"] <= value <= limits["max"] and value % limits["step"] == 0:
            return value
        if isinstance(value, str) and value in self.words:
            return value
        raise self._refused(value, rule_set)

    def _decimal(self, value: Any, rule_set: str) -> str:
        plain = isinstance(value, int | float | str) and not isinstance(value, bool)
        if plain and DECIMAL.fullmatch(str(value)) and Decimal(str(value)) <= MOST_STAKE:
            return str(value)
        raise self._refused(value, rule_set)

    def _listed(self, value: Any, rule_set: str) -> Any:
        same = (each for each in self.allowed(rule_set) if each == value and type(each) is type(value))
        listed = next(same, _MISSING)
        if listed is _MISSING:
            raise self._refused(value, rule_set)
        return listed

    def _refused(self, value: Any, rule_set: str) -> Exception:
        """The refusal, with the range as numbers: it is said in the reader's language."""
        listed = self.allowed(rule_set)
        allowed = (*listed[:-1], self.limits) if self.limits else listed
        return malformed("not_one_of", f"options.{self.id}", value, allowed)


def read_options(
    tree: Mapping[str, Any],
    sections: Collection[str],
    offers: Mapping[str, Mapping[str, Any]],
    codes: Mapping[str, str] | None = None,
) -> dict[str, Option]:
    """The options of options.toml; `offers` are those that each rule set lists in its own file, `codes` the titles of
    the penalty codes that a match can be played under.

    Raises `RulebookError` naming the file, the option and the key.
    """
    with naming("options.toml"):
        told = {id_: read(OptionText, table, id_) for id_, table in tree.items()}
    offered: dict[str, dict[str, Offer]] = {id_: {} for id_ in tree}
    for rule_set, listed in offers.items():
        with naming(f"rule_sets/{rule_set}.toml"):
            for id_, table in listed.items():
                among((id_,), f"options.{id_}", tree)
                offered[id_][rule_set] = _offer(table, f"options.{id_}", told[id_].reading, sections)
    return {id_: _option(id_, text, offered[id_], codes or {}) for id_, text in told.items()}


def _offer(table: Any, where: str, reading: str | None, sections: Collection[str]) -> Offer:
    offer = read(Offer, table, where)
    check_source(offer.source, where, sections)
    return replace(offer, reading=offer.reading or reading)


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
    """Refuse a value that cannot stand where the option sets it, or that nothing is said of."""
    for value in values:
        choice = option.choices.get(_name(value))
        if choice is None and option.sets is None:
            raise malformed("not_one_of", where, value, option.choices)
        if option.sets and not (choice and choice.effect) and (told := problem(option.sets, frozen(value))):
            raise wrong(told, where)


def _value_at(values: Mapping[str, Any], path: str) -> Any:
    """The value at a path, one of several where it ends in a number."""
    whole, _, number = path.rpartition(".")
    return frozen(values[whole][int(number) - 1] if number.isdigit() else values.get(path, default_at(path)))


def _name(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
