"""The clock of a round, told by entries: it goes on by itself, also while the program is away."""

from datetime import datetime

from scorekeeper.engine.values import Struct, replace


class Clock(Struct):
    """`gone` seconds have passed before it was stopped last; since `since` (ISO, UTC) it runs; `added` stand on top.

    `began` is when it was started first."""

    since: str | None = None
    gone: float = 0
    added: int = 0
    started: bool = False
    ended: bool = False
    began: str | None = None

    def elapsed(self, now: str) -> float:
        """Seconds that the round has lasted at a moment, pauses left out."""
        return self.gone + (_seconds(self.since, now) if self.since else 0)

    def left(self, now: str, minutes: int) -> float:
        """Seconds to the bell of a round of this many minutes; below 0 it has rung."""
        return 0 if self.ended else 60 * minutes + self.added - self.elapsed(now)


#: The clock of a round that has not begun.
NOT_STARTED = Clock()


def clock_after(clock: Clock, do: str, at: str, seconds: int = 0) -> Clock:
    """The clock after it was told to `start`, `pause`, `resume`, `end`, or `add` seconds."""
    if do == "add":
        return replace(clock, added=clock.added + seconds)
    if do in ("start", "resume"):
        return replace(clock, since=clock.since or at, started=True, ended=False, began=clock.began or at)
    return replace(clock, since=None, gone=clock.elapsed(at), ended=do == "end")


def _seconds(since: str, now: str) -> float:
    return (datetime.fromisoformat(now) - datetime.fromisoformat(since)).total_seconds()
