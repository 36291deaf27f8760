"""The number of taps and keys for a deal, in each way of entry and each game: the figures in docs/performance.md."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from bench.taps import GAMES, MORE, WAYS, section
from scorekeeper.engine.rules import RuleSet
from scorekeeper.rulebook.loader import resolve, rulebook
from tests.browser.tablet import Tablet, by_cards, by_counts, by_totals, open_entry, opened, scores, sized, state_of
from tests.serving import Server

ROUND = [1485, 455]
ENTER = {"counts": by_counts, "totals": by_totals}
PAGE = Path(__file__).resolve().parents[2] / "docs" / "performance.md"


def done(tablet: Tablet) -> tuple[int, int]:
    """The numbers of taps and keys so far."""
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
    expect(page.locator("#panel-1 .findings")).to_contain_text("455")
    tablet.tap(page.get_by_role("button", name="Save: Miscounted"))
    page.wait_for_url("**?saved=*")
    assert done(tablet) == (WAYS["amend"].taps, WAYS["amend"].keys)
    assert scores(server, board) == [1485, 465]
    page.goto(f"{board}/history")
    expect(page.locator("main")).to_contain_text("Miscounted")


def usual_deal(page: Page, board: str, rules: RuleSet) -> Tablet:
    """Enter a usual deal of seven melds, from the board until the board is shown again.

    One side has four melds and goes out. The other has three melds, a red three (if the game has red threes) and 115
    points in hand; its canasta is a sequence in games with canastas of sequences.
    """
    tablet = Tablet(page)
    page.goto(board)
    tablet.tap(page.locator(".acts .main"))
    most = min(rules.limits["K"].wilds or 0, 2)
    tablet.ends(0)
    for rank, counts in (("A", (3,)), ("K", (4, 1)), ("Q", (7 - most, most)), ("8", (3,))):
        tablet.meld("s0", rank, *counts)
    tablet.next()
    offered = page.locator('#step-m1 .tile[data-opens="s1-hp"][aria-expanded="true"]').is_visible()
    if offered:  # on a phone, the tile of the points in hand may be open already
        tablet.left_in_hand("s1", 115)
    tablet.meld("s1", "J", 3, 0, 1)
    if rules.sequences:
        before = tablet.taps
        tablet.tap(page.locator('[data-opens="s1-q"]'))
        for rank in ("4", "10"):
            tablet.tap(page.locator(f'#step-m1 [data-suit="hearts"][data-card="{rank}"]'))
        assert tablet.taps - before == WAYS["sequence"].taps
        tablet.tap(page.locator('[data-opens="s1-q"]'))
    else:
        tablet.meld("s1", "7", 7)
    tablet.meld("s1", "5", 4)
    if "red" in rules.threes_of and not (tile := page.locator('.tile[data-opens="s1-rest"]')).is_visible():
        tablet.chip("s1-red", 1)
    elif "red" in rules.threes_of:
        tablet.tap(tile)  # which adds one
    if not offered:
        tablet.left_in_hand("s1", 115)
    page.locator("#deal:not(.behind)").wait_for()
    tablet.tap(page.locator("#agree .tick"))
    tablet.save()
    return tablet


@pytest.mark.parametrize("size", [(1024, 768), (390, 844)])
def test_a_usual_deal_by_totals_takes_few_taps_on_the_keypad_of_the_page(
    page: Page, server: Server, size: tuple[int, int]
) -> None:
    """The last deal was entered by totals, so the page opens with the entry by totals."""
    sized(page, size)
    board = opened(server)
    by_totals(first := open_entry(page, board, "totals"))
    first.save()
    tablet = Tablet(page)
    tablet.tap(page.locator(".acts .main"))
    tablet.ends(0)
    tablet.pad("260")
    tablet.next_figure()  # skip the hand of the side that went out
    tablet.pad("135")
    tablet.next_figure()
    tablet.pad("115")
    for name in ("s0-can-mixed", "s1-can-natural", "s1-red"):
        tablet.chip(name, 1)
    page.locator("#deal:not(.behind)").wait_for()
    tablet.tap(page.locator("#agree .tick"))
    tablet.save()
    assert done(tablet) == (WAYS["keypad"].taps, WAYS["keypad"].keys)
    assert scores(server, board) == [1485 + 660, 455 + 620]


#: Burraco has the most peculiarities. Only the long tests play the other games here. The test below plays classic at
#: every size.
PLAYED = [pytest.param(game, marks=[] if game == "burraco" else [pytest.mark.soak]) for game in GAMES]


@pytest.mark.parametrize("game", PLAYED)
def test_a_usual_deal_of_every_game_takes_little_more_than_classics(page: Page, server: Server, game: str) -> None:
    table = rulebook().rule_sets[game].formats[0]
    board = opened(server, game, table)
    assert done(usual_deal(page, board, resolve(game, table))) == (GAMES[game], 0)
    assert len(state_of(server, board).rows) == 1


@pytest.mark.parametrize(("size", "way"), [((1024, 768), "tablet"), ((820, 1180), "tablet"), ((390, 844), "phone")])
def test_a_usual_deal_takes_few_taps_and_no_key_and_nothing_scrolls(
    page: Page, server: Server, size: tuple[int, int], way: str
) -> None:
    sized(page, size)
    board = opened(server)
    assert done(usual_deal(page, board, resolve("classic", "four"))) == (WAYS[way].taps, WAYS[way].keys)
    assert scores(server, board) == [60 + 60 + 90 + 30 + 300 + 100, 80 + 35 + 20 + 500 + 100 - 115]


def test_the_figures_are_those_of_the_page_and_keep_their_limits() -> None:
    assert set(GAMES) == set(rulebook().rule_sets)
    assert section() in PAGE.read_text(encoding="utf-8")
    assert [row.what for row in WAYS.values() if row.taps > row.most[0] or row.keys > row.most[1]] == []
    assert max(GAMES.values()) <= MORE * GAMES["classic"]
