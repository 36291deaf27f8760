"""Rulings: what an article would do to this match, applying it, withdrawing it, ticking off what it asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches import summary
from scorekeeper.engine.articles import Article, Value
from scorekeeper.engine.entries import Memory, RulingRecord, remember
from scorekeeper.engine.house_articles import house_article
from scorekeeper.engine.match import ANNULMENTS, State, state
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.rulings import Ask, Ruling, applied, decide
from scorekeeper.ledger import Appended, Writing
from scorekeeper.rulebook.codes import code, codes

#: A failed opening of the faster Czech game raises the minimum though no penalty code is played (CZ-01).
FAILED_OPENING = "CZ-01"
REASON_LENGTH = 500


@dataclass(frozen=True, slots=True)
class Override:
    """What a director decides in place of the code, and why."""

    points: int
    opening_raise: int
    reason: str


@dataclass(frozen=True, slots=True)
class Decision:
    """A case at the table: which article, the answers, and whom it concerns in which deal."""

    article: str
    deal: int
    side: int
    answers: Mapping[str, Value] = field(default_factory=dict)
    player: str | None = None
    override: Override | None = None


@dataclass(frozen=True, slots=True)
class Proposal:
    """A ruling before it is applied: what it decides, and the match before and after."""

    ruling: Ruling
    before: State
    after: State


def facts(rules: RuleSet) -> dict[str, Value]:
    """What the match answers by itself."""
    return {"players": rules.table.players, "canastas_needed": rules.going_out.canastas}


def article_of(desk: Desk, match_id: str, rules: RuleSet, id_: str) -> Article:
    """An article of the match's own code, or one that the table added. Raises `Refused` with the known ones."""
    house = {stored.id: stored for stored in desk.ledger.house_articles.of(match_id=match_id)}
    if id_ in house:
        return house_article({"id": id_, **house[id_].body})
    own = code(rules.code.id) if rules.code.id != "none" else None
    found = own.article(id_) if own else None
    if found is None:
        known = [*(article.id for article in (own.articles if own else ())), *house]
        raise malformed("unknown_article" if known else "no_penalty_code", "article", id_, known)
    return found


def rule(desk: Desk, match_id: str, decision: Decision) -> Ruling | Ask:
    """The ruling on a case of this match, or the next question."""
    rules = desk.load(match_id).state.setup.rules
    if decision.article == FAILED_OPENING and rules.opening.failed_raise and rules.code.id == "none":
        reference = next(entry for entry in codes()["czech"].references if entry.id == FAILED_OPENING)
        ruling = applied(reference)
        if ruling is not None:
            return ruling
    return decide(article_of(desk, match_id, rules, decision.article), decision.answers, facts(rules))


def propose(desk: Desk, match_id: str, decision: Decision) -> Proposal | Ask:
    """What applying this ruling would do, or the question that is still open."""
    folded = desk.load(match_id)
    ruling = rule(desk, match_id, decision)
    if isinstance(ruling, Ask):
        return ruling
    _check_place(folded.memory, folded.state, decision)
    after = state(_with_ruling(folded.memory, "proposed", decision, ruling))
    return Proposal(ruling, folded.state, after)


def apply_ruling(desk: Desk, match_id: str, decision: Decision, stamp: Stamp, *, ruling_id: str) -> Appended:
    """Write a ruling to the ledger. The same key again is the same ruling, never a second one.

    Raises `Refused` where a question is still open, the deal or the side is not there, or an override has no reason.
    """
    ruling = rule(desk, match_id, decision)
    if isinstance(ruling, Ask):
        raise malformed("missing", f"answers.{ruling.question.key}")
    payload = _payload(ruling_id, decision, ruling, desk.load(match_id).state)
    asked = {key: value for key, value in payload.items() if key != "ruling"}
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, "ruling_applied", asked, deal=decision.deal):
            return earlier
        memory = remember(writing.entries)
        _check_place(memory, state(memory), decision)
        return _append(writing, "ruling_applied", payload, stamp, deal=decision.deal, body=asked)


