"""Every text that users see is marked for translation: in the pseudo-language no text is outside its brackets."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.cli import main
from scorekeeper.engine.cards import RANKS
from tests.i18n.played import EVENING, NAMES, tables
from tests.i18n.pseudo import bracketed, speaking, write_pseudo
from tests.i18n.reading import NAMES_OF_PAGES, PAGES_READ, Page, unmarked
from tests.i18n.tour import NOT_READ, Visit, tour
from tests.web.routes import reading, rules

#: Texts that are the same in every language, each with its reason.
SAME = re.compile(
    r"""
    [A-Z]{2,3}-\d{2}          # the number of an article or of a reading
    | \bT\d\b               # the number of a table's own article
    | ^,\ [a-z]\)$           # the point of an article, as its code writes it
    | ^[a-z]{1,2}(\ [a-z])*$  # letters of rulings on the score sheet
    | (?<!\w)[AKQJ](?!\w)    # the letter on a card
    | English                 # a language, in its own words
    | Nov\s\d+,\s2026        # a date, as the language writes it
    | PDF\ (A4|A5|A6|Letter)    # a file, and the name of a paper
    | \b[0-9a-f]{8}\b         # the number of a request, in an error's page; a lot that was drawn
    | [ˢᵐʷᵈᵛ]                 # marks of the cross table, which says under it what they mean
    | ^([\dA-F]{4}\ ?){3}$    # the check of a sheet
    | ^\{what\}$              # where a script puts what was undone
    | \bnull\b               # nothing, as it is typed where options are written as JSON
    | ^([\dA-F]{2}\ ?){32}$   # the fingerprint of a certificate
    | ^(Android|iPad,\ iPhone)$   # devices, as their makers call them
    | ^(Canasta\ Scorekeeper|canasta-scorekeeper\.crt)$   # the authority and its file, as a device lists them
    | daily-[\d-]+\.db       # the name of a file
    | ^\d+\.\d+\.\d+\.\w+$   # the program's version on a sheet, before a release
    """,
    re.VERBOSE,
)
#: Names of sides and players shortened to their first letters.
INITIALS = re.compile(r"[A-Z](–[A-Z])+|Ilon|Miha|Jana")
STARTS = (
    "/", "/?q=nobody", "/club", "/club/pin", "/director", "/share", "/presets", f"/sheets/evening/{EVENING}",
    "/may-i?rules=hungarian", "/search?q=HU-03", "/search?q=⟦qqqq⟧", "/rules/compare", "/patterns/error/404",
    "/trust", "/offline",
)  # fmt: skip
OF_MATCH = (
    "", "/watch", "/away", "/share", "/recount", "?saved=1", "/deals/new?way=cards", "/deals/new?way=counts",
    "/deals/new?way=totals", "/rulings/new?q=HU-03", "/rulings/new?q=⟦qqqq⟧",
)  # fmt: skip


#: The maximum number of pages to read of each kind; the long tests read all.
MOST = [4, pytest.param(None, marks=pytest.mark.soak)]


@pytest.fixture(scope="module")
def pseudo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Use the pseudo-language."""
    with speaking(write_pseudo(tmp_path_factory.mktemp("pseudo"), bracketed)):
        yield


@pytest.fixture(scope="module")
def client(club: Flask, pseudo: None) -> FlaskClient:
    """A browser that visits the club."""
    return club.test_client()


@pytest.fixture(scope="module", params=MOST)
def visits(club: Flask, client: FlaskClient, request: pytest.FixtureRequest) -> list[Visit]:
    """Visits to every kind of page that links lead to.

    The short tests visit only some pages of each kind, but always a match of every game and every number of players.
    """
    games = list(tables())
    matches = [
        f"/matches/{rules}-{format_}{page}"
        for at, page in enumerate(OF_MATCH)
        for rules, format_ in (
            games if request.param is None else dict.fromkeys([games[0], *games[at :: len(OF_MATCH)]])
        )
    ]
    return list(tour(club, client, [*STARTS, *matches], most=request.param))


def plain_english(page: Page) -> list[str]:
    """The unmarked texts of a page."""
    return [f"{text.said} ({text.place})" for text in unmarked(page) if re.search(r"[^\W\d_]", _left(text.said))]


def _left(said: str) -> str:
    return "" if said in NAMES_OF_PAGES else PAGES_READ.sub("", SAME.sub("", INITIALS.sub("", said)))


def test_no_page_says_what_was_never_marked(visits: list[Visit]) -> None:
    found: dict[str, str] = {}
    for visit in visits:
        if not 300 <= visit.status < 400:
            found |= dict.fromkeys(plain_english(visit.page), visit.url)
    assert found == {}


def test_every_page_to_read_was_visited(club: Flask, visits: list[Visit]) -> None:
    endpoints = {rule.endpoint for rule in rules(club) if reading(rule)}
    assert endpoints - NOT_READ.keys() == {visit.endpoint for visit in visits}
    assert NOT_READ.keys() <= endpoints


