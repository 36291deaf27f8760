"""Base class of the program's immutable values, and what can be asked of their classes."""

from typing import Any, dataclass_transform

import msgspec
from msgspec import NODEFAULT, field
from msgspec.structs import astuple, fields, replace

__all__ = ["NODEFAULT", "Struct", "asdict", "astuple", "field", "fields", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Struct(msgspec.Struct, frozen=True):
    """An immutable value: equal, hashed and shown by its fields."""


def asdict(value: msgspec.Struct) -> dict[str, Any]:
    """A value and the values in it as plain dicts and lists, ready for JSON."""
    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
