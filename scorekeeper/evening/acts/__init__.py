"""The acts of an evening: a class for each kind of entry, with its fields, what is refused of it, and what it does."""

from scorekeeper.engine.chain import Acts
from scorekeeper.evening.acts.people import (
    EntrantAdded,
    EntrantChanged,
    EntrantStatus,
    EveningAmended,
    EveningFinished,
    EveningOpened,
    EveningReopened,
)
from scorekeeper.evening.acts.results import (
    CallAnswered,
    PenaltyGiven,
    PenaltyWithdrawn,
    ResultConfirmed,
    ResultDisputed,
    ResultSet,
)
from scorekeeper.evening.acts.rounds import (
    ClockTold,
    RoundClosed,
    RoundReopened,
    RoundSeated,
    RoundStarted,
    SeatingCorrected,
)
from scorekeeper.evening.memory import EveningMemory

#: More entries than fifty tables write in a night.
MOST_ENTRIES = 50_000
#: The acts of an evening.
EVENING_ACTS: Acts[EveningMemory] = Acts(
    EveningOpened, EveningAmended, EntrantAdded, EntrantChanged, EntrantStatus, RoundSeated, SeatingCorrected,
    RoundStarted, RoundClosed, RoundReopened, ClockTold, ResultConfirmed, ResultDisputed, CallAnswered, ResultSet,
    PenaltyGiven, PenaltyWithdrawn, EveningFinished, EveningReopened,
)  # fmt: skip
remember, and_then = EVENING_ACTS.remember, EVENING_ACTS.and_then
