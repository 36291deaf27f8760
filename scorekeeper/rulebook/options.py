"""House options: what a table may choose when a match is opened."""

import re
from collections.abc import Collection, Mapping
from decimal import Decimal
from typing import Any, Literal

from scorekeeper.engine.refused import malformed
from scorekeeper.engine.values import Struct, field
from scorekeeper.rulebook.tables import Table
from scorekeeper.rulebook.values import check_source, default_at, frozen, problem

OptionType = Literal["number", "choice", "switch", "decimal"]
TYPES = ("number", "choice", "switch", "decimal")
GROUPS = ("end", "deal", "melds", "canastas", "threes", "opening", "going_out", "pile", "penalties")
_MISSING = object()
#: The most that a stake may be; money above it is a slip of the finger.
MOST_STAKE = Decimal(1_000_000)
#: A decimal as people write it, without sign, exponent or grouping.
DECIMAL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")


class OptionChoice(Struct):
    """The words of one allowed value, and the values of the rule set it changes besides."""

    title: str
    effect: Mapping[str, Any] = field(default_factory=dict)


class Offer(Struct):
    """One rule set's offer of an option: the section that names it, its reading, and its own allowed values."""

    source: str
    reading: str | None = None
    values: tuple[Any, ...] | None = None


class Option(Struct):
    """One house option. `default` is set only where it is not the rule set's own value at `sets`."""

    id: str
    group: str
    title: str
    says: str
    type: OptionType
    sets: str | None
    rule_sets: Mapping[str, Offer]
    values: tuple[Any, ...] = ()
    range: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    optional: bool = False
    follows: str | None = None
    default: Any = _MISSING
    choices: Mapping[str, OptionChoice] = field(default_factory=dict)

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
    for rule_set, offered in offers.items():
        listed = Table(f"rule_sets/{rule_set}.toml", "options", offered)
        for id_ in offered:
            listed.one_of(id_, tree, id_)
    tables = {id_: Table("options.toml", id_, table) for id_, table in tree.items()}
    return {id_: _option(id_, table, sections, offers, codes or {}) for id_, table in tables.items()}


def _option(
    id_: str,
    table: Table,
    sections: Collection[str],
    offers: Mapping[str, Mapping[str, Any]],
    codes: Mapping[str, str],
) -> Option:
    kind, reading = table.one_of("type", TYPES), table.text("reading", None)
    if not (table.has("sets") or table.has("default") or table.has("choices")):
        raise table.error("default", "missing; an option that sets no value needs one")
    of_codes = codes if table.flag("codes") else {}
    option = Option(
        id=id_,
        group=table.one_of("group", GROUPS),
        title=table.text("title"),
        says=table.text("says"),
        type=kind,  # type: ignore[arg-type]  # one_of has checked it
        sets=table.path("sets"),
        rule_sets={
            rule_set: _offer(Table(f"rule_sets/{rule_set}.toml", "options", offered).table(id_), reading, sections)
            for rule_set, offered in offers.items()
            if id_ in offered
        },
        values=(*frozen(table.value("values", list, [])), *of_codes),
        range=_range(table.table("range")) if kind == "number" else {},
        words=table.texts("words", []),
        optional=table.flag("optional"),
        follows=table.path("follows"),
        default=table.anything("default", _MISSING),
        choices={
            **(_choices(table.table("choices")) if table.has("choices") else {}),
            **{code: OptionChoice(title) for code, title in of_codes.items()},
        },
    )
    table.close()
    _check_choices(option, table)
    return option


def _check_choices(option: Option, table: Table) -> None:
    """Refuse a value that cannot stand where the option sets it or that nothing is said of, and words for no value."""
    own = (*option.choosable, *option.words, *(option.range[end] for end in ("min", "max") if option.range))
    listed = [(table, "values" if option.values else "range", own)]
    for rule_set, offer in option.rule_sets.items():
        offered = Table(f"rule_sets/{rule_set}.toml", "options", {})
        listed.append((offered, f"{option.id}.values", offer.values or ()))
    for where, key, values in listed:
        for value in values:
            choice = option.choices.get(_name(value))
            if choice is None and option.sets is None:
                raise where.error(key, f"{value!r} is not allowed here; allowed: {', '.join(option.choices)}")
            if option.sets and not (choice and choice.effect) and (wrong := problem(option.sets, frozen(value))):
                raise where.error(key, wrong)
    names = dict.fromkeys(_name(value) for value in own)
    for name in option.choices:
        if name not in names:
            raise table.error("choices", f"{name!r} is no value of it; allowed: {', '.join(names)}")


def _offer(table: Table, reading: str | None, sections: Collection[str]) -> Offer:
    source = table.anything("source")
    check_source(source, f"{table.file}: {table.where}", sections)
    values = frozen(table.value("values", list)) if table.has("values") else None
    offer = Offer(source, table.text("reading", reading), values)
    table.close()
    return offer


def _range(table: Table) -> dict[str, int]:
    limits = {key: table.whole(key) for key in ("min", "max", "step")}
    if limits["step"] < 1 or limits["min"] > limits["max"]:
        raise table.error("", "from min to max in steps of at least 1")
    table.close()
    return limits


def _choices(table: Table) -> dict[str, OptionChoice]:
    return {name: _choice(table.table(name)) for name, _ in table.items()}


def _choice(table: Table) -> OptionChoice:
    effect: dict[str, Any] = {}
    if table.has("effect"):
        changed = table.table("effect")
        for path, value in changed.items():
            changed.value_path(path)
            # TOML has no null: an empty text stands for none where no text may be.
            effect[path] = None if value == "" and problem(path, value) else frozen(value)
            if wrong := problem(path, effect[path]):
                raise changed.error(path, wrong)
    choice = OptionChoice(table.text("title", ""), effect)
    table.close()
    return choice


def _value_at(values: Mapping[str, Any], path: str) -> Any:
    """The value at a path, one of several where it ends in a number."""
    whole, _, number = path.rpartition(".")
    return frozen(values[whole][int(number) - 1] if number.isdigit() else values.get(path, default_at(path)))


def _name(value: Any) -> str:
    return "none" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
