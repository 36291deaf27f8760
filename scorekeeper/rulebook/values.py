"""The values of a rule set with their sources, checked against the types of the engine's `RuleSet`.

A path names a value: `section.value`, or in a section of rows `section.key.value`. The path that an option sets may end
in the position of an item in a list, from 1: `threes.red.ladder.4`.
"""

from collections.abc import Collection, Mapping
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from scorekeeper.engine.cards import KINDS, RANKS, THREE, TWO
from scorekeeper.engine.conditions import CONDITIONS, named_in
from scorekeeper.engine.reading import form, looked, read
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import frozen, general, row_of, sections
from scorekeeper.engine.shape import MOST, at, mapping
from scorekeeper.engine.values import NODEFAULT, Struct, ValidationError, convert, fields
from scorekeeper.rulebook.tables import wrong

#: The type of the TOML table of one value; and the keys that a row may have besides its values.
_LEAF = form("Value", value=(Any, None), source=(Any, None), reading=(str | None, None))
_CITED = ("source", "reading")
#: The key, in a section of rows, that lists the base's rows that this game leaves out.
_WITHOUT = "without"
#: The sections in which only certain rows are allowed, with the keys of these rows.
_KEYS = {"threes": ("red", "black"), "signs": ("melded", "red", "black")}
#: The paths of ranges, [from] or [from, to]; and those of steps, lists of [from, ...] in ascending order.
_SPANS = tuple(f"{section}.*.{name}" for section in ("canastas", "unfinished") for name in ("cards", "wilds", "jokers"))
_STEPS = ("opening.brackets", "signs.*.steps", "premiums.steps")
#: The paths of numbers that are at least 1 (`_FROM_ONE`) or at least 0 (`_FROM_NONE`), and of points that are at most 0
#: (`_MINUS`).
_FROM_ONE = (
    *("pack.packs", "table.hand_size", "table.draw", "melds.*.cards", "canastas.*.cards", "held.*.least"),
    *("end.target", "end.deals"),
)
_FROM_NONE = (
    *("pack.jokers", "melds.*.most", "melds.*.naturals", "melds.*.wilds", "melds.*.wilds_on_canasta", *_SPANS),
    *("canastas.*.naturals", "unfinished.*.below", "threes.*.extra_from", "needs.*.count", "end.canastas_to_end"),
)
_MINUS = (
    "threes.*.unmelded_in_hand",
    "code.asked_unable",
    "unfinished.*.fine",
    "held.*.fine",
    "second_hand.never_taken",
    "fines.excess_wilds_group",
    "threes.*.in_hand",
)
_SIGNS = (-1, 0, 1)
#: The maximum numbers of packs, jokers, cards and canastas. The maximum of other numbers is that of scores, `MOST`.
_AT_MOST: Mapping[str, int] = {
    "pack.packs": 10,
    "pack.jokers": 40,
    **dict.fromkeys(("melds.*.cards", "canastas.*.cards", "needs.*.count"), 20),
}
#: The maximum lengths of a text, in characters, and of a list, in items.
LONGEST_TEXT, LONGEST_LIST = 300, 64
#: The texts allowed at a path, alone or in a list.
_AMONG: Mapping[str, tuple[str, ...]] = {
    "cards.*.kinds": KINDS,
    "cards.*.counted": ("", "jokers", "twenties", "twos", "aces", "tens", "fives"),
    "held.*.rank": RANKS,
    **dict.fromkeys(
        ("melds.*.ranks", "canastas.*.ranks", "canastas.*.but", "unfinished.*.ranks"), (*RANKS, THREE, TWO)
    ),
}


class Value(Struct):
    """A value of a rule set. `source` is the code of the section that states it, or "-" if none does. `also` are the
    codes of other sections that state it. `reading` is the id of the reading that the value depends on, if any."""

    value: Any
    source: str
    reading: str | None = None
    also: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[str, ...]:
        """The codes of all sections that state the value."""
        return (self.source, *self.also)


class Values(Struct):
    """The contents of the file of a rule set or a penalty code. `given` has the values by path, `without` the rows of
    the base that a rule set leaves out, as "section.key"."""

    given: Mapping[str, Value]
    without: tuple[str, ...] = ()

    def over(self, base: Mapping[str, Value]) -> dict[str, Value]:
        """The values of `base` with those of this file instead or in addition. New rows come before those of the
        base."""
        kept = {path: value for path, value in base.items() if row_name(path) not in self.without}
        rows = {row_name(path) for path in kept}
        new = {path: value for path, value in self.given.items() if row_name(path) not in rows}
        return {**new, **kept, **self.given}


