"""A match of four players to rule on, with deals recorded by totals; and every path through an article."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.actions.matches.rulings import RulingCase, apply_ruling, deals_for, rule
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import Article, Value
from scorekeeper.engine.penalties.rulings import Ask, Ruling, branches, decide, facts
from scorekeeper.engine.values import replace
from tests.totals import counted

FOUR = ("Ilona", "Jana", "Mihai", "Tõnu")
NOW = "2026-11-21T19:00:00.000+00:00"
MATCH = "friday"
#: The type of the fixture `table`: the function `table`, with the test's own ledger as its first argument.
Table = Callable[..., Desk]


def table(ledger_at: Path | str, rules: str = "hungarian", *deals: Sequence[int], **options: object) -> Desk:
    """A desk with one match, Ilona and Mihai against Jana and Tõnu, and deals with these points."""
    desk = open_desk(ledger_at)
    new = NewMatch(rules, "four", FOUR, options, side_names=("North–South", "East–West"))
    open_match(desk, new, match_id=MATCH, key="key-of-the-form", actor="test", now=NOW)
    for points in deals:
        play(desk, {"sides": [counted(each) for each in points]})
    return desk


def play(desk: Desk, body: Mapping[str, Any]) -> None:
    """Record the deal in play."""
    number = now(desk).next_deal
    record_deal(desk, MATCH, DealSheet(body), stamp(desk, f"deal-number-{number}"), number=number)


def stamp(desk: Desk, key: str) -> Stamp:
    """The stamp of a writer who has seen the last entry."""
    return Stamp(desk.ledger.matches.version(MATCH), key, "test", NOW)


def now(desk: Desk) -> State:
    """The current state of the match."""
    return desk.load(MATCH).state


def apply(desk: Desk, article: str, side: int = 1, deal: int | None = None, **more: Any) -> str:
    """Apply a ruling, and return its id. Without `deal` it applies to the first deal that its outcomes allow."""
    decision = RulingCase(article, deal or now(desk).next_deal, side, **more)
    if deal is None:
        ruling = rule(desk, MATCH, decision)
        assert isinstance(ruling, Ruling)
        decision = replace(decision, deal=deals_for(ruling.outcomes, now(desk))[0])
    number = f"ruling-{desk.ledger.matches.version(MATCH):04}"
    apply_ruling(desk, MATCH, decision, stamp(desk, f"key-{number}"), ruling_id=number)
    return number


def leaves(article: Article, state: State) -> Iterator[dict[str, Value]]:
    """Yield the answers on each path through an article. Questions that the rules of the match answer are left out."""
    yield from _paths(article, facts(state.setup.rules), {})


def _paths(article: Article, known: Mapping[str, Value], given: dict[str, Value]) -> Iterator[dict[str, Value]]:
    asked = decide(article, given, known)
    if not isinstance(asked, Ask):
        yield given
        return
    for branch in branches(article, given, known):
        yield from _paths(article, known, {**given, asked.question.key: branch.answer})


def bare(state: State) -> State:
    """The state with version 0 and without withdrawn rulings, to compare matches that differ only in these."""
    kept = tuple(ruling for ruling in state.rulings if not ruling.withdrawn)
    return replace(state, version=0, rulings=kept)
