"""fold(entries) returns the state of a match: its deals with their scores, the totals, and whether it is over."""

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Literal

from scorekeeper.engine.chain import ChainEntry
from scorekeeper.engine.deals.deal import Deal
from scorekeeper.engine.deals.findings import Finding, findings
from scorekeeper.engine.deals.opening import Opening, opening
from scorekeeper.engine.deals.reader import read_deal
from scorekeeper.engine.deals.scoring import Line, Score, score_deal, tally_side
from scorekeeper.engine.matches.entries import DealRecord, Memory, Recount, RulingRecord, Setup, remember
from scorekeeper.engine.matches.seating import DealSeats, seating
from scorekeeper.engine.penalties.active_rulings import Active, active, charged
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, replace

#: Whether a ruling counts, or why not.
Fate = Literal["in_force", "withdrawn", "dealt_again", "annulled"]


class Verdict(Struct):
    """Whether a match is over, and its result. `winner` is an index among the scores, None before the end and for a
    draw. `margin` is the winner's total less the runner-up's, None before the end and for a side that is scored alone.
    `money` is the margin at the table's stake, None without a margin or a stake."""

    over: bool
    winner: int | None = None
    draw: bool = False
    margin: int | None = None
    money: Decimal | None = None


class RowSide(Struct):
    """One scorer's part of a deal: the lines, the opening minimum that applied, and the rulings against the scorer.
    `out`: the scorer's side went out."""

    total: int
    score_before: int
    score: int
    lines: tuple[Line, ...]
    opening: Opening
    out: bool
    concealed: bool
    rulings: tuple[RulingRecord, ...]


class Row(Struct):
    """One deal of the match, scored by the `rules` that applied to it, and the `verdict` on the match after it."""

    number: int
    rules: RuleSet
    seating: DealSeats
    sides: tuple[RowSide, ...]
    findings: tuple[Finding, ...]
    record: DealRecord
    verdict: Verdict

    @property
    def annulled(self) -> str | None:
        """The article by which this deal does not count, or None."""
        return self.record.annulled


class Standing(Struct):
    """The current score of one scorer. `opening` is the minimum in the deal being played, None once the match is
    over."""

    name: str
    players: tuple[str, ...]
    score: int
    opening: Opening | None


class OpenObligation(Struct):
    """An open obligation of a ruling. `index` is its position in the `obligations` of the ruling."""

    ruling: RulingRecord
    index: int


class State(Struct):
    """The state of a match: everything that a board or a sheet shows, in no language.

    `setup` has the current rules and options; `seating` is that of the deal `next_deal`. `codes` are the penalty codes
    that applied one after another, each as (first deal, id). `redeals` are the numbers of deals that were dealt again,
    `void` the ids of rulings that lost their points with them.
    """

    setup: Setup
    version: int
    rows: tuple[Row, ...]
    standings: tuple[Standing, ...]
    verdict: Verdict
    next_deal: int
    seating: DealSeats
    rulings: tuple[RulingRecord, ...]
    obligations: tuple[OpenObligation, ...]
    recounts: tuple[Recount, ...]
    redeals: tuple[int, ...]
    paused: bool
    closed: str | None = None
    void: frozenset[str] = frozenset()
    codes: tuple[tuple[int, str], ...] = ()

    @property
    def over(self) -> bool:
        """Return whether the match has ended."""
        return self.verdict.over

    def row(self, number: int) -> Row | None:
        """The row of a deal, or None where it is not recorded."""
        return next((row for row in self.rows if row.number == number), None)

    def rules_in(self, deal: int) -> RuleSet:
        """The rules that applied to a deal; the current ones if it is not recorded."""
        row = self.row(deal)
        return row.rules if row else self.setup.rules

    def counts(self, ruling: RulingRecord) -> bool:
        """Return whether this ruling is in force and its deal counts."""
        return self.fate(ruling) == "in_force"

    def fate(self, ruling: RulingRecord) -> Fate:
        """Whether a ruling is in force, or why not: withdrawn, or its deal was dealt again or annulled."""
        row = self.row(ruling.deal)
        if ruling.withdrawn:
            return "withdrawn"
        if ruling.id in self.void:
            return "dealt_again"
        return "annulled" if row is not None and row.annulled else "in_force"

    def waiting(self, scorer: int) -> int:
        """Points of rulings against one scorer in the deal being played, which are charged when it is saved."""
        if self.over:
            return 0
        mine = (ruling for ruling in self.rulings if ruling.side == scorer and ruling.deal == self.next_deal)
        return sum(ruling.points for ruling in mine if self.counts(ruling))


