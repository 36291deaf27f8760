"""The same sheets as pages for a browser: escaped, linked to the print files, without a line of inline style."""

import re

import pytest

from scorekeeper.places import shipped
from scorekeeper.rulebook.codes import code
from scorekeeper.rulebook.loader import resolve
from scorekeeper.sheets.blank import blank_sheet
from scorekeeper.sheets.cards import RulesCard
from scorekeeper.sheets.evening import evening
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.model import Option
from scorekeeper.sheets.pages import STYLES, render_html
from scorekeeper.sheets.penalty_card import penalty_card
from scorekeeper.words import words_for
from tests.sheets import table

BAD = table.HOSTILE
HUNGARIAN = resolve("hungarian")


def hostile_match() -> object:
    cast = ((BAD, ("<i>Ilona", "Mihai")), ("Jana & Tõnu", ("Jana", "Tõnu")))
    rulings = [{"deal": 1, "side": 0, "article": "HU-05", "points": -100, "override": True, "reason": BAD}]
    opening = table.opened(sides=cast, title=BAD, note=BAD)
    return table.sheet(table.folded(opening, table.REFERENCE_DEALS[:2], rulings), options=(Option(BAD, BAD),))


def sheets() -> dict[str, object]:
    """One sheet of every template, with hostile texts wherever a person may write."""
    state = table.folded(table.opened(sides=((BAD, (BAD + "1",)), ("B", ("C",))), title=BAD), [])
    return {
        "match.html": hostile_match(),
        "blank.html": blank_sheet(HUNGARIAN, table.IMPRINT, rule_set=BAD, format_=BAD, sides=(BAD, BAD)),
        "penalties.html": penalty_card(code("hungarian"), table.IMPRINT),
        "card.html": RulesCard(
            "house", BAD, BAD, BAD, HUNGARIAN, table.IMPRINT, BAD, (BAD,), (Option(BAD, BAD),), (BAD,), BAD
        ),
        "evening.html": evening((BAD,), [(state, BAD)], table.IMPRINT),
    }  # fmt: skip


def html(template: str, look: Look | None = None) -> str:
    return render_html(template, sheets()[template], words_for("hu"), look)


def browser_look(**more: object) -> Look:
    return Look(assets=lambda name: f"/static/print/{name}", links=(("/back?a=1&b=2", "<Back>"),), **more)


@pytest.mark.parametrize("template", STYLES)
def test_nothing_a_person_wrote_becomes_markup(template: str) -> None:
    said = html(template)
    assert "<script" not in said
    assert "<i>Ilona" not in said
    if template != "penalties.html":
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;Ő&lt;/b&gt;" in said


@pytest.mark.parametrize("template", STYLES)
def test_a_page_needs_no_inline_style_or_script(template: str) -> None:
    said = html(template, browser_look())
    assert re.search(r"\sstyle=|<style|\son\w+=|javascript:", said) is None


@pytest.mark.parametrize("template", STYLES)
@pytest.mark.parametrize("paper", PAPERS)
def test_every_linked_file_is_there(template: str, paper: str) -> None:
    for landscape in (False, True):
        said = html(template, browser_look(paper=PAPERS[paper], landscape=landscape))
        linked = re.findall(r'href="/static/print/([^"]+)"', said)
        assert linked[0] == "print.css"
        assert linked[-1] == "browser.css"
        assert all((shipped("static") / "print" / name).is_file() for name in linked)


def test_links_stand_above_the_sheet_in_a_browser_only() -> None:
    assert '<a href="/back?a=1&amp;b=2">&lt;Back&gt;</a>' in html("match.html", browser_look())
    assert "<link" not in html("match.html")
    assert "<nav" not in html("match.html")


def test_the_foot_runs_on_paper_and_follows_in_a_browser() -> None:
    printed, shown = html("match.html"), html("match.html", browser_look())
    assert printed.index("<footer") < printed.index("<main") < shown.index("<footer")
    assert shown.index("<main") < shown.index("<footer")


@pytest.mark.parametrize("language", ["en", "et", "hu", "ro", "cs"])
def test_the_page_says_its_language(language: str) -> None:
    assert f'<html lang="{language}"' in render_html("match.html", hostile_match(), words_for(language))
