"""The steps from an offence to its ruling: tiles, offender, questions, "not sure", and the four parts of the ruling."""

from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.penalties.articles import Article, Value
from scorekeeper.engine.penalties.rulings import Ask, branches, decide, facts, possible
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code
from scorekeeper.rulebook.loader import resolve
from scorekeeper.web.rulings.forms import AROUND, OWN, Case, answers_of, read_case, to_query
from tests.actions.referee import leaves
from tests.html_tree import found, text_of
from tests.web.tables import desk_of, opened, play

ADJUDICATING = tuple(code.id for code in adjudicating())

KNOWN = facts(resolve("hungarian"))
EVERY_ARTICLE = [(name, article.id) for name in ADJUDICATING for article in code(name).articles]


@pytest.fixture
def match(app: Flask, client: FlaskClient) -> str:
    """A Hungarian match with two deals played."""
    match_id = opened(client, rules="hungarian", **{"side_names[0]": "North–South", "side_names[1]": "East–West"})
    play(app, match_id, (1200, 300), (340, 1210))
    return match_id


def texts(page: str) -> str:
    """The text of a page, without tags."""
    return text_of(found(page, "main")[0])


def links(page: str, beginning: str = "/matches/") -> list[str]:
    """The addresses of the links on a page that begin with `beginning`."""
    return [each.get("href", "") for each in found(page, f"a[href^='{beginning}']")]


def step(client: FlaskClient, match_id: str, query: str) -> str:
    """The page of a step to a ruling; `query` has the answers so far."""
    answer = client.get(f"/matches/{match_id}/rulings/new?{query}")
    assert answer.status_code == 200, texts(answer.text)
    return answer.text


@pytest.mark.parametrize("name", ADJUDICATING)
def test_every_tile_leads_to_a_page_and_carries_its_answers(client: FlaskClient, name: str) -> None:
    match_id = opened(client, rules=name)
    tiles = links(step(client, match_id, ""), f"/matches/{match_id}/rulings/new?article=")
    assert len(tiles) == sum(len(article.tiles) for article in code(name).articles)
    for url in tiles:
        assert client.get(url).status_code == 200
    asked = [parse_qs(urlsplit(url).query) for url in tiles]
    carried = [{key for key in query if key not in OWN} for query in asked]
    assert {frozenset(keys) for keys in carried} == {
        frozenset(key for key, _ in tile.answers) for article in code(name).articles for tile in article.tiles
    }


def test_no_question_is_called_like_a_part_of_the_address() -> None:
    questions = {q.key for code_ in adjudicating() for article in code_.articles for q in article.questions}
    assert questions.isdisjoint({*OWN, *AROUND})


def test_an_address_says_all_of_a_case() -> None:
    typed = {"article": "HU-03", "side": "1", "player": "Jana", "deal": "2", "unsure": "yes", "cure": "none"}
    assert to_query(read_case(typed)) == typed
    decided = {"article": "HU-05", "override": "yes", "points": "-50", "raise": "10", "reason": "why"}
    assert to_query(read_case({**decided, "version": "3", "key": "k", "csrf_token": "t", "lang": "hu"})) == decided


@pytest.mark.parametrize(("rules", "article"), EVERY_ARTICLE)
def test_every_leaf_ends_in_a_ruling_and_what_the_match_knows_is_not_asked(
    app: Flask, client: FlaskClient, rules: str, article: str
) -> None:
    match_id = opened(client, rules=rules)
    play(app, match_id, (1200, 300))
    state = desk_of(app).load(match_id).state
    named = code(rules).article(article)
    assert named is not None
    for answers in leaves(named, state):
        assert not {q.key for q in named.questions if q.fact in facts(state.setup.rules)}.intersection(answers)
        case = read_case({"article": article, "side": "1"})
        for key, value in answers.items():
            case = case.with_answer(key, value)
        page = client.get(f"/matches/{match_id}/rulings/new", query_string=to_query(case)).text
        for part in ("Do now", "Why", "Effect"):
            assert part in texts(page), (article, answers)
        assert code(rules).title in texts(page)
        assert f'lang="{code(rules).language}"' in page


@pytest.mark.parametrize(("rules", "article"), EVERY_ARTICLE)
def test_not_sure_shows_all_that_a_question_can_lead_to(client: FlaskClient, rules: str, article: str) -> None:
    match_id = opened(client, rules=rules)
    named = code(rules).article(article)
    assert named is not None
    for case in cases_of(named):
        page = step(client, match_id, urlencode(to_query(replace(case, side="0", unsure=True))))
        rulings = possible(named, answers_of(case, named), KNOWN)
        if len({ruling.effect for ruling in rulings}) == 1:
            continue
        assert "Not sure: every answer side by side" in page
        assert {ruling.row.do[0] for ruling in rulings} <= {text_of(each) for each in found(page, "li")}


def cases_of(article: Article) -> Iterator[Case]:
    """Yield every case (answers so far) in which a question of the article is still open. For a number, only the
    minimum and the next number are tried."""
    open_ = [Case(article.id)]
    while open_:
        case = open_.pop()
        asked = decide(article, answers_of(case, article), KNOWN)
        if isinstance(asked, Ask):
            yield case
            answers = asked.question.keys or (asked.question.minimum, asked.question.minimum + 1)
            open_ += [case.with_answer(asked.question.key, answer) for answer in answers]


@pytest.mark.parametrize("name", ADJUDICATING)
def test_a_search_asks_no_more_than_three_questions(app: Flask, client: FlaskClient, name: str) -> None:
    """A search result whose tile answers a question leads to the questions that are left. HU-08, for example, has four
    questions, and its tile answers one."""
    match_id = opened(client, rules=name)
    rules = desk_of(app).load(match_id).state.setup.rules
    for article in code(name).articles:
        page = step(client, match_id, f"q={article.id}")
        ways = links(page, f"/matches/{match_id}/rulings/new?article={article.id}")
        assert ways
        for url in ways:
            case = read_case({key: given for key, (given,) in parse_qs(urlsplit(url).query).items()})
            assert longest(article, dict(answers_of(case, article)), facts(rules)) <= 3


def longest(article: Article, given: dict[str, Value], known: dict[str, Value]) -> int:
    """The maximum number of questions that are still to come."""
    asked = decide(article, given, known)
    if not isinstance(asked, Ask):
        return 0
    key = asked.question.key
    return 1 + max(longest(article, {**given, key: b.answer}, known) for b in branches(article, given, known))
