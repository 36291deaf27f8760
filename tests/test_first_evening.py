"""The tutorial is followed word by word: everything that it marks is on the page, in the same order."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.chromium import chromium
from tests.first_evening import Guide, Tablet, follow, steps_of
from tests.plain_browser import PlainBrowser
from tests.serving import serving
from tests.web.conftest import app, built, client, empty_ledger

__all__ = ["app", "built", "client", "empty_ledger"]
BEGINS = "## A match at home"
LARGEST = 60_000


def written(root: Path) -> list[str]:
    """The steps of the tutorial, from the first page of the program to the season."""
    page = (root / "docs" / "first-evening.md").read_text(encoding="utf-8")
    return steps_of(page.partition(BEGINS)[2].partition("## Where next")[0])


def test_the_tutorial_names_what_is_pressed_typed_and_seen_on_pages_without_scripts(
    root: Path, client: FlaskClient
) -> None:
    def ask(method: str, path: str, body: bytes, headers: dict[str, str]) -> tuple[int, str, str]:
        answer = client.open(path, method=method, data=body, headers=headers)
        return answer.status_code, answer.location or "", answer.text

    guide = Guide(PlainBrowser(ask))
    follow(guide)
    assert written(root) == guide.marks


@pytest.mark.soak
def test_the_tutorial_is_followed_in_a_browser(root: Path, tmp_path: Path) -> None:
    with serving(folder=tmp_path) as server, chromium() as browser:
        page = browser.new_page(viewport={"width": 820, "height": 1000}, locale="en")
        guide = Guide(Tablet(page, server.url))
        follow(guide)
    assert written(root) == guide.marks


def test_the_pictures_of_the_tutorial_are_there_and_small(root: Path) -> None:
    named = {step.rpartition("/")[2] for step in written(root) if step.endswith(".png")}
    there = {path.name: path.stat().st_size for path in (root / "docs/pictures/first-evening").iterdir()}
    assert set(there) == named
    assert max(there.values()) <= LARGEST
