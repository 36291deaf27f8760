"""Penalty cards, cards of rules, empty score sheets and the results of a day."""

import re

import pytest

from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.sheets.cards import RulesCard
from scorekeeper.sheets.columns import BlankSheet
from scorekeeper.sheets.evening import evening
from scorekeeper.sheets.look import PAPERS, Look
from scorekeeper.sheets.model import ChosenOption, Sheet
from scorekeeper.sheets.penalties import penalty_card
from scorekeeper.sheets.printing.pages import page
from scorekeeper.words import LANGUAGES, words_for
from scorekeeper.words.rulings import MULTIPLES
from tests.conftest import Shelf
from tests.sheets import table
from tests.sheets.reading import reader, smallest_type, text, text_of, written

RULE_SETS = tuple(rulebook().rule_sets)

EN = words_for("en")
#: (language, second language, paper, penalty code): papers and codes change from pair to pair.
#: The long tests have all.
TWO_LANGUAGES = [
    pytest.param(first, second, paper, name, marks=[] if at % 2 == paper_at == name_at else [pytest.mark.soak])
    for at, (first, second) in enumerate((("en", "hu"), ("cs", "et"), ("hu", "ro")))
    for paper_at, paper in enumerate(("a4", "letter"))
    for name_at, name in enumerate(one.id for one in adjudicating())
]


#: (language, penalty code): `make test` prints a card of each code in one language, and `TWO_LANGUAGES` has a card of
#: the same code in this language and another one. The long tests print all pairs.
ONE_LANGUAGE = [
    pytest.param(language, one.id, marks=[] if at == name_at else [pytest.mark.soak])
    for at, language in enumerate(LANGUAGES)
    for name_at, one in enumerate(adjudicating())
]
#: The minimum type size in points; only the imprint and the running head are smaller.
SMALLEST_OF_CARDS = 8
#: Rule sets with the longest cards; the long tests print the others.
LONGEST = ("hungarian", "czech", "brazilian", "modern-american", "hand-and-foot")


def flat(said: str) -> str:
    return " ".join(said.split())


def rules_card(rule_set: str, kind: str = "quick", options: tuple[ChosenOption, ...] = ()) -> RulesCard:
    book, rules = rulebook(), resolve(rule_set)
    facts = book.rule_sets[rule_set]
    return RulesCard(kind, facts.title, book.formats[rules.table.format].title, "", rules, imprint=table.IMPRINT,
                     says=facts.says, options=options, sides=("Ilona & Mihai", "Jana & Tõnu"))  # fmt: skip


def empty_sheet(rule_set: str, format_: str | None = None) -> BlankSheet:
    rules = resolve(rule_set, format_)
    title = rulebook().rule_sets[rule_set].title
    format_title = rulebook().formats[rules.table.format].title
    return BlankSheet(rules=rules, imprint=table.IMPRINT, rule_set=title, format=format_title)


@pytest.mark.parametrize(("first", "second", "paper", "name"), TWO_LANGUAGES)
def test_a_penalty_card_in_two_languages_lies_can_be_read_and_stays_on_two_leaves(
    printer: Shelf, first: str, second: str, paper: str, name: str
) -> None:
    card = penalty_card(code(name), table.IMPRINT)
    both = page("penalties.html", card, words_for(first), Look(PAPERS[paper]), second=words_for(second))
    assert both.html.count(f'<span lang="{second}">') > len(card.offences)
    pdf = printer.pdf(both)
    pages, heading = reader(pdf).pages, words_for(first).gettext("Which case")
    assert len(pages) <= 4
    assert all(each.mediabox.width > each.mediabox.height for each in pages)
    assert all(heading in flat(each.extract_text()) for each in pages)
    assert smallest_type(pdf) >= SMALLEST_OF_CARDS