def test_the_brackets_are_seen(client: FlaskClient) -> None:
    page = Page.of(
        '<html lang="en"><p title="Left">⟦Deal <b>1</b> of ⟦many⟧⟧ and more</p><i lang="hu">Renonsz</i></html>'
    )
    assert plain_english(page) == ["Left (p[title])", "and more (p)"]
    assert "⟦Language⟧" in client.get("/").text


# --- Messages after a form was sent ----------------------------------------------------------------

MATCH = "/matches/hungarian-four"
TYPED = bracketed("10o")
REFUSED = (
    ("/matches", {"rules": "hungarian", "format": "four", "players[0]": NAMES[0]}, 422),
    ("/matches", {f"players[{seat}]": NAMES[0] for seat in range(4)} | {"currency": "⟦⟧", "options.target": TYPED},
     422),
    ("/matches", {f"players[{seat}]": NAMES[seat] for seat in range(4)} | {"options.target": "501"}, 422),
    ("/matches", {f"players[{seat}]": NAMES[seat] for seat in range(4)} | {"options.stake-per-100": "0.1234567"}, 422),
    ("/presets", {"preset_name": "", "rules": "hungarian"}, 422),
    ("/club/pin", {"pin": "1", "again": "2"}, 422),
    ("/club/pin", {"pin": "1", "again": "1"}, 422),
    ("/director", {"pin": "0"}, 422),
    (f"{MATCH}/articles", {"title": "", "points": TYPED}, 422),
    (f"{MATCH}/recount", {"deal": "99", "side": "0", "claimed": TYPED}, 422),
    (f"{MATCH}/rulings", {"article": "HU-05"}, 422),
    (f"{MATCH}/rename", {"title": bracketed("x" * 90)}, 422),
    (f"{MATCH}/names", {f"players[{seat}]": NAMES[0] for seat in range(4)} | {"side_names[0]": bracketed("x" * 90)},
     422),
    (f"{MATCH}/pause", {"version": "1"}, 409),
    (f"{MATCH}/deals/4", {"act": "save", "s0-way": "totals", "s0-mp": TYPED, "s1-way": "counts"}, 422),
    (f"{MATCH}/share", {"kind": "nothing"}, 400),
)  # fmt: skip


@pytest.mark.parametrize(("url", "form", "status"), REFUSED)
def test_no_refusal_says_what_was_never_marked(
    client: FlaskClient, url: str, form: dict[str, str], status: int
) -> None:
    answer = client.post(url, data={"version": "999", "key": f"refused-{url[-20:]}", **form})
    assert answer.status_code == status
    assert plain_english(Page.of(answer.text)) == []


@pytest.mark.parametrize(("rules", "format_"), tables())
def test_no_finding_says_what_was_never_marked(club: Flask, client: FlaskClient, rules: str, format_: str) -> None:
    random = Random(rules)
    match = f"/matches/{rules}-{format_}"
    number = max(int(found) for found in re.findall(r"/deals/(\d+)", client.get(f"{match}/deals/new").text))
    for _ in range(4):
        answer = client.post(f"{match}/deals/{number}/preview", data=scrawled(random))
        assert answer.status_code == 200
        assert plain_english(Page.of(answer.text)) == []


def scrawled(random: Random) -> dict[str, str]:
    """The form of an impossible deal."""
    fields = {"end": random.choice(("0", "1", "none")), "took": "0", "left": str(random.randrange(60)), "agreed": "yes"}
    for side in ("s0", "s1", "s2"):
        fields |= {f"{side}-way": random.choice(("cards", "cards", "counts", "totals")), f"{side}-mp": "415"}
        for rank in random.sample(RANKS, 5):
            fields |= {f"{side}-{kind}-{rank}": str(random.randrange(5)) for kind in "ntj"}
        fields |= {f"{side}-red": str(random.randrange(5)), f"{side}-h0-high": str(random.randrange(4))}
        fields |= {f"{side}-can-natural": "1", f"{side}-c-tens": "7", f"{side}-n-3": str(random.randrange(5))}
    return fields


# --- The command line ------------------------------------------------------------------------------

#: Keys, which are printed as they are typed, and headings of the sources.
KEYS = re.compile(
    r"^[\w-]+:? |^ +[\w-]+ = .*$|(?<=Formats: ⟧)[\w, -]+|(?<=Allowed: ⟧)[\w ,-]+|(?<=⟧): .*$", re.MULTILINE
)


@pytest.mark.parametrize("command", [["rules"], ["rules", "hungarian"], ["search", "frozen", "pile"]])
def test_no_table_of_the_command_line_says_what_was_never_marked(
    pseudo: None, capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    assert main([*command, "--lang", "en"]) == 0
    said = KEYS.sub("", capsys.readouterr().out)
    assert plain_english(Page.of(f'<html lang="en"><p>{said}</p></html>')) == []
