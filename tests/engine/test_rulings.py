"""Every path of every article, compared with results worked out by hand from the two source texts."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine.penalties.articles import Article, Value
from scorekeeper.engine.penalties.rulings import (
    Ask,
    Branch,
    Ruling,
    applied,
    branches,
    decide,
    possible,
    questions_left,
    row_of,
    settle,
)
from scorekeeper.rulebook.codes import adjudicating, code, codes
from scorekeeper.rulebook.loader import resolve

ADJUDICATING = tuple(code.id for code in adjudicating())

CASES = Path(__file__).parent.parent / "cases"
Path_ = tuple[tuple[str, Value], ...]


def worked(name: str) -> list[dict[str, Any]]:
    """The worked cases of a code, each with the section of its source filled in."""
    table = tomllib.loads((CASES / f"rulings_{name}.toml").read_text(encoding="utf-8"))
    sections = table["section"]
    return [
        {"code": name, "section": sections.get(case["article"], sections.get("default")), **case}
        for case in table["cases"]
    ]


WORKED = [case for name in ADJUDICATING for case in worked(name)]
ARTICLES = [article for code_ in adjudicating() for article in code_.articles]


def told(case: dict[str, Any]) -> str:
    """A case's name in a test report."""
    return f"{case['article']}-{'-'.join(str(value) for value in case['answers'].values())}"


def named(id_: str, of: str = "hungarian") -> Article:
    """An article of a code."""
    found = code(of).article(id_)
    assert found is not None
    return found


def settled(article: Article, answers: dict[str, Any], facts: dict[str, Any] | None = None) -> Ruling:
    """The ruling on these answers, which must leave no question open."""
    result = decide(article, answers, facts)
    assert isinstance(result, Ruling), f"{article.id} still asks {result.question.key}"
    return result


def paths(article: Article, given: dict[str, Value]) -> Iterator[tuple[Path_, Ruling]]:
    """Yield (answers, ruling) for every path through an article. On each path, the questions are answered in order."""
    found = branches(article, given)
    if not found:
        yield tuple(given.items()), settled(article, given)
    for branch in found:
        asked = decide(article, given)
        assert isinstance(asked, Ask)
        yield from paths(article, {**given, asked.question.key: branch.answer})


@pytest.mark.parametrize("case", WORKED, ids=told)
def test_the_source_is_followed(case: dict[str, Any]) -> None:
    ruling = settled(named(case["article"], case["code"]), case["answers"])
    assert ruling.points == case.get("points", 0)
    assert ruling.opening_raise == case.get("raise", 0)
    assert set(ruling.outcomes) == set(case.get("outcomes", []))
    assert ruling.reading == case.get("reading")
    assert (ruling.row.cites or named(case["article"], case["code"]).cites).section == case["section"]
    assert {due.key: due.count for due in ruling.obligations if due.count is not None} == case.get("due", {})


def leaf(article: Article, answers: Path_, ruling: Ruling) -> tuple[str, int, tuple[Any, ...]]:
    """The end of a path, as it is compared with the cases: article, index of the row, and answers, with None in place
    of numbers."""
    kinds = {question.key: question.kind for question in article.questions}
    shown = tuple((key, None if kinds[key] == "number" else value) for key, value in answers)
    return article.id, article.rows.index(ruling.row), shown


def test_every_leaf_has_a_worked_case() -> None:
    covered = set()
    for case in WORKED:
        article = named(case["article"], case["code"])
        covered.add(leaf(article, tuple(case["answers"].items()), settled(article, case["answers"])))
    leaves = {leaf(article, *path) for article in ARTICLES for path in paths(article, {})}
    missing = {found for found in leaves - covered if not _told_without(found, covered)}
    assert missing == set()


