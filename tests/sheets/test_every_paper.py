"""Every sheet on every paper: no word is cut off, broken or overlapped, and every column is explained.

`make test` prints the sheets that are hardest to lay out; the long tests print all.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path

import pytest

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import open_desk
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import replace
from scorekeeper.paper import ReadySheet, code_card, match_card, rules_blank, rules_card
from scorekeeper.paper.evenings import KINDS, evening_sheet, season_paper
from scorekeeper.rulebook.codes import adjudicating
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.columns import meaning
from scorekeeper.sheets.look import Look
from scorekeeper.sheets.model import Column
from scorekeeper.sheets.printing.pages import page, papers_of, suited
from scorekeeper.words import LANGUAGES, words_for
from tests.actions.evenings import NIGHT, NOW, published
from tests.actions.test_seasons import SEASON, begun, settle
from tests.conftest import Shelf
from tests.sheets import table
from tests.sheets.reading import misplaced, missing, reader
from tests.sheets.test_club import individuals

#: Names of a side: "" for the usual ones; two long names; one word of the maximum length, which is too wide for any
#: column.
SHORT, LONG = "", "Szentgyörgyvölgyi Zsuzsanna & Megyeriné Tükörfúró Ödön {}"
ONE_WORD = "Árvíztűrőtükörfúrógépesszentgyörgyvölgyizsuzsannaésmegyerid{}"
#: Games whose tables are so wide that two sides do not fit next to each other on portrait paper.
WIDE = ("cuban", "bolivia", "brazilian", "modern-american")
#: Matches as (deals, names of the sides). With few deals the chart is below them; with many there are several pages.
MATCHES = ((1, SHORT), (7, LONG), (11, ONE_WORD), (20, SHORT), (45, LONG))


def games() -> Iterator[tuple[str, str]]:
    """Yield every rule set (by id) with every format in which it can be played."""
    for rule_set in rulebook().rule_sets:
        for format_ in rulebook().formats:
            try:
                resolve(rule_set, format_)
            except Refused:
                continue
            yield rule_set, format_


@cache
def played(folder: Path, rule_set: str, format_: str, deals: int) -> State:
    """A match with this number of deals; fewer if the game itself ends earlier."""
    rules = resolve(rule_set, format_)
    options = {} if rules.end.deals is not None else {"target": 100_000}
    desk = open_desk(folder / f"{rule_set}-{format_}-{deals}.db")
    with closing(desk.ledger):
        try:
            demo_match(
                desk, match_id="m", seed=5, now=NOW, rules=rule_set, format_=format_, deals=deals, options=options
            )
        except Refused:  # in this game, the target cannot be chosen
            demo_match(desk, match_id="n", seed=5, now=NOW, rules=rule_set, format_=format_, deals=deals)
            return desk.load("n").state
        return desk.load("m").state


def called(state: State, name: str) -> State:
    """The match with its sides renamed; `{}` in `name` is the number of the side. Unchanged if `name` is empty."""
    if not name:
        return state
    names = [name.format(number) for number in range(1, len(state.setup.sides) + 1)]
    sides = tuple(replace(side, name=each) for side, each in zip(state.setup.sides, names, strict=True))
    standings = tuple(replace(one, name=each) for one, each in zip(state.standings, names, strict=True))
    return replace(state, setup=replace(state.setup, sides=sides), standings=standings)


def faults(
    printer: Shelf, sheet: ReadySheet, language: str, paper: str, most: int | None = None
) -> Mapping[str, object]:
    """The faults of a printed sheet, by kind; empty if there are none. `most` is the maximum number of pages."""
    set_ = page(sheet.template, sheet.model, words_for(language), Look(papers_of(sheet.template, sheet.model)[paper]))
    pdf = printer.pdf(set_)
    pages = len(reader(pdf).pages)
    found = {
        "misplaced": misplaced(pdf),
        "cut": [word for word in missing(pdf, set_.html) if not word.startswith(ONE_WORD[:-2])],
        "pages": [pages] if most is not None and pages > most else [],
    }
    return {kind: what for kind, what in found.items() if what}


def assert_prints_well(printer: Shelf, sheet: ReadySheet, language: str, paper: str, most: int | None = None) -> None:
    assert faults(printer, sheet, language, paper, most) == {}, (sheet.name, language, paper)


def silent_columns(columns: Sequence[Column], rules: RuleSet, language: str) -> list[Column]:
    """The columns of a sheet that have no explanation, except "deal" and "total", which need none."""
    said = ("deal", "total")
    return [c for c in columns if c.key not in said and not meaning(c, rules, words_for(language))]


def match_faults(
    printer: Shelf, state: State, language: str, paper: str, most: int | None = None
) -> Mapping[str, object]:
    """The faults of a score sheet, by kind. Unexplained columns are reported alone, as "silent". Empty if there are no
    faults, or if the sheet is never printed on this paper."""
    model = table.sheet(state, language)
    if silent := silent_columns(model.columns, state.setup.rules, language):
        return {"silent": silent}
    if paper not in papers_of("match.html", model):
        return {}
    return faults(printer, ReadySheet("match.html", model, ""), language, paper, most)


@pytest.mark.parametrize(
    ("rule_set", "format_", "language", "paper", "deals", "name", "most"),
    [
        ("classic", "three", "en", "a5", 7, LONG, 1),
        ("hungarian", "four", "hu", "a4", 11, ONE_WORD, 1),
        ("burraco", "four", "cs", "a5", 7, SHORT, 1),
        ("samba", "three", "hu", "a4", 11, ONE_WORD, 1),
        ("modern-american", "four", "hu", "letter", 20, SHORT, 2),
    ],
)
def test_a_score_sheet_is_read_back_whole(
    printer: Shelf,
    tmp_path: Path,
    rule_set: str,
    format_: str,
    language: str,
    paper: str,
    deals: int,
    name: str,
    most: int,
) -> None:
    state = called(played(tmp_path, rule_set, format_, deals), name)
    assert match_faults(printer, state, language, paper, most) == {}


@pytest.mark.parametrize(
    ("rule_set", "format_", "language"),
    [("modern-american", "four", "hu"), ("brazilian", "four", "en"), ("czech-fast", "three", "cs")],
)
def test_an_empty_sheet_is_one_page_read_back_whole(printer: Shelf, rule_set: str, format_: str, language: str) -> None:
    assert_prints_well(printer, rules_blank(rule_set, format_, words_for(language)), language, "a4", 1)


def test_a_game_has_an_empty_sheet_on_some_paper_and_a_meaning_for_each_column() -> None:
    for rule_set, format_ in games():
        model = rules_blank(rule_set, format_, words_for("en")).model
        assert silent_columns(model.columns, model.rules, "en") == [], (rule_set, format_)
        assert "a4" in papers_of("blank.html", model), (rule_set, format_)
        assert "a5" not in papers_of("blank.html", model)
        lies = suited(model, Look(papers_of("blank.html", model)["a4"])).landscape
        assert lies is (model.rules.table.sides == 3 or rule_set in WIDE), (rule_set, format_)


@pytest.mark.soak
@pytest.mark.parametrize(("rule_set", "format_"), list(games()))
def test_every_score_sheet_is_read_back_whole(printer: Shelf, tmp_path: Path, rule_set: str, format_: str) -> None:
    """Every sheet of the game is printed; for each kind of fault, the first sheet with it is reported."""
    first: dict[str, object] = {}
    states = [called(played(tmp_path, rule_set, format_, deals), name) for deals, name in MATCHES]
    # A game with a fixed number of deals gives the same match several times; each match is printed once.
    for (deals, name), state in {(len(each.rows), each.setup.sides[0].name): each for each in states}.items():
        for language in LANGUAGES:
            for paper in ("a4", "a5", "letter"):
                for kind, what in match_faults(printer, state, language, paper).items():
                    first.setdefault(kind, (deals, name, language, paper, what))
    assert first == {}


@pytest.mark.soak
@pytest.mark.parametrize(("rule_set", "format_"), list(games()))
def test_every_empty_sheet_and_card_is_read_back_whole(printer: Shelf, rule_set: str, format_: str) -> None:
    for language in LANGUAGES:
        for make in (rules_blank, rules_card):
            sheet = make(rule_set, format_, words_for(language))
            for paper in papers_of(sheet.template, sheet.model):
                assert_prints_well(printer, sheet, language, paper, 1)


@pytest.mark.soak
@pytest.mark.parametrize(("rule_set", "format_"), list(games()))
def test_every_card_of_house_rules_is_read_back_whole(
    printer: Shelf, tmp_path: Path, rule_set: str, format_: str
) -> None:
    desk = open_desk(tmp_path / "match.db")
    with closing(desk.ledger):
        demo_match(desk, match_id="m", seed=5, now=NOW, rules=rule_set, format_=format_, deals=1)
        for language in LANGUAGES:
            card = match_card(desk, "m", words_for(language))
            for paper in papers_of(card.template, card.model):
                assert_prints_well(printer, card, language, paper, 2)


@pytest.mark.soak
@pytest.mark.parametrize("kind", [*KINDS, "season"])
def test_every_sheet_of_an_evening_is_read_back_whole(printer: Shelf, tmp_path: Path, kind: str) -> None:
    desk = open_desk(tmp_path / "club.db")
    with closing(desk.ledger):
        individuals(desk, 8)
        published(desk)
        settle(desk, NIGHT, (3000, 500), (500, 3000))
        begun(desk, NIGHT)
        for language in LANGUAGES:
            words = words_for(language)
            sheet = season_paper(desk, SEASON, words) if kind == "season" else evening_sheet(desk, NIGHT, kind, words)
            for paper in papers_of(sheet.template, sheet.model):
                assert_prints_well(printer, sheet, language, paper)


@pytest.mark.soak
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_penalty_card_is_read_back_whole(printer: Shelf, language: str) -> None:
    for each in adjudicating():
        for paper in ("a4", "a5", "letter"):
            assert_prints_well(printer, code_card(each.id), language, paper)
