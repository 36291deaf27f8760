"""The penalty code of a match: adopting another one, or none, during play; and the house articles that a table adds for
one match or for all."""

from collections.abc import Mapping
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.actions.matches.offences import house_articles
from scorekeeper.actions.matches.rulings import check_meant
from scorekeeper.engine.matches.entries import Memory
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.penalties.articles import house_article
from scorekeeper.engine.refused import impossible, malformed
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.ledger.records.house_articles import HouseArticle
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import OF_THE_CODE, under_code

#: The id that stands for no penalty code.
NONE = "none"


def adoptable() -> tuple[str, ...]:
    """The ids of the penalty codes that a table can adopt, and last `NONE`."""
    return (*(code.id for code in adjudicating()), NONE)


def deals_to_begin(now: State) -> tuple[int, ...]:
    """The deals from which a new penalty code can be in force: the one being played, and the next. Empty if the match
    is over."""
    return () if now.over else (now.next_deal, now.next_deal + 1)


def adopt_code(desk: Desk, match_id: str, code: str, deal: int, stamp: Stamp) -> Appended:
    """Adopt a penalty code from a deal on; the scores of earlier deals do not change.

    Raises as `commit` does; also `Refused` for a code that is already in force, and for a deal that was played or is
    too far ahead.
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
    return commit(desk, match_id, NewEntry("code_adopted", {"deal": deal, "code": code}, given), stamp, check)


def adopted_options(memory: Memory, code: str) -> dict[str, object]:
    """The options of the match, with this penalty code in place of the original one."""
    return {**memory.setup.options, OF_THE_CODE: code}


#: The first letter of the id of a house article: `TABLE` for an article of one match, `HOUSE` for one of every match.
TABLE, HOUSE = "T", "H"
MOST_ARTICLES = 40
#: The form's fields for the points and the raise of an article, as the locations of refusals.
FIGURES = ("house_article.points", "house_article.opening_raise")


def add_article(
    desk: Desk,
    match_id: str,
    fields: Mapping[str, Any],
    *,
    key: str,
    now: str,
    everywhere: bool = False,
    sure: bool = False,
) -> HouseArticle:
    """Add a house article. `fields` are title, moment, points, opening_raise and obligation. The same key again returns
    the same article.

    `everywhere`: for every match instead of this one. `sure`: figures that look mistyped are accepted. Raises `Refused`
    with the location of a mistake, and `UnknownMatch`.
    """
    article = house_article({**fields, "id": TABLE})
    if not sure:
        check_meant(article.rows[0].points, article.rows[0].opening_raise, fields=FIGURES)
    desk.load(match_id)
    if len(house_articles(desk, match_id)) >= MOST_ARTICLES:
        raise impossible("too_many_articles", "house_article.title", MOST_ARTICLES, [MOST_ARTICLES])
    kept = desk.ledger.house_articles
    if everywhere:
        return kept.add(fields, prefix=HOUSE, key=key, now=now)
    return kept.add(fields, prefix=f"{match_id}:{TABLE}", key=key, now=now, match_id=match_id)


def retire_article(desk: Desk, match_id: str, number: str, *, now: str) -> None:
    """Retire a house article, so that it can no longer be applied. Rulings by it remain in force. `number` is its id,
    such as "T1". Raises `UnknownHouseArticle`."""
    stored = number if number.startswith(HOUSE) else f"{match_id}:{number}"
    desk.ledger.house_articles.retire(stored, now=now)