def _told_without(found: tuple[str, int, tuple[Any, ...]], covered: set[tuple[str, int, tuple[Any, ...]]]) -> bool:
    """Return whether a worked case with fewer answers covers the end of a path. A path answers every question in order,
    even one that does not matter for its ruling; the worked case may leave that one out."""
    article, row, shown = found
    return any(a == article and r == row and set(s) < set(shown) for a, r, s in covered)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_every_row_is_reached_and_no_path_is_a_dead_end(article: Article) -> None:
    assert {article.rows.index(ruling.row) for _, ruling in paths(article, {})} == set(range(len(article.rows)))


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_how_many_questions_are_left_is_told(article: Article) -> None:
    ways = [answers for answers, _ in paths(article, {})]
    least, most = questions_left(article, {})
    assert least <= most <= max(map(len, ways))
    assert (most == 0) == isinstance(settle(article, {}), Ruling)
    assert {questions_left(article, dict(answers)) for answers in ways} == {(0, 0)}


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_nobody_is_asked_more_than_three_questions(article: Article) -> None:
    for tile in article.tiles:
        given = dict(tile.answers)
        assert max(len(path) - len(given) for path, _ in paths(article, given)) <= 3


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_answers_left_out_change_neither_the_verdict_nor_its_words(article: Article) -> None:
    for path, ruling in paths(article, {}):
        open_ = [question for question in article.questions if question.key not in dict(path)]
        for question in open_:
            values = question.keys or (question.minimum, question.minimum + 1)
            for value in values:
                more = settled(article, {**dict(path), question.key: value})
                assert (more.row, more.points) == (ruling.row, ruling.points)


@pytest.mark.parametrize("article", ARTICLES, ids=lambda article: article.id)
def test_a_ruling_by_a_tile_states_no_answer_that_was_not_given(article: Article) -> None:
    for tile in article.tiles:
        ruling = settle(article, dict(tile.answers))
        if isinstance(ruling, Ruling):
            cases = {other.row.case for other in possible(article, dict(tile.answers))}
            assert all(case.startswith(ruling.row.case) for case in cases), cases


def asked(article: Article, answers: dict[str, Any], facts: dict[str, Any] | None = None) -> str | None:
    """The key of the question that is asked next, or None."""
    result = decide(article, answers, facts)
    return result.question.key if isinstance(result, Ask) else None


@pytest.mark.parametrize(
    ("article", "answers", "question"),
    [
        ("HU-01", {}, "fault"),
        ("HU-01", {"noticed": "before_play"}, "fault"),  # asked only for the record
        ("HU-03", {}, "next_player_acted"),
        ("HU-03", {"cure": "take_some_back"}, "next_player_acted"),
        ("HU-03", {"next_player_acted": False}, "cure"),
        ("HU-03", {"next_player_acted": False, "cure": "none"}, "admitted_at_once"),
        ("HU-04", {"noticed_before_merged": True}, "extra_cards"),  # asked only for the record
        ("HU-06", {"to_existing_group": False}, "stopped_in_time"),
        ("HU-07", {"canastas": 1}, "players"),
        ("HU-07", {"players": 4}, "canastas"),
        ("HU-08", {}, "asked"),
        ("HU-08", {"answer": "no"}, "asked"),
        ("HU-08", {"asked": True, "answer": "no"}, "started_before_answer"),
        ("HU-08", {"asked": True, "started_before_answer": False}, "able_to_go_out"),
        ("HU-08", {"asked": True, "started_before_answer": False, "able_to_go_out": False}, "answer"),
        ("HU-08", {"asked": True, "started_before_answer": False, "answer": "yes"}, "able_to_go_out"),
        ("HU-08", {"asked": True, "started_before_answer": True}, "able_to_go_out"),
        ("HU-09", {"count": 1}, "earlier_player_closed_in_first_round"),
        ("HU-09", {"earlier_player_closed_in_first_round": False}, "count"),
        ("HU-10", {"jokers": 2, "twos": 2}, "naturals"),  # asked only for the record
        ("HU-10", {"naturals": 4, "jokers": 3}, "twos"),
        ("HU-10", {"naturals": 4, "twos": 3}, "jokers"),
        ("HU-16", {"fits_own_group": True}, "pile_frozen"),
    ],
)
def test_the_next_question_is_the_first_that_still_matters(
    article: str, answers: dict[str, Any], question: str
) -> None:
    assert asked(named(article), answers) == question


