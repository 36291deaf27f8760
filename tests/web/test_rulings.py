"""The way from what happened to the ruling: tiles, who, questions, not sure, the four parts."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.engine.penalties.articles import MOMENTS, Article, Value
from scorekeeper.engine.penalties.rulings import Ask, branches, decide, facts, possible
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.codes import adjudicating, code
from scorekeeper.rulebook.loader import resolve
from scorekeeper.web.rulings.forms import AROUND, OWN, Case, answers_of, read_case, to_query
from tests.actions.referee import leaves
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
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page.partition("<main")[2])).split())


def links(page: str, beginning: str = "/matches/") -> list[str]:
    """The addresses on a page."""
    return [unescape(url) for url in re.findall(r'href="([^"]+)"', page) if unescape(url).startswith(beginning)]


def step(client: FlaskClient, match_id: str, query: str) -> str:
    """A page on the way to a ruling."""
    answer = client.get(f"/matches/{match_id}/rulings/new?{query}")
    assert answer.status_code == 200, texts(answer.text)
    return answer.text


def test_it_works(client: FlaskClient, match: str) -> None:
    page = step(client, match, "")
    assert "Hungarian penalty code" in page
    for article in code("hungarian").articles:
        assert f"article={article.id}" in page
    assert re.findall(r'<h2 id="m-(\w+)"', page) == list(MOMENTS)


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


def test_who_is_a_player_or_a_side_or_not_known(client: FlaskClient, match: str) -> None:
    page = step(client, match, "article=HU-02")
    choices = [parse_qs(urlsplit(url).query) for url in links(page) if "side=" in url]
    who = [(query["side"][0], query.get("player", [""])[0]) for query in choices]
    assert who == [("0", "Ilona"), ("0", "Mihai"), ("0", ""), ("1", "Jana"), ("1", "Tõnu"), ("1", ""), ("unsure", "")]


def test_a_player_alone_is_the_side(client: FlaskClient) -> None:
    match_id = opened(client, ("Ilona", "Jana"), rules="hungarian", format="two")
    choices = [url for url in links(step(client, match_id, "article=HU-05")) if "side=" in url]
    assert len(choices) == 3
    assert not any("player=" in url for url in choices)


def test_a_fault_of_the_deal_is_the_dealers(client: FlaskClient, match: str) -> None:
    tile = next(url for url in links(step(client, match, "")) if "article=HU-01" in url)
    page = client.get(tile).text
    assert "What went wrong in the deal?" in page
    assert "Who was it? Mihai" in texts(page)


def test_a_card_dealt_face_up_is_asked_of_the_side_that_received_it(client: FlaskClient) -> None:
    """002: A doua carte dată pe față aceleiași echipe; not the dealer's side."""
    match_id = opened(client, rules="romanian")
    tile = next(url for url in links(step(client, match_id, "")) if "article=RO-02" in url)
    assert "side=" not in tile
    page = client.get(tile).text
    assert "Which side got the card face up?" in page
    assert "Who was it?" not in page


def test_one_question_a_page_with_what_each_answer_means(client: FlaskClient, match: str) -> None:
    page = step(client, match, "article=HU-03&side=1&next_player_acted=no")
    assert "Question 3 of 3" in page
    said = texts(page)
    assert "Who was it? East–West" in said
    assert "How does the meld reach the minimum?" in said
    assert "−100 points · The meld is valid." in said
    assert "Did the player admit" not in said


@pytest.mark.parametrize(("rules", "article"), EVERY_ARTICLE)
def test_every_leaf_ends_in_a_ruling_and_what_the_match_knows_is_not_asked(
    app: Flask, client: FlaskClient, rules: str, article: str
) -> None:
    match_id = opened(client, rules=rules)
    play(app, match_id, (1200, 300))
    state = desk_of(app).load(match_id).state
    found = code(rules).article(article)
    assert found is not None
    for answers in leaves(found, state):
        known = facts(state.setup.rules)
        assert not {q.key for q in found.questions if q.fact in known}.intersection(answers)
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
    found = code(rules).article(article)
    assert found is not None
    for case in cases_of(found):
        page = step(client, match_id, urlencode(to_query(replace(case, side="0", unsure=True))))
        rulings = possible(found, answers_of(case, found), KNOWN)
        if len({ruling.effect for ruling in rulings}) == 1:
            continue
        assert "Not sure: every answer side by side" in page
        assert {ruling.row.do[0] for ruling in rulings} <= set(re.findall(r"<li>([^<]+)</li>", unescape(page)))


