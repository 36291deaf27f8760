"""The entry page where space is short: long names, many kinds of canastas, three sides. Also going back to a page."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.words import LANGUAGES
from tests.browser.conftest import Devices
from tests.browser.tablet import GREEN, Tablet, by_totals, open_entry, opened, settled, sized, steps_of
from tests.examples import SOAK
from tests.page_audit import measured
from tests.serving import Server

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
LONG = ("Kovács Ilona", "Nagy-Szabó Erzsébet", "Szűcs Dénes", "Němcová-Žižková Božena")
PHONE, LYING, STANDING = (390, 844), (1024, 768), (820, 1180)
#: No style of the entry page depends on a width above 992 px, so wider screens look like a tablet in landscape.
SCREENS = (STANDING, LYING, PHONE)


@pytest.fixture
def hungarian(devices: Devices, server: Server) -> Iterator[Page]:
    """A device set to Hungarian."""
    with devices.borrowed(server, locale="hu") as page:
        yield page


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def spilled(page: Page) -> list[str]:
    """The words that are cut or broken, on a phone and on a tablet in landscape."""
    return [line for size in (PHONE, LYING) for line in sized(page, size).evaluate(SPILLED)]


def test_beside_long_names_the_words_of_buttons_stay_whole(hungarian: Page, server: Server) -> None:
    hungarian.goto(f"{opened(server, people=LONG)}/deals/new")
    Tablet(hungarian).ends(0)
    for step in ("step-m0", "step-m1"):
        hungarian.locator(f'.tabs [href="#{step}"]').click()
        assert spilled(hungarian) == []


def test_the_retry_of_a_save_stays_whole(hungarian: Page, server: Server) -> None:
    hungarian.goto(f"{opened(server, people=LONG)}/deals/new?way=totals")
    by_totals(Tablet(hungarian))
    hungarian.route(re.compile(r"/deals/1$"), lambda route: route.abort())
    hungarian.locator("#save").click()
    expect(hungarian.locator("#state button")).to_be_visible()
    assert spilled(hungarian) == []


@pytest.fixture
def speaking(devices: Devices, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A tablet set to one of the languages."""
    with devices.borrowed(server, locale=request.param) as page:
        yield page


#: Types all sums, and taps 1 for all canastas and red threes, as fast as a script can.
COUNT_ALL = """() => {
  for (const side of [...document.querySelectorAll('input[id$="-mp"]')].map(({ id }) => id.slice(0, 2))) {
    for (const [name, value] of [["mp", 320], ["hp", side === "s0" ? "" : 35]]) {
      const field = document.querySelector(`#${side}-${name}`);
      if (!field) continue; // the hand of a player who went out alone is not asked for
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const kind of ["can-natural", "can-mixed", "red"])
      document.querySelector(`input[name="${side}-${kind}"][value="1"]`).click();
  }
}"""
#: The games whose entry by totals has the most fields, as (rules, format, the side that took the discard pile first, or
#: "" if that is not asked).
ROOMY = [
    ("modern-american", "four", ""), ("czech", "four", ""), ("czech-fast", "four", ""), ("romanian", "three", ""),
    ("hungarian", "cutthroat", "0"),
]  # fmt: skip
#: The fullest game and one with three sides, each in one language; the long tests have the rest.
WIDEST = {"modern-american": "ro", "hungarian": "cs"}
SPOKEN = [
    pytest.param(*game, language, marks=[] if WIDEST.get(game[0]) == language else [pytest.mark.soak])
    for game in ROOMY
    for language in LANGUAGES
]


@pytest.mark.parametrize(("rules", "table", "took", "speaking"), SPOKEN, indirect=["speaking"])
def test_the_totals_of_every_game_need_no_scrolling(
    speaking: Page, server: Server, rules: str, table: str, took: str
) -> None:
    speaking.goto(f"{opened(server, rules, table)}/deals/new?way=totals")
    tablet = Tablet(speaking)
    if took:
        with tablet.drawn_again():
            tablet.chip("took", took)
    tablet.ends(0)
    speaking.evaluate(COUNT_ALL)
    expect(speaking.locator("#result-1 .newtotal b")).to_have_text(re.compile(r"1\D?[12]85"))
    for size in (LYING, STANDING, (800, 1280)):
        assert height(sized(speaking, size)) <= size[1]
        assert speaking.evaluate(SPILLED) == []


def test_beside_the_hands_the_cards_left_have_room(page: Page, server: Server) -> None:
    sized(page, STANDING).goto(f"{opened(server, 'hungarian', 'cutthroat')}/deals/new#step-hands")
    box = page.locator(".left .field").bounding_box()
    assert box is not None
    assert box["width"] >= 240


