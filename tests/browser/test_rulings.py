"""From "something happened" to the line on the board: the ten commonest offences, each in at most five taps."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import FloatRect, Page

from tests.browser.conftest import TABLET
from tests.browser.tablet import opened
from tests.page_audit import audited
from tests.serving import Server

MOST_TAPS = 5
SIZES = [(820, 1180), (1024, 768), (390, 844), (320, 640)]

#: Walks, as (rules, offence, labels, text on the board). The labels are tapped after "Ruling". One more tap then
#: applies the ruling.
COMMONEST = [
    ("hungarian", "Card shown or dropped", ["HU-02", "Jana"], "HU-02"),
    ("hungarian", "First meld worth too little", ["First meld taken back completely", "Jana"], "HU-03"),
    (
        "hungarian",
        "First meld mended by taking cards back",
        ["First meld corrected, cards taken back", "Jana"],
        "HU-03",
    ),
    ("hungarian", "Laid out of turn", ["HU-05", "Jana", "Yes, the partner's turn had not come yet"], "HU-05"),
    ("hungarian", "One card too many drawn", ["One card too many drawn", "Jana", "No, they were"], "HU-04"),
    ("hungarian", "Pile taken without showing", ["Pile taken without showing", "Jana", "No, the pile is in"], "HU-06"),
    ("hungarian", "Going out without a canasta", ["HU-07", "Jana", "0"], "HU-07"),
    ("hungarian", "Red three discarded", ["HU-14", "Jana"], "HU-14"),
    ("romanian", "Hand cards dropped face up", ["RO-04", "Jana", "No, they cannot"], "RO-04"),
    ("romanian", "First meld too small", ["First meld goes back to the hand", "Jana"], "RO-08"),
]


def open_match(page: Page, server: Server, rules: str) -> str:
    """Open the board of a new match of four, and return its address."""
    page.goto(opened(server, rules))
    return page.url


def tap(page: Page, label: str) -> None:
    """Tap the link that has exactly this label, or else the first link or button whose text contains it."""
    main = page.locator("main a.btn, main button, nav.acts a.btn")
    found = main.filter(has_text=label)
    exact = page.get_by_role("link", name=label, exact=True)
    (exact if exact.count() else found).first.click()


#: One walk for each penalty code. The others use the same pages, and are left to the long tests. All paths are also
#: tested without a browser.
WALKS = [
    pytest.param(*row, id=row[1], marks=[] if row[3] in ("HU-05", "RO-08") else [pytest.mark.soak]) for row in COMMONEST
]


@pytest.mark.parametrize(("rules", "offence", "taps", "line"), WALKS)
def test_in_at_most_five_taps(
    page: Page, server: Server, rules: str, offence: str, taps: Sequence[str], line: str
) -> None:
    board = open_match(page, server, rules)
    way = ["Ruling", *taps, "Apply to deal 1"]
    assert len(way) <= MOST_TAPS
    for label in way:
        tap(page, label)
    page.wait_for_url(board)
    assert line in page.locator(".judged").inner_text()


def test_back_and_sharing_work(page: Page, server: Server) -> None:
    open_match(page, server, "hungarian")
    for label in ("Ruling", "HU-03", "Jana", "No, not yet"):
        tap(page, label)
    assert page.locator("h2#q").inner_text() == "How does the meld reach the minimum?"
    shared = page.url
    tap(page, "It cannot")
    page.go_back()
    assert page.url == shared
    page.goto(shared)
    page.get_by_role("link", name="Change Has the next player").click()
    assert page.locator("h2#q").inner_text().startswith("Has the next player")


def test_a_ruling_waits_for_the_network(page: Page, server: Server, problems: list[str]) -> None:
    board = open_match(page, server, "hungarian")
    for label in ("Ruling", "HU-14", "Jana"):
        tap(page, label)
    page.wait_for_load_state()
    page.context.set_offline(True)
    tap(page, "Apply to deal 1")
    page.get_by_role("alert").filter(has_text="Not saved yet").wait_for()
    problems.clear()  # the console reports the unanswered request
    page.context.set_offline(False)
    tap(page, "Apply to deal 1")
    page.wait_for_url(board)
    assert page.locator(".judged li").count() == 1


def test_a_mistake_stands_under_its_own_field_and_moves_no_other(
    page: Page, server: Server, problems: list[str]
) -> None:
    board = open_match(page, server, "hungarian")
    case = "article=HU-05&side=0&before_partners_turn=yes&override=yes&points=many&raise=10&reason=Mild"
    page.goto(f"{board}/rulings/new?{case}")
    problems.clear()  # the console reports every 422
    points, beside, error = (box_of(page, name) for name in ("#points", "#raise", "#points-error"))
    assert error["x"] == pytest.approx(points["x"], abs=1)
    assert error["y"] >= points["y"] + points["height"]
    assert beside["y"] == pytest.approx(points["y"], abs=1)


def test_the_effect_is_in_sight_on_a_tablet_that_lies(page: Page, server: Server) -> None:
    board = open_match(page, server, "romanian")
    page.set_viewport_size({"width": 1024, "height": 768})
    page.goto(f"{board}/rulings/new?article=RO-05&side=1&player=Jana&repeat=yes")
    effect, acts = box_of(page, ".effect"), box_of(page, ".verdict .apply")
    assert effect["y"] + effect["height"] <= acts["y"]


def box_of(page: Page, place: str) -> FloatRect:
    """The box of an element on the page, in CSS pixels."""
    box = page.locator(place).bounding_box()
    assert box
    return box


def pages_of(board: str) -> list[str]:
    """The address of every kind of page about rulings."""
    new = f"{board}/rulings/new"
    return [
        new,
        f"{new}?q=canasta",
        f"{new}?article=HU-03",
        f"{new}?article=HU-03&side=1&next_player_acted=no",
        f"{new}?article=HU-04&side=1",
        f"{new}?article=HU-03&side=1&unsure=yes",
        f"{new}?article=HU-03&side=1&next_player_acted=no&cure=none&admitted_at_once=yes",
        f"{new}?article=HU-05&side=0&before_partners_turn=yes&override=form",
        f"{board}/rulings",
        f"{board}/articles",
        f"{board}/recount",
        "/rulings/compare",
        "/rules/articles/HU-03",
        "/search?q=canasta",
    ]


@pytest.mark.soak
def test_everything_is_large_enough_nothing_is_cut_and_text_has_seven_to_one(page: Page, server: Server) -> None:
    found = {}
    for url in pages_of(open_match(page, server, "hungarian")):
        page.set_viewport_size(TABLET)
        page.goto(url)
        found[url] = audited(page, SIZES)
    assert {url: lines for url, lines in found.items() if lines} == {}
