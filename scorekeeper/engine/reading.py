"""Strict reading of JSON into a type. A refusal has the location, the value found there and the allowed values.

msgspec reads the source. If it fails, the source is compared with the type once more to raise the matching `Refused`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias, TypeVar, Union, get_args, get_origin

from scorekeeper.engine import shape
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import MOST, NAME_LENGTH, at
from scorekeeper.engine.values import (
    UNSET,
    Meta,
    Struct,
    UnsetType,
    ValidationError,
    convert,
    defstruct,
    field,
    fields,
    schema_components,
)

__all__ = ["UNSET", "UnsetType"]

T = TypeVar("T")
Count = Annotated[int, Meta(ge=0, le=MOST)]
Number = Annotated[int, Meta(ge=1, le=MOST)]
Points = Annotated[int, Meta(ge=-MOST, le=MOST)]
#: A text that is not empty.
Text = Annotated[str, Meta(min_length=1)]
#: A number of cards; its maximum depends on the pack and is checked later.
Cards = Annotated[int, Meta(ge=0)]
Object = dict[str, Any]
_PLAIN = {int: "not_a_whole_number", bool: "not_true_or_false", str: "not_text"}


class _Looked(type):
    """The metaclass of types whose values are read by a function, `look`, which may return a value of any type."""

    look: Callable[[Any, str], Any]
    kinds: tuple[Any, ...]
    schema: Mapping[str, Any]

    def __instancecheck__(cls, value: object) -> bool:
        return True


def read(kind: type[T], source: object, where: str = "") -> T:
    """Read the source as a value of this type. Raises `Refused` (malformed) with the location of the first fault."""
    try:
        return convert(source, kind, dec_hook=lambda kind, found: kind.look(found, ""))
    except ValidationError:
        # `_refusals` finds every fault that JSON can have, so the default is only for keys that are not text.
        raise next(_refusals(kind, source, where), malformed("not_an_object", where, source)) from None


def schema(*kinds: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The JSON Schemas of the types, and those of the parts that they refer to, by name."""
    more: dict[str, Any] = {}

    def shown(kind: Any) -> dict[str, Any]:
        kinds, parts = schema(*kind.kinds) if kind.kinds else ([], {})
        more.update(parts)
        return {**kind.schema, **({"anyOf": kinds} if kinds else {})}

    schemas, parts = schema_components(kinds, schema_hook=shown, ref_template="#/$defs/{name}")
    return list(schemas), {**more, **parts}


# --- Types --------------------------------------------------------------------------------------------


def form(called: str, /, **keys: Any) -> Any:
    """The type of an object with these keys. A required key has a type, an optional key a pair (type, default)."""
    parts = [(key, *(kind if isinstance(kind, tuple) else (kind,))) for key, kind in keys.items()]
    return defstruct(called, parts, bases=(Struct,), kw_only=True, forbid_unknown_fields=True)


def saying(*needed: str, called: str = "Object", **keys: Any) -> Any:
    """The type of an object with these keys and their types. The `needed` keys are required, the others default to
    UNSET."""
    return form(called, **{key: kind if key in needed else (kind, UNSET) for key, kind in keys.items()})


def partly(kind: type[Struct]) -> Any:
    """The type of an object with the keys of another type, all of them optional."""
    parts = [(part.name, part.type, field(default=UNSET, name=part.encode_name)) for part in fields(kind)]
    return defstruct(kind.__name__, parts, bases=(Struct,), kw_only=True, forbid_unknown_fields=True)


def said(value: Struct) -> dict[str, Any]:
    """The fields of a value that are not UNSET, by name."""
    listed = ((name, getattr(value, name)) for name in value.__struct_fields__)
    return {name: found for name, found in listed if found is not UNSET}


def whole(least: int, most: int = MOST) -> Any:
    """The type of a whole number within limits."""
    return Annotated[int, Meta(ge=least, le=most)]


def text(most: int) -> Any:
    """The type of a text of limited length."""
    return looked(lambda found, where: shape.text(found, where, most), type="string", maxLength=most)


def list_of(kind: Any, most: int, least: int | None = None, *, refusal: str | None = None) -> Any:
    """The type of a list of limited length. A list of another length is refused as "wrong_number", with its length and
    the limits. If `refusal` is given, the list is refused with this key, without the length and the limits."""
    return Annotated[list[kind], Meta(min_length=least, max_length=most, extra={"refusal": refusal})]


def one_of(allowed: Iterable[str]) -> Any:
    """The type of a text that must be one of these; without any, every value is refused."""
    named = tuple(allowed)
    return Literal[named] if named else looked(lambda found, where: shape.choice(found, where, ()), enum=[])


