"""The base class of the program's immutable values, and the functions of msgspec that the program uses."""

from collections.abc import Callable
from typing import Any, dataclass_transform

import msgspec
from msgspec import NODEFAULT, UNSET, Meta, UnsetType, ValidationError, convert, defstruct, field
from msgspec.json import schema_components
from msgspec.structs import astuple, fields, replace

__all__ = [
    "NODEFAULT",
    "UNSET",
    "Meta",
    "Struct",
    "UnsetType",
    "ValidationError",
    "asdict",
    "astuple",
    "convert",
    "defstruct",
    "field",
    "fields",
    "replace",
    "schema_components",
]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Struct(msgspec.Struct, frozen=True):
    """An immutable value, compared, hashed and printed by its fields."""


#: Convert a value to plain dicts, lists and tuples, which can be written as JSON.
asdict: Callable[[msgspec.Struct], dict[str, Any]] = msgspec.to_builtins