def fold(entries: Iterable[ChainEntry]) -> State:
    """The state of a match after these entries. An amended deal counts as if it had been recorded that way.

    Raises ValueError for an unopened match, KeyError for an unknown kind of entry, and `Refused` for a stored deal that
    the engine does not accept.
    """
    return state(remember(entries))


def state(memory: Memory, *, rows: Sequence[Row] = (), since: int | None = None, new: bool = False) -> State:
    """The state of a match, computed from the memory of its entries.

    `rows` are those of an earlier state. They are reused, all of them or only those of the deals before `since`, so
    nothing about these deals may have changed. `new`: the deal `since` is being recorded or amended, so it gets the
    checks for new deals.
    """
    ruled = active(memory)
    deals = dict(memory.deals)
    for number, ruling in ruled.annulled.items():  # the deal may be one that was not recorded
        blank = DealRecord(number, {"sides": []}, ruling.version)
        deals[number] = replace(deals.get(number, blank), annulled=ruling.article)
    made = [row for row in rows if since is None or row.number < since]
    scores = [side.score for side in made[-1].sides] if made else [0] * len(memory.setup.sides)
    standing = sum(1 for row in made if not row.record.annulled) + 1
    for number in sorted(deals)[len(made) :]:
        row = _row(memory, deals[number], ruled, scores, standing, new=new and number == since)
        made.append(row)
        scores = [side.score for side in row.sides]
        standing += not row.record.annulled
    upcoming = max(deals, default=0) + 1
    ended = next((row.verdict for row in reversed(made) if not row.record.annulled), Verdict(over=False))
    if memory.closed and not ended.over:
        ended = closing(scores, memory.setup_in(upcoming).rules)
    setup = memory.setup_in(upcoming - ended.over)
    codes: list[tuple[int, str]] = []
    end = upcoming if ended.over else upcoming + 2
    for start in sorted({1, *[held.deal for held in memory.adopted if held.deal < end]}):
        code = memory.setup_in(start).rules.code.id
        if not codes or codes[-1][1] != code:
            codes.append((start, code))
    minimums = [
        None if ended.over else opening(score, setup.rules, deal=standing, raised=ruled.raises[upcoming, index])
        for index, score in enumerate(scores)
    ]
    return State(
        setup=setup,
        version=memory.version,
        rows=tuple(made),
        standings=tuple(
            Standing(side.name, side.players, score, minimum)
            for side, score, minimum in zip(memory.setup.sides, scores, minimums, strict=True)
        ),
        verdict=ended,
        next_deal=upcoming,
        seating=seating(upcoming, setup.sides_of_seats, setup.first_dealer, setup.rules),
        rulings=tuple(memory.rulings.values()),
        obligations=tuple(  # only those of the deal being played: an obligation ends with its deal
            OpenObligation(ruling, index)
            for ruling in ruled.binding
            for index in range(len(ruling.obligations))
            if ruling.deal == upcoming and index not in ruling.done
        ),
        recounts=memory.recounts,
        redeals=ruled.redealt,
        paused=memory.paused,
        closed=memory.closed,
        void=ruled.void,
        codes=tuple(codes),
    )


def read_body(setup: Setup, body: Mapping[str, object], *, recorded: bool = True) -> Deal:
    """Read the body of a deal; `recorded` is as in `read_deal`. A body has no scores. It has names in the cutthroat
    game only.

    Raises `Refused`, also if the number of sides is not that of the match, or, in the cutthroat game, if the members
    are not its players.
    """
    deal = read_deal(body, setup.rules, recorded=recorded)
    alliances = setup.rules.table.alliances
    there = sum([len(side.players) for side in deal.sides]) if alliances else len(deal.sides)
    if there != len(setup.sides):
        raise malformed("wrong_number", "sides", there, [len(setup.sides)])
    if alliances:
        scorers = [player.name for side in deal.sides for player in side.players]
        names = [side.name for side in setup.sides]
        if sorted(scorers) != sorted(names):
            raise malformed("not_one_of", "sides", scorers, names)
    return deal


def scorers_of(setup: Setup, deal: Deal, at: int) -> tuple[int, ...]:
    """The scorers of the side at index `at` of a deal, as indices among the match's sides: the side itself, or its
    members in the cutthroat game."""
    if not setup.rules.table.alliances:
        return (at,)
    names = [side.name for side in setup.sides]
    return tuple(names.index(player.name) for player in deal.sides[at].players)