def cases_of(article: Article) -> Iterator[Case]:
    """The cases in which a question of the article is open."""
    open_ = [Case(article.id)]
    while open_:
        case = open_.pop()
        asked = decide(article, answers_of(case, article), KNOWN)
        if isinstance(asked, Ask):
            yield case
            answers = asked.question.keys or (asked.question.minimum, asked.question.minimum + 1)
            open_ += [case.with_answer(asked.question.key, answer) for answer in answers]


def test_where_somebody_chooses_every_choice_is_explained_first(client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian")
    said = texts(step(client, match_id, "article=RO-07&side=0&noticed_before_next_draw=no"))
    assert "The opponents choose." in said
    assert said.index("Draw the missing card at the next turn.") < said.index("Not sure")
    assert "Play one card short to the end of the deal." in said
    assert "The next player chooses." in texts(step(client, match_id, "article=RO-06&side=0"))


def test_the_ruling_has_four_parts(client: FlaskClient, match: str) -> None:
    query = "article=HU-03&side=1&player=Jana&next_player_acted=no&cure=none&admitted_at_once=yes"
    page = step(client, match, query)
    said = texts(page)
    assert "Ruling for Jana" in said
    assert "The next try must reach 100." in said
    assert '<q lang="hu">Elégtelen lerakási pontszám</q>' in page
    assert "AMB-25" in said
    assert "East–West: opening minimum 90 90 + 10 = 100" in said
    assert "East–West: score 1,510 1,510" in said
    assert "Apply to deal 3" in said


def test_two_answers_with_one_ruling_are_not_asked(client: FlaskClient, match: str) -> None:
    assert "How does the meld reach" in (
        page := texts(step(client, match, "article=HU-03&side=1&next_player_acted=no"))
    )
    assert "It cannot; everything goes back minimum +10 · The cards are taken back." in page
    said = texts(step(client, match, "article=HU-03&side=1&next_player_acted=no&cure=none"))
    assert "Minimum +10, East–West" in said
    assert "Did the player admit" not in said


@pytest.mark.parametrize(
    ("query", "heading"),
    [
        ("article=HU-05&side=0&player=Ilona&before_partners_turn=yes", "−100, North–South Ruling for Ilona"),
        ("article=HU-05&side=0&before_partners_turn=no", "No penalty, North–South"),
        ("article=HU-09&side=1&count=2&earlier_player_closed_in_first_round=no", "−1,000, East–West"),
        ("article=HU-05&side=unsure&before_partners_turn=yes", "−100 Do now"),
    ],
)
def test_the_heading_names_the_fine_and_who_pays(client: FlaskClient, match: str, query: str, heading: str) -> None:
    assert heading in texts(step(client, match, query))


def test_a_question_says_which_it_is_and_of_how_many(client: FlaskClient, match: str) -> None:
    assert "Question 1 of 3 at most" in step(client, match, "article=HU-03")
    assert "Question 3 of 3" in step(client, match, "article=HU-01&side=0&fault=cut_omitted")


def test_where_only_a_canasta_opens_the_raise_changes_nothing(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="romanian", **{"options.opening-canasta-above": "3000"})
    play(app, match_id, (3400, 300))
    said = texts(step(client, match_id, "article=RO-08&side=0&noticed_before_next_draw=yes&cure=none"))
    assert "Only a canasta opens for this side, as before: the raise changes nothing." in said
    said = texts(step(client, match_id, "article=RO-08&side=1&noticed_before_next_draw=yes&cure=none"))
    assert "The next try must reach 60." in said


def test_duties_of_a_deal_that_was_played_are_not_promised(client: FlaskClient, match: str) -> None:
    assert "One duty stays on the board" in texts(step(client, match, "article=HU-02&side=0&deal=3"))
    said = texts(step(client, match, "article=HU-02&side=0&deal=2"))
    assert "stays on the board until" not in said
    assert "Deal 2 has been played; nothing from this remains on the board." in said


def test_points_of_the_deal_in_play_are_shown_and_wait_for_its_end(client: FlaskClient, match: str) -> None:
    said = texts(step(client, match, "article=HU-05&side=0&before_partners_turn=yes"))
    assert "North–South: score 1,540 1,440" in said
    assert "The points are charged when deal 3 is saved." in said


def test_a_finished_deal_can_be_chosen(client: FlaskClient, match: str) -> None:
    page = step(client, match, "article=HU-05&side=1&before_partners_turn=yes&deal=2")
    said = texts(page)
    assert "Apply to deal 2" in said
    assert "East–West: score 1,510 1,410" in said
    assert "opening minimum 90 50" not in said
    assert [url for url in links(page) if "deal=3" in url]


def test_a_ruling_that_reopens_a_match_says_so(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (5050, 300))
    said = texts(step(client, match_id, "article=HU-05&side=0&before_partners_turn=yes"))
    assert "This reopens the match: it goes on with deal 2." in said
    assert "Apply to deal 1" in said


def test_an_earlier_deal_that_opened_under_another_minimum_stands(app: Flask, client: FlaskClient) -> None:
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (1550, 300), (300, 300))
    said = texts(step(client, match_id, "article=HU-05&side=0&before_partners_turn=yes&deal=1"))
    assert "opening minimum of deal 2 was 90; it is now 50. The deal still counts." in said


