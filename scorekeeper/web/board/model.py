"""What a board shows besides the state of its match: minimums in words, and the acts at its foot."""

from __future__ import annotations

from typing import Literal

from scorekeeper.engine.values import Struct

SIDES = "abc"  # the keys of the first, second and third side: their colours, places and marks


class OpeningView(Struct):
    """A side's opening minimum: the figure (None where only a canasta opens) and each condition as a sentence."""

    points: int | None
    reasons: tuple[str, ...]


class ActView(Struct):
    """A link or, with `post`, a button at the foot of the board; `fields` go with the post."""

    label: str
    url: str
    kind: Literal["main", "big"] = "big"
    post: bool = False
    fields: tuple[tuple[str, str], ...] = ()


class Frame(Struct):
    """What the page knows and the state does not. `done_url` takes the post that ticks an obligation off, `rulings_url`
    leads to where a ruling is withdrawn, `names_url` to where players who have no names get them; each is None where
    this device may not, or has no reason to."""

    acts: tuple[ActView, ...] = ()
    done_url: str | None = None
    rulings_url: str | None = None
    names_url: str | None = None
