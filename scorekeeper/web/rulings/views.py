"""Rulings as lines of text, and links to a ruling from the figures of a deal and from a recount."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.engine.deals.findings import Finding
from scorekeeper.engine.matches.entries import Recount, RulingRecord
from scorekeeper.engine.matches.match import State, read_body, scorers_of
from scorekeeper.engine.penalties.articles import Value
from scorekeeper.engine.penalties.in_force import OTHER_RANKS
from scorekeeper.engine.penalties.rulings import TABLE, row_of
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.codes import articles_in_force, code, codes
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.rulings.forms import NO, YES
from scorekeeper.words import N_, Words
from scorekeeper.words.rulings import say_fine, say_offence

#: The key of the question to which a finding's number is the answer, by the key of the finding.
COUNTED = {"out_without_canasta": "canastas", "red_three_in_hand": "count"}


def findings_url(match_id: str, state: State, deal: int, finding: Finding, body: Mapping[str, Any]) -> str | None:
    """The address of the ruling on a finding, with the answers that follow from the deal. None if the finding is about
    no side or has no article, or if the match has no penalty code."""
    match = re.match(r"sides\[(\d+)\]", finding.where)
    if finding.article is None or match is None or state.rules_in(deal).code.id == "none":
        return None
    at = int(match[1])
    side = scorers_of(state.setup, read_body(state.setup, body), at)[0]
    answers = answers_in(finding, body["sides"][at], state.rules_in(deal))
    query = {"article": finding.article, "deal": deal, "side": side, **answers}
    return f"{url_for('rulings.new', match_id=match_id)}?{urlencode(query)}"


def answers_in(finding: Finding, side: Mapping[str, Any], rules: RuleSet) -> dict[str, Value]:
    """The answers that follow from the figures of the deal, by the key of the question: {"canastas": 1}. Only questions
    of the finding's article are answered. A rank that is no choice of its own is answered with `OTHER_RANKS`."""
    article = articles_in_force(code(rules.code.id), rules).get(finding.article or "")
    asked = {question.key: question for question in article.questions} if article else {}
    answers = {key: value for key, value in _figures(finding, side).items() if key in asked}
    if "rank" in answers and answers["rank"] not in asked["rank"].keys:
        answers["rank"] = OTHER_RANKS
    return answers


def _figures(finding: Finding, side: Mapping[str, Any]) -> dict[str, Value]:
    """All answers that a finding gives, by question: the cards of a meld, or a number of canastas or red threes."""
    if finding.key in COUNTED:
        found, needed = finding.found or 0, finding.allowed if finding.key == "out_without_canasta" else None
        return {COUNTED[finding.key]: min(found, needed - 1) if needed else found}  # some may be of the wrong kind
    match = re.search(r"\.melds\[(\d+)\]", finding.where)
    if finding.key != "too_many_wilds" or match is None:
        return {}
    meld = side["melds"][int(match[1])]
    return {"rank": meld["rank"], **{name: meld.get(name, 0) for name in ("naturals", "jokers", "twos")}}


def fine_url(match_id: str, recount: Recount, state: State) -> str | None:
    """The address of the ruling on a miscount, with the answers that follow from the recount: the opponents are taken
    to have asked for it. None if the match's penalty code has no article about miscounts."""
    id_ = state.rules_in(recount.deal).code.id
    articles = articles_in_force(code(id_), state.rules_in(recount.deal)) if id_ != "none" else {}
    article = next((article for article in articles.values() if article.recounts), None)
    if article is None:
        return None
    query = {
        "article": article.id,
        "side": recount.side,
        "deal": recount.deal,
        "in_own_favour": YES if recount.in_own_favour else NO,
        "error": recount.error,
        "opponents_ask": YES,
    }
    return f"{url_for('rulings.new', match_id=match_id)}?{urlencode(query)}"


def after_recount(match_id: str, recount: Recount, state: State, words: Words) -> list[tuple[str, str]]:
    """The links after a recount that this device may open, as (address, label): to amend the deal, and to rule on the
    miscount."""
    amend = open_here(url_for("deals.amend", match_id=match_id, number=recount.deal))
    fine = fine_url(match_id, recount, state) if open_here(url_for("rulings.new", match_id=match_id)) else None
    amend_label = words.gettext(N_("Amend deal %(number)s"), number=recount.deal)
    ways = ((amend, amend_label), (fine, words.gettext(N_("Ruling on the miscount"))))
    return [(url, label) for url, label in ways if url]


#: The value of `RulingRecord.code` for a ruling by a house article.
HOUSE = "house"
#: The number of a ruling's article, marked as a house article or as a penalty of the table, by `RulingRecord.code`.
OWN = {HOUSE: N_("%(article)s, house article"), TABLE: N_("%(article)s, penalty of the table")}
OWN_NAMED = {
    HOUSE: N_("%(article)s %(title)s (house article)"),
    TABLE: N_("%(article)s %(title)s (penalty of the table)"),
}


def about(ruling: RulingRecord, state: State, words: Words) -> str:
    """A ruling in short: its deal, its player or side, and the number of its article."""
    where = words.gettext(N_("Deal %(deal)s, %(who)s"), deal=ruling.deal, who=who_of(ruling, state))
    article = OWN.get(ruling.code)
    return f"{where} · {words.gettext(article, article=ruling.article) if article else ruling.article}"


def earlier(state: State, side: int, words: Words) -> tuple[str, ...]:
    """A line for each earlier offence of a side, the latest first. Withdrawn rulings are left out, and so are rulings
    about no offence, see `_lawful`."""
    sentence = N_("Deal %(deal)s, %(side)s: %(article)s")
    return tuple(
        words.gettext(sentence, deal=ruling.deal, side=who_of(ruling, state), article=named(ruling, words))
        for ruling in reversed(state.rulings)
        if ruling.side == side and not ruling.withdrawn and not _lawful(ruling, state)
    )


def _lawful(ruling: RulingRecord, state: State) -> bool:
    """Return whether there was no offence: the ruling only settles a situation, for example an incorrect pack, or a
    partner's answer that was followed."""
    code = codes().get(ruling.code)
    entry = code.entry(ruling.article) if code else None
    row = row_of(entry, ruling.answers, state.rules_in(ruling.deal)) if entry else None
    return row is not None and row.lawful


def title_of(ruling: RulingRecord, words: Words) -> str:
    """The title of a ruling's article; for a house article the one that the ruling was recorded with."""
    code = codes().get(ruling.code)
    return say_offence(ruling, code.entry(ruling.article) if code else None, words.gettext)


def named(ruling: RulingRecord, words: Words) -> str:
    """The number and title of a ruling's article, with a mark if it follows no penalty code."""
    title = title_of(ruling, words)
    if ruling.code not in OWN_NAMED:
        return f"{ruling.article} {title}".rstrip()
    return words.gettext(OWN_NAMED[ruling.code], article=ruling.article, title=title)


def who_of(ruling: RulingRecord, state: State) -> str:
    """The name of the player, or of the side if no player was named."""
    return ruling.player or state.setup.sides[ruling.side].name


def figure_of(ruling: RulingRecord, state: State, words: Words) -> str:
    """The cost of a ruling; empty if it is not in force."""
    return say_fine(ruling.points, ruling.opening_raise, words) if state.counts(ruling) else ""
