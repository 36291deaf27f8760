"""Rulings: deciding and previewing one, applying and withdrawing it, and completing its obligations."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches.commit import NewEntry, commit, followed
from scorekeeper.actions.matches.offences import Offence, offence
from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.matches.entries import Memory, RulingRecord
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.active_rulings import ANNULMENTS, REDEALS
from scorekeeper.engine.penalties.articles import HIGHEST_RAISE, MOST_POINTS, Value
from scorekeeper.engine.penalties.rulings import OWN_WORDS, TABLE, TABLE_REASONS, Ask, Ruling, facts, settle
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.shape import REASON_LENGTH
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.ledger.chain.entries import Appended

#: The keys of the refusals for figures that look mistyped but may be intended.
MISTYPED = ("gives_points", "not_in_fives")


class Override(Struct):
    """The director's own figures in place of those of the code, with the reason. `sure`: figures that look mistyped are
    accepted."""

    points: int
    opening_raise: int
    reason: str
    sure: bool = False


class RulingCase(Struct):
    """A case to rule on: the article, the deal, the side, and the answers to the article's questions so far. `player`
    is the one who offended, None if that is not known. `override` is None if the code decides."""

    article: str
    deal: int
    side: int
    answers: Mapping[str, Value] = field(default_factory=dict)
    player: str | None = None
    override: Override | None = None


class Proposal(Struct):
    """A ruling that is not applied yet, its side and deal, and the match before and after it."""

    ruling: Ruling
    side: int
    deal: int
    before: State
    after: State


def deals_for(outcomes: tuple[str, ...], now: State) -> tuple[int, ...]:
    """The deals to which a ruling with these outcomes can be applied, the likeliest first.

    Rulings that redeal or annul a deal apply only to the deal being played; those with ANNUL_PREVIOUS_DEAL only to the
    last deal that counts. All others apply to the deal being played and to any earlier deal that counts.
    """
    finished = [row.number for row in reversed(now.rows) if row.annulled is None]
    in_play = [] if now.over else [now.next_deal]
    if "ANNUL_PREVIOUS_DEAL" in outcomes:
        return tuple(finished[:1])
    if (ANNULMENTS | REDEALS).intersection(outcomes):
        return tuple(in_play)
    return (*in_play, *finished)


def facts_of(now: State, article: str, side: int | None, player: str | None, deal: int | None) -> dict[str, Value]:
    """The answers that the match itself gives, by fact. They come from the rules of the match; `repeat` is True if the
    deal has an earlier ruling by the same article against the same player.

    `repeat` is never False, but missing, because not every offence is recorded. `deal` is None for the one being
    played.
    """
    answers = facts(now.setup.rules)
    who = player or (_alone(now, side) if side is not None else None)
    before = (r for r in now.rulings if not r.withdrawn and r.article == article and r.deal == (deal or now.next_deal))
    repeated = who is not None and any((r.player or _alone(now, r.side)) == who for r in before)
    return answers | {"repeat": True} if repeated else answers


def _alone(now: State, side: int) -> str | None:
    """The only player of a side; None if it has several."""
    players = now.setup.sides[side].players if side in range(len(now.setup.sides)) else ()
    return players[0] if len(players) == 1 else None


def rule(desk: Desk, match_id: str, decision: RulingCase) -> Ruling | Ask:
    """The ruling on a case of this match, or the next question. Raises `Refused` for an unknown article or answer."""
    return _decided(desk, match_id, decision, desk.load(match_id).state)[1]


def _decided(
    desk: Desk, match_id: str, decision: RulingCase, now: State
) -> tuple[Offence, Ruling | Ask, Mapping[str, Value]]:
    """The article; the ruling, or else the next question; and all answers, including those that the match itself
    gives."""
    chosen = offence(desk, match_id, now.rules_in(decision.deal), decision.article)
    by_match = facts_of(now, decision.article, decision.side, decision.player, decision.deal)
    given = {q.key: by_match[q.fact] for q in chosen.article.questions if q.fact in by_match}
    return chosen, settle(chosen.article, decision.answers, by_match), {**given, **decision.answers}


def propose(desk: Desk, match_id: str, decision: RulingCase) -> Proposal | Ask:
    """The ruling on a case and its effect, or the question that is still open. Raises `Refused` as `apply_ruling`
    does."""
    folded = desk.load(match_id)
    offence, ruling, answers = _decided(desk, match_id, decision, folded.state)
    if isinstance(ruling, Ask):
        return ruling
    _check_whom(folded.state, decision, ruling.outcomes)
    asked = _asked(decision, ruling, offence, answers)
    entry = NewEntry("ruling_applied", asked, {"ruling": "proposed"}).at(Stamp(folded.memory.version, "", "", ""))
    return Proposal(ruling, decision.side, decision.deal, folded.state, followed(folded, entry).state)


def apply_ruling(desk: Desk, match_id: str, decision: RulingCase, stamp: Stamp, *, ruling_id: str) -> Appended:
    """Apply a ruling. The same key again returns the same ruling, never a second one.

    Raises as `commit` does; also `Refused` if a question is still open, there is no such deal or side, an override has
    no reason, or its figures look mistyped and are not `sure`.
    """
    offence, ruling, answers = _decided(desk, match_id, decision, desk.load(match_id).state)
    if isinstance(ruling, Ask):
        raise malformed("missing", f"answers.{ruling.question.key}")
    asked = _asked(decision, ruling, offence, answers)
    entry = NewEntry("ruling_applied", asked, {"ruling": ruling_id})
    outcomes = ruling.outcomes
    return commit(desk, match_id, entry, stamp, lambda now: _check_whom(now.state, decision, outcomes))


def penalise(
    desk: Desk, match_id: str, penalty: RulingCase, points: int, reason: str, stamp: Stamp, *, id_: str
) -> Appended:
    """Apply a penalty that the table agreed on, without an article of a code, as a ruling.

    `points` are deducted: a multiple of 5, from 5 to `MOST_POINTS`. The article of `penalty` is one of `TABLE_REASONS`,
    or `OWN_WORDS`, which needs a `reason`. Raises as `commit` does; also `Refused` for any other value, deal, side or
    player.
    """
    if penalty.article not in (*TABLE_REASONS, OWN_WORDS):
        raise malformed("not_one_of", "article", penalty.article, (*TABLE_REASONS, OWN_WORDS))
    if not 0 < points <= MOST_POINTS:
        raise malformed("out_of_range", "points", points, (POINT_STEP, MOST_POINTS))
    if points % POINT_STEP:
        raise impossible("not_in_fives", "points", points)
    asked = {
        "deal": penalty.deal,
        "side": penalty.side,
        "player": penalty.player,
        "code": TABLE,
        "article": penalty.article,
        "points": -points,
        "reason": _reason(reason, needed=penalty.article == OWN_WORDS),
    }
    entry = NewEntry("ruling_applied", asked, {"ruling": id_})
    return commit(desk, match_id, entry, stamp, lambda folded: _check_whom(folded.state, penalty, ()))


def withdraw_ruling(desk: Desk, match_id: str, ruling_id: str, reason: str, stamp: Stamp) -> Appended:
    """Withdraw a ruling by a later entry; the match is then as if it had not been applied.

    Raises as `commit` does; also `Refused` for a ruling that is not in force, and for an annulment after which further
    deals were played.
    """

    def check(folded: Folded) -> None:
        ruling = _active_ruling(folded.memory, ruling_id)
        if ANNULMENTS.intersection(ruling.outcomes) and _played_on(folded.memory, ruling.deal):
            raise impossible("later_deals_were_played", "ruling", ruling.deal)

    entry = NewEntry("ruling_withdrawn", {"ruling": ruling_id, "reason": _reason(reason, needed=False)})
    return commit(desk, match_id, entry, stamp, check)


def tick_obligation(desk: Desk, match_id: str, ruling_id: str, index: int, stamp: Stamp) -> Appended:
    """Mark an obligation of a ruling as done. Raises as `commit` does; also `Refused` if there is no such obligation,
    or if it is done already."""

    def check(folded: Folded) -> None:
        ruling = _active_ruling(folded.memory, ruling_id)
        open_ones = [at for at in range(len(ruling.obligations)) if at not in ruling.done]
        if index not in open_ones:
            raise impossible("not_an_open_obligation", "index", index, open_ones)

    entry = NewEntry("obligation_done", {"ruling": ruling_id, "index": index})
    return commit(desk, match_id, entry, stamp, check)


def _asked(decision: RulingCase, ruling: Ruling, offence: Offence, answers: Mapping[str, Value]) -> dict[str, Any]:
    """The payload of a ruling, without the ruling's id. For a house article it includes the title, so that the ruling
    can be shown without the article."""
    override = _checked(decision.override)
    return {
        "deal": decision.deal,
        "side": decision.side,
        "player": decision.player,
        "code": offence.code.id if offence.code else "house",
        "article": decision.article,
        "title": offence.article.title if offence.article.house else "",
        "answers": dict(answers),
        "points": override.points if override else ruling.points,
        "opening_raise": override.opening_raise if override else ruling.opening_raise,
        "outcomes": list(ruling.outcomes),
        "count": ruling.count,
        "obligations": [{"key": due.key, "says": due.says, "count": due.count} for due in ruling.obligations],
        "override": override is not None,
        "reason": override.reason if override else "",
    }


def _checked(override: Override | None) -> Override | None:
    """The override, after checking its figures and its reason. Raises `Refused`."""
    if override is None:
        return None
    if not -MOST_POINTS <= override.points <= MOST_POINTS:
        raise malformed("out_of_range", "points", override.points, (-MOST_POINTS, MOST_POINTS))
    if not 0 <= override.opening_raise <= HIGHEST_RAISE:
        raise malformed("out_of_range", "raise", override.opening_raise, (0, HIGHEST_RAISE))
    if not override.sure:
        check_meant(override.points, override.opening_raise)
    return replace(override, reason=_reason(override.reason, needed=True))


def check_meant(points: int, opening_raise: int, *, fields: tuple[str, str] = ("points", "raise")) -> None:
    """Raise `Refused` for figures that look mistyped: points above 0, and figures that are not a multiple of 5.
    `fields` are the locations of the points and of the raise, for the refusal."""
    if points > 0:
        raise impossible("gives_points", fields[0], points)
    for field_, figure in zip(fields, (points, opening_raise), strict=True):
        if figure % POINT_STEP:
            raise impossible("not_in_fives", field_, figure)


def _check_whom(now: State, decision: RulingCase, outcomes: tuple[str, ...]) -> None:
    """Check that the side of a case exists, that its player is on that side, and that a ruling with these outcomes can
    be applied to its deal. Raises `Refused`."""
    sides = range(len(now.setup.sides))
    if decision.side not in sides:
        raise malformed("not_one_of", "side", decision.side, sides)
    players = now.setup.sides[decision.side].players
    if decision.player is not None and decision.player not in players:
        raise malformed("not_one_of", "player", decision.player, players)
    deals = deals_for(outcomes, now)
    if not deals:
        raise impossible("no_deal_for_it", "deal", decision.deal, deals)
    if decision.deal not in deals:
        raise impossible("not_a_deal_for_it", "deal", decision.deal, deals)


def _active_ruling(memory: Memory, ruling_id: str) -> RulingRecord:
    """The ruling with this id. Raises `Refused` if there is none or it was withdrawn."""
    ruling = memory.rulings.get(ruling_id)
    if ruling is None or ruling.withdrawn:
        ids = [each.id for each in memory.rulings.values() if not each.withdrawn]
        raise impossible("no_such_ruling", "ruling", ruling_id, ids)
    return ruling


def _played_on(memory: Memory, deal: int) -> bool:
    """Return whether a later deal was recorded although this one was not, because it was annulled."""
    return deal not in memory.deals and any(number > deal for number in memory.deals)


def _reason(text: str, *, needed: bool) -> str:
    """The reason on one line. Raises `Refused` if it is too long, or if it is `needed` and empty."""
    reason = " ".join(text.split())
    if needed and not reason:
        raise malformed("missing_reason", "reason", text)
    if len(reason) > REASON_LENGTH:
        raise malformed("too_long", "reason", len(reason), (int(needed), REASON_LENGTH))
    return reason
