"""Base class of the program's immutable values, what can be asked of their classes, and JSON converted to them."""

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
    """An immutable value: equal, hashed and shown by its fields."""


#: A value and the values in it as plain dicts and lists, ready for JSON.
asdict: Callable[[msgspec.Struct], dict[str, Any]] = msgspec.to_builtins
