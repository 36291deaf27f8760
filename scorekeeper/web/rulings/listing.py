"""The rulings of a match, its recounts, and the ways on from there."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from flask import url_for

from scorekeeper.engine.entries import Recount
from scorekeeper.engine.match import State
from scorekeeper.rulebook import codes
from scorekeeper.web.board.model import SIDES
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.rulings.form import NO, YES
from scorekeeper.web.rulings.lines import RulingLine, ruling_line
from scorekeeper.words import N_, Words

#: The article on errors of counting, and the code it stands in.
MISCOUNT = ("romanian", "RO-13")


@dataclass(frozen=True, slots=True)
class RecountLine:
    """A side's two figures of a deal; `fine_url` leads to the fine for it, `amend_url` to correcting the deal.

    Both are None where this device may not do it.
    """

    deal: int
    side: str
    name: str
    claimed: int
    verified: int
    fine_url: str | None
    amend_url: str | None


@dataclass(frozen=True, slots=True)
class ListPage:
    """Everything the list shows; `withdraws`: this device may take a ruling back."""

    match_id: str
    withdraws: bool
    new_url: str | None
    version: int
    key: str
    sides: str
    code: str
    rulings: tuple[RulingLine, ...]
    recounts: tuple[RecountLine, ...]
    links: tuple[tuple[str, str, str], ...]


def list_page(match_id: str, state: State, words: Words, *, key: str) -> ListPage:
    """Lay out the list, the latest ruling first."""
    code = state.setup.rules.code.id
    return ListPage(
        match_id=match_id,
        withdraws=open_here(f"/matches/{match_id}/rulings", "POST") is not None,
        new_url=open_here(f"/matches/{match_id}/rulings/new"),
        version=state.version,
        key=key,
        sides=" – ".join(side.name for side in state.setup.sides),
        code=words.gettext(codes.code(code).title) if code != "none" else "",
        rulings=tuple(ruling_line(ruling, state, words) for ruling in reversed(state.rulings)),
        recounts=tuple(recount_line(match_id, recount, state) for recount in reversed(state.recounts)),
        links=_links(match_id, code, words),
    )


def recount_line(match_id: str, recount: Recount, state: State) -> RecountLine:
    """Both figures, and what follows from them."""
    asked = open_here(f"/matches/{match_id}/rulings/new")
    return RecountLine(
        deal=recount.deal,
        side=SIDES[recount.side],
        name=state.setup.sides[recount.side].name,
        claimed=recount.claimed,
        verified=recount.verified,
        fine_url=fine_url(match_id, recount, state) if asked else None,
        amend_url=open_here(f"/matches/{match_id}/deals/{recount.deal}/amend"),
    )


def fine_url(match_id: str, recount: Recount, state: State) -> str | None:
    """The ruling on a miscount, filled in with both figures, where the match's code knows one."""
    code, article = MISCOUNT
    if state.setup.rules.code.id != code:
        return None
    query = {
        "article": article,
        "side": recount.side,
        "deal": recount.deal,
        "in_own_favour": YES if recount.in_own_favour else NO,
        "error": recount.error,
        "opponents_ask": YES,
    }
    return f"{url_for('rulings.new', match_id=match_id)}?{urlencode(query)}"


def _links(match_id: str, code: str, words: Words) -> tuple[tuple[str, str, str], ...]:
    """Address, words and a second line of each further page."""
    told = (
        (url_for("house_articles.index", match_id=match_id), N_("House articles"), N_("What this table added")),
        (open_here(f"/matches/{match_id}/recount"), N_("Recount"), N_("Claimed and verified figures of a deal")),
        (url_for("search.compare"), N_("Both codes side by side"), N_("Article against article, to learn from")),
        (url_for("search.index"), N_("Look something up"), N_("Articles, rules and words")),
        (card_url(code), N_("Penalty card"), N_("The code on one page, to print")),
    )
    return tuple((url, words.gettext(label), words.gettext(says)) for url, label, says in told if url)


def card_url(code: str) -> str | None:
    """The penalty card of a code; None where there is no code."""
    return url_for("sheets.general", kind="penalties", which=code) if code != "none" else None
