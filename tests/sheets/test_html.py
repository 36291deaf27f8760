"""The sheets as the worker gets them: escaped, without inline styles, and without parts for screens."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, finish, open_evening
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.engine.matches.match import State
from scorekeeper.paper.evenings import KINDS, evening_sheet, season_paper
from scorekeeper.rulebook.codes import code
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.cards import RulesCard
from scorekeeper.sheets.columns import BlankSheet, head, meaning, sum_of
from scorekeeper.sheets.evening import evening
from scorekeeper.sheets.model import ChosenOption, Sheet
from scorekeeper.sheets.penalties import penalty_card, slip
from scorekeeper.sheets.printing.pages import STYLES, page
from scorekeeper.words import words_for
from tests.actions.evenings import NIGHT, NOW, SETTINGS, published, stamp
from tests.actions.test_seasons import SEASON, begun
from tests.sheets import table

BAD = table.HOSTILE
HUNGARIAN = resolve("hungarian")


def hostile_state() -> State:
    cast = ((BAD, ("<i>Ilona", "Mihai")), ("Jana & Tõnu", ("Jana", "Tõnu")))
    rulings = [{"deal": 1, "side": 0, "article": "HU-05", "points": -100, "override": True, "reason": BAD}]
    return table.folded(table.opened(sides=cast, title=BAD, note=BAD), table.REFERENCE_DEALS[:2], rulings)


def hostile_slip() -> object:
    state, known = hostile_state(), {"hungarian": code("hungarian")}
    return slip(state, state.rulings[0], known, words_for("hu"), Sheet(imprint=table.IMPRINT, occasion=(BAD,)))


def sheets() -> dict[str, object]:
    """One sheet of every template, with hostile texts wherever a user can type."""
    state = table.folded(table.opened(sides=((BAD, (BAD + "1",)), ("B", ("C",))), title=BAD), [])
    return {
        "match.html": table.sheet(hostile_state(), options=(ChosenOption(BAD, BAD),)),
        "blank.html": BlankSheet(rules=HUNGARIAN, imprint=table.IMPRINT, rule_set=BAD, format=BAD, names=(BAD, BAD)),
        "penalties.html": penalty_card(code("hungarian"), table.IMPRINT),
        "card.html": RulesCard(
            "house", BAD, BAD, BAD, HUNGARIAN, BAD, (ChosenOption(BAD, BAD),), (BAD,), BAD,
            imprint=table.IMPRINT, occasion=(BAD,),
        ),
        "slip.html": hostile_slip(),
        "evening.html": evening([(state, BAD)], Sheet(imprint=table.IMPRINT, occasion=(BAD,))),
    }  # fmt: skip


def of_a_hostile_evening(database: Path) -> Iterator[tuple[str, object]]:
    """Every sheet of a club evening, with hostile texts wherever a user can type."""
    with closing((desk := open_desk(database)).ledger):
        pairs = tuple(NewEntrant((f"{BAD}{pair}", f"{BAD}{pair + 4}")) for pair in range(4))
        new = NewEvening({**SETTINGS, "title": BAD}, pairs)
        open_evening(desk, new, evening_id=NIGHT, key="open-the-evening", actor="laptop", now=NOW)
        for table_ in published(desk):
            at = stamp(desk, f"result-{table_.number}")
            set_result(desk, NIGHT, 1, table_.number, "walk_over", at, sides=[{}, {"absent": True}], reason=BAD)
        close_round(desk, NIGHT, 1, stamp(desk, "close-round-1"))
        for kind in KINDS:
            sheet = evening_sheet(desk, NIGHT, kind, words_for("hu"), link=lambda table: f"http://x/{table}")
            yield sheet.template, sheet.model
        finish(desk, NIGHT, stamp(desk, "finish-the-evening"))
        begun(desk, NIGHT, title=BAD)
        sheet = season_paper(desk, SEASON, words_for("hu"))
        yield sheet.template, sheet.model


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Every sheet as the worker gets it."""
    models = {**sheets(), **dict(of_a_hostile_evening(tmp_path_factory.mktemp("evening") / "club.db"))}
    return {template: page(template, model, words_for("hu")).html for template, model in models.items()}


@pytest.mark.parametrize("template", STYLES)
def test_a_sheet_has_typed_words_as_text_and_neither_inline_styles_nor_parts_for_screens(
    template: str, pages: dict[str, str]
) -> None:
    said = pages[template]
    assert "<i>Ilona" not in said
    if template != "penalties.html":
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;Ő&lt;/b&gt;" in said
    assert re.search(r"\sstyle=|<style|\son\w+=|javascript:", said) is None
    assert said.index("<footer") < said.index("<main")  # so that the footer is on every sheet of paper
    for part in ("<link", "<script", "<nav", "on-screen"):
        assert part not in said, part


def test_every_game_has_a_match_sheet_whose_columns_say_what_stands_in_them(tmp_path: Path) -> None:
    """Games without red threes and games without a target have a sheet, too."""
    words = words_for("en")
    with open_desk(tmp_path / "games.db").ledger as ledger:
        for rules in rulebook().rule_sets:
            state = demo_match(Desk(ledger), match_id=rules, seed=1, now=NOW, rules=rules, deals=3)
            model = table.sheet(state)
            said = page("match.html", model, words).html
            for column in model.columns:
                means = meaning(column, state.setup.rules, words)
                assert bool(means) == (column.key not in ("deal", "total"))
                assert f"<b>{head(column.key, model.setup.rules, words)}</b> {means}" in said or not means
            assert sum_of(model.columns, state.setup.rules, words) in said