def test_going_back_to_the_page_shows_what_was_tapped_and_what_it_comes_to(page: Page, server: Server) -> None:
    board = opened(server)
    page.goto(board)
    page.goto(f"{board}/deals/new")
    tablet = Tablet(page)
    tablet.ends(0)
    with page.expect_response("**/draft"):
        tablet.chip("s0-n-A", 7)
    page.locator(".tools a").first.click()
    page.wait_for_url("**/help*")
    page.go_back()
    expect(page.locator("#panel-0 .newtotal b")).to_have_text("740")
    expect(page.locator('#s0-n-A input[value="7"]')).to_be_checked()
    expect(page.locator("#tab-0")).to_have_text("+740")
    expect(page.locator("#panel-0 .findings")).to_be_empty()
    expect(page.locator("#state")).to_be_hidden()


def test_where_the_stock_ran_out_nobody_is_asked_how_he_went_out(page: Page, server: Server) -> None:
    tablet = open_entry(page, opened(server))
    told = page.locator("#deal").get_by_text("Concealed", exact=True)
    tablet.ends(0)
    expect(told).to_be_visible()
    tablet.ends("none")
    expect(told).not_to_be_visible()


def test_a_sequence_is_its_first_card_and_its_last(page: Page, server: Server) -> None:
    sized(page, LYING)
    tablet = open_entry(page, opened(server, "czech"))
    tablet.ends(0)
    for name in ("wild", "q", "3"):  # all of these buttons are visible
        expect(page.locator(f'.opens[data-opens="s0-{name}"]')).to_be_in_viewport(ratio=1)
    taps, echo = tablet.taps, page.locator("#step-m0 [data-run-echo]")
    tablet.open_meld("s0-q")
    for card in ("4", "10"):
        tablet.tap(page.locator(f'#step-m0 [data-suit="hearts"][data-card="{card}"]'))
    assert tablet.taps - taps == 3
    expect(echo).to_contain_text("4–10")
    expect(echo).to_contain_text("= 50")
    tablet.tap(page.locator('#step-m0 [data-suit="hearts"][data-card="7"]'))
    expect(echo).to_contain_text("2 (7) = 65")
    expect(page.locator("#panel-0 .laid")).to_contain_text("2 (7)")
    tablet.undo()
    expect(echo).to_contain_text("= 50")
    tablet.undo()
    expect(page.locator('#step-m0 [data-suit="hearts"][aria-pressed="true"]')).to_have_count(1)
    assert height(page) <= LYING[1]


def test_on_a_phone_tiles_stay_where_they_are_and_open_one_tray_at_the_foot(page: Page, server: Server) -> None:
    tablet = open_entry(sized(page, PHONE), opened(server))
    tablet.ends(0)
    tiles = page.locator("#s0-melds .tile")
    places = tiles.evaluate_all("all => all.map(tile => JSON.stringify(tile.getBoundingClientRect()))")
    for rank in ("A", "7"):
        tablet.meld("s0", rank, 7)
    assert tiles.evaluate_all("all => all.map(tile => JSON.stringify(tile.getBoundingClientRect()))") == places
    expect(page.locator("#s0-tile-7")).to_contain_text("535")
    expect(page.locator("#s0-echo-7")).to_contain_text("+500")
    expect(page.locator("#s0-echo-7")).to_be_in_viewport(ratio=1)
    expect(page.locator("#s0-echo-A")).to_be_hidden()
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize("way", ["totals", pytest.param("counts", marks=pytest.mark.soak)])
def test_save_stays_in_sight_beside_notices(page: Page, server: Server, way: str) -> None:
    sized(page, LYING).goto(f"{opened(server)}/deals/new?way={way}")
    tablet = Tablet(page)
    tablet.ends(0)
    for side in ("s0", "s1"):
        tablet.type(f"{side}-mp" if way == "totals" else f"{side}-c-fives", "5")
        tablet.chip(f"{side}-can-mixed", 2)
    expect(page.locator("#findings .note").first).to_be_visible()
    expect(page.locator(GREEN)).to_be_in_viewport(ratio=1)


def test_on_a_phone_a_hand_is_counted_in_its_columns(page: Page, server: Server) -> None:
    tablet = open_entry(sized(page, PHONE), opened(server, "hungarian", "cutthroat"))
    with tablet.drawn_again():
        tablet.chip("took", 0)
    tablet.ends(0)
    tablet.tap(page.locator('.tabs [href="#step-hands"]'))
    tablet.chip("s1-h0-high", 4)
    expect(page.locator("#s1-h0-high input:checked")).to_have_value("4")
    expect(page.locator("#s0-h0")).to_have_count(0)  # a player who went out holds no cards
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]


#: The game whose pages are fullest, in one language; the long tests have all games and languages.
FULLEST = ("bolivia", "cs")
FITTED = [
    pytest.param(game, language, marks=[] if (game, language) == FULLEST else [pytest.mark.soak])
    for game in rulebook().rule_sets
    for language in LANGUAGES
]