def _row(memory: Memory, record: DealRecord, ruled: Active, scores: Sequence[int], standing: int, *, new: bool) -> Row:
    """The row of one deal. `standing` is its number among the deals that are not annulled. An annulled deal is read
    only if it is `new`."""
    number, setup = record.number, memory.setup_in(record.number)
    rules, due = setup.rules, [ruling for ruling in ruled.charged if ruling.deal == number]
    rulings = [tuple([ruling for ruling in due if ruling.side == scorer]) for scorer in range(len(scores))]
    scored: Mapping[int, Score] = {}
    outs: Mapping[int, bool] = {}  # the scorers who went out (True: concealed)
    noticed: tuple[Finding, ...] = ()
    deal = read_body(setup, record.body, recorded=not new) if new or not record.annulled else None
    if deal and not record.annulled:
        by_side = [scorers_of(setup, deal, at) for at in range(len(deal.sides))]
        scorers = [scorer for side in by_side for scorer in side]
        if any(rulings):
            deal = charged(deal, [[rulings[scorer] for scorer in side] for side in by_side], rules)
        tallies = [tally_side(side, rules) for side in deal.sides]
        scored = dict(zip(scorers, score_deal(deal, rules, tallies), strict=True))
        outs = {
            scorer: side.out is not None and side.out.concealed
            for each, side in zip(by_side, deal.sides, strict=True)
            if side.out is not None or side.special_hand is not None
            for scorer in each
        }
        noticed = findings(deal, rules, tallies)
    sides = [
        RowSide(
            total=(total := scored[scorer].total if scored else 0),
            score_before=before,
            score=before + total,
            lines=scored[scorer].lines if scored else (),
            opening=opening(before, rules, deal=standing, raised=ruled.raises[number, scorer]),
            out=scorer in outs,
            concealed=outs.get(scorer, False),
            rulings=rulings[scorer],
        )
        for scorer, before in enumerate(scores)
    ]
    laid = [scored[scorer].canastas if scored else 0 for scorer in range(len(scores))]
    wins = next(iter([scorer for scorer, score in scored.items() if score.wins]), None)
    ended = verdict([side.score for side in sides], laid, rules, deal=standing, wins=wins)
    seated = seating(number, setup.sides_of_seats, setup.first_dealer, rules)
    return Row(number, rules, seated, tuple(sides), noticed, record, ended)


def verdict(
    scores: Sequence[int], canastas: Sequence[int], rules: RuleSet, *, deal: int = 1, wins: int | None = None
) -> Verdict:
    """The verdict on the match after the deal of this number. `scores` include that deal. `canastas` has the number of
    canastas of each scorer in that deal. `wins` is the index of a scorer whose hand wins the match whatever the totals,
    or None.

    If several scorers are past the target, the highest total wins (AMB-29). Equal totals at the top are a draw or lead
    to another deal (AMB-30). A scorer past the target may need canastas in this deal to end the match (AMB-57). The
    target does not matter if the match has a fixed number of deals. There is no margin for a side that is scored alone.
    """
    end = rules.end
    past = any(s >= end.target and n >= end.canastas_to_end for s, n in zip(scores, canastas, strict=True))
    if wins is None and not (past if end.deals is None else deal >= end.deals):
        return Verdict(over=False)
    best, *others = sorted(scores, reverse=True)
    if len(scores) < rules.table.sides:
        return Verdict(over=True, winner=scores.index(best) if wins is None else wins)
    if wins is not None:
        margin = scores[wins] - max(score for side, score in enumerate(scores) if side != wins)
        return Verdict(True, wins, False, margin, money(margin, rules))
    return Verdict(over=False) if best == others[0] and end.tie == "extra-deal" else closing(scores, rules)


def closing(scores: Sequence[int], rules: RuleSet) -> Verdict:
    """The verdict on a match that ends with these totals: the highest total wins. If several scorers have it,
    the match is a draw."""
    best, *others = sorted(scores, reverse=True)
    margin = best - others[0]
    return Verdict(True, scores.index(best) if margin else None, not margin, margin, money(margin, rules))


def money(margin: int, rules: RuleSet) -> Decimal | None:
    """The money value of a margin as an exact decimal (AMB-31), or None without a stake."""
    stake = rules.end.stake_per_100
    return None if stake is None else Decimal(stake) * margin / 100
