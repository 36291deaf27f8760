"""The snapshots in the repository: pages, sheets, exports and commands of a small club, as text in English. There is
one file for each subject; `make snapshots` writes them again."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from urllib.parse import urlsplit

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.actions.club.sharing import token_of
from tests.goldens.acts import tried_acts
from tests.goldens.after import read_after_acts
from tests.goldens.around import asked_around
from tests.goldens.asking import QUESTIONS, copied, speaking, together
from tests.goldens.club import ALONE, KNOCKOUT, MIXED, NIGHT, SEASON, SECRET
from tests.goldens.club_acts import done_to
from tests.goldens.commands import asked_on_copies
from tests.goldens.figures import said_of_rules, worked_out
from tests.goldens.forms import forms_of
from tests.goldens.limits import within
from tests.goldens.readers import read_from
from tests.goldens.seen import UNTOLD, marks, seen
from tests.goldens.states import in_each_state
from tests.goldens.stories import told_stories
from tests.goldens.text import lines_of, masked
from tests.web.conftest import working_at
from tests.web.devices import device
from tools.patterns.samples import SAMPLES

#: The matches of this club: one with a penalty code, one with sequences, one of three players, and one of classic
#: canasta.
TABLES = (("hungarian", "four"), ("burraco", "four"), ("hungarian", "cutthroat"), ("classic", "four"))
M, E = "/matches/hungarian-four", f"/evenings/{NIGHT}"
PAGES = {
    "match": (
        M, f"{M}?saved=3", "/matches/burraco-four", "/matches/hungarian-cutthroat", "/matches/for-money",
        "/matches/short", "/matches/odd", "/matches/unnamed",
        "/matches/unnamed/watch", "/matches/changed/watch", "/matches/match-0016/more", "/matches/odd/rules",
        "/matches/changed",
        "/matches/changed/history", f"{M}/history", f"{M}/deals/1",
        f"{M}/deals/2", f"{M}/deals/1/amend", f"{M}/recount",
        f"{M}/articles", f"{M}/names", f"{M}/code", f"{M}/penalty", f"{M}/more", f"{M}/print",
        f"{M}/share", f"{M}/away", "/matches/away", f"{M}/watch", f"{M}/rules", f"{M}/deals/2/saved",
    ),
    "entry": (
        f"{M}/deals/new?way=totals", "/matches/hungarian-cutthroat/deals/new?way=counts",
        "/matches/burraco-four/deals/new?way=cards", "/matches/for-money/deals/new",
        *(f"/matches/{match}/deals/1/amend" for match in ("burraco-four", "classic-four")),
    ),
    "rulings": (
        f"{M}/rulings", f"{M}/rulings/new", f"{M}/rulings/new?article=HU-03", f"{M}/rulings/new?article=HU-09&side=0",
        f"{M}/rulings/new?article=HU-02&side=1&deal=4", "/rules/articles/HU-03", "/rulings/compare",
        "/search?q=frozen+pile", "/search?q=HU-03", "/search?q=opening+at+1600", f"{M}/rulings/r30/slip",
        f"{M}/may-i", f"{M}/may-i/opening?side=0&A=3",
        "/may-i/meld?rules=romanian&rank=K&naturals=2&twos=2", "/may-i/opening?rules=classic&score=1600&raise=10",
    ),
    "reference": (
        "/rules/hungarian", "/rules/hungarian?format=two", "/rules/viennese", "/rules/bolivia",
        "/rules/compare?a=romanian&b=burraco", "/may-i?rules=burraco",
        *(f"/may-i/pile?ask=1&{asked}" for asked in (
            "using=meld", "using=pair&frozen=yes", "top=wild", "top=black_three", "rules=samba&using=meld&full=yes",
            "rules=hungarian&using=card&not_opened=yes&reaches=yes", "single_card_pile=yes&one_card_in_hand=yes")),
        *(f"/may-i/out?ask=1&{asked}" for asked in (
            "", "canastas=1&partner=no", "canastas=2&partner=yes", "rules=burraco&canastas=1",
            "rules=romanian&canastas-natural=1", "rules=hand-and-foot&second_hand=yes",
            "concealed=yes&unfinished=yes")),
    ),
    "club": (
        "/", "/?q=ilona", "/?q=nobody", f"/?evening={ALONE}", "/?status=over",
        "/club", "/players", "/players?q=an", "/players/1", "/players/2", "/players/3", "/players/9",
        "/players/5",
        "/players/ratings", "/players/names?q=i", "/device", "/share", "/presets", "/sheets", "/trust", "/matches/new",
        "/matches/new?rules=hungarian&format=four", "/players/1/name", "/players/39", "/players/ratings/shown",
        "/club/pin", "/offline", "/seasons/new",
    ),
    "evening": (
        "/evenings", E, f"{E}/rounds/1", f"{E}/rounds/2", f"{E}/rounds/2/slips", f"{E}/rounds/2/correct",
        *(f"{E}/rounds/{number}/tables/{table}" for number in (1, 2) for table in (1, 2, 3)),
        f"{E}/rounds/2/tables/1/result", f"{E}/entrants", f"{E}/entrants/1/change", f"{E}/standings",
        f"{E}/standings/now", f"{E}/cross", f"{E}/wall", f"{E}/penalties", f"{E}/settings", f"{E}/history",
        f"{E}/links", f"{E}/more", f"{E}/print", f"{E}/seasons", f"{E}/me", f"{E}/tables/2", "/evenings/new",
        "/evenings/to-come", "/evenings/to-come/rounds/1", "/evenings/to-come/entrants", "/evenings/to-come/more",
    ),
    "other evenings": (
        *(f"/evenings/{night}{part}" for night in (KNOCKOUT, ALONE) for part in ("", "/standings", "/wall", "/cross")),
        f"/evenings/{ALONE}/rounds/1", f"/evenings/{ALONE}/rounds/2", f"/evenings/{KNOCKOUT}/rounds/1",
        f"/evenings/{KNOCKOUT}/more", f"/evenings/{KNOCKOUT}/history", f"/evenings/{ALONE}/more",
        f"/evenings/{ALONE}/penalties",
        f"/evenings/{ALONE}/entrants", f"/evenings/{ALONE}/history", "/seasons", f"/seasons/{SEASON}",
        f"/seasons/{SEASON}/settings", f"/seasons/{SEASON}/evenings", f"/seasons/{SEASON}/history",
        *(f"/seasons/{MIXED}{part}" for part in ("", "/evenings", "/history")), "/evenings/night-03/seasons",
    ),
    "sheets": (
        f"{M}/sheet", f"{M}/card", f"{M}/blank", "/matches/burraco-four/sheet", "/matches/hungarian-cutthroat/sheet",
        "/matches/for-money/sheet", "/matches/changed/sheet", "/matches/odd/sheet", "/matches/odd/card",
        "/matches/odd/blank", "/matches/unnamed/sheet", "/matches/for-money/sheet?sheet_lang=hu",
        "/sheets/penalties/romanian?second=hu", "/sheets/penalties/romanian?sheet_lang=hu&second=hu",
        "/sheets/rules/hungarian?format=two&ink=colour&landscape=1", "/matches/burraco-four/card",
        *(f"{E}/print/{kind}" for kind in (
            "cards", "by-name", "by-table", "by-table?round=1", "by-name?round=1", "slips", "slips?round=1",
            "standings", "standings?round=1", "cross", "round", "round?round=1")),
        "/evenings/night-03/print/guides",
        *(f"/evenings/{ALONE}/print/{kind}" for kind in ("by-table", "by-table?round=1", "round?round=1")),
        f"/evenings/{KNOCKOUT}/print/round", f"/evenings/{ALONE}/print/standings",
        f"/evenings/{KNOCKOUT}/print/standings",
        f"/evenings/{KNOCKOUT}/print/standings?round=1", f"/seasons/{SEASON}/print", f"/seasons/{MIXED}/print",
        "/sheets/penalties/hungarian",
        *(f"/sheets/rules/{game}" for game in ("samba", "modern-american", "hand-and-foot", "burraco", "brazilian")),
        "/sheets/blank/burraco", "/sheets/evening/2026-11-21",
    ),
    "exports": (
        f"{M}.csv", "/matches/short.csv", "/matches/odd.csv", "/matches/short.json", f"{E}.csv",
        f"/evenings/{ALONE}.csv", f"/evenings/{ALONE}.json",
    ),
}  # fmt: skip
#: Pages whose `marks` (attributes and drawings) are stored, too.
MARKED = frozenset({
    M, f"{M}/watch", "/matches/hungarian-cutthroat", "/matches/short", f"{M}/deals/1", f"{M}/rulings",
    f"{M}/deals/new?way=totals", "/matches/burraco-four/deals/new?way=cards", f"{M}/rulings/new?article=HU-03",
    "/rules/compare?a=romanian&b=burraco", f"{M}/may-i/opening?side=0&A=3", "/", "/club", "/players", "/players/9",
    "/players/ratings", "/matches/new", E, f"{E}/rounds/2", f"{E}/rounds/2/slips", f"{E}/rounds/2/tables/1/result",
    f"{E}/entrants", f"{E}/standings/now", f"{E}/cross", f"{E}/wall", f"{E}/penalties", f"{E}/tables/2",
    "/evenings/new", f"/evenings/{KNOCKOUT}/wall", f"/seasons/{SEASON}", f"/seasons/{SEASON}/settings", f"{M}/sheet",
    "/matches/odd/sheet", f"{E}/print/standings", f"{E}/print/round?round=1", "/patterns/board/minus",
    "/patterns/board/won",
    f"/seasons/{SEASON}/print", "/sheets/penalties/hungarian",
})  # fmt: skip
#: Pages that are also stored in the four other languages. They have numbers, days, money, plurals, seats, cards, and
#: names within a sentence.
SPOKEN = (
    f"{M}/sheet", "/matches/for-money/sheet", "/matches/odd/sheet", "/matches/changed/sheet", f"{M}/rulings/r30/slip",
    f"{M}/history", f"{E}/standings", f"{E}/print/standings", f"{E}/wall", f"{E}/me", f"/seasons/{SEASON}",
    "/players/5", "/sheets/penalties/romanian?second=en",
)  # fmt: skip
#: Other devices: the link that each has, and the pages that it opens.
VISITORS = {
    "table": ("link-of-2", (f"{E}/me", f"{E}/tables/2", f"{E}/tables/2/call", f"{E}/rounds/2", E, "/")),
    "watches": ("link-of-None", (f"{E}/me", f"{E}/standings", f"{E}/tables/2", "/")),
    "watches a match": ("watch-hungarian-four", (M, f"{M}/more", "/", "/players")),
    "writes a match": ("edit-hungarian-four", (M, f"{M}/more", f"{M}/share", "/")),
    "stranger": ("no-link", ("/", M, "/rules")),
}

Snapshot = tuple[str, str, str]


def snapshots(club: Path, folder: Path) -> Iterator[Snapshot]:
    """Yield (subject, request, answer) for every snapshot."""
    app = speaking("en", folder)
    yield from _pages(app, club, folder)
    yield from _of("commands", asked_on_copies(club, folder))
    yield from _of("readers", read_from(copied(club, folder / "read.db")))
    yield from _of("after acts", read_after_acts(club, folder / "after.db"))
    yield from _of("acts", tried_acts(folder))
    yield from _of("acts on the club", done_to(club, folder / "done.db"))
    yield from _of("states", in_each_state(app, folder, _got))
    yield from _of("forms", _sent(app, club, folder))
    yield from _of("stories", told_stories(app, club, folder))
    yield from _of("around", asked_around(app, club, folder))
    with app.test_request_context():
        yield from _of("figures", chain(worked_out(app), said_of_rules()))


def _of(subject: str, answers: Iterable[tuple[str, str]]) -> Iterator[Snapshot]:
    return ((subject, asked, answer) for asked, answer in answers)


def _pages(app: Flask, club: Path, folder: Path) -> Iterator[Snapshot]:
    """The pages of this machine and of other devices, and the answers to other programs."""
    with working_at(app, copied(club, folder / "pages.db")):
        client = app.test_client()
        for subject, addresses in {**PAGES, "boards": tuple(f"/patterns/board/{name}" for name in SAMPLES)}.items():
            for address in addresses:
                answer = client.get(address)
                yield subject, address, _answer(answer)
                if address in MARKED:
                    yield "marks", address, "".join(f"{line}\n" for line in marks(answer.text))
        for language in ("hu", "ro", "cs", "et"):
            own = app.test_client()
            own.get(f"/?lang={language}")
            yield from _of("languages", ((f"{language} {address}", _got(own, address)) for address in SPOKEN))
        for name, (share, addresses) in VISITORS.items():
            other = device(app)
            other.get(f"/s/{token_of(SECRET, share)}")
            for address in addresses:
                yield "visitors", f"{name}: {address}", _got(other, address)
        yield from _of("limits", within(partial(_got, client)))
        for path, question in QUESTIONS.items():
            yield "questions", f"POST {path}", _answer(client.post(path, json=question))


def _sent(app: Flask, club: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield every kind of form and its answer: the address to which it leads, or the lines that the form's page lacks.

    A form is sent unchanged by each of its buttons, then filled in, emptied, and with nonsense. Each time, it is sent
    to a new copy of the club.
    """
    sent: set[tuple[object, ...]] = set()
    for address in chain.from_iterable(PAGES.values()):
        with working_at(app, copied(club, folder / "sent.db")):
            client = app.test_client()
            page = client.get(address).text
        before = set(seen(page)) if "<html" in page else set()
        for form in forms_of(page, address) if before else ():
            for what, action, fields in form.sendings():
                pressed = fields[-1] if not what and fields and fields[-1][0] not in UNTOLD else ("", "")
                endpoint = app.url_map.bind("localhost").match(urlsplit(action).path, method="POST")[0]
                if (kind := (endpoint, what, pressed)) not in sent:
                    sent.add(kind)
                    with working_at(app, copied(club, folder / "sent.db")):
                        answer = client.post(action, data=together(fields))
                    said = [answer.status, f"→ {answer.location}"] if answer.location else _answer(answer).splitlines()
                    asked = f"POST {action} {what or '='.join(pressed).strip('=')}".strip()
                    text = "".join(f"{line}\n" for line in said if line not in before)
                    yield asked, re.sub(r"(10o ?)+", "10o… ", text, flags=re.IGNORECASE)


def _got(client: FlaskClient, address: str) -> str:
    return _answer(client.get(address))


def _answer(answer: TestResponse) -> str:
    lines = seen(answer.text) if answer.mimetype == "text/html" else lines_of(answer)
    led = [f"→ {answer.location}"] if answer.location else []
    return masked("\n".join([answer.status, *led, *lines, ""]))
