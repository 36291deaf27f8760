"""How many taps and keys a deal takes, in every way and every game: the figures of docs/performance.md."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bench.taps import GAMES, MORE, WAYS, section
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import resolve, rulebook
from tests.browser.tablet import Tablet, by_cards, by_counts, by_totals, open_entry, opened, scores, state_of
from tests.serving import Server

ROUND = [1485, 455]
ENTER = {"counts": by_counts, "totals": by_totals}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


def done(tablet: Tablet) -> tuple[int, int]:
    """What the hands did so far."""
    return tablet.taps, tablet.keys


@pytest.mark.parametrize("way", ENTER)
def test_the_reference_deal_takes_few_taps(page: Page, server: Server, way: str) -> None:
    board = opened(server)
    tablet = open_entry(page, board, way)
    ENTER[way](tablet)
    expect(page.locator(".newtotal b").locator("visible=true").first).to_have_text("1,485")
    tablet.save()
    assert done(tablet) == (WAYS[way].taps, WAYS[way].keys)
    assert scores(server, board) == ROUND
    expect(page.locator(".saved")).to_have_text("Saved: deal 1")
    expect(page.locator(".side .total").first).to_have_text("1,485")


def test_the_reference_deal_by_its_cards_takes_few_taps_and_one_figure_is_amended_without_a_key(
    page: Page, server: Server
) -> None:
    board = opened(server)
    tablet = open_entry(page, board)
    by_cards(tablet)
    tablet.save()
    assert done(tablet) == (WAYS["cards"].taps, WAYS["cards"].keys)
    assert scores(server, board) == ROUND
    page.goto(board)
    tablet = Tablet(page)
    tablet.tap(page.locator(".acts").get_by_role("link", name="More"))
    tablet.tap(page.locator(".played .btn[data-side='b']"))
    tablet.chip("s1-n-8", 5)
    expect(page.locator("#panel-1 .newtotal b")).to_have_text("465")
    tablet.next()
    expect(page.locator("#findings")).to_contain_text("455")
    tablet.tap(page.get_by_role("button", name="Save: Miscounted"))
    page.wait_for_url("**?saved=*")
    assert done(tablet) == (WAYS["amend"].taps, WAYS["amend"].keys)
    assert scores(server, board) == [1485, 465]
    page.goto(f"{board}/history")
    expect(page.locator("main")).to_contain_text("Miscounted")


def usual_deal(tablet: Tablet, rules: RuleSet) -> None:
    """Enter nine melds, threes and hands, as far as the game has them, and what else it asks of a usual deal."""
    wild = rules.limits["K"].wilds or 0
    if rules.deal_bonuses:
        tablet.chip(f"s0-{rules.deal_bonuses[0].fact}", 1)
    tablet.ends(0)
    for rank, counts in (("A", (7,)), ("J", (4,)), ("K", (7 - min(wild, 2), min(wild, 2))), ("Q", (4, 0, 1))):
        tablet.meld("s0", rank, *counts)
    for colour, threes in zip(rules.threes_of, (2, 1), strict=False):
        tablet.chip(f"s0-{colour}", threes)
    if rules.sequences:
        before = tablet.taps
        tablet.open_meld("s0-q")
        for rank in ("4", "10"):
            tablet.tap(tablet.page.locator(f'input[name="s0-q0-{rank}"]'))
        assert tablet.taps - before == WAYS["sequence"].taps
    else:
        tablet.meld("s0", "10", 6)
    tablet.left_in_hand("s0", 35)
    for rank, counts in (("8", (4,)), ("5", (5,)), ("6", (4,)), ("9", (4, min(wild, 3) - (wild > 1), int(wild > 1)))):
        tablet.meld("s1", rank, *counts)
    tablet.left_in_hand("s1", 60)


#: The game with the most of its own; the others with the long tests, the reference deal above being of classic.
PLAYED = [pytest.param(game, marks=[] if game == "czech" else [pytest.mark.soak]) for game in GAMES]


@pytest.mark.parametrize("game", PLAYED)
def test_a_usual_deal_of_every_game_takes_little_more_than_classics(page: Page, server: Server, game: str) -> None:
    table = rulebook().rule_sets[game].formats[0]
    board = opened(server, game, table)
    tablet = open_entry(page, board)
    usual_deal(tablet, resolve(game, table))
    expect(page.locator("#step-check.on")).to_be_visible()
    tablet.save()
    assert done(tablet) == (GAMES[game], 0)
    assert len(state_of(server, board).rows) == 1


def test_the_figures_are_those_of_the_page_and_keep_their_limits() -> None:
    assert set(GAMES) == set(rulebook().rule_sets)
    assert section() in PAGE.read_text(encoding="utf-8")
    assert [row.what for row in WAYS.values() if row.taps > row.most[0] or row.keys > row.most[1]] == []
    assert max(GAMES.values()) <= MORE * GAMES["classic"]