@pytest.mark.parametrize(
    ("article", "answers"),
    [
        ("HU-03", {"next_player_acted": True}),
        ("HU-07", {"canastas": 0}),
        ("HU-07", {"canastas": 2}),
        ("HU-08", {"asked": False}),
        ("HU-08", {"answer": "no", "started_before_answer": False, "asked": True}),
        ("HU-09", {"earlier_player_closed_in_first_round": True}),
        ("HU-10", {"naturals": 0, "jokers": 4}),
        ("HU-10", {"naturals": 0, "twos": 4}),
        ("HU-16", {"pile_frozen": True}),
        ("HU-16", {"fits_own_group": False}),
        ("HU-03", {"next_player_acted": True, "cure": "none", "admitted_at_once": False}),
        ("HU-06", {"to_existing_group": True, "stopped_in_time": False, "can_show": False}),
    ],
)
def test_nothing_is_asked_that_no_longer_matters(article: str, answers: dict[str, Any]) -> None:
    assert asked(named(article), answers) is None


def test_hu_02_takes_the_players_from_the_match_and_an_answer_goes_before() -> None:
    assert settled(named("HU-02"), {}, {"players": 2}).outcomes == ()
    assert "CARD_STAYS_EXPOSED" in settled(named("HU-02"), {"players": 4}, {"players": 2}).outcomes


def points_of(branch: Branch) -> list[int]:
    """The points of all rulings that are still possible in a branch."""
    return [ruling.points for ruling in branch.rulings]


def test_not_sure_shows_what_each_answer_leads_to() -> None:
    found = branches(named("HU-03"), {"next_player_acted": False})
    assert [(branch.answer, points_of(branch)) for branch in found] == [
        ("add_or_rearrange", [0]),
        ("take_some_back", [-100]),
        ("none", [0, 0]),
    ]
    assert isinstance(found[1].result, Ruling)
    assert isinstance(found[2].result, Ask)


def test_not_sure_joins_numbers_that_lead_to_the_same() -> None:
    found = branches(named("RO-13", "romanian"), {"in_own_favour": True, "opponents_ask": True})
    assert [(branch.answer, branch.last, points_of(branch)) for branch in found] == [
        (0, 20, [0]),
        (21, None, [-210]),
    ]


def test_not_sure_keeps_a_small_number_apart() -> None:
    found = branches(named("RO-10", "romanian"), {})
    assert [(branch.answer, branch.last, points_of(branch)) for branch in found] == [
        (1, 1, [-300]),
        (2, 2, [-600]),
        (3, 3, [-900]),
        (4, 4, [-1200]),
    ]


def test_a_settled_ruling_has_no_branches() -> None:
    assert branches(named("RO-12", "romanian"), {}) == ()


def test_possible_gives_each_verdict_once() -> None:
    assert [ruling.points for ruling in possible(named("HU-08"), {"asked": True})] == [0, -100, 0, -100]
    assert len(possible(named("RO-12", "romanian"), {})) == 1


def test_cz_01_can_be_applied_and_raises_the_minimum() -> None:
    references = {reference.id: reference for reference in code("czech").references}
    ruling = applied(references["CZ-01"])
    assert ruling is not None
    assert (ruling.points, ruling.opening_raise, ruling.outcomes) == (0, 10, ("TAKE_BACK",))
    assert applied(references["CZ-02"]) is None


def test_the_row_of_a_recorded_ruling_is_found_again_or_told_apart_from_an_older_wording() -> None:
    raised = next(one for known in codes().values() for one in known.references if one.applies)
    rules = resolve("hungarian")
    assert row_of(raised, {}, rules) is raised.applies
    laid_out_of_turn = code("hungarian").article("HU-05")
    assert laid_out_of_turn
    decided = decide(laid_out_of_turn, {"before_partners_turn": True}, {})
    assert isinstance(decided, Ruling)
    assert row_of(laid_out_of_turn, {"before_partners_turn": True}, rules) == decided.row
    assert row_of(laid_out_of_turn, {}, rules) is None
    assert row_of(laid_out_of_turn, {"asked_in_an_older_wording": True}, rules) is None
