"""fold(entries): the state of a match, from what its ledger says."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from scorekeeper.engine.active_rulings import ANNULMENTS, against, binding, charged, raised, redealt, with_outcome
from scorekeeper.engine.deal import Deal
from scorekeeper.engine.deal_reader import read_deal
from scorekeeper.engine.entries import DealRecord, Entry, Memory, Recount, RulingRecord, Setup, remember
from scorekeeper.engine.findings import Finding, findings
from scorekeeper.engine.opening import Opening, opening
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.scoring import Line, Score, score_deal
from scorekeeper.engine.seating import Seating, seating
from scorekeeper.engine.verdict import Verdict, closing, verdict

#: What can become of a ruling.
Fate = Literal["in_force", "withdrawn", "dealt_again", "annulled"]


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
    """One deal of the match, by the `rules` that held in it. `annulled` says why a deal counts for nothing."""

    number: int
    rules: RuleSet
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
    """A match as it stands: everything a board or a sheet shows, without a word of any language.

    The rules and options of `setup` are those that hold now; `codes` are the penalty codes that hold one after the
    other, each with the deal from which it does.
    """

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
    closed: str | None = None
    void: frozenset[str] = frozenset()
    codes: tuple[tuple[int, str], ...] = ()

    @property
    def over(self) -> bool:
        """Has the match ended?"""
        return self.verdict.over

    def row(self, number: int) -> Row | None:
        """The row of a deal, or None where it is not recorded."""
        return next((row for row in self.rows if row.number == number), None)

    def rules_in(self, deal: int) -> RuleSet:
        """The rules that held in a deal; those of now for one that is not recorded."""
        row = self.row(deal)
        return row.rules if row else self.setup.rules

    def counts(self, ruling: RulingRecord) -> bool:
        """Is this ruling in force, and not gone with the deal that it was given in?"""
        return self.fate(ruling) == "in_force"

    def fate(self, ruling: RulingRecord) -> Fate:
        """What became of a ruling: it was withdrawn, or went with cards dealt again or with an annulled deal."""
        row = self.row(ruling.deal)
        if ruling.withdrawn:
            return "withdrawn"
        if ruling.id in self.void:
            return "dealt_again"
        return "annulled" if row is not None and row.annulled else "in_force"

    def waiting(self, place: int) -> int:
        """Points of rulings against one scorer in the deal being played: they are charged when it is saved."""
        if self.over:
            return 0
        mine = (ruling for ruling in self.rulings if ruling.side == place and ruling.deal == self.next_deal)
        return sum(ruling.points for ruling in mine if self.counts(ruling))


def fold(entries: Iterable[Entry]) -> State:
    """The state after these entries, from scratch: amending a deal is the same as having recorded it so.

    Raises ValueError for an unopened match and `Refused` for a stored deal that the engine would not take.
    """
    return state(remember(entries))


def state(memory: Memory, *, rows: Sequence[Row] = ()) -> State:
    """The state of a match from what its entries say.

    `rows` are those of its first deals where they are known: nothing was said since of those deals or before them.
    """
    deals = played_deals(memory)
    made = _known(rows, deals)
    scores = [side.score for side in made[-1].sides] if made else [0] * len(memory.setup.sides)
    ended = Verdict(over=False)
    standing = sum(1 for row in made if not row.annulled)
    for number in sorted(deals)[len(made) :]:
        row, scored = _row(memory, deals[number], scores, standing + 1)
        made.append(row)
        scores = [side.score for side in row.sides]
        if not row.annulled:
            standing += 1
            laid = [scored[place].canastas if place in scored else 0 for place in range(len(scores))]
            wins = next((place for place, score in scored.items() if score.wins), None)
            ended = verdict(scores, laid, row.rules, deal=standing, wins=wins)
    upcoming = max(deals, default=0) + 1
    if memory.closed and not ended.over:
        ended = closing(scores, memory.setup_in(upcoming).rules)
    setup = memory.setup_in(upcoming - ended.over)
    return State(
        setup=setup,
        version=memory.version,
        rows=tuple(made),
        standings=_standings(memory, scores, upcoming, ended, standing + 1),
        verdict=ended,
        next_deal=upcoming,
        seating=seating_of(setup, upcoming),
        rulings=tuple(memory.rulings.values()),
        obligations=_obligations(memory, upcoming),
        recounts=memory.recounts,
        redeals=tuple(deal for deal, _ in redealt(memory)),
        paused=memory.paused,
        closed=memory.closed,
        void=_void(memory),
        codes=_codes(memory, upcoming if ended.over else upcoming + 2),
    )


def _codes(memory: Memory, end: int) -> tuple[tuple[int, str], ...]:
    """The penalty codes of the deals before `end`, each with its first deal."""
    starts = sorted({1, *(each.deal for each in memory.adopted if each.deal < end)})
    named = [(start, memory.setup_in(start).rules.code.id) for start in starts]
    return tuple(each for place, each in enumerate(named) if not place or named[place - 1][1] != each[1])


def _void(memory: Memory) -> frozenset[str]:
    """Ids of rulings that went with the cards of a deal that was dealt again."""
    bind = {ruling.id for ruling in binding(memory)}
    gone = (r for r in memory.rulings.values() if not r.withdrawn and r.id not in bind)
    return frozenset(r.id for r in gone if memory.setup_in(r.deal).rules.code.redeal_voids_fines)


def _known(rows: Sequence[Row], deals: Mapping[int, DealRecord]) -> list[Row]:
    """The rows that need no second look. A deal that counts must follow: the last one says whether the match ended."""
    later = [record for number, record in deals.items() if not rows or number > rows[-1].number]
    return list(rows) if any(record.annulled is None for record in later) else []


def played_deals(memory: Memory) -> dict[int, DealRecord]:
    """Every deal with a row: those recorded, and those that a ruling in force annulled, recorded or not."""
    deals = dict(memory.deals)
    for ruling in with_outcome(memory, ANNULMENTS):
        blank = DealRecord(ruling.deal, {"sides": []}, (), agreed=False, version=ruling.version)
        deals[ruling.deal] = replace(deals.get(ruling.deal, blank), annulled=ruling.article)
    return deals


def seating_of(setup: Setup, number: int) -> Seating:
    """Who deals, leads and sits out in deal `number`."""
    sides = [setup.side_of(player) for player in setup.seats]
    return seating(number, sides, setup.first_dealer, setup.rules)


def check_new(setup: Setup, body: Mapping[str, object]) -> None:
    """Raise `Refused` where a deal that is not recorded yet is none that a table can have played."""
    read_deal(body, setup.rules)


def read_body(setup: Setup, body: Mapping[str, object]) -> Deal:
    """The deal of a stored body: names come from the setup, scores are kept outside.

    Raises `Refused`, also where a side is missing or, in the cutthroat game, a member is nobody of this match.
    """
    deal = read_deal(body, setup.rules, recorded=True)
    scorers = [player.name for side in deal.sides for player in side.players]
    known = [side.name for side in setup.sides]
    if len(scorers) != len(known):
        raise malformed("wrong_number", "sides", len(scorers), [len(known)])
    if setup.rules.table.alliances and sorted(scorers) != sorted(known):
        raise malformed("not_one_of", "sides", scorers, known)
    return deal


def places_of(setup: Setup, deal: Deal, at: int) -> tuple[int, ...]:
    """The places among the match's sides of one side's scorers: itself, or in the cutthroat game its members."""
    if not setup.rules.table.alliances:
        return (at,)
    known = [side.name for side in setup.sides]
    return tuple(known.index(player.name) for player in deal.sides[at].players)


@dataclass(frozen=True, slots=True)
class _Played:
    """What a deal gave, by place: scores, and who went out (True: concealed)."""

    scores: Mapping[int, Score] = field(default_factory=dict)
    outs: Mapping[int, bool] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()


def _row(memory: Memory, record: DealRecord, scores: Sequence[int], standing: int) -> tuple[Row, Mapping[int, Score]]:
    """The row of one deal, the `standing`-th of those that stand, and what each scorer had in it."""
    played = _Played() if record.annulled else _played(memory, record)
    sides = tuple(
        _row_side(memory, record.number, place, before, played, standing) for place, before in enumerate(scores)
    )
    setup = memory.setup_in(record.number)
    row = Row(record.number, setup.rules, seating_of(setup, record.number), sides, played.findings, record)
    return row, played.scores


def _played(memory: Memory, record: DealRecord) -> _Played:
    setup = memory.setup_in(record.number)
    plain = read_body(setup, record.body)
    by_side = [places_of(setup, plain, at) for at in range(len(plain.sides))]
    sides = (charged(memory, record.number, plain, at, places) for at, places in enumerate(by_side))
    deal = replace(plain, sides=tuple(sides))
    scored = score_deal(deal, setup.rules)
    return _Played(
        scores=dict(zip((place for places in by_side for place in places), scored, strict=True)),
        outs={
            place: side.out.concealed
            for places, side in zip(by_side, deal.sides, strict=True)
            for place in places
            if side.out is not None
        },
        findings=findings(deal, setup.rules),
    )


def _row_side(memory: Memory, deal: int, place: int, before: int, played: _Played, standing: int) -> RowSide:
    scored = played.scores.get(place)
    total = scored.total if scored else 0
    return RowSide(
        total=total,
        score_before=before,
        score=before + total,
        lines=scored.lines if scored else (),
        opening=opening(before, memory.setup_in(deal).rules, deal=standing, raised=raised(memory, deal, place)),
        out=place in played.outs,
        concealed=played.outs.get(place, False),
        rulings=against(memory, deal, place),
    )


def _standings(memory: Memory, scores: Sequence[int], deal: int, ended: Verdict, standing: int) -> tuple[Standing, ...]:
    rules = memory.setup_in(deal).rules
    minimums = [
        None if ended.over else opening(score, rules, deal=standing, raised=raised(memory, deal, place))
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
        for ruling in binding(memory)
        if ruling.deal == upcoming
        for place in range(len(ruling.obligations))
        if place not in ruling.done
    )
