"""The main pages in each language, and in English made 40 % longer: no label is cut off or overflows.

They are checked on a phone and on a tablet, the entry pages also on a tablet in landscape. Some are also checked by
axe-core. Only the long tests check every page in every language.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.tablet import steps_of
from tests.i18n.played import EVENING, furnished, played
from tests.i18n.pseudo import longer, write_pseudo
from tests.page_audit import axe_in_both_themes, measured
from tests.serving import Server, serving
from tests.web.conftest import application

PHONE, TABLET, LYING = {"width": 390, "height": 844}, {"width": 820, "height": 1180}, {"width": 1024, "height": 768}
SPILLED = (Path(__file__).parent / "spilled.js").read_text(encoding="utf-8")
#: An address without a page; its error page is checked, too.
NOWHERE = "/nowhere"
#: Starts the program with the catalogues of a folder, its first argument.
SPEAKING = """
import sys, pathlib, scorekeeper.words as words
words.TRANSLATIONS = pathlib.Path(sys.argv.pop(1))
from scorekeeper.cli import main
sys.exit(main(sys.argv[1:]))
"""
OTHERS = ["et", "hu", "ro", "cs"]
M = "/matches/hungarian-four"
CASE = "side=1&next_player_acted=no"
PAGES = [
    "/", "/matches/new?rules=hungarian", "/presets", "/players", "/players/1", "/club", "/club/pin", "/director",
    "/device", "/offline", "/trust",
    M, f"{M}?saved=1",
    *(f"{M}/{page}" for page in ("watch", "more", "history", "deals/1", "deals/1/amend", "articles", "recount")),
    f"{M}/deals/new?way=cards", f"{M}/deals/new?way=counts", f"{M}/deals/new?way=totals", f"{M}/deals/2/amend",
    f"{M}/rulings", f"{M}/rulings/r9/slip",
    f"{M}/rulings/new", f"{M}/rulings/new?article=HU-03", f"{M}/rulings/new?article=HU-03&{CASE}",
    f"{M}/rulings/new?article=HU-03&{CASE}&unsure=yes", f"{M}/rulings/new?article=HU-14&side=0",
    f"{M}/rulings/new?article=HU-14&side=0&override=form", f"{M}/share", f"{M}/rules",
    "/matches/hungarian-cutthroat", "/matches/hungarian-cutthroat/deals/new?way=totals",
    "/matches/czech-four/deals/new?way=totals",
    "/may-i?rules=hungarian", "/may-i/opening?rules=hungarian&ask=1&m0-rank=K&m0-naturals=3&score=1500",
    "/may-i/pile?rules=hungarian&ask=1&using=meld", "/may-i/meld?rules=czech&ask=1&m0-rank=K&m0-naturals=1&m0-twos=4",
    "/may-i/out?rules=czech&ask=1&canastas=1&partner=yes", "/rules", "/rules/hungarian",
    "/rules/compare?a=viennese&b=romanian",
    "/rules/articles/HU-03", "/rulings/compare", "/readings", "/words", "/help", "/search?q=HU-03", "/sheets",
    f"{M}/sheet", f"{M}/blank", f"{M}/card", "/matches/czech-four/sheet", "/sheets/penalties/romanian",
    f"/sheets/evening/{EVENING}",
    "/share", NOWHERE,
]  # fmt: skip
#: One page of each kind of layout; all other pages have the same parts.
FIRST = [
    f"{M}?saved=1", "/matches/new?rules=hungarian", "/club",
    f"{M}/deals/new?way=cards", "/matches/hungarian-cutthroat/deals/new?way=totals",
    f"{M}/rulings/new?article=HU-14&side=0&override=form", "/rules/hungarian", "/rules/compare?a=viennese&b=romanian",
    "/may-i/opening?rules=hungarian&ask=1&m0-rank=K&m0-naturals=3&score=1500",
]  # fmt: skip
#: The page that is checked in each translated language. The longer English is checked on all pages of `FIRST`.
OF_ONE = {"et": "/", "hu": f"{M}?saved=1", "ro": f"{M}/more", "cs": f"{M}/deals/1"}
#: The pages that axe-core checks here. In the long tests, `test_every_page.py` has all pages checked by it.
AXED = {
    f"{M}?saved=1", "/matches/new?rules=hungarian", f"{M}/rulings/new?article=HU-14&side=0&override=form", FIRST[-1],
}  # fmt: skip
#: The pages that are checked with the largest text: some that a table uses, and more for the long tests.
LARGEST_FIRST = [M, f"{M}/deals/new?way=totals", f"{M}/rulings/new?article=HU-14&side=0"]
LARGEST = [
    "/", "/matches/new", "/club", M, f"{M}/more", f"{M}/deals/1", f"{M}/deals/new?way=totals", f"{M}/rulings/new",
    f"{M}/rulings/new?article=HU-14&side=0", f"{M}/recount", f"{M}/sheet",
    "/matches/hungarian-cutthroat", "/may-i?rules=hungarian",
]  # fmt: skip
WORD = "Kanasztapontszám"
#: Faults, each as (beginning of the finding, HTML of an element that has the fault).
FAULTS = [
    ("spills <button", "<button style='width:6rem; white-space:nowrap'>%s</button>"),
    ("spills <button", "<button style='width:12rem; height:1.5rem; padding:0'><p>%s</p><p>%s</p></button>"),
    ("spills <p", "<p style='width:6rem; overflow:hidden; white-space:nowrap; text-overflow:ellipsis'>%s</p>"),
    ("spills <p", "<p style='height:.5rem; overflow:hidden'>%s</p>"),
    ("spills <div", "<div style='width:6rem'><b><span style='white-space:nowrap'>%s</span></b></div>"),
    ("spills <html", "<p style='position:absolute; left:-3rem; margin:0'>%s</p>"),
    ("spills <html", "<div><p style='margin:0 0 0 -3rem'>%s</p></div>"),
    ("spills <svg", "<svg width='100' height='40'><text x='60' y='20'>%s</text></svg>"),
    ("breaks", "<p style='width:6rem; overflow-wrap:anywhere'>%s</p>"),
    ("cuts <select", "<select style='width:6rem'><option>A<option>%s</select>"),
    ("cuts <select", "<select style='width:9rem; height:1.5rem; white-space:normal'><option>A<option>%s %s</select>"),
]
CALM = """
<button style='width:14rem'>%s</button> <p style='width:14rem'>%s %s %s</p> <p class='vh' style='width:1px'>%s</p>
<div style='width:6rem; overflow-x:auto'>%s</div>
<div style='position:relative; width:4rem'><p style='position:absolute'>%s</p></div>
<div style='padding-left:2rem; width:14rem'><p style='margin-left:-1rem; width:12rem'>%s</p></div>
<details><summary>%s</summary><p style='width:1rem'>%s</p></details>
<select style='width:14rem'><option>A<option>%s</select>
<select style='width:12rem; appearance:none; white-space:normal'><option>A<option>%s %s</select>
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for the program's data, with three matches and an evening."""
    folder = tmp_path_factory.mktemp("languages")
    with application(folder) as app:
        for game in (("hungarian", "four"), ("hungarian", "cutthroat"), ("czech", "four")):
            played(app, *game)
        furnished(app)
    return folder


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Server]:
    """Serve the matches of `folder` with a program whose English is 40 % longer."""
    catalogues = write_pseudo(folder / "catalogues", longer)
    command = [sys.executable, "-c", SPEAKING, str(catalogues)]
    arguments = ("--lan", "--https-port", "0", "--name", "club.local", "--database", str(folder / "scorekeeper.db"))
    with serving(*arguments, folder=folder, command=command) as server:
        yield server


