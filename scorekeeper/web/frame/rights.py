"""The right that a view needs, declared at the view. A view that declares none is closed to every device."""

from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from flask import current_app

View = TypeVar("View", bound=Callable[..., object])

MARK = "scorekeeper-right"


class Right(Enum):
    """A right of devices. The machine that runs the program has all but `AT_TABLE`; for `DIRECT` it needs the PIN, once
    one is set.

    `WATCH`, `WRITE` and `DIRECT` apply to the match or the evening in the address, or to the whole club if the address
    has neither. A season belongs to the club, but a device of one of its evenings may watch it. No link gives `WRITE`
    for a whole evening: only its director (`DIRECT`) or a table (`AT_TABLE`) changes it.
    """

    NONE = "nobody is asked: styles, the sign of life, the way in"
    ANY_LINK = "rules and help, which hold nothing of anybody"
    ANY_LINK_TO_WRITE = "what computes, and what leads to the PIN"
    WATCH = "look at a match, or at the club"
    AT_TABLE = "speak for a side of the table in the address: by the link of that table alone"
    WRITE = "record, or open a page that leads up to that"
    DIRECT = "what a director does, after the PIN where one is set"


def needs(right: Right) -> Callable[[View], View]:
    """Mark a view with the right that it needs."""

    def mark(view: View) -> View:
        vars(view)[MARK] = right
        return view

    return mark


def right_for(endpoint: str) -> Right | None:
    """The right that the view of an endpoint needs; None for a view that declares none."""
    right = vars(current_app.view_functions[endpoint]).get(MARK)
    return right if isinstance(right, Right) else None