def row_name(path: str) -> str:
    """The row of a path, as "section.key"; for a path without a row the path itself."""
    return path.rpartition(".")[0] if path.count(".") == 2 else path


@cache
def hints() -> Mapping[str, Any]:
    """The type of every value by path, with "*" for the key of a row ("canastas.*.bonus")."""
    by_path = {}
    for section, kind in sections().items():
        row = row_of(kind)
        for name, hint in get_type_hints(row or kind).items():
            by_path[f"{section}.*.{name}" if row else f"{section}.{name}"] = hint
    return {path: hint for path, hint in by_path.items() if not path.endswith(".*.key")}


def hint_of(path: str) -> Any:
    """The type of the value at a path; None for a path that does not exist."""
    whole, _, number = path.rpartition(".")
    if number.isdigit():
        several = hints().get(general(whole))
        return get_args(several)[0] if get_origin(several) is tuple else None
    return hints().get(general(path))


@cache
def default_at(path: str) -> Any:
    """The default of a row's value at a path. None if it has no default, or is not a value of a row."""
    section, _, name = general(path).partition(".*.")
    row = row_of(sections()[section]) if name else None
    default = next((each.default for each in fields(row) if each.name == name), None) if row else None
    return None if default is NODEFAULT else default


def check_path(found: Any, where: str) -> str:
    """Return `found` if it is the path of a value. Raises `Refused` for a path that no rule set can have; the keys of
    rows are not checked."""
    if not isinstance(found, str) or hint_of(found) is None:
        raise malformed("not_one_of", where, found, hints())
    return found


def check_condition(found: Any, where: str) -> str:
    """Return `found` if it is a condition on the rules. Raises `Refused` unless it names a known condition or path."""
    if not isinstance(found, str) or (named_in(found) not in CONDITIONS and hint_of(named_in(found)) is None):
        raise malformed("not_one_of", where, found, (*CONDITIONS, *hints()))
    return found


if TYPE_CHECKING:
    ValuePath: TypeAlias = str
    RuleCondition: TypeAlias = str
    Frozen: TypeAlias = Any
else:
    ValuePath = looked(check_path)
    RuleCondition = looked(check_condition)
    Frozen = looked(lambda found, where: tuple(map(frozen, read(list, found, where))))


def fits(value: Any, hint: Any) -> bool:
    """Return whether the value is of this type, strictly (True is not a number, 1 is not a flag)."""
    try:
        convert(value, hint)
    except ValidationError:
        return False
    return True


def allowed(hint: Any) -> str:
    """The values that a type allows, in words: "a whole number or no value"."""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(allowed(arg) for arg in args)
    if origin is Literal:
        return ", ".join(repr(arg) for arg in args)
    if origin is tuple:
        several = len(args) == 2 and args[1] is Ellipsis
        return f"a list of {allowed(args[0])}" if several else f"[{', '.join(allowed(arg) for arg in args)}]"
    plain = {int: "a whole number", str: "a text", bool: "true or false", type(None): "no value"}
    return plain.get(hint, str(hint))


def read_values(tree: Any, section_codes: Collection[str], where: str = "") -> Values:
    """The values in the parsed TOML of a rule set or a penalty code. `section_codes` are the allowed sources besides
    "-". Raises `Refused` for a path, value or source that is not allowed."""
    values: dict[str, Value] = {}
    without: list[str] = []
    for section, table in mapping(tree, where, sections()).items():
        kind, here = sections()[section], at(where, section)
        row, keys = row_of(kind), _KEYS.get(section)
        names = [each.name for each in fields(row or kind) if each.name != "key"]
        allowed = names if row is None else table if keys is None else (*keys, _WITHOUT)
        for key, branch in mapping(table, here, allowed).items():
            path, place = f"{section}.{key}", at(here, key)
            if row is None:
                values[path] = _value(branch, path, place, section_codes)
            elif key == _WITHOUT:
                without += [f"{section}.{gone}" for gone in read(tuple[str, ...], branch, place)]
            else:
                cited = {name: branch[name] for name in _CITED if name in mapping(branch, place, (*names, *_CITED))}
                for name in (each for each in branch if each not in _CITED):
                    leaf = branch[name] if isinstance(branch[name], Mapping) else {"value": branch[name], **cited}
                    values[f"{path}.{name}"] = _value(leaf, f"{path}.{name}", at(place, name), section_codes)
    return Values(values, tuple(without))


