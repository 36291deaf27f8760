"""House options: what a table may choose when a match is opened."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from scorekeeper.engine.refused import malformed
from scorekeeper.rulebook.values import RulebookError, check_source, frozen, paths

OptionType = Literal["number", "choice", "switch", "decimal"]
TYPES = ("number", "choice", "switch", "decimal")
GROUPS = ("end", "deal", "melds", "canastas", "threes", "opening", "going_out", "pile", "penalties")
_KEYS = {
    "group",
    "title",
    "says",
    "type",
    "sets",
    "values",
    "range",
    "words",
    "optional",
    "follows",
    "default",
    "choices",
    "reading",
    "rule_sets",
}
_MISSING = object()
#: The most that a stake may be; money above it is a slip of the finger.
MOST_STAKE = Decimal(1_000_000)
#: A decimal as people write it, without sign, exponent or grouping.
DECIMAL = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")


@dataclass(frozen=True, slots=True)
class Choice:
    """The words of one allowed value, and the values of the rule set it changes besides."""

    title: str
    effect: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Known:
    """How one rule set knows an option: the section that names it, its reading, and its own allowed values."""

    source: str
    reading: str | None = None
    values: tuple[Any, ...] | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One house option. `default` is set only where it is not the rule set's own value at `sets`."""

    id: str
    group: str
    title: str
    says: str
    type: OptionType
    sets: str | None
    rule_sets: Mapping[str, Known]
    values: tuple[Any, ...] = ()
    range: Mapping[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()
    optional: bool = False
    follows: str | None = None
    default: Any = _MISSING
    choices: Mapping[str, Choice] = field(default_factory=dict)

    def allowed(self, rule_set: str) -> tuple[Any, ...]:
        """What this rule set allows: each value, or for numbers the words and the range in text."""
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
        own = values[self.sets or ""]
        return values[self.follows] if own is None and self.follows else own

    def check(self, value: Any, rule_set: str) -> Any:
        """The value as the engine takes it. Raises `Refused` with what is allowed."""
        if value is None and self.optional:
            return None
        read = {"number": self._number, "decimal": self._decimal}.get(self.type, self._listed)
        return read(value, rule_set)

    def title_of(self, value: Any) -> str:
        """What a value is called; "" where the rulebook gives it no words."""
        choice = self.choices.get("none" if value is None else _name(value))
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
            return {path: None if new == "" else new for path, new in choice.effect.items()}
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
        same = (known for known in self.allowed(rule_set) if known == value and type(known) is type(value))
        found = next(same, _MISSING)
        if found is _MISSING:
            raise self._refused(value, rule_set)
        return found

    def _refused(self, value: Any, rule_set: str) -> Exception:
        """The refusal, with the range as numbers: it is said in the reader's language."""
        listed = self.allowed(rule_set)
        allowed = (*listed[:-1], self.limits) if self.limits else listed
        return malformed("not_one_of", f"options.{self.id}", value, allowed)


def read_options(tree: Mapping[str, Any], sections: Collection[str], rule_sets: Sequence[str]) -> dict[str, Option]:
    """The options of options.toml. Raises `RulebookError` naming the option and the key."""
    for id_, table in tree.items():
        _check(table, f"options.toml: {id_}", rule_sets)
    return {id_: _option(id_, table, sections) for id_, table in tree.items()}


def _check(table: Mapping[str, Any], where: str, rule_sets: Sequence[str]) -> None:
    """Refuse an unknown key, a missing one, and a name that nothing has."""
    if unknown := set(table) - _KEYS:
        raise RulebookError(f"{where}: unknown key {', '.join(sorted(unknown))}; allowed: {', '.join(sorted(_KEYS))}")
    if missing := [key for key in ("title", "says", "rule_sets") if not table.get(key)]:
        raise RulebookError(f"{where}: {', '.join(missing)} is missing")
    for key, allowed in (("group", GROUPS), ("type", TYPES)):
        if table.get(key) not in allowed:
            raise RulebookError(f"{where}: {key} is {table.get(key)!r}; allowed: {', '.join(allowed)}")
    if unknown := set(table["rule_sets"]) - set(rule_sets):
        raise RulebookError(f"{where}: unknown rule set {', '.join(sorted(unknown))}; allowed: {', '.join(rule_sets)}")
    if table["type"] == "number" and set(table.get("range", ())) != {"min", "max", "step"}:
        raise RulebookError(f"{where}: a number needs a range of min, max and step")
    if "sets" not in table and "default" not in table:
        raise RulebookError(f"{where}: an option that sets no value needs a default")
    _check_paths(table, where)


def _option(id_: str, table: Mapping[str, Any], sections: Collection[str]) -> Option:
    where = f"options.toml: {id_}"
    return Option(
        id=id_,
        group=table["group"],
        title=table["title"],
        says=table["says"],
        type=table["type"],
        sets=table.get("sets"),
        rule_sets={rule_set: _known(known, table, where, sections) for rule_set, known in table["rule_sets"].items()},
        values=frozen(table.get("values", ())),
        range=table.get("range", {}),
        words=frozen(table.get("words", ())),
        optional=table.get("optional", False),
        follows=table.get("follows"),
        default=table.get("default", _MISSING),
        choices={
            name: Choice(choice["title"], choice.get("effect", {})) for name, choice in table.get("choices", {}).items()
        },
    )


def _known(known: Mapping[str, Any], table: Mapping[str, Any], where: str, sections: Collection[str]) -> Known:
    check_source(known, where, sections)
    values = frozen(known["values"]) if "values" in known else None
    return Known(known["source"], known.get("reading", table.get("reading")), values)


def _check_paths(table: Mapping[str, Any], where: str) -> None:
    effects = [path for choice in table.get("choices", {}).values() for path in choice.get("effect", {})]
    named = [path for path in (table.get("sets"), table.get("follows"), *effects) if path]
    for path in named:
        if path not in paths():
            raise RulebookError(f"{where}: unknown value {path}; allowed: {', '.join(paths())}")


def _name(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
