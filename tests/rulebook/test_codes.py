"""The content of the penalty codes: every article has a citation, all texts, and all parts."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from scorekeeper.engine.penalties.articles import MOMENTS, Article, PenaltyCode, Question, Reference, TableRow, holds
from scorekeeper.rulebook.codes import adjudicating, code, codes, side_by_side
from scorekeeper.rulebook.loader import rulebook

ADJUDICATING = tuple(code.id for code in adjudicating())
CODES = tuple(codes())

#: The maximum length of a clause, in characters.
LINE = 130
ALL = [(code_, entry) for code_ in codes().values() for entry in (*code_.articles, *code_.references)]
ARTICLES = [(code_, article) for code_ in adjudicating() for article in code_.articles]
#: Headings inside the Hungarian penalty chapter. The rule sets cite this chapter as a whole, not by these headings.
CHAPTER = {"Lapelárulás", "Kanaszta nélküli kimenés"}


def named(value: object) -> str:
    """The id of an entry, for a test report."""
    return value.id if isinstance(value, PenaltyCode | Article | Reference) else str(value)


def numbered(prefix: str, *numbers: int) -> list[str]:
    """The ids of entries of a code, such as "HU-05": its prefix and two digits."""
    return [f"{prefix}-{number:02}" for number in numbers]


def test_every_article_is_there_in_the_order_of_its_source() -> None:
    assert [a.id for a in code("hungarian").articles] == numbered("HU", *range(1, 11), 12, 14, 16, 17)
    assert [a.id for a in code("romanian").articles] == numbered("RO", *range(1, 15))
    assert [r.id for r in code("hungarian").references] == numbered("HU", 11, 13, 15, 18, 19, 20, 21)
    assert [r.id for r in code("romanian").references] == numbered("RO", *range(15, 24))
    assert [r.id for r in code("czech").references] == numbered("CZ", *range(1, 8))
    assert [r.id for r in code("estonian").references] == numbered("EE", *range(1, 8))


def test_two_codes_adjudicate_and_two_are_looked_up() -> None:
    assert [code_.id for code_ in adjudicating()] == list(ADJUDICATING)
    assert [name for name in CODES if not code(name).articles] == ["czech", "estonian"]
    with pytest.raises(KeyError):
        code("none")


@pytest.mark.parametrize("code_", codes().values(), ids=named)
def test_a_code_cites_headings_that_its_source_has(code_: PenaltyCode) -> None:
    book = rulebook()
    document = book.documents[code_.source]
    headings = {section.heading for section in book.sections.values() if section.document is document}
    assert set(code_.sections) - headings - CHAPTER == set()
    assert document.address.startswith("http")
    assert code_.language == document.language


@pytest.mark.parametrize("code_", codes().values(), ids=named)
def test_a_code_declares_nothing_that_it_does_not_use(code_: PenaltyCode) -> None:
    rows = [row for article in code_.articles for row in article.every_row]
    rows += [reference.applies for reference in code_.references if reference.applies is not None]
    entries = [*code_.articles, *code_.references]
    assert {outcome for row in rows for outcome in row.outcomes} == set(code_.outcomes)
    assert {named for row in rows for named in (row.reading, row.aside)} - {None} == {
        reading.id for reading in code_.readings
    }
    assert {e.cites.section for e in entries} | {r.cites.section for r in rows if r.cites} == set(code_.sections)


@pytest.mark.parametrize(("code_", "entry"), ALL, ids=named)
def test_every_entry_is_cited_and_worded(code_: PenaltyCode, entry: Article | Reference) -> None:
    assert entry.cites.section in code_.sections
    assert entry.term
    assert entry.cites.clause.endswith(".")
    assert isinstance(entry, Reference) or len(entry.cites.clause) < LINE
    assert entry.title
    assert entry.says.endswith(".")
    assert entry.moments
    assert set(entry.moments) <= set(MOMENTS)


@pytest.mark.parametrize(("code_", "article"), ARTICLES, ids=named)
def test_every_row_says_what_to_do_and_why(code_: PenaltyCode, article: Article) -> None:
    for row in article.rows:
        assert row.do
        assert row.case
        for sentence in (*row.do, row.why, *(obligation.says for obligation in row.obligations)):
            assert re.match(r"[A-Z]", sentence), sentence
            assert sentence.endswith((".", "%(count)s")), sentence
        assert row.reading is None or code_.reading(row.reading) is not None
        assert row.cites is None or row.cites.section in code_.sections


@pytest.mark.parametrize(("code_", "article"), ARTICLES, ids=named)
def test_every_question_is_worded(code_: PenaltyCode, article: Article) -> None:
    for question in article.questions:
        assert question.asks.endswith("?")
        assert question.role
        assert all(choice.says for choice in question.choices)
        assert (question.kind == "number") == (not question.choices)


def answers_of(question: Question) -> tuple[object, ...]:
    """All answers to a question. If it asks for a number, only those up to 30: no condition in either code depends on
    a larger number."""
    return question.keys or tuple(range(question.minimum, min(question.maximum or 30, 30) + 1))


@pytest.mark.parametrize(("code_", "article"), ARTICLES, ids=named)
def test_some_row_holds_whatever_the_answers(code_: PenaltyCode, article: Article) -> None:
    questions = [q for q in article.questions if any(q.key in c.keys for c in conditions(article))]
    for values in product(*(answers_of(question) for question in questions)):
        given = {
            "canastas_needed": 1,
            "wilds_over": 4,
            **dict(zip((q.key for q in questions), values, strict=True)),
        }
        assert any(all(holds(condition, given) for condition in row.when) for row in article.rows)


def conditions(article: Article) -> Iterator:
    """Every condition of an article's rows."""
    for row in article.rows:
        yield from row.when


