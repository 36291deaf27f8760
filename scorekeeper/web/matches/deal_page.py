"""One deal of a match as a page: for each side every line and why, its melds, and the minimum that held."""

from __future__ import annotations

from scorekeeper.engine.entries import RulingRecord, Setup
from scorekeeper.engine.match import Row, RowSide, State, read_body, scorers_of
from scorekeeper.engine.scoring import Line
from scorekeeper.engine.values import Struct
from scorekeeper.web.board.acts import Fields, once
from scorekeeper.web.board.melds import LaidView, laid_view, note
from scorekeeper.web.board.model import SIDES, OpeningView
from scorekeeper.web.board.view import opening_view
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.rulings.lines import named
from scorekeeper.words import N_, Words
from scorekeeper.words.entry import letters
from scorekeeper.words.findings import say_finding
from scorekeeper.words.lines import say_line

#: How a side was entered, where that is worth saying: such sides were not checked card by card.
ENTERED = {
    "counts": N_("Entered as counts of cards; not checked card by card."),
    "totals": N_("Entered as totals; not checked card by card."),
}


class SidePage(Struct):
    """What one side had: lines are (words, points, note), as the component takes them; `step` is that of its melds on
    the entry page."""

    key: str
    name: str
    lines: tuple[tuple[str, int, str], ...]
    total: int
    before: int
    score: int
    opening: OpeningView
    ending: str
    entered: str
    melds: tuple[LaidView, ...]
    rulings: tuple[str, ...]
    step: str


class DealPage(Struct):
    """Everything the template shows."""

    match_id: str
    number: int
    sides: tuple[SidePage, ...]
    findings: tuple[str, ...]
    annulled: str | None
    agreed: bool
    dealer: str
    leader: str
    amend_url: str | None
    undo_url: str | None
    undo: Fields
    earlier: int | None
    later: int | None


def deal_page(match_id: str, state: State, row: Row, words: Words) -> DealPage:
    """Lay out one deal."""
    numbers = [each.number for each in state.rows]
    at = numbers.index(row.number)
    seats = state.setup.seats
    melds = laid(state.setup, row, words)
    path = f"/matches/{match_id}/deals/{row.number}"
    recorded = bool(row.record.body["sides"])  # a ruling annuls a deal before anything of it was recorded, too
    return DealPage(
        match_id=match_id,
        number=row.number,
        sides=tuple(_side(state, row, number, melds.get(number, ()), words) for number in range(len(row.sides))),
        findings=tuple(say_finding(finding, words) for finding in row.findings),
        annulled=row.annulled,
        agreed=row.record.agreed,
        dealer=seats[row.seating.dealer],
        leader=seats[row.seating.leader],
        amend_url=open_here(f"{path}/amend") if recorded else None,
        undo_url=open_here(f"{path}/undo", "POST") if recorded and row is state.rows[-1] else None,
        undo=once(f"deal_removed-{row.number}", state),
        earlier=numbers[at - 1] if at else None,
        later=numbers[at + 1] if at + 1 < len(numbers) else None,
    )


def _side(state: State, row: Row, number: int, melds: tuple[LaidView, ...], words: Words) -> SidePage:
    side = row.sides[number]
    entered = row.record.entered_as
    way = entered[number] if number < len(entered) and len(entered) == len(row.sides) else ""
    return SidePage(
        key=SIDES[number],
        name=state.standings[number].name,
        lines=tuple((say_line(line, words, row.rules), line.points, _note(line, words)) for line in side.lines),
        total=side.total,
        before=side.score_before,
        score=side.score,
        opening=opening_view(side.opening, side.score_before, row.rules, words),
        ending=_ending(side, words),
        entered=words.gettext(ENTERED[way]) if way in ENTERED else "",
        melds=melds,
        rulings=tuple(_ruling(ruling, words) for ruling in side.rulings),
        step="" if row.rules.table.alliances else f"#step-m{number}",  # allies meld together, at a step of either
    )


def _note(line: Line, words: Words) -> str:
    """How a line is counted, as the check of the entry says it; where no value of each is told, how many cards."""
    if line.count is None or line.each is not None:
        return note(line, words)
    cards = words.ngettext("%(num)s card", "%(num)s cards", line.count)
    return f"{cards}, {line.article}" if line.article else cards


def _ending(side: RowSide, words: Words) -> str:
    if not side.out:
        return ""
    return words.gettext(N_("went out concealed") if side.concealed else N_("went out"))


def _ruling(ruling: RulingRecord, words: Words) -> str:
    who = ruling.player or ""
    return " ".join(
        part for part in (named(ruling, words), who, words.signed(ruling.points) if ruling.points else "") if part
    )


def laid(setup: Setup, row: Row, words: Words) -> dict[int, tuple[LaidView, ...]]:
    """The melds of each scorer, by place; sides that were entered by totals have none."""
    if row.annulled is not None:
        return {}
    deal, corners = read_body(setup, row.record.body), letters(setup.pack_index)
    return {
        scorer: tuple(laid_view(meld, setup.rules, words, corners) for meld in side.melds)
        for at, side in enumerate(deal.sides)
        for scorer in scorers_of(setup, deal, at)
    }