def test_what_a_score_charges_is_not_offered_again(app: Flask, client: FlaskClient, match: str) -> None:
    query = "article=HU-10&side=0&naturals=3&jokers=1&twos=3"
    assert "the score deducts this automatically" in texts(step(client, match, query))
    assert texts(step(client, match, query)).count("Apply to deal 3") == 1


def test_who_is_not_known_yet(client: FlaskClient, match: str) -> None:
    said = texts(step(client, match, "article=HU-05&side=unsure&before_partners_turn=yes"))
    assert "Say who it was" in said
    assert "Apply to" not in said


def test_a_match_without_a_code_says_how_to_choose_one(client: FlaskClient) -> None:
    match_id = opened(client)
    page = step(client, match_id, "")
    assert "This match is played without a penalty code." in texts(page)
    assert f"/matches/{match_id}/code" in page
    assert "CZ-01" not in page


def test_the_faster_czech_game_has_its_failed_opening(client: FlaskClient) -> None:
    match_id = opened(client, rules="czech-fast")
    assert "article=CZ-01" in step(client, match_id, "")
    said = texts(step(client, match_id, "article=CZ-01&side=1"))
    assert "Czech rules" in said
    assert "50 + 10 = 60" in said


@pytest.mark.parametrize(
    ("query", "article"),
    [("lapelárulás", "HU-02"), ("lapelarulas", "HU-02"), ("dropped card", "HU-02"), ("HU-14", "HU-14")],
)
def test_a_search_leads_into_the_articles_of_this_match(
    client: FlaskClient, match: str, query: str, article: str
) -> None:
    page = step(client, match, f"q={query}")
    assert f"article={article}" in links(page, f"/matches/{match}/rulings/new?article")[0]
    assert "RO-" not in texts(page)


@pytest.mark.parametrize("name", ADJUDICATING)
def test_a_search_asks_no_more_than_three_questions(app: Flask, client: FlaskClient, name: str) -> None:
    """What is found carries the answers of its tile: HU-08 asks four things, and the tile has said one."""
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
    """The most questions that may still be asked."""
    asked = decide(article, given, known)
    if not isinstance(asked, Ask):
        return 0
    key = asked.question.key
    return 1 + max(longest(article, {**given, key: b.answer}, known) for b in branches(article, given, known))


def test_a_search_that_finds_nothing_says_so(client: FlaskClient, match: str) -> None:
    assert "Nothing found" in texts(step(client, match, "q=zzzzzz"))