@pytest.mark.parametrize(("language", "name"), ONE_LANGUAGE)
def test_a_penalty_card_has_the_whole_code_in_readable_type_on_the_two_sides_of_one_sheet(
    printer: Shelf, language: str, name: str
) -> None:
    pdf = printer.pdf(page("penalties.html", penalty_card(code(name), table.IMPRINT), words_for(language)))
    said = flat(text(pdf))
    for article in code(name).articles:
        assert article.id in said
        for row in article.rows:
            # a fine multiplied by the answer is shown as a factor
            cost = f"{-row.points} ×" if row.times in MULTIPLES else written(row.points, language)
            assert cost in said or not row.points
    assert said.count("†") >= sum(bool(row.reading) for article in code(name).articles for row in article.rows)
    assert len(reader(pdf).pages) == 2
    assert smallest_type(pdf) >= SMALLEST_OF_CARDS


@pytest.mark.parametrize(
    "rule_set", [pytest.param(one, marks=[] if one in LONGEST else [pytest.mark.soak]) for one in RULE_SETS]
)
def test_a_quick_reference_is_one_small_page(printer: Shelf, rule_set: str) -> None:
    pdf = printer.pdf(page("card.html", rules_card(rule_set), EN, Look(PAPERS["a5"])))
    assert len(reader(pdf).pages) == 1
    assert "To remember" in text(pdf)


def test_a_heading_and_a_number_are_not_broken_on_small_paper(printer: Shelf) -> None:
    """The longest heading is next to the longest name of a format, and the sheet has the longest words for the pack."""
    day, long = "2026. nov. 21.", "Öt játékos: kettő három ellen, akik közül ketten játszanak"
    card = replace(rules_card("hungarian", "house"), format=long, occasion=(day,))
    small = Look(PAPERS["a5"])
    hungarian = text(printer.pdf(page("card.html", card, words_for("hu"), small))).splitlines()
    assert any(line.startswith("Házi szabályok") for line in hungarian)
    assert any(day in line for line in hungarian)
    romanian = text(printer.pdf(page("card.html", card, words_for("ro"), small))).splitlines()
    assert not {"4", "4."} & {line.strip() for line in romanian}


def test_no_step_of_counting_up_and_no_table_of_helps_is_empty() -> None:
    for rule_set in RULE_SETS:
        html = page("blank.html", empty_sheet(rule_set), EN).html
        assert [step for step in re.findall(r"<li>(.*?)</li>", html, re.DOTALL) if not step.strip()] == [], rule_set
        assert not re.search(r"<table>\s*</table>", html), rule_set
        assert "★" in text_of(html)


def test_a_match_without_a_title_goes_by_its_rules() -> None:
    played = [(table.folded(table.opened(title=""), table.REFERENCE_DEALS[:1]), "Viennese Canasta, quick")]
    html = page("evening.html", evening(played, Sheet(imprint=table.IMPRINT)), EN).html
    assert '<span class="untitled">Viennese Canasta, quick</span>' in html


def test_an_evening_lists_matches_and_ranks_players(printer: Shelf) -> None:
    played = [(table.reference_match(), "Hungarian"), (table.three_sides(), "Hungarian"), (table.long_match(3), "x")]
    model = evening(played, Sheet(imprint=table.IMPRINT, occasion=("Club evening",)))
    ranked = [(one.place, one.name, one.won, one.margin) for one in model.players]
    assert ranked[:3] == [(1, "Cecilia", 1, 1080), (2, "Ilona", 1, 560), (2, "Mihai", 1, 560)]
    assert ranked[-1][3] < 0
    nobodys = replace(played[0][0], setup=replace(played[0][0].setup, unnamed=True))
    assert evening([(nobodys, "Hungarian")], Sheet(imprint=table.IMPRINT)).players == (), (
        "the names of seats are nobody's"
    )
    said = text(printer.pdf(page("evening.html", model, EN)))
    for part in ("5,420", "€1.12", "still playing", "Cecilia ★", "+1,080", "−560"):
        assert part in said, part
