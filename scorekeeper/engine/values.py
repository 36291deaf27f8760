"""Values: what the program is made of. A page or a fold makes hundreds, and nobody changes one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as light
else:

    def light(*, frozen: bool, slots: bool) -> Any:
        """A dataclass that the type checker holds frozen. Where Python itself refuses an assignment, making a value
        takes eight times as long, for it goes through the refusal with each of its attributes; and the refusals of
        four hundred kinds of values are a tenth of the start."""
        return dataclass(unsafe_hash=frozen, slots=slots)


__all__ = ["light"]
