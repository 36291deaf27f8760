"""The entry page where room is short: long names, many kinds of canastas, three sides, and a page come back to."""

import os
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rulebook.loader import rulebook
from scorekeeper.words import LANGUAGES
from tests.browser.conftest import Devices
from tests.browser.tablet import Tablet, by_totals, opened, settled, steps_of
from tests.examples import SOAK
from tests.page_audit import measured
from tests.serving import Server

SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
LONG = ("Kovács Ilona", "Nagy-Szabó Erzsébet", "Szűcs Dénes", "Němcová-Žižková Božena")
PHONE, LYING, STANDING = (390, 844), (1024, 768), (820, 1180)
#: No style asks for more than 992 px: a wider screen lies as a tablet does, with more room.
SCREENS = (STANDING, LYING, PHONE)


@pytest.fixture
def hungarian(devices: Devices, server: Server) -> Iterator[Page]:
    """A device that speaks Hungarian."""
    with devices.borrowed(server, locale="hu") as page:
        yield page


def sized(page: Page, size: tuple[int, int]) -> Page:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    return page


def height(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollHeight"))


def spilled(page: Page) -> list[str]:
    """The words that do not stay whole on a phone, and on a tablet that lies."""
    return [line for size in (PHONE, LYING) for line in sized(page, size).evaluate(SPILLED)]


def test_beside_long_names_the_words_of_buttons_stay_whole(hungarian: Page, server: Server) -> None:
    hungarian.goto(f"{opened(server, people=LONG)}/deals/new")
    Tablet(hungarian).ends(0)
    for _ in range(3):
        assert spilled(hungarian) == []
        hungarian.locator(".step.on .go .main").click()
    expect(hungarian.locator("#step-check .result h3 .btn").first).to_be_visible()
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
    """A tablet that speaks one of the five languages."""
    with devices.borrowed(server, locale=request.param) as page:
        yield page


#: Types every sum and taps a one of every canasta and red three, as fast as a script can.
COUNT_ALL = """() => {
  for (const side of [...document.querySelectorAll('input[id$="-mp"]')].map(({ id }) => id.slice(0, 2))) {
    for (const [name, value] of [["mp", 1420], ["hp", side === "s0" ? "" : 35]]) {
      const field = document.querySelector(`#${side}-${name}`);
      field.value = value;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
    for (const kind of ["can-natural", "can-mixed", "red"])
      document.querySelector(`input[name="${side}-${kind}"][value="1"]`).click();
  }
}"""
#: The games with the most to count, in every way to sit down to them that is entered so.
ROOMY = [
    ("modern-american", "four", ""), ("czech", "four", ""), ("czech-fast", "four", ""), ("romanian", "three", ""),
    ("hungarian", "cutthroat", "0"),
]  # fmt: skip
#: The fullest and the one with three sides, each in a language; the rest of the table with the long tests.
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
    expect(speaking.locator("#result-1 .newtotal b")).to_have_text(re.compile(r"2\D?[23]85"))
    for size in (LYING, STANDING, (800, 1280)):
        assert height(sized(speaking, size)) <= size[1]
        assert speaking.evaluate(SPILLED) == []


def test_wild_canastas_have_the_chips_that_the_pack_allows(page: Page, server: Server) -> None:
    board = opened(server, "czech")
    page.goto(f"{board}/deals/new?way=totals")
    tablet = Tablet(page)
    tablet.ends(0)
    assert page.locator("#s0-can-wild_jokers input").evaluate_all("all => all.map(input => input.value)") == ["0", "1"]
    tablet.type("s0-mp", "260")
    tablet.chip("s0-can-wild_jokers", 1)
    expect(page.locator("#result-0 .newtotal b")).to_have_text("2,460")


def test_two_black_threes_and_a_wild_card_are_melded_where_the_rules_let_them(page: Page, server: Server) -> None:
    page.goto(f"{opened(server, 'czech')}/deals/new")
    tablet = Tablet(page)
    tablet.ends(0)
    tablet.open_meld("s0-3")
    tablet.meld("s0", "3", 2, 1)
    expect(page.locator("#s0-echo-3")).to_contain_text("= 30")
    expect(page.locator("#findings")).not_to_contain_text("at least")
    page.goto(f"{opened(server)}/deals/new")
    tablet.ends(0)
    assert page.locator("#s0-n-3 input").evaluate_all("all => all.map(input => input.value)") == ["0", "3", "4"]


def test_beside_the_hands_the_cards_left_have_room(page: Page, server: Server) -> None:
    sized(page, STANDING).goto(f"{opened(server, 'romanian', 'three')}/deals/new#step-hands")
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
    expect(page.locator("#results .newtotal b").first).to_have_text("740")
    expect(page.locator("#findings")).to_be_empty()
    expect(page.locator("#state")).to_be_hidden()


@pytest.mark.parametrize("way", ["cards", pytest.param("totals", marks=pytest.mark.soak)])
def test_where_the_stock_ran_out_nobody_is_asked_how_he_went_out(page: Page, server: Server, way: str) -> None:
    page.goto(f"{opened(server)}/deals/new?way={way}")
    tablet = Tablet(page)
    tablet.ends(0)
    told = page.locator("#deal").get_by_text("Concealed", exact=True)
    if way == "cards":  # the end that was told led on
        page.locator(".back").click()
    expect(told).to_be_visible()
    tablet.ends("none")
    if way == "cards":
        page.locator(".back").click()
        expect(page.locator("#step-end")).to_be_visible()
    expect(told).not_to_be_visible()


def test_a_sequence_is_its_first_card_and_its_last(page: Page, server: Server) -> None:
    sized(page, LYING).goto(f"{opened(server, 'czech')}/deals/new")
    tablet = Tablet(page)
    tablet.ends(0)
    for name in ("wild", "q", "3"):  # all that is Czech stands on the first screen, open or closed
        expect(page.locator(f'.others-melded [data-opens="s0-{name}"]')).to_be_in_viewport(ratio=1)
    taps = tablet.taps
    tablet.open_meld("s0-q")
    for rank in ("4", "10"):
        tablet.tap(page.locator(f'input[name="s0-q0-{rank}"]'))
    assert tablet.taps - taps == 3
    expect(page.locator("#s0-q0-echo")).to_contain_text("4 5 6 7 8 9 10 = 50")
    tablet.tap(page.locator('input[name="s0-q0-7"]'))
    expect(page.locator("#s0-q0-echo")).to_contain_text("= 45")
    undo = page.locator(".step.on .undo")
    tablet.tap(undo)
    expect(page.locator("#s0-q0-echo")).to_contain_text("= 50")
    tablet.tap(undo)
    assert page.locator("#s0-q0 input:checked").count() == 1
    assert height(page) <= LYING[1]


def test_on_a_phone_a_tap_opens_the_counts_of_a_rank(page: Page, server: Server) -> None:
    sized(page, PHONE).goto(f"{opened(server)}/deals/new")
    tablet = Tablet(page)
    tablet.ends(0)
    for rank in ("A", "7"):
        tablet.open_meld(f"s0-{rank}")
        tablet.chip(f"s0-n-{rank}", 7)
    expect(page.locator("#s0-echo-A")).to_have_text("A×7 = 140natural canasta +500")
    expect(page.locator("#s0-echo-A")).to_be_visible()
    expect(page.locator("#s0-echo-7")).to_contain_text("+500")
    row = page.locator('[data-opens="s0-4"]').locator("visible=true")
    page.mouse.wheel(0, 300)
    page.wait_for_function("() => scrollY === 300")
    top = row.bounding_box()
    row.click()
    now = row.bounding_box()
    assert top
    assert now
    assert abs(top["y"] - now["y"]) < 8  # it opens under the finger
    assert height(page) <= 2 * PHONE[1]


#: Games with the most on the first screen, each in a language with long words for it; but one with the long tests.
FULL = [
    ("et", "czech", {}),
    *(
        pytest.param(*each, marks=pytest.mark.soak)
        for each in (("hu", "classic", {}), ("cs", "czech-fast", {}), ("ro", "romanian", {"deck": "162"}))
    ),
]


@pytest.mark.parametrize(("speaking", "rules", "options"), FULL, indirect=["speaking"])
def test_the_melds_of_every_game_fit_their_first_screen(
    speaking: Page, server: Server, rules: str, options: dict[str, str]
) -> None:
    speaking.goto(f"{opened(server, rules, options=options)}/deals/new")
    tablet = Tablet(speaking)
    tablet.ends(0)
    tablet.chip("s0-n-K", 7)
    expect(speaking.locator("#s0-head-K .card")).to_be_visible()
    for size in (LYING, STANDING):
        assert height(sized(speaking, size)) <= size[1]
        assert speaking.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert speaking.evaluate(SPILLED) == []
        expect(speaking.locator("#panel-0 .newtotal > .soft").first).to_be_visible()


@pytest.mark.parametrize("way", ["totals", pytest.param("counts", marks=pytest.mark.soak)])
def test_save_stays_in_sight_beside_notices(page: Page, server: Server, way: str) -> None:
    sized(page, LYING).goto(f"{opened(server)}/deals/new?way={way}")
    tablet = Tablet(page)
    tablet.ends(0)
    for side in ("s0", "s1"):
        tablet.type(f"{side}-mp" if way == "totals" else f"{side}-c-fives", "5")
        tablet.chip(f"{side}-can-mixed", 2)
    expect(page.locator("#findings .note").first).to_be_visible()
    expect(page.locator("#save")).to_be_in_viewport(ratio=1)


def test_on_a_phone_the_cards_in_hand_are_rows_with_their_counts(page: Page, server: Server) -> None:
    sized(page, PHONE).goto(f"{opened(server)}/deals/new#step-hands")
    tablet = Tablet(page)
    tablet.open_meld("s1-h0-high")
    tablet.chip("s1-h0-high", 4)
    tablet.open_meld("s1-h0-A")
    shown = page.locator('[data-meld="s1-h0-high"] .chip').locator("visible=true")
    expect(shown).to_have_text(["4"])
    assert height(page) <= 2 * PHONE[1]


#: The game whose pages are the fullest, in a language; all of them in every language with the long tests.
FULLEST = ("bolivia", "cs")
FITTED = [
    pytest.param(game, language, marks=[] if (game, language) == FULLEST else [pytest.mark.soak])
    for game in rulebook().rule_sets
    for language in LANGUAGES
]


@pytest.mark.parametrize(("game", "speaking"), FITTED, indirect=["speaking"])
def test_every_page_of_a_game_fits_its_screen(speaking: Page, server: Server, game: str) -> None:
    """Nothing scrolls on a tablet, and no target is too small; the largest text makes no page wider than its screen."""
    board = opened(server, game, rulebook().rule_sets[game].formats[0])
    found = looked_at(speaking, board, SCREENS, fitting)
    speaking.context.add_cookies([{"name": "text", "value": "largest", "url": server.url}])
    assert [*found, *looked_at(speaking, board, (PHONE, LYING), wide)] == []


@pytest.mark.parametrize("speaking", ["en"], indirect=True)
def test_a_page_that_takes_no_tap_yet_is_measured_as_it_will_be(speaking: Page, server: Server) -> None:
    """A busy machine paints late: small boxes were found that were large enough a moment later."""
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
    """What there is to say of each way to enter a deal, step and size; by its cards alone but with the long tests."""
    found = []
    for way in ("cards", "counts", "totals") if SOAK in os.environ else ("cards",):
        page.goto(f"{board}/deals/new?way={way}")
        for step in steps_of(page):
            page.evaluate("step => { location.hash = step }", step)
            page.wait_for_function("step => !step || document.getElementById(step).classList.contains('on')", arg=step)
            found += [(way, step, size, line) for size in sizes for line in look(sized(page, size), size)]
    return found


def fitting(page: Page, size: tuple[int, int]) -> list[str]:
    """What does not fit; a phone scrolls down."""
    high = height(page)
    return [*measured(page), *([f"{high} px high"] if size != PHONE and high > size[1] else [])]


def wide(page: Page, size: tuple[int, int]) -> list[str]:
    """How wide a page is that is wider than its screen."""
    found = int(page.evaluate("document.documentElement.scrollWidth"))
    return [f"{found} px wide with the largest text"] if found > size[0] else []
