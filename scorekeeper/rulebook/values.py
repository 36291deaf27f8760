"""Values of a rule set beside their sources, checked against the types of the engine's `RuleSet`."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from scorekeeper.engine.rules import RuleSet

Tree = Mapping[str, Any]
#: What may stand in the table of one value.
_LEAF = {"value", "source", "reading"}


class RulebookError(Exception):
    """A file of the rulebook is wrong: the message names the file, the key and what is allowed there."""


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a rule set: where it comes from, and the reading it rests on where the source leaves room."""

    value: Any
    source: str
    reading: str | None = None


@cache
def paths() -> Mapping[str, Any]:
    """Every path of a value in a rule set ("canastas.natural"), with its type."""
    hints = get_type_hints(RuleSet)
    return {
        f"{section}.{field.name}": get_type_hints(kind)[field.name]
        for section, kind in hints.items()
        if is_dataclass(kind)
        for field in fields(kind)
    }


def fits(value: Any, hint: Any) -> bool:
    """Is the value of this type, strictly (True is no number, 1 is no flag)?"""
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return any(fits(value, arg) for arg in args)
    if origin is Literal:
        return value in args
    if origin is tuple:
        return isinstance(value, tuple) and _items_fit(value, args)
    return value is None if hint is type(None) else type(value) is hint


def read_values(tree: Tree, file: str, sections: Collection[str]) -> dict[str, Value]:
    """The values of a tree of tables, by path. Raises `RulebookError` naming the file and the key."""
    values = {}
    for path, leaf in _leaves(tree, file):
        if path not in paths():
            raise RulebookError(f"{file}: unknown key {path}; allowed: {', '.join(paths())}")
        values[path] = read_value(leaf, f"{file}: {path}", paths()[path], sections)
    return values


def read_value(leaf: Tree, where: str, hint: Any, sections: Collection[str]) -> Value:
    """One value with its source."""
    unknown = set(leaf) - _LEAF
    if unknown:
        raise RulebookError(f"{where}: unknown key {', '.join(sorted(unknown))}; allowed: value, source, reading")
    check_source(leaf.get("source"), where, sections)
    value = frozen(leaf.get("value"))
    if not fits(value, hint):
        raise RulebookError(f"{where}: {value!r} does not fit {hint}")
    return Value(value, leaf["source"], leaf.get("reading"))


def check_source(source: Any, where: str, sections: Collection[str]) -> None:
    """Refuse a value without a source, or with a section that no source has."""
    if not isinstance(source, str) or (source != "-" and source not in sections):
        raise RulebookError(f"{where}: source {source!r} is no section of sources.toml")


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(frozen(item) for item in value) if isinstance(value, list | tuple) else value


def _items_fit(value: tuple[Any, ...], args: tuple[Any, ...]) -> bool:
    if len(args) == 2 and args[1] is Ellipsis:
        return all(fits(item, args[0]) for item in value)
    return len(value) == len(args) and all(fits(item, arg) for item, arg in zip(value, args, strict=True))


def _leaves(tree: Tree, file: str, prefix: str = "") -> Iterator[tuple[str, Tree]]:
    for key, branch in tree.items():
        path = f"{prefix}{key}"
        if not isinstance(branch, Mapping):
            raise RulebookError(f"{file}: {path}: expected a table, found {branch!r}")
        if _LEAF & set(branch):
            yield path, branch
        else:
            yield from _leaves(branch, file, f"{path}.")
