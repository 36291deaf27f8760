"""Values of which a page or a fold makes hundreds."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as light
else:

    def light(*, frozen: bool, slots: bool) -> Any:
        """A dataclass that the type checker holds frozen. Where Python itself refuses an assignment, making a value
        takes eight times as long: it then goes through the refusal for each of its attributes."""
        return dataclass(unsafe_hash=frozen, slots=slots)


__all__ = ["light"]