def points_of(code_: PenaltyCode) -> set[tuple[str, int]]:
    """The charges of a code, as (article, points of a row)."""
    return {(article.id, row.points) for article in code_.articles for row in article.rows if row.points}


def test_the_hungarian_code_charges_what_its_source_names() -> None:
    hundred = ("HU-03", "HU-05", "HU-06", "HU-07", "HU-08", "HU-10", "HU-17")
    assert points_of(code("hungarian")) == {*((id_, -100) for id_ in hundred), ("HU-09", -500)}


def test_the_romanian_code_charges_what_its_source_names() -> None:
    charged = {("RO-05", -300), ("RO-08", -200), ("RO-09", -200), ("RO-10", -300), ("RO-11", -500), ("RO-13", -10)}
    assert points_of(code("romanian")) == charged


def test_only_a_failed_opening_raises_the_minimum() -> None:
    raised = [(article.id, row.opening_raise) for _, article in ARTICLES for row in article.rows if row.opening_raise]
    assert raised == [("HU-03", 10), ("HU-03", 10), ("RO-08", 10)]


def test_where_somebody_chooses_the_article_says_who() -> None:
    choosers = {(article.id, q.key): q.chooser for _, article in ARTICLES for q in article.questions if q.chooser}
    assert choosers == {
        ("RO-01", "annulment_requested"): "any_player",
        ("RO-02", "declares_misdeal"): "own_side",
        ("RO-04", "melds"): "offender",
        ("RO-06", "next_players_choice"): "next_player",
        ("RO-07", "opponents_choice"): "opponents",
        ("RO-09", "wants_to_keep"): "offender",
        ("RO-13", "opponents_ask"): "opponents",
    }


def test_outcomes_that_bind_later_are_obligations() -> None:
    binding = {
        "MELD_OR_DISCARD_FIRST_CHANCE", "DISCARD_AT_TURN", "SKIP_DRAW_UNTIL_CORRECT", "NO_LAYING_THIS_TURN",
        "NO_ADDING_UNTIL_OFFENDERS_TURN", "MUST_NOT_GO_OUT", "STAY_SHORT", "DRAW_MISSING", "DISCARD_WILD",
    }  # fmt: skip
    rows: list[TableRow] = [row for _, article in ARTICLES for row in article.rows]
    assert [row.outcomes for row in rows if binding.intersection(row.outcomes) and not row.obligations] == []
    assert [row.outcomes for row in rows if row.obligations and not binding.intersection(row.outcomes)] == []


@pytest.mark.parametrize(("code_", "article"), ARTICLES, ids=named)
def test_tiles_carry_answers_of_their_article(code_: PenaltyCode, article: Article) -> None:
    assert article.tiles
    for tile in article.tiles:
        assert tile.moment in article.moments
        assert {key for key, _ in tile.answers} <= {question.key for question in article.questions}


@pytest.mark.parametrize("name", ADJUDICATING)
def test_side_by_side_every_article_stands_once(name: str) -> None:
    shown = [id_ for offence in side_by_side() for id_ in offence.articles[name]]
    assert len(shown) == len(set(shown))
    assert {article.id for article in code(name).articles} <= set(shown)


def test_side_by_side_pairs_what_both_codes_settle() -> None:
    beside = {offence.title: offence.articles for offence in side_by_side()}
    assert beside["First meld too small"] == {"hungarian": ("HU-03",), "romanian": ("RO-08",)}
    assert beside["Laid out of turn"] == {"hungarian": ("HU-05",), "romanian": ()}
    assert beside["Taking the pile"]["romanian"] == ("RO-22",)  # an entry for reference: no article fines it
    assert beside["Counting and talking"]["hungarian"] == ("HU-13",)