def _value(leaf: Any, path: str, where: str, section_codes: Collection[str]) -> Value:
    if not isinstance(leaf, Mapping):
        raise wrong(f"expected a table, found {leaf!r}; write {{ value = ..., source = ... }}", where)
    given = read(_LEAF, leaf, where)
    check_source(given.source, where, section_codes)
    value = frozen(given.value)
    if told := problem(path, value):
        raise wrong(told, where)
    first, *also = given.source.split(", ")
    return Value(value, first, given.reading, tuple(also))


def check_source(source: Any, where: str, section_codes: Collection[str]) -> None:
    """Raise `Refused` unless a source is "-" or the codes of existing sections: "H18" or "H18, H20"."""
    named = source.split(", ") if isinstance(source, str) else [source]
    if named != ["-"] and (
        strange := [each for each in named if not isinstance(each, str) or each not in section_codes]
    ):
        allowed = ", ".join(("-", *section_codes))
        raise wrong(f"source {strange[0]!r} is no section of sources.toml; allowed: {allowed}", where)


def problem(path: str, value: Any) -> str | None:
    """The problem with a value at a path, with the allowed values; None for an allowed value."""
    hint = hint_of(path)
    if not fits(value, hint):
        return f"{value!r} does not fit; allowed: {allowed(hint)}"
    if isinstance(value, str | tuple) and len(value) > (
        longest := LONGEST_LIST if isinstance(value, tuple) else LONGEST_TEXT
    ):
        return f"too long: {len(value)}; allowed: {longest}"
    return next((wrong for look in (_order, _number, _name) if (wrong := look(general(path), value))), None)


def _order(path: str, value: Any) -> str | None:
    """The problem with a range, or with steps that are not ascending; None without a problem."""
    if path in _SPANS and (len(value) > 2 or list(value) != sorted(value)):
        return f"{list(value)!r} does not fit; allowed: [from] or [from, to]"
    starts = [step[0] for step in value] if path in _STEPS else []
    if starts != sorted(set(starts)) or (path == "opening.brackets" and not starts):
        return f"{value!r} does not fit; allowed: at least one step, going up"
    strange = [sign for _, sign in value if sign not in _SIGNS] if path == "signs.*.steps" else []
    return f"{strange[0]} is no sign; allowed: {', '.join(map(str, _SIGNS))}" if strange else None


def limits(path: str) -> tuple[int, int]:
    """The minimum and the maximum of numbers at a path."""
    path = general(path)
    least = 1 if path in _FROM_ONE else 0 if path in _FROM_NONE else -MOST
    return least, 0 if path in _MINUS else _AT_MOST.get(path, MOST)


def numbers_in(value: Any) -> list[int]:
    """The numbers in a value: the value itself, or those of nested lists."""
    if isinstance(value, tuple):
        return [number for each in value for number in numbers_in(each)]
    return [value] if type(value) is int else []


def _number(path: str, value: Any) -> str | None:
    """The problem with a number outside its limits; None without a problem."""
    least, most = limits(path)
    if all(least <= each <= most for each in numbers_in(value)):
        return None
    among = f"{least} or more" if most == MOST else f"{most} or less" if least == -MOST else f"{least} to {most}"
    return f"{value!r} does not fit; allowed: {among}"


def _name(path: str, value: Any) -> str | None:
    """The problem with a text that is not allowed at its path; None without a problem."""
    names = _AMONG.get(path, ())
    strange = [each for each in (value if isinstance(value, tuple) else (value,)) if names and each not in names]
    return f"{strange[0]!r} is not allowed here; allowed: {', '.join(filter(None, names))}" if strange else None


def resolved(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values by path in the form that `from_plain` reads: {section: values, or a list of rows}. A path that ends in a
    number replaces one item of a list that an earlier path has set."""
    plain: dict[str, Any] = {section: [] if row_of(kind) else {} for section, kind in sections().items()}
    rows: dict[str, dict[str, Any]] = {}
    for path, value in values.items():
        section, *keys, name = path.split(".")
        if name.isdigit():
            row, several = rows[f"{section}.{keys[0]}"], list(rows[f"{section}.{keys[0]}"][keys[1]])
            several[int(name) - 1] = value
            row[keys[1]] = several
        elif not keys:
            plain[section][name] = value
        elif (key := f"{section}.{keys[0]}") in rows:
            rows[key][name] = value
        else:
            rows[key] = {"key": keys[0], name: value}
            plain[section].append(rows[key])
    return plain
