"""Medians, percentiles, and the rows of the tables in docs/performance.md."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Times:
    """Latencies in milliseconds, `sorted`. `seconds` is the duration of the whole measurement; 0 if it is unknown."""

    sorted: tuple[float, ...]
    seconds: float = 0

    @classmethod
    def of(cls, seconds: Sequence[float], took: float = 0) -> "Times":
        """Latencies made from times in seconds; `took` is the duration of the whole measurement, in seconds."""
        return cls(tuple(sorted(each * 1000 for each in seconds)), took)

    @property
    def median(self) -> float:
        """The median, in milliseconds."""
        return self.at(0.5)

    @property
    def p99(self) -> float:
        """The 99th percentile, in milliseconds."""
        return self.at(0.99)

    @property
    def rate(self) -> float:
        """Requests per second; 0 if the duration is unknown."""
        return len(self.sorted) / self.seconds if self.seconds else 0

    def at(self, part: float) -> float:
        """The latency that this share of the requests does not exceed."""
        return self.sorted[min(len(self.sorted) - 1, math.ceil(part * len(self.sorted)) - 1)]

    def __str__(self) -> str:
        return f"{self.median:.2f} / {self.p99:.2f}"


def together(parts: Sequence[Times]) -> Times:
    """The times of several rounds, as those of one."""
    return Times(tuple(sorted(each for part in parts for each in part.sorted)), sum(part.seconds for part in parts))


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its name, the measured value, the floor, their ratio, the limit, and whether the value is
    within it (None: no limit)."""

    what: str
    figure: str
    floor: str
    ratio: str
    mark: str
    reached: bool | None


def ratio_row(what: str, ours: Times, floor: Times, *, median: float, p99: float | None = None) -> Row:
    """A row with a limit for the ratio to the floor, at the median and perhaps at p99. The rates are shown, too. With
    many clients they compare the work better: a floor that answers most clients at once lets the others wait long."""
    at_half, at_end = ours.median / floor.median, ours.p99 / floor.p99
    mark = f"≤ {median:.1f} ×" + (f", p99 ≤ {p99:g} ×" if p99 else "")
    reached = at_half <= median and (p99 is None or at_end <= p99)
    figure, beside = (f"{each} ms" + (f", {each.rate:.0f}/s" if each.rate else "") for each in (ours, floor))
    rate = f", rate {ours.rate / floor.rate:.2f} ×" if floor.rate else ""
    return Row(what, figure, beside, f"{at_half:.2f} × / {at_end:.2f} ×{rate}", mark, reached)


def limit_row(what: str, value: float, unit: str, most: float, *, floor: str = "") -> Row:
    """A row with a limit for the value itself, in `unit`."""
    shown = f"{value:.0f}" if value >= 100 else f"{value:.2f}" if value < 10 else f"{value:.1f}"
    return Row(what, f"{shown} {unit}", floor, "", f"≤ {most:g} {unit}", value <= most)
