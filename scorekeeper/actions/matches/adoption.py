"""A table takes up a penalty code while it plays, another one, or none any more."""

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.engine.matches.entries import Memory
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.ledger import Appended
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import OF_THE_CODE, under_code

#: No code any more.
NONE = "none"


def adoptable() -> tuple[str, ...]:
    """The codes that a table can take up, the word for none at the end."""
    return (*(code.id for code in adjudicating()), NONE)


def deals_to_begin(now: State) -> tuple[int, ...]:
    """The deals from which a code may hold: the one being played, and the next."""
    return () if now.over else (now.next_deal, now.next_deal + 1)


def adopt_code(desk: Desk, match_id: str, code: str, deal: int, stamp: Stamp) -> Appended:
    """Play by a code from a deal on; those before it stay as they were scored.

    Raises as `commit` does, `Refused` also for a code that holds then already and for a deal played or far ahead.
    """
    if code not in adoptable():
        raise malformed("not_one_of", "code", code, adoptable())
    memory = desk.load(match_id).memory

    def check(folded: Folded) -> None:
        if folded.state.over:
            raise impossible("match_is_over", "deal", deal)
        if deal not in deals_to_begin(folded.state):
            raise impossible("not_a_deal_to_begin", "deal", deal, deals_to_begin(folded.state))
        if folded.memory.setup_in(deal).rules.code.id == code:
            raise impossible("code_in_force", "code", code)

    rules = under_code(memory.setup.rules, memory.setup.options, code)
    given = {**snapshot(rules), "options": adopted_options(memory, code)}
    return commit(desk, match_id, NewEntry("code_adopted", {"deal": deal, "code": code}, given), stamp, check).appended


def adopted_options(memory: Memory, code: str) -> dict[str, object]:
    """The options of the match with this code for the one that it was opened with."""
    return {**memory.setup.options, OF_THE_CODE: code}