def counts(kinds: Iterable[str], kind: Any = Count) -> Any:
    """The type of an object with some of these keys. The values are of the type `kind`, usually numbers."""
    named = tuple(kinds)
    keys: Any = Literal[named]
    return Annotated[dict[keys, kind], Meta(extra_json_schema={"propertyNames": {"enum": list(named)}})]


def looked(look: Callable[[Any, str], Any], *kinds: Any, **schema: Any) -> Any:
    """The type of a value that `look(value, where)` reads. Its JSON Schema is `schema`. If there are `kinds`, their
    schemas are added to it as `anyOf`."""
    return _Looked("Looked", (), {"look": staticmethod(look), "kinds": kinds, "schema": schema})


def any_of(*kinds: Any, **schema: Any) -> Any:
    """The type of a value that is not checked here: it is read later, by code that knows which of `kinds` it must be.
    The JSON Schema is as for `looked`."""
    return looked(lambda found, where: found, *kinds, **schema)


if TYPE_CHECKING:
    Name: TypeAlias = str
else:
    Name = looked(shape.name, type="string", minLength=1, maxLength=NAME_LENGTH)
#: The type of an id. Any value is accepted here; it is checked later against the ids that exist.
Id = any_of(type="string")


# --- Refusals -----------------------------------------------------------------------------------------


def _refusals(kind: Any, found: Any, where: str, limits: Any = None) -> Iterator[Refused]:
    """The refusals of a value that does not fit the type, in the order in which they are found. `limits` is a
    `Meta`."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        yield from _refusals(args[0], found, where, args[1])
    elif origin in (Union, UnionType):
        if type(found) not in args:
            yield from _refusals(args[0], found, where)
    elif isinstance(kind, _Looked):
        try:
            kind.look(found, where)
        except Refused as refused:
            yield refused
    elif kind is not Any:
        why: Callable[..., Iterator[Refused]] = _BY_TYPE.get(origin or kind, _of_struct)
        yield from why(kind, args, found, where, limits)


def _of_plain(kind: Any, args: Any, found: Any, where: str, limits: Any) -> Iterator[Refused]:
    if type(found) is not kind or (kind is str and limits and not found):
        yield malformed(_PLAIN[kind], where, found, (True, False) if kind is bool else None)
    elif kind is int and limits and (found < limits.ge or (limits.le is not None and found > limits.le)):
        yield malformed("out_of_range", where, found, (limits.ge, MOST if limits.le is None else limits.le))


def _of_choice(kind: Any, args: Any, found: Any, where: str, limits: Any) -> Iterator[Refused]:
    if type(found) is not str or found not in args:
        yield malformed("not_one_of", where, found, args)


def _of_list(kind: Any, args: Any, found: Any, where: str, limits: Any) -> Iterator[Refused]:
    if isinstance(found, list | tuple):
        yield from _of_length(len(found), where, limits) if limits else ()
        for index, each in enumerate(found):
            yield from _refusals(args[0], each, f"{where}[{index}]")
    else:
        yield malformed("not_a_list", where, found)


def _of_length(length: int, where: str, limits: Any) -> Iterator[Refused]:
    least, most = limits.min_length, limits.max_length
    if not (least or 0) <= length <= most:
        own = limits.extra["refusal"]
        allowed = [most] if least is None else range(least, most + 1)
        yield malformed(own, where) if own else malformed("wrong_number", where, length, allowed)


def _of_counts(kind: Any, args: Any, found: Any, where: str, limits: Any) -> Iterator[Refused]:
    keys = get_args(args[0]) or (found if isinstance(found, Mapping) else ())
    yield from _of_object(dict.fromkeys(keys, args[1]), (), found, where)


def _of_struct(kind: Any, args: Any, found: Any, where: str, limits: Any) -> Iterator[Refused]:
    parts = {part.encode_name: part for part in fields(kind)}
    needed = [key for key, part in parts.items() if part.required]
    yield from _of_object({key: part.type for key, part in parts.items()}, needed, found, where)


def _of_object(kinds: Mapping[str, Any], needed: Iterable[str], found: Any, where: str) -> Iterator[Refused]:
    """The refusals of an object: for unknown keys, then for missing keys, then for the values."""
    if isinstance(found, Mapping):
        yield from (malformed("unknown_key", at(where, str(key)), key, kinds) for key in found if key not in kinds)
        yield from (malformed("missing", at(where, key)) for key in needed if key not in found)
        for key, value in found.items():
            yield from _refusals(kinds[key], value, at(where, key))
    else:
        yield malformed("not_an_object", where, found)


_BY_TYPE: Mapping[Any, Callable[..., Iterator[Refused]]] = {
    **dict.fromkeys(_PLAIN, _of_plain),
    Literal: _of_choice,
    **dict.fromkeys((list, tuple, frozenset), _of_list),
    **dict.fromkeys((dict, Mapping), _of_counts),
}
