"""The sheets of a club evening: in every language, with long names, and after corrections."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, give_penalty, open_evening, set_status
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round, reopen_round
from scorekeeper.actions.matches.deals import DealSheet, amend_deal
from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.evening.ranking.scoring import plain_scoring
from scorekeeper.paper import house_rules, match_card, match_sheet
from scorekeeper.paper.evenings import KINDS, evening_sheet, season_paper
from scorekeeper.rulebook.evenings import scoring_by_id
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import SheetModel
from scorekeeper.sheets.printing.pages import page, papers_of
from scorekeeper.sheets.seats import Guides, ResultSlips, TableCards
from scorekeeper.sheets.tables import CrossSheet, StandingsSheet
from scorekeeper.words import words_for
from scorekeeper.words.club.evenings import say_closed
from tests.actions.evenings import NIGHT, NOW, SETTINGS, opened, play, published, stamp
from tests.actions.test_seasons import SEASON, begun, held
from tests.conftest import Shelf
from tests.sheets.reading import misplaced, missing, text
from tests.totals import counted

ENGLISH = words_for("en")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk at an empty file."""
    desk = open_desk(tmp_path / "club.db")
    with closing(desk.ledger):
        yield desk


def after_a_round(desk: Desk) -> None:
    """Play an evening up to the second round.

    In round 1, Anna–Maie is 12–8 by a walkover and Ionuț–Petra 20–0; there is a penalty. Round 2 is published.
    """
    opened(desk)
    first, second = published(desk)
    absent = [{}, {"absent": True}]
    set_result(desk, NIGHT, 1, first.number, "walk_over", stamp(desk, "result-1"), sides=absent)
    played = [{"score": 3000}, {"score": 500}]
    set_result(desk, NIGHT, 1, second.number, "played", stamp(desk, "result-2"), sides=played)
    close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
    penalty = {"entrant": "1", "kind": "points", "points": -2, "article": "HU-07", "reason": "late"}
    give_penalty(desk, NIGHT, penalty, stamp(desk, "penalty-1"), penalty_id="p1")
    published(desk)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with an evening after its first round, for tests that only read."""
    desk = open_desk(tmp_path_factory.mktemp("played") / "club.db")
    with closing(desk.ledger):
        after_a_round(desk)
        yield desk


def model(desk: Desk, kind: str, round_: int | None = None) -> object:
    return evening_sheet(desk, NIGHT, kind, ENGLISH, round_=round_, link=lambda table: f"http://here/{table}").model


def test_the_standings_after_a_reopened_round_wait_for_it(desk: Desk) -> None:
    after_a_round(desk)
    for table in (1, 2):
        set_result(desk, NIGHT, 2, table, "void", stamp(desk, f"void-table-{table}"), reason="so")
    close_round(desk, NIGHT, 2, stamp(desk, "close-round-2"))
    reopen_round(desk, NIGHT, 1, "so", stamp(desk, "reopen-1"))
    with pytest.raises(Refused, match="no_round_closed"):
        model(desk, "standings", 1)


def test_a_slip_says_what_its_own_round_is_worth_and_who_left_has_no_guide(desk: Desk) -> None:
    by_id = scoring_by_id()
    opened(desk, scoring={**plain_scoring(by_id["victory_points_4"]), "rounds": {"1": plain_scoring(by_id["sum"])}})
    for entrant, status in (("1", "left"), ("2", "absent")):
        set_status(desk, NIGHT, entrant, status, stamp(desk, f"now-{status}"), round_=1)
    told = model(desk, "guides")
    assert isinstance(told, Guides)
    assert [guide.name for guide in told.guides] == ["Ionuț & Jüri", "Petra & Karel", "Maie & Zoltán"]
    published(desk)
    slips = model(desk, "slips")
    assert isinstance(slips, ResultSlips)
    assert (slips.bands, bool(slips.worth)) == ((), True)


def test_a_card_has_the_code_of_its_table(desk: Desk) -> None:
    opened(desk)
    cards = model(desk, "cards")
    assert isinstance(cards, TableCards)
    assert [card.number for card in cards.cards] == [1, 2]
    assert len({card.code for card in cards.cards}) == 2
    assert all(card.code and "<svg" in card.code for card in cards.cards)


def test_individuals_with_a_schedule_have_guides_and_without_one_have_none(desk: Desk) -> None:
    for count, known in ((8, True), (7, False)):
        people = tuple(NewEntrant((f"Player {number}",)) for number in range(count))
        new = NewEvening({**SETTINGS, "movement": "individual"}, people)
        open_evening(desk, new, evening_id=f"night-{count}", key=f"open-{count}-people", actor="laptop", now=NOW)
        try:
            sheet = evening_sheet(desk, f"night-{count}", "guides", ENGLISH).model
        except Refused:
            assert not known
        else:
            assert isinstance(sheet, Guides)
            assert known
            assert sheet.partners
            assert [len(guide.lines) for guide in sheet.guides] == [7] * 8


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "hu", "ro", "cs", "et"])
def test_every_sheet_is_a_page_in_every_language_and_always_the_same(played: Desk, kind: str, language: str) -> None:
    words = words_for(language)
    sheet = evening_sheet(played, NIGHT, kind, words, link=lambda table: f"http://here/{table}")
    set_once = page(sheet.template, sheet.model, words)
    again = evening_sheet(played, NIGHT, kind, words, link=lambda table: f"http://here/{table}")
    assert set_once.html == page(again.template, again.model, words).html
    assert f'lang="{language}"' in set_once.html
    assert "club.css" in set_once.styles
    assert papers_of(sheet.template, sheet.model)


NAMES = (
    "Christopher Csikszentmihalyi", "Szentgyörgyvölgyi Zsuzsanna", "Dumitrescu-Constantinescu Ana", "Anna Kovács",
    "Příšerně Žluťoučký Kůň", "Kertész-Nagy Boglárka", "Mihai Popescu", "Tõnu Tamm",
)  # fmt: skip


def individuals(desk: Desk, count: int, **changed: object) -> None:
    """Open an evening of single players with long names, in a movement that plans all rounds."""
    people = tuple(
        NewEntrant((f"{NAMES[at % len(NAMES)]}{f' {at}' if at >= len(NAMES) else ''}",)) for at in range(count)
    )
    settings = {**SETTINGS, "movement": "individual", "title": "Club night in memory of Jaan", **changed}
    open_evening(desk, NewEvening(settings, people), evening_id=NIGHT, key="open-the-long", actor="laptop", now=NOW)


def printed(printer: Shelf, desk: Desk, kind: str, paper: str, language: str = "en") -> tuple[bytes, str]:
    """A sheet of the evening: its PDF, and its HTML page before measuring (see `sheets/printing/fitting.py`)."""
    words = words_for(language)
    sheet = evening_sheet(desk, NIGHT, kind, words)
    set_ = page(sheet.template, sheet.model, words, Look(papers_of(sheet.template, sheet.model)[paper]))
    return printer.pdf(set_), set_.html


@pytest.mark.parametrize(
    ("count", "paper"),
    [(12, "a6"), pytest.param(16, "a4", marks=pytest.mark.soak), pytest.param(16, "letter", marks=pytest.mark.soak)],
)
def test_every_round_of_a_guide_is_on_paper(printer: Shelf, desk: Desk, count: int, paper: str) -> None:
    individuals(desk, count)
    pdf, html = printed(printer, desk, "guides", paper)
    assert (misplaced(pdf), missing(pdf, html)) == ([], [])


@pytest.mark.parametrize("paper", ["a6", pytest.param("letter", marks=pytest.mark.soak)])
def test_a_slip_of_eight_deals_with_long_names_has_room_for_its_signatures(
    printer: Shelf, desk: Desk, paper: str
) -> None:
    individuals(desk, 8, round_end={"by": "deals", "deals": 8})
    published(desk)
    pdf, html = printed(printer, desk, "slips", paper, "hu")
    assert (misplaced(pdf), missing(pdf, html)) == ([], [])


def test_names_at_the_door_are_set_smaller_before_one_is_broken(printer: Shelf, desk: Desk) -> None:
    individuals(desk, 36)
    published(desk)
    pdf, _ = printed(printer, desk, "by-name", "a4")
    lines = text(pdf)
    assert all(f"Christopher Csikszentmihalyi {at}" in lines for at in (8, 16, 24, 32))


def test_final_standings_say_so_and_what_warnings_cost_and_a_cross_row_adds_up(desk: Desk) -> None:
    after_a_round(desk)
    for number in (1, 2):
        warning = {"entrant": "2", "kind": "warning", "reason": "loud"}
        give_penalty(desk, NIGHT, warning, stamp(desk, f"warning-{number}"), penalty_id=f"w{number}")
    standings, cross = model(desk, "standings"), model(desk, "cross")
    assert isinstance(standings, StandingsSheet)
    assert isinstance(cross, CrossSheet)
    assert not standings.final
    rule = desk.load_evening(NIGHT).state.setup.scoring.warnings
    assert rule
    assert [(each.name, each.points) for each in standings.penalties if each.warnings] == [
        ("Ionuț & Jüri", rule.points)
    ]
    for row in cross.parts[-1].rows:
        marks = [mark.points for those in (*row.met, row.alone) for mark in those or ()]
        assert sum(marks) + row.penalty == row.points
    assert "Penalties" in page("evening/cross.html", cross, ENGLISH).html
    assert "2 warnings, " in page("evening/standings.html", standings, ENGLISH).html
    assert "Final standings" in page("evening/standings.html", replace(standings, final=True), ENGLISH).html


def test_a_house_rule_is_what_differs_from_the_rule_set(desk: Desk) -> None:
    chosen = {"wilds-on-finished-canasta": 3, "canastas-to-go-out": 2}  # the first has its usual value
    new = NewMatch("classic", "four", ("Anna", "Béla", "Csaba", "Dana"), chosen, note="No talk")
    open_match(desk, new, match_id="m", key="key-of-the-form", actor="test", now=NOW)
    assert [each.value for each in house_rules(desk.load("m").state.setup, ENGLISH)] == ["2"]
    assert "No talk" in page("card.html", match_card(desk, "m", ENGLISH).model, ENGLISH).html
    play(desk, "m", (500, 300), closing=False)
    for key, now in (("same-day", NOW), ("day-after", NOW.replace("-21T", "-22T"))):
        sheet = DealSheet({"sides": [counted(400), counted(300)]}, ["totals", "totals"], agreed=True)
        amend_deal(desk, "m", 1, sheet, key, Stamp(desk.ledger.matches.version("m"), f"amend-{key}", "tablet", now))
    model = match_sheet(desk, "m", ENGLISH).model
    assert isinstance(model, SheetModel)
    days = [(each.deal, each.reason, "Nov" in each.when) for each in model.amended]
    assert days == [(1, "same-day", False), (1, "day-after", True)], "the day where it is another one"
    assert model.imprint.check == desk.ledger.matches.check_value("m")


def test_matches_of_an_evening_have_its_day_wherever_they_are_listed(desk: Desk) -> None:
    opened(desk, date="2026-09-17")
    published(desk)
    (row, *_), ledger = desk.ledger.matches.page(), desk.ledger
    assert row.day == "2026-09-17"
    player = next(each for each in ledger.players.page() if each.name == row.names.split()[0].strip(","))
    assert [each.day for each in ledger.players.matches(player.id)] == ["2026-09-17"]
    model_ = match_sheet(desk, row.id, ENGLISH).model
    assert isinstance(model_, SheetModel)
    assert "Sep\N{NO-BREAK SPACE}17,\N{NO-BREAK SPACE}2026" in model_.occasion
    play(desk, row.id, (500, 400))
    ended = match_sheet(desk, row.id, ENGLISH).model
    assert isinstance(ended, SheetModel)
    assert ended.occasion == (*model_.occasion, say_closed("time", ENGLISH))


def test_an_evening_that_a_season_drops_is_struck_out(desk: Desk) -> None:
    begun(desk, *(held(desk, f"night-{day}", (3000, 500), (500, 3000)) for day in ("02", "09", "16")), best=2)
    paper = season_paper(desk, SEASON, ENGLISH)
    assert paper.name == f"canasta-season-{SEASON}"
    assert page(paper.template, paper.model, ENGLISH).html.count("<s>20</s>") == 4