def withdraw_ruling(desk: Desk, match_id: str, ruling_id: str, reason: str, stamp: Stamp) -> Appended:
    """Withdraw a ruling by a later entry; the match is then as if it had not been applied."""
    payload = {"ruling": ruling_id, "reason": _reason(reason, needed=False)}
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, "ruling_withdrawn", payload):
            return earlier
        memory = remember(writing.entries)
        ruling = _in_force(memory, ruling_id)
        if ANNULMENTS.intersection(ruling.outcomes) and _played_on(memory, ruling.deal):
            raise impossible("later_deals_were_played", "ruling", ruling.deal)
        return _append(writing, "ruling_withdrawn", payload, stamp)


def tick_obligation(desk: Desk, match_id: str, ruling_id: str, index: int, stamp: Stamp) -> Appended:
    """Mark an obligation of a ruling as done; ticking it off twice is refused."""
    payload = {"ruling": ruling_id, "index": index}
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, "obligation_done", payload):
            return earlier
        ruling = _in_force(remember(writing.entries), ruling_id)
        open_ones = [place for place in range(len(ruling.obligations)) if place not in ruling.done]
        if index not in open_ones:
            raise impossible("not_an_open_obligation", "index", index, open_ones)
        return _append(writing, "obligation_done", payload, stamp)


def _append(
    writing: Writing, kind: str, payload: Mapping[str, Any], stamp: Stamp, *, deal: int | None = None, body: Any = None
) -> Appended:
    appended = writing.append(
        kind=kind,
        payload=payload,
        key=stamp.key,
        version=stamp.version,
        actor=stamp.actor,
        now=stamp.now,
        deal=deal,
        body=body,
    )
    writing.summarise(summary(state(remember(writing.entries))))
    return appended


def _payload(ruling_id: str, decision: Decision, ruling: Ruling, now: State) -> dict[str, Any]:
    override = decision.override
    return {
        "ruling": ruling_id,
        "deal": decision.deal,
        "side": decision.side,
        "player": decision.player,
        "code": now.setup.rules.code.id,
        "article": decision.article,
        "answers": dict(decision.answers),
        "points": override.points if override else ruling.points,
        "opening_raise": override.opening_raise if override else ruling.opening_raise,
        "outcomes": list(ruling.outcomes),
        "obligations": [{"key": due.key, "says": due.says, "count": due.count} for due in ruling.obligations],
        "override": override is not None,
        "reason": _reason(override.reason, needed=True) if override else "",
    }


def _with_ruling(memory: Memory, ruling_id: str, decision: Decision, ruling: Ruling) -> Memory:
    """The memory as if the ruling had been applied."""
    override = decision.override
    record = RulingRecord(
        id=ruling_id,
        deal=decision.deal,
        side=decision.side,
        code=memory.setup.rules.code.id,
        article=decision.article,
        points=override.points if override else ruling.points,
        opening_raise=override.opening_raise if override else ruling.opening_raise,
        version=memory.version + 1,
        outcomes=ruling.outcomes,
    )
    return replace(memory, rulings={**memory.rulings, ruling_id: record})


def _check_place(memory: Memory, now: State, decision: Decision) -> None:
    """A side of the match; the deal in play or one that is recorded, none after the match is over."""
    sides = range(len(memory.setup.sides))
    if decision.side not in sides:
        raise malformed("not_one_of", "side", decision.side, sides)
    deals = [*memory.deals, *([] if now.over else [now.next_deal])]
    if decision.deal not in deals:
        raise impossible("no_such_deal", "deal", decision.deal, deals)
    players = memory.setup.sides[decision.side].players
    if decision.player is not None and decision.player not in players:
        raise malformed("not_one_of", "player", decision.player, players)


def _in_force(memory: Memory, ruling_id: str) -> RulingRecord:
    ruling = memory.rulings.get(ruling_id)
    if ruling is None or ruling.withdrawn:
        known = [known.id for known in memory.rulings.values() if not known.withdrawn]
        raise impossible("no_such_ruling", "ruling", ruling_id, known)
    return ruling


def _played_on(memory: Memory, deal: int) -> bool:
    """Was the deal annulled before it was recorded, and another one played since?"""
    return deal not in memory.deals and any(number > deal for number in memory.deals)


def _reason(text: str, *, needed: bool) -> str:
    reason = " ".join(text.split())
    if needed and not reason:
        raise malformed("missing_reason", "reason", text)
    if len(reason) > REASON_LENGTH:
        raise malformed("too_long", "reason", len(reason), (int(needed), REASON_LENGTH))
    return reason