def crowded(page: Page, path: str) -> list[str]:
    """Everything that is cut, overflows or is too small on a page, at each size and every step, with all parts
    unfolded. For the pages in `AXED` also the findings of axe-core."""
    page.set_viewport_size(TABLET)
    answer = page.goto(path)
    assert answer
    assert answer.ok or "/error/" in path or path == NOWHERE, path
    poor = axe_in_both_themes(page) if path in AXED else []
    return [*poor, *(line for step in steps_of(page) for line in step_crowded(page, step))]


def step_crowded(page: Page, step: str) -> list[str]:
    """Everything that is cut, overflows or is too small in one step of a page; `step` is "" if it has no steps."""
    page.evaluate("step => { if (step) location.hash = step }", step)
    page.wait_for_function("step => !step || document.getElementById(step).classList.contains('on')", arg=step)
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    found = []
    for size in (PHONE, TABLET, *([LYING] if "/deals/new" in page.url else [])):
        page.set_viewport_size(size)
        place = f"{size['width']} px{step and ' ' + step}"
        found += [f"{place}: {line}" for line in (*measured(page), *page.evaluate(SPILLED))]
    return found


def in_a_browser(
    browser: Browser, address: str, language: str, pages: Sequence[str] = PAGES, text: str = "normal"
) -> dict[str, list[str]]:
    """The findings on these pages in one language and size of text, by path. Pages without findings are left out."""
    context = browser.new_context(base_url=address, viewport=PHONE, locale="en", service_workers="block")
    chosen = {"lang": language, "text": text}
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in chosen.items()])
    page = context.new_page()
    found = {path: lines for path in pages if (lines := crowded(page, path))}
    assert page.locator("html").get_attribute("lang") == language
    context.close()
    return found


def seen_on(page: Page, shown: str) -> list[str]:
    """The findings of `spilled.js` on a page with this HTML, in which "%s" stands for a long word."""
    page.set_content(f"<!doctype html><body style='font:20px sans-serif'>{shown.replace('%s', WORD)}")
    found: list[str] = page.evaluate(SPILLED)
    return found


def test_the_check_finds_every_fault_and_nothing_on_a_page_that_has_room(browser: Browser) -> None:
    page = browser.new_page(viewport=PHONE)
    for fault, shown in FAULTS:
        assert [line for line in seen_on(page, shown) if line.startswith(fault) and WORD in line], shown
    assert seen_on(page, CALM) == []
    page.context.close()


@pytest.mark.parametrize("language", OF_ONE)
def test_no_label_is_cut_in_any_language(browser: Browser, server: Server, language: str) -> None:
    assert in_a_browser(browser, server.url, language, [OF_ONE[language]]) == {}


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_no_label_of_any_page_is_cut_in_any_language(browser: Browser, server: Server, language: str) -> None:
    assert in_a_browser(browser, server.url, language) == {}


@pytest.mark.parametrize("pages", [FIRST, pytest.param(PAGES, marks=pytest.mark.soak)], ids=["first", "all"])
def test_no_label_is_cut_in_a_language_forty_per_cent_longer(
    browser: Browser, server: Server, pages: Sequence[str]
) -> None:
    assert in_a_browser(browser, server.url, "en", pages) == {}


@pytest.mark.parametrize("pages", [LARGEST_FIRST, pytest.param(LARGEST, marks=pytest.mark.soak)], ids=["first", "all"])
def test_no_label_is_cut_with_the_largest_text(browser: Browser, server: Server, pages: Sequence[str]) -> None:
    assert in_a_browser(browser, server.url, "hu", pages, "largest") == {}
