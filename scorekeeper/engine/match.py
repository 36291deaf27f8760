"""fold(entries): the state of a match, from what its ledger says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scorekeeper.engine.contract import read_deal
from scorekeeper.engine.deal import Charge, Deal, Side
from scorekeeper.engine.entries import DealRecord, Entry, Memory, Recount, RulingRecord, Setup, remember
from scorekeeper.engine.findings import Finding, findings
from scorekeeper.engine.opening import Opening, opening
from scorekeeper.engine.scoring import Line, Score, score_deal, tally_side
from scorekeeper.engine.seating import Seating, seating
from scorekeeper.engine.verdict import Verdict, verdict


@dataclass(frozen=True, slots=True)
class RowSide:
    """What one scorer had from a deal: the lines, the opening minimum that held, and the rulings of that deal."""

    total: int
    score_before: int
    score: int
    lines: tuple[Line, ...]
    opening: Opening
    out: bool
    concealed: bool
    rulings: tuple[RulingRecord, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """One deal of the match. `annulled` says why a deal counts for nothing."""

    number: int
    seating: Seating
    sides: tuple[RowSide, ...]
    findings: tuple[Finding, ...]
    record: DealRecord

    @property
    def annulled(self) -> str | None:
        """Why this deal counts for nothing, or None."""
        return self.record.annulled


@dataclass(frozen=True, slots=True)
class Standing:
    """One scorer now; `opening` is the minimum in the deal being played, None once the match is over."""

    name: str
    players: tuple[str, ...]
    score: int
    opening: Opening | None


@dataclass(frozen=True, slots=True)
class Obligation:
    """Something a ruling still asks of a player; `place` is its place in the ruling."""

    ruling: RulingRecord
    place: int


@dataclass(frozen=True, slots=True)
class State:
    """A match as it stands: everything a board or a sheet shows, without a word of any language."""

    setup: Setup
    version: int
    rows: tuple[Row, ...]
    standings: tuple[Standing, ...]
    verdict: Verdict
    next_deal: int
    seating: Seating
    rulings: tuple[RulingRecord, ...]
    obligations: tuple[Obligation, ...]
    recounts: tuple[Recount, ...]
    redeals: tuple[int, ...]
    paused: bool

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.verdict.over

    def row(self, number: int) -> Row | None:
        """The row of a deal, or None where it is not recorded."""
        return next((row for row in self.rows if row.number == number), None)


def fold(entries: Iterable[Entry]) -> State:
    """The state after these entries, from scratch: amending a deal is the same as having recorded it so.

    Raises ValueError for an unopened match and `Refused` for a stored deal that the engine would not take.
    """
    return state(remember(entries))


def state(memory: Memory) -> State:
    """The state of a match from what its entries say."""
    rows: list[Row] = []
    scores = [0] * len(memory.setup.sides)
    ended = Verdict(over=False)
    for number in sorted(memory.deals):
        row, laid = _row(memory, memory.deals[number], scores)
        rows.append(row)
        scores = [side.score for side in row.sides]
        ended = ended if row.annulled else verdict(scores, laid, memory.setup.rules)
    upcoming = max(memory.deals, default=0) + 1
    return State(
        setup=memory.setup,
        version=memory.version,
        rows=tuple(rows),
        standings=_standings(memory, scores, upcoming, ended),
        verdict=ended,
        next_deal=upcoming,
        seating=seating_of(memory.setup, upcoming),
        rulings=tuple(memory.rulings.values()),
        obligations=_obligations(memory, upcoming),
        recounts=memory.recounts,
        redeals=memory.redeals,
        paused=memory.paused,
    )


def seating_of(setup: Setup, number: int) -> Seating:
    """Who deals, leads and sits out in deal `number`."""
    sides = [setup.side_of(player) for player in setup.seats]
    return seating(number, sides, setup.first_dealer, setup.rules)


def read_body(setup: Setup, body: Mapping[str, object]) -> Deal:
    """The deal of a stored body: names come from the setup, scores are kept outside. Raises `Refused`."""
    return read_deal(body, setup.rules)


def raised(rulings: Iterable[RulingRecord], deal: int, side: int) -> int:
    """What rulings of this deal add to the opening minimum of this side; repeated ones add up (AMB-25)."""
    return sum(r.opening_raise for r in rulings if r.deal == deal and r.side == side and not r.withdrawn)


def place_of(setup: Setup, deal: Deal, side: int, player: int) -> int:
    """The place among the match's sides of a deal's scorer: the side itself, or in the cutthroat game the member."""
    if not setup.rules.table.alliances:
        return side
    name = deal.sides[side].players[player].name
    return next(place for place, known in enumerate(setup.sides) if known.name == name)


def _row(memory: Memory, record: DealRecord, scores: Sequence[int]) -> tuple[Row, list[int]]:
    """The row of one deal, and how many canastas each scorer laid in it."""
    setup = memory.setup
    if record.annulled:
        scored, laid, told, outs = {}, [0] * len(scores), (), {}
    else:
        scored, laid, told, outs = _scored(memory, record)
    sides = [
        _row_side(memory, record.number, place, before, scored.get(place), outs.get(place))
        for place, before in enumerate(scores)
    ]
    return Row(record.number, seating_of(setup, record.number), tuple(sides), told, record), laid


def _scored(
    memory: Memory, record: DealRecord
) -> tuple[dict[int, Score], list[int], tuple[Finding, ...], dict[int, bool]]:
    """Scores by place, canastas by place, findings, and who went out (True: concealed)."""
    setup = memory.setup
    plain = read_body(setup, record.body)
    deal = replace(plain, sides=tuple(_charged(memory, record, plain, place) for place in range(len(plain.sides))))
    laid = [0] * len(setup.sides)
    outs: dict[int, bool] = {}
    places = []
    for at, side in enumerate(deal.sides):
        count = tally_side(side, setup.rules).canasta_count
        for player in range(len(side.players)):
            place = place_of(setup, deal, at, player)
            places.append(place)
            laid[place] = count
            if side.out is not None:
                outs[place] = side.out.concealed
    scored = dict(zip(places, score_deal(deal, setup.rules), strict=True))
    return scored, laid, findings(deal, setup.rules), outs


def _charged(memory: Memory, record: DealRecord, deal: Deal, at: int) -> Side:
    """The side with the points of its rulings; what the score charges by itself is not charged twice."""
    side = deal.sides[at]
    places = {place_of(memory.setup, deal, at, player) for player in range(len(side.players))}
    rulings = [ruling for ruling in _in_force(memory, record.number, places) if ruling.points]
    if not rulings:
        return side
    scored = score_deal(replace(deal, sides=(side,)), memory.setup.rules)
    by_itself = {line.article for score in scored for line in score.lines if line.detail != "ruling"}
    charges = [Charge(ruling.points, ruling.article) for ruling in rulings if ruling.article not in by_itself]
    return replace(side, rulings=(*side.rulings, *charges))


def _in_force(memory: Memory, deal: int, places: set[int]) -> list[RulingRecord]:
    rulings = memory.rulings.values()
    return [ruling for ruling in rulings if ruling.deal == deal and ruling.side in places and not ruling.withdrawn]


def _row_side(memory: Memory, deal: int, place: int, before: int, scored: Score | None, out: bool | None) -> RowSide:
    total = scored.total if scored else 0
    rulings = memory.rulings.values()
    return RowSide(
        total=total,
        score_before=before,
        score=before + total,
        lines=scored.lines if scored else (),
        opening=opening(before, memory.setup.rules, raised=raised(rulings, deal, place)),
        out=out is not None,
        concealed=bool(out),
        rulings=tuple(_in_force(memory, deal, {place})),
    )


def _standings(memory: Memory, scores: Sequence[int], deal: int, ended: Verdict) -> tuple[Standing, ...]:
    rules = memory.setup.rules
    rulings = memory.rulings.values()
    minimums = [
        None if ended.over else opening(score, rules, raised=raised(rulings, deal, place))
        for place, score in enumerate(scores)
    ]
    sides = memory.setup.sides
    return tuple(
        Standing(side.name, side.players, score, minimum)
        for side, score, minimum in zip(sides, scores, minimums, strict=True)
    )


def _obligations(memory: Memory, upcoming: int) -> tuple[Obligation, ...]:
    """What rulings of the deal being played still ask; an obligation ends with its deal."""
    return tuple(
        Obligation(ruling, place)
        for ruling in memory.rulings.values()
        if ruling.deal == upcoming and not ruling.withdrawn
        for place in range(len(ruling.obligations))
        if place not in ruling.done
    )
