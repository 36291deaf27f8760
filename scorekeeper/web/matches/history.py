"""The history of a match: every entry, and a page for each deal with its lines, its melds and its opening minimum."""

from flask import Blueprint, abort, render_template

from scorekeeper.actions.matches.history import history
from scorekeeper.engine.deals.scoring import Line
from scorekeeper.engine.matches.as_played import as_played
from scorekeeper.engine.matches.entries import Setup
from scorekeeper.engine.matches.match import Row, RowSide, read_body, scorers_of
from scorekeeper.engine.rules import RuleSet
from scorekeeper.web.board.views import LaidView, laid_view, note
from scorekeeper.web.frame import Right, current_desk, load, needs, words
from scorekeeper.web.frame.access import open_here
from scorekeeper.words import N_, Words
from scorekeeper.words.deals import say_line
from scorekeeper.words.entry import letters

blueprint = Blueprint("history", __name__, url_prefix="/matches/<match_id>")

#: The note at a side that was not entered card by card, by the way in which it was entered.
ENTERED = {
    "counts": N_("Entered as counts of cards; not checked card by card."),
    "totals": N_("Entered as totals; not checked card by card."),
}


@blueprint.get("/history")
@needs(Right.WATCH)
def index(match_id: str) -> str:
    """Every entry, the latest first."""
    events = history(current_desk(), match_id)
    return render_template("matches/history.html", match_id=match_id, state=events[-1].after, events=events)


@blueprint.get("/deals/<int:number>")
@needs(Right.WATCH)
def deal(match_id: str, number: int) -> str:
    """One deal: every line with its calculation, and the deal's entries."""
    desk = current_desk()
    state = as_played(load(match_id).state, desk.ledger.matches.entries(match_id))
    row = state.row(number) or abort(404)
    numbers = [each.number for each in state.rows]
    at = numbers.index(number)
    path = f"/matches/{match_id}/deals/{number}"
    recorded = bool(row.record.body["sides"])  # a ruling may also annul a deal that was not recorded
    # If allies were entered as one side, there are fewer ways of entry than sides, and none is shown.
    ways = row.record.entered_as if len(row.record.entered_as) == len(row.sides) else [""] * len(row.sides)
    return render_template(
        "matches/deal.html",
        match_id=match_id,
        state=state,
        row=row,
        melds=laid(state.setup, row, words()),
        ways=[words().gettext(ENTERED[way]) if way in ENTERED else "" for way in ways],
        amend_url=open_here(f"{path}/amend") if recorded else None,
        undo_url=open_here(f"{path}/undo", "POST") if recorded and row is state.rows[-1] else None,
        earlier=numbers[at - 1] if at else None,
        later=numbers[at + 1] if at + 1 < len(numbers) else None,
        events=history(desk, match_id, deal=number),
    )


def score_lines(side: RowSide, rules: RuleSet, words: Words) -> list[tuple[str, int, str]]:
    """The lines of a side as (text, points, calculation)."""
    return [(say_line(line, words, rules), line.points, _note(line, words)) for line in side.lines]


def _note(line: Line, words: Words) -> str:
    """The calculation of a line; the number of cards if the line has no value per card."""
    if line.count is None or line.each is not None:
        return note(line, words)
    cards = words.ngettext("%(num)s card", "%(num)s cards", line.count)
    return f"{cards}, {line.article}" if line.article else cards


def laid(setup: Setup, row: Row, words: Words) -> dict[int, tuple[LaidView, ...]]:
    """The melds of each scorer, by the scorer's index. A scorer whose side was entered as counts or totals has none;
    for an annulled deal, the result is empty."""
    if row.annulled is not None:
        return {}
    deal, corners = read_body(setup, row.record.body), letters(setup.pack_index)
    return {
        scorer: tuple(laid_view(meld, setup.rules, words, corners) for meld in side.melds)
        for at, side in enumerate(deal.sides)
        for scorer in scorers_of(setup, deal, at)
    }
