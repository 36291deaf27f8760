"""The acts of an evening: a class for each kind of entry, with its fields, checks and effect."""

from scorekeeper.engine.chain import Acts
from scorekeeper.evening.acts import people, results, rounds
from scorekeeper.evening.memory import EveningMemory

#: The maximum number of entries of an evening; fifty tables write fewer in a night.
MOST_ENTRIES = 50_000
#: The acts of an evening.
EVENING_ACTS: Acts[EveningMemory] = Acts(
    people.EveningOpened, people.EveningAmended, people.EntrantAdded, people.EntrantChanged, people.EntrantStatus,
    rounds.RoundSeated, rounds.SeatingCorrected, rounds.RoundStarted, rounds.RoundClosed, rounds.RoundReopened,
    rounds.ClockTold, results.ResultConfirmed, results.ResultDisputed, results.CallAnswered, results.ResultSet,
    results.PenaltyGiven, results.PenaltyWithdrawn, people.EveningFinished, people.EveningReopened,
)  # fmt: skip
remember, and_then = EVENING_ACTS.remember, EVENING_ACTS.and_then
