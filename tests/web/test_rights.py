"""A device is offered only acts within its rights, and every other request is refused.

The tests are about devices that only watch, and devices without the director's PIN.
"""

from collections.abc import Iterator
from html import unescape
from unittest.mock import patch

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from scorekeeper.actions.club.sharing import ShareKind
from scorekeeper.web import sheets
from scorekeeper.web.frame import access
from scorekeeper.web.frame.rights import Right, needs, right_for
from tests.actions.evenings import NIGHT, published
from tests.actions.evenings import opened as evening_opened
from tests.actions.test_seasons import SEASON, begun
from tests.conftest import Shelf
from tests.html_tree import found
from tests.web.conftest import application
from tests.web.crawling import LINK, SKIPPED, few_of_a_kind
from tests.web.devices import device, let_in, link, with_pin
from tests.web.evening_devices import scanned, token_of
from tests.web.routes import path_of, reading, rules
from tests.web.tables import desk_of, opened, play, post
from tests.web.test_rulings_apply import apply

POSTS = 'method="post"'
#: Values for the parts of addresses. With them, every page has content, except those of `NOTHING_THERE`.
KNOWN: dict[str, object] = {
    "rule_set": "hungarian", "id_": "hungarian", "entry_id": "HU-05", "tool": "opening",
    "which": "hungarian", "day": "2026-11-21", "name": "usual", "share_id": "of-nobody", "token": "of-nobody",
    "evening_id": NIGHT, "table": 1, "entrant": "1", "season_id": SEASON,
}  # fmt: skip
#: Routes that have no page for these values.
NOTHING_THERE = {
    "/s/<token>",
    "/static/css/<name>.<any(large, largest):size>.css",
    "/matches/<match_id>/rulings/<ruling_id>/slip",
    "/matches/<match_id>/rulings/<ruling_id>/slip.pdf",
    "/trust/canasta-scorekeeper.crt",
}


#: (program has a PIN, device's link is to all matches): two combinations; the long tests have the others.
WHO_CAME = pytest.mark.parametrize(
    ("table", "whole_table"),
    [
        pytest.param(False, False, id="no PIN-of a match"),
        pytest.param(True, True, id="a PIN-of every match"),
        pytest.param(False, True, id="no PIN-of every match", marks=pytest.mark.soak),
        pytest.param(True, False, id="a PIN-of a match", marks=pytest.mark.soak),
    ],
    indirect=["table"],
)


