"""The clock of a round as pages show it: they count down by themselves, to a bell that they know as a moment."""

from datetime import datetime, timedelta

from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening, RoundNow
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.matches.listing import local
from scorekeeper.words.club.evenings import say_bell


class ClockView(Struct):
    """The clock of a round: whole seconds left to the bell and in all, and when it warns; `bell` is the time of day and
    `rings` the moment (seconds since 1970), both empty while it stands still; `began` the time of day of its start.
    `at_bell` is what becomes of a deal in progress, which may go on for `extra` seconds, until `stop`."""

    left: int
    total: int
    warning: int
    runs: bool
    started: bool
    began: str
    bell: str
    rings: int
    at_bell: str
    extra: int
    stop: str

    @property
    def face(self) -> str:
        """Minutes and seconds to the bell, and from then on to the end of the extra minutes."""
        left = max(0, self.left + self.extra if self.rung else self.left)
        return f"{left // 60}:{left % 60:02}"

    @property
    def phase(self) -> str:
        """The state of a page with this clock in one word; it changes when the page does."""
        if not self.rung:
            return "warns" if self.warns else "runs"
        return "extra" if self.left + self.extra > 0 else "over"

    @property
    def warns(self) -> bool:
        """Return whether it is late enough for the field to change colour."""
        return self.started and self.left <= self.warning

    @property
    def rung(self) -> bool:
        """Return whether the time is over."""
        return self.started and self.left <= 0

    @property
    def says(self) -> str:
        """The instruction for the bell, before or after it."""
        until = self.stop if self.phase == "extra" else ""
        return say_bell(self.at_bell, words(), rung=self.rung, minutes=self.extra // 60, until=until)

    @property
    def warns_from(self) -> float:
        """The share of the time, of 1, after which it warns; 0 where it never does."""
        return 1 - self.warning / self.total if 0 < self.warning < self.total else 0

    @property
    def part(self) -> float:
        """The share of the time that is over, of 1."""
        return min(1, max(0, 1 - self.left / self.total)) if self.total else 1


def clock_view(evening: Evening, round_: RoundNow, moment: str) -> ClockView | None:
    """The clock of a round that has one."""
    ends = evening.setup.round_end
    if not (minutes := ends.get("minutes")):
        return None
    clock = round_.clock
    left, runs = round(clock.left(moment, minutes)), clock.since is not None
    bell = (datetime.fromisoformat(moment) + timedelta(seconds=left)).astimezone()
    at_bell = ends.get("in_progress", "finish")
    extra = 60 * ends.get("extra", 0) if at_bell == "count" else 0
    return ClockView(
        left=left,
        total=60 * minutes + clock.added,
        warning=60 * ends.get("warning", 0),
        runs=runs,
        started=clock.started,
        began=words().time(local(clock.began)) if clock.began else "",
        bell=words().time(bell) if runs and left > 0 else "",
        rings=int(bell.timestamp()) if runs else 0,
        at_bell=at_bell,
        extra=extra,
        stop=words().time(bell + timedelta(seconds=extra)),
    )