#: Returns the positions of all targets on the visible sheet, except those in the tray, whose melds change.
PLACES = """() => {
  const all = document.querySelectorAll(`.step.on :is(.rank, .threes, .asked, .hand-points) .chip, .step.on .opens,
    .acting .btn, .agree .tick, .step.on .green .main, .tabs a`);
  const name = (each, input = each.querySelector("input")) =>
    input ? `${input.name} ${input.name === "agreed" || input.value}`
      : each.closest(".green") ? "green" : each.className + each.hash;
  return Object.fromEntries([...all].filter(each => each.getClientRects().length).map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [name(each), [x, y, width, height].map(Math.round).join()];
  }));
}"""
#: Enters a side's deal with taps: a canasta, five aces with a wild card, four queens, a red three, points in hand.
TAPS = """side => {
  for (const chip of [`[name=${side}-n-K][value="7"]`, `[name=${side}-n-A][value="5"]`, `[name=${side}-t-A][value="1"]`,
    `[name=${side}-n-Q][value="4"]`, `[name=${side}-red][value="1"]`, `[name=${side}-hp-tens][value="100"]`,
    `[name=${side}-hp-fives][value="15"]`]) document.querySelector(chip)?.click();
}"""


@pytest.mark.parametrize(("game", "speaking"), FITTED, indirect=["speaking"])
def test_every_page_of_a_game_fits_its_screen(speaking: Page, server: Server, game: str) -> None:
    """On a tablet nothing scrolls or moves, and no target is too small.

    With the largest text, no page is wider than its screen.
    """
    board = opened(server, game, rulebook().rule_sets[game].formats[0])
    found = looked_at(speaking, board, SCREENS, fitting)
    for size in (LYING, STANDING):
        assert moved(sized(speaking, size), board) == []
    speaking.context.add_cookies([{"name": "text", "value": "largest", "url": server.url}])
    assert [*found, *looked_at(speaking, board, (PHONE, LYING), wide)] == []


@pytest.mark.parametrize("speaking", ["en"], indirect=True)
def test_a_page_that_takes_no_tap_yet_is_measured_as_it_will_be(speaking: Page, server: Server) -> None:
    """On a busy machine, targets were measured before they had their size, and seemed too small."""
    speaking.goto(f"{opened(server, 'modern-american')}/deals/new?way=cards#step-m1")
    expect(speaking.locator("#step-m1 [data-sets]").first).to_be_visible()
    settled(speaking)
    speaking.evaluate("""() => {
      document.documentElement.dataset.fresh = "";
      const { left, top } = document.querySelector("#step-m1 [data-sets]").getBoundingClientRect();
      Object.assign(document.querySelector(".shield").style, { left: `${left}px`, top: `${top}px` });
      document.querySelector(".shield").hidden = false;
    }""")
    assert measured(sized(speaking, STANDING)) == []


def looked_at(
    page: Page, board: str, sizes: Sequence[tuple[int, int]], look: Callable[[Page, tuple[int, int]], list[str]]
) -> list[tuple[str, str, tuple[int, int], str]]:
    """The findings of `look`, each as (way of entry, step, size, finding).

    The long tests visit all ways of entry, the others only the entry by cards.
    """
    found = []
    for way in ("cards", "counts", "totals") if SOAK in os.environ else ("cards",):
        page.goto(f"{board}/deals/new?way={way}")
        for step in steps_of(page):
            page.evaluate("step => { location.hash = step }", step)
            page.wait_for_function("step => !step || document.getElementById(step).classList.contains('on')", arg=step)
            found += [(way, step, size, line) for size in sizes for line in look(sized(page, size), size)]
    return found


def moved(page: Page, board: str) -> list[str]:
    """The elements that moved during the taps of a deal, and the page's height if it exceeds the screen's, by sheet."""
    tablet = open_entry(page, board)
    if not page.locator('input[name="end"][value="1"]').is_checked():
        tablet.ends(1)
    found = []
    for side in (0, 1):
        tablet.tap(page.locator(f'.tabs [href="#step-m{side}"]'))
        before = page.evaluate(PLACES)
        page.evaluate(TAPS, f"s{side}")
        page.locator("#deal:not(.behind)").wait_for()
        after = page.evaluate(PLACES)
        found += [
            f"{name}: {place}, now {after.get(name)}" for name, place in before.items() if after.get(name) != place
        ]
        found += [f"{height(page)} px high"] if height(page) > page.evaluate("innerHeight") else []
    return found


def fitting(page: Page, size: tuple[int, int]) -> list[str]:
    """Everything that does not fit the screen; a phone may scroll down."""
    high = height(page)
    return [*measured(page), *([f"{high} px high"] if size != PHONE and high > size[1] else [])]


def wide(page: Page, size: tuple[int, int]) -> list[str]:
    """A finding with the page's width if it is wider than its screen."""
    found = int(page.evaluate("document.documentElement.scrollWidth"))
    return [f"{found} px wide with the largest text"] if found > size[0] else []