@pytest.fixture(scope="module", params=[False, True], ids=["no PIN", "a PIN"])
def table(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A program with an evening and a Hungarian match, which has a deal, rulings, a recount and a house article. These
    tests do not change it."""
    with application(tmp_path_factory.mktemp("rights")) as app:
        _play_an_evening(app)
        if request.param:
            with_pin(app)
        # Sheets are not really printed, because these tests are only about the right to print.
        with patch.dict(app.extensions, {sheets.EXTENSION: Shelf(lambda _page: b"%PDF-")}):
            yield app


def _play_an_evening(app: Flask) -> None:
    evening_opened(desk_of(app))
    published(desk_of(app))
    begun(desk_of(app), NIGHT)
    client = app.test_client()
    match_id = opened(client, rules="hungarian")
    play(app, match_id, (515, 340))
    apply(client, match_id, {"article": "HU-02", "side": "0"})
    apply(client, match_id, {"article": "HU-05", "side": "1", "before_partners_turn": "yes"})
    version = str(desk_of(app).ledger.matches.version(match_id))
    counted = {"deal": "1", "side": "0", "claimed": "515", "verified": "505"}
    post(client, f"/matches/{match_id}/recount", {**counted, "version": version, "key": "a-recount"})
    article = {"title": "Late to the table", "moment": "deal", "points": "-50", "key": "an-article"}
    assert post(client, f"/matches/{match_id}/articles", article).status_code == 303
    post(client, "/presets", {"preset_name": "Fridays", "rules": "classic", "format": "four"})


def match_of(app: Flask) -> str:
    """The id of the Hungarian match, which was opened last."""
    return desk_of(app).ledger.matches.page()[0].id


def shown_pages(app: Flask) -> list[Rule]:
    """The routes of all pages except the patterns, where components and error pages have buttons that do nothing."""
    return [rule for rule in rules(app) if reading(rule) and not rule.rule.startswith("/patterns")]


def acts_in(page: str) -> list[str]:
    """The addresses of a page's forms that change something."""
    sent = [form.get("action", "") for form in found(page, "form[method=post][action]")]
    return sent + [button.get("formaction", "") for button in found(page, "[formmethod=post]")]


def ways_from(page: str) -> set[str]:
    """The addresses of a page's links and search forms."""
    asked = [form.get("action", "") for form in found(page, "form[method=get][action]")]
    return {unescape(way) for way in (*LINK.findall(page), *asked) if not SKIPPED.search(way)}


def refused(answer: TestResponse, says: str = access.ONLY_WATCHING) -> bool:
    """Return whether the answer is the page that refuses a request, with the advice `says`."""
    return answer.status_code == 403 and says in unescape(answer.text) and POSTS not in answer.text


# --- A device that watches -------------------------------------------------------------------------


@WHO_CAME
def test_who_watches_sees_nothing_to_do(table: Flask, whole_table: bool) -> None:
    """Every page is refused, or has only links to other pages and no act."""
    match_id = match_of(table)
    screen = let_in(table, None if whole_table else match_id, "watch")
    watching = (access.ONLY_WATCHING, access.ONLY_WATCHING_THE_EVENING)
    refusals = (*watching, access.ONLY_AT_THE_TABLE, *(() if whole_table else (access.OTHER_TABLES,)))
    ways: set[str] = set()
    for rule in shown_pages(table):
        answer = screen.get(path_of(table, rule, match_id=match_id, **KNOWN), follow_redirects=True)
        if answer.status_code == 403:
            assert any(refused(answer, says) for says in refusals), rule.rule
        elif "evening_id" in rule.arguments and not whole_table:
            assert answer.status_code == 404, rule.rule  # a device with a link to a match cannot open the evening
        else:
            assert answer.status_code == (404 if rule.rule in NOTHING_THERE else 200), f"give {rule.rule} a sample"
            page = answer.text if answer.mimetype == "text/html" else ""
            assert POSTS not in page, rule.rule
            ways |= ways_from(page)
    asked = few_of_a_kind(table, ways)
    assert len(asked) > 50
    assert {way for way in asked if screen.get(way, follow_redirects=True).status_code >= 400} == set()


def test_who_watches_an_evening_sees_nothing_to_do(table: Flask) -> None:
    screen = device(table)
    screen.get(f"/s/{token_of(table, None)}")
    shown = [
        rule
        for rule in rules(table)
        if {"evening_id", "season_id"} & rule.arguments and right_of(table, rule.endpoint) is Right.WATCH
    ]
    ways: set[str] = set()
    for rule in shown:
        page = screen.get(path_of(table, rule, **KNOWN), follow_redirects=True)
        assert page.status_code == 200, rule.rule
        assert POSTS not in page.text, rule.rule
        ways |= ways_from(page.text)
    assert len(shown) > 7
    assert f"/seasons/{SEASON}" in ways
    assert {way for way in ways if screen.get(way, follow_redirects=True).status_code >= 400} == set()


def test_who_came_to_an_evening_sees_no_other_season_and_no_list_of_them(app: Flask) -> None:
    evening_opened(desk_of(app))
    evening_opened(desk_of(app), "another-night")
    begun(desk_of(app), "another-night")
    for place in (None, 1):
        guest = scanned(app, place)
        for page in (f"/seasons/{SEASON}", f"/seasons/{SEASON}/history", "/seasons/nowhere", "/seasons"):
            assert refused(guest.get(page), access.OTHER_TABLES), page
        assert "This evening is not part of a season" in guest.get(f"/evenings/{NIGHT}/seasons").text


def test_who_watches_still_sees_everything_of_the_match(table: Flask) -> None:
    match_id = match_of(table)
    screen = let_in(table, match_id, "watch")
    seen = {"watch": "HU-05", "more": "Table as CSV", "rulings": "claimed 515, verified 505", "history": "HU-05",
            "articles": "Late to the table", "deals/1": "Deal 1", "sheet": "515"}  # fmt: skip
    for page, says in seen.items():
        assert says in screen.get(f"/matches/{match_id}/{page}").text, page


def test_a_new_match_is_offered_to_who_writes_every_match_alone(app: Flask) -> None:
    """The offer is on the list of matches (with and without a match), on the list of players, and on More."""
    writes, watches = let_in(app, None, "edit"), let_in(app, None, "watch")
    empty = [("/matches/new" in who.get(page).text) for page in ("/", "/players") for who in (writes, watches)]
    more = f"/matches/{opened(app.test_client())}/more"
    lived = [("/matches/new" in who.get(page).text) for page in ("/", more) for who in (writes, watches)]
    assert empty == lived == [True, False] * 2


# --- A device that writes, without the director's PIN ----------------------------------------------


@WHO_CAME
def test_who_writes_is_shown_no_form_that_is_refused(table: Flask, whole_table: bool) -> None:
    """A tablet without the PIN can send every form that it sees, within its own rights."""
    match_id = match_of(table)
    tablet = let_in(table, None if whole_table else match_id)
    acts = 0
    for rule in shown_pages(table):
        path = path_of(table, rule, match_id=match_id, **KNOWN)
        answer = tablet.get(path, follow_redirects=True)
        sent = acts_in(answer.text) if answer.mimetype == "text/html" else []
        acts += len(sent)
        with table.test_request_context(path, environ_base=tablet.environ_base):
            assert [act for act in sent if for_the_director(act)] == [], rule.rule
    assert acts > 10


def for_the_director(path: str) -> bool:
    """Return whether a form to this address is for the director only."""
    behind = access.view_at(path, "POST")
    return behind is not None and right_for(behind[0]) is Right.DIRECT


# --- Every view and every device -------------------------------------------------------------------

#: The kinds of devices, each with its links as (match, kind); match None is a link to every match.
WHO: dict[str, tuple[tuple[str | None, ShareKind], ...]] = {
    "nobody": (),
    "watches": (("this", "watch"),),
    "writes": (("this", "edit"),),
    "watches another": (("other", "watch"),),
    "writes another": (("other", "edit"),),
    "writes another, watches": (("other", "edit"), ("this", "watch")),
    "watches all": ((None, "watch"),),
    "writes all": ((None, "edit"),),
}
#: The devices that scanned a QR code of the evening: that of a table, or (None) the one on the wall.
AT_THE_EVENING: dict[str, int | None] = {"at the table": 1, "at another table": 2, "at the wall": None}
EVERYBODY = {*WHO, *AT_THE_EVENING}
ANY = EVERYBODY - {"nobody"}
ANY_WRITER = {who for who in EVERYBODY if "writes" in who or "table" in who}
ALL = {"watches all", "writes all"}
#: The devices that each right admits: (for an address with a match, for an address without).
COMES_IN: dict[Right, tuple[set[str], set[str]]] = {
    Right.NONE: (EVERYBODY, EVERYBODY),
    Right.ANY_LINK: (set(), ANY),
    Right.ANY_LINK_TO_WRITE: (set(), ANY_WRITER),
    Right.WATCH: (
        {"watches", "writes", "writes another, watches", "watches all", "writes all"},
        {"watches all", "writes all"},
    ),
    Right.WRITE: ({"writes", "writes all"}, {"writes all"}),
    Right.DIRECT: (set(), set()),  # no device has entered the PIN
}
#: The devices that each right admits: (for an address with the evening, for one with the match at its table 1).
AT_AN_EVENING: dict[Right, tuple[set[str], set[str]]] = {
    Right.WATCH: (ALL | set(AT_THE_EVENING), ALL | set(AT_THE_EVENING)),
    Right.AT_TABLE: ({"at the table"}, set()),
    Right.WRITE: (set(), {"at the table", "writes all"}),
    Right.DIRECT: (set(), set()),
}
#: The devices that each right admits for a season in which the evening counts.
AT_A_SEASON: dict[Right, set[str]] = {Right.WATCH: ALL | set(AT_THE_EVENING), Right.DIRECT: set()}


def right_of(app: Flask, endpoint: str) -> Right:
    """The right that a view declares."""
    with app.app_context():
        right = right_for(endpoint)
    assert right is not None, f"{endpoint} names no right"
    return right


def test_every_view_lets_in_whom_it_names_and_nobody_else(own_app: Flask) -> None:
    """Every device sends a request to every route by every method except OPTIONS; only three devices try HEAD. Each
    view is replaced by one that answers "came in", so a device is admitted if the status is 200."""
    app, client = own_app, own_app.test_client()
    evening_opened(desk_of(app))
    at_table_1 = published(desk_of(app))[0].match
    begun(desk_of(app), NIGHT)
    matches = {"this": opened(client), "other": opened(client, ("Eszter", "Karel", "Ana", "Jaan"))}
    with_pin(app)
    browsers = {who: device(app) for who in EVERYBODY}
    for who, table_ in AT_THE_EVENING.items():
        browsers[who].get(f"/s/{token_of(app, table_)}")
    for who, links in WHO.items():
        for of, kind in links:
            browsers[who].get(f"/s/{link(app, matches[of] if of else None, kind)}")
    app.config["WTF_CSRF_ENABLED"] = False
    app.error_handler_spec.clear()  # to save time, the page of a refusal is not rendered
    for endpoint in app.view_functions:
        app.view_functions[endpoint] = needs(right_of(app, endpoint))(lambda **_: "came in")
    asked = 0
    for rule in rules(app):
        right = right_of(app, rule.endpoint)
        of_match, of_evening = "match_id" in rule.arguments, "evening_id" in rule.arguments
        if "season_id" in rule.arguments:
            comes = AT_A_SEASON[right]
        else:
            comes = AT_AN_EVENING[right][0] if of_evening else COMES_IN[right][not of_match]
        expected = {matches["this"]: comes}
        if of_match:
            expected[at_table_1] = AT_AN_EVENING[right][1]
        for match_id, comes_in in expected.items():
            path = path_of(app, rule, match_id=match_id, evening_id=NIGHT, table=1, season_id=SEASON)
            for method in (rule.methods or set()) - {"OPTIONS"}:
                everybody = EVERYBODY & {"nobody", "watches", "writes"} if method == "HEAD" else EVERYBODY
                came = {who for who in everybody if browsers[who].open(path, method=method).status_code == 200}
                assert came == comes_in & everybody, f"{method} {path}"
                asked += 1
    assert asked > 120


def test_a_view_without_a_right_answers_nobody(own_app: Flask) -> None:
    own_app.add_url_rule("/forgotten", view_func=lambda: "came in")
    assert own_app.test_client().get("/forgotten").status_code == 403
    assert let_in(own_app, None).get("/forgotten").status_code == 403


def test_what_those_who_watch_may_open_changes_nothing(app: Flask) -> None:
    watched = [rule for rule in rules(app) if right_of(app, rule.endpoint) in access.WATCHED]
    assert len(watched) > 30
    assert [rule.rule for rule in watched if not (rule.methods or set()) <= access.READING] == []
