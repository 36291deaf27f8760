"""Everything that the goldens ask of the pages. Each golden is a request and its answer as text."""

import re
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask, Response, request
from flask.testing import FlaskClient
from werkzeug.exceptions import BadRequest

from scorekeeper import create_app
from scorekeeper.actions.club.sharing import token_of
from scorekeeper.cli.certificates import FILES, make
from scorekeeper.web.sheets import close_printer
from tests.goldens.chance import restart
from tests.goldens.club import ALONE, KNOWN, NIGHT, SECRET
from tests.goldens.forms import Fields, forms_of
from tests.goldens.text import answer_text, masked
from tests.i18n.tour import OF_AN_EVENING
from tests.reliability.evening import everything
from tests.web.conftest import ReadingClient, working_at
from tests.web.crawling import answering, walk
from tests.web.devices import device, with_pin
from tests.web.routes import path_of, reading, rules
from tools.patterns.pages import with_patterns

Golden = tuple[str, str]

#: The name of the list of routes that no request reached.
UNREACHED = "routes not reached"
#: Statuses of answers (access denied, not found, method not allowed) after which a route does not count as reached.
NOT_ASKED = frozenset({403, 404, 405})
#: Limits for each kind of page, of PDF and of form: the number of pages, the number of PDFs, and the number of times
#: that a form is sent in the same way.
ENOUGH, ENOUGH_PAPER, ENOUGH_SENT = 4, 3, 2
#: Parts of an address, such as the number of a deal, that vary within one kind of page.
COUNTED = frozenset({"number", "entrant", "ruling_id", "player_id", "share_id", "table", "penalty_id"})
HUNGARIAN, NIGHTS = "/matches/hungarian-four", f"/evenings/{NIGHT}"
#: The addresses at which the walk begins: pages with many links, and pages that no link leads to.
BEGIN = (
    "/", "/?q=nobody", "/help", "/sheets", "/club", "/players", "/seasons", "/evenings", "/may-i?rules=samba",
    "/search?q=HU-03", "/search?q=qqqq", "/search?q=wild+card&rules=samba", "/rules/compare?a=samba&b=bolivia",
    "/trust", "/offline", "/patterns", "/api/rules", "/api/search?q=pile", "/players/names?q=i",
    f"{HUNGARIAN}?saved=1", "/matches/away", "/matches/away/away", f"/evenings/{ALONE}", "/device",
    *(f"/matches/{game}/deals/new?way={way}" for game in ("hungarian-four", "samba-four", "burraco-four")
      for way in ("cards", "counts", "totals")),
    "/matches/new", "/evenings/new", "/seasons/new", f"{HUNGARIAN}/recount", f"{HUNGARIAN}/articles",
    *(f"/patterns/error/{code}" for code in (400, 403, 404, 405, 409, 413, 422, 429, 500, 503)),
)  # fmt: skip
#: Addresses with a mistake: something that does not exist, is not a number, cannot be chosen, or is over.
WRONG = (
    "/nothing-here", "/matches/nowhere", "/matches/nowhere.json", f"{HUNGARIAN}/deals/999",
    f"{HUNGARIAN}/deals/0/amend", f"{HUNGARIAN}/rulings/none/slip", f"{HUNGARIAN}/history?before=x",
    f"{HUNGARIAN}/rulings/new?article=XX-99", f"{HUNGARIAN}/sheet?paper=A0", f"{HUNGARIAN}/sheet?sheet_lang=xx",
    "/matches/for-money/deals/new", "/matches/new?rules=bridge", "/matches/new?format=nine", "/rules/bridge",
    "/rules/articles/HU-99", "/may-i/nothing", "/sheets/evening/2026-13-45", "/sheets/rules/bridge",
    "/evenings/nowhere", "/evenings/nowhere.csv", f"{NIGHTS}/rounds/99", f"{NIGHTS}/tables/99",
    f"{NIGHTS}/print/nothing", "/evenings/new?movement=dance", "/seasons/nowhere", "/players/99999",
    "/players/99999999999999999999", "/s/no-such-token", "/club/copies/none.db", "/api/rules/bridge", "/api/nothing",
    "/static/nothing.css", "/patterns/error/999", "/matches?rules=samba",
)  # fmt: skip
#: The address at which a deal is saved, and the endings of the addresses to which a page sends it while a user types.
A_DEAL, MEANWHILE = re.compile(r"/matches/[^/]+/deals/\d+"), ("/preview", "/draft")
#: Valid requests of other programs, by path.
QUESTIONS: Mapping[str, dict[str, Any]] = {
    "/api/score": {
        "rules": "hungarian", "format": "four", "options": {}, "cards_left": 83,
        "sides": [
            {"name": "N", "score": 1450, "red_threes": 2, "melds": [{"rank": "K", "naturals": 7}], "hands": [{}, {}]},
            {"name": "E", "score": 900, "hands": [{"joker": 1}, {"3": 1}]},
        ],
    },
    "/api/check/opening": {"rules": "hungarian", "score": 1500, "melds": [{"rank": "K", "naturals": 3}], "raise": 10},
    "/api/check/meld": {"rules": "romanian", "meld": {"rank": "K", "naturals": 2, "twos": 2}, "going_out": False},
    "/api/rule": {"code": "hungarian", "article": "HU-03", "answers": {"next_player_acted": False}},
    "/api/pair": {
        "movement": "draw", "seed": "4711", "options": {"per_table": 2}, "history": [],
        "entrants": [{"id": each} for each in "ABCDE"],
    },
    "/api/rank": {
        "scoring": "win_draw_loss", "entrants": ["A", "B"], "tie_breaks": ["difference"],
        "results": [{"round": 1, "sides": [{"entrants": ["A"], "score": 900}, {"entrants": ["B"], "score": 100}]}],
    },
}  # fmt: skip
#: The odd values that replace each value of a request in turn.
FALSE: tuple[Any, ...] = (None, 0, False, "", [], {}, "x", -1)


def asked_of_pages(club: Path, language: str, folder: Path) -> Iterator[Golden]:
    """Yield every golden of the pages in a language, from copies of this club in `folder`.

    The last two are the routes that no request reached, and those that refused all requests.
    """
    app = speaking(language, folder)
    asked, accepted = set[tuple[str, str]](), set[tuple[str, str]]()

    @app.after_request
    def note(answer: Response) -> Response:
        if answer.status_code not in NOT_ASKED:
            asked.add((request.method, str(request.endpoint)))
        if answer.status_code < BadRequest.code:
            accepted.add((request.method, str(request.endpoint)))
        return answer

    for part in (pages, visitors, programs):
        with working_at(app, copied(club, folder / f"{part.__name__}.db")):
            yield from part(app)
    yield from forms(app, club, folder)
    close_printer(app)
    routes = [(method, rule) for rule in rules(app) for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}]
    for name, reached in ((UNREACHED, asked), ("routes that refused whatever was sent", accepted)):
        missed = sorted(f"{method} {rule.rule}" for method, rule in routes if (method, rule.endpoint) not in reached)
        yield name, "".join(f"{route}\n" for route in missed)


def speaking(language: str, folder: Path) -> Flask:
    """The program, answering in this language. Its random numbers depend only on a request's method and address."""
    app = with_patterns(create_app({"DATABASE": folder / "none.db", "SECRET_KEY": SECRET}))
    make(folder / "certificates", ["club.local"])
    app.config.update(
        PROTECTED_ADDRESS="https://club.local:8443", AUTHORITY=folder / "certificates" / FILES["authority"]
    )
    app.test_client_class = ReadingClient
    answers = app.wsgi_app

    def answer(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        asked = f"{environ['PATH_INFO']}?{environ.get('QUERY_STRING', '')}{environ.get('step', '')}"
        restart(f"{environ['REQUEST_METHOD']} {asked}")
        return answers({"HTTP_ACCEPT_LANGUAGE": language, **environ}, start)

    app.wsgi_app = answer  # type: ignore[method-assign]
    return app


def copied(club: Path, copy: Path) -> Path:
    for left in copy.parent.glob(f"{copy.name}*"):
        left.unlink()  # because truncating it first would wait for the disk
    shutil.copy(club, copy)
    return copy


def pages(app: Flask) -> Iterator[Golden]:
    """Pages of every kind that links lead to, some also as PDFs; then a page of every other route; then `WRONG`."""
    client, seen, printed = app.test_client(), set[str](), Counter[object]()
    papers = {rule.endpoint for rule in rules(app) if rule.rule.endswith(".pdf")}
    for found in walk(client, BEGIN, enough=ENOUGH, kind=kind_of, follow=False):
        seen.add(found.endpoint)
        yield found.address, answer_text(found.answer)
        path, mark, asked = found.address.partition("?")
        endpoint, values = answering(app, f"{path}.pdf")
        kind = (endpoint, values.get("kind"))
        if endpoint in papers and found.answer.status_code == 200 and printed[kind] < ENOUGH_PAPER:
            seen.add(endpoint)
            printed[kind] += 1
            yield got(client, f"{path}.pdf{mark}{asked}")
    for rule in rules(app):
        if reading(rule) and rule.endpoint not in seen:
            yield got(client, path_of(app, rule, **KNOWN))
    yield from (got(client, address) for address in WRONG)


def kind_of(address: str, endpoint: str, values: Mapping[str, Any]) -> tuple[object, ...]:
    """The kind of a page, as a key. The pages of all matches of an evening are of the same kind."""
    kept = {name: value for name, value in values.items() if name not in COUNTED}
    if OF_AN_EVENING.match(address):
        kept["match_id"] = "of-an-evening"
    return endpoint, *kept.items()


def got(client: FlaskClient, address: str) -> Golden:
    """The golden of a GET: the address, and the answer as text."""
    return address, answer_text(client.get(address))


def visitors(app: Flask) -> Iterator[Golden]:
    """The pages as other devices see them: the device of a table, devices with a link to watch or to write, one without
    a link, and one without the PIN."""
    others = {
        "table": ("link-of-2", f"{NIGHTS}/tables/2"),
        "watches": ("link-of-None", f"{NIGHTS}/me"),
        "watches a match": ("watch-hungarian-four", HUNGARIAN),
        "writes a match": ("edit-hungarian-four", HUNGARIAN),
        "stranger": ("no-link", "/"),
    }
    for name, (share, begin) in others.items():
        other = device(app)
        other.get(f"/s/{token_of(SECRET, share)}")
        yield from _walked(app, name, other, begin)
    with_pin(app)
    yield from _walked(app, "no PIN given", app.test_client(), "/club")


def _walked(app: Flask, name: str, client: FlaskClient, begin: str) -> Iterator[Golden]:
    """A page of each kind that links lead to, then a page of each other route, which is mostly refused."""
    seen = set[str]()
    for found in walk(client, [begin], enough=1, follow=False):
        seen.add(found.endpoint)
        yield f"{name}: {found.address}", answer_text(found.answer)
    for rule in rules(app):
        if reading(rule) and rule.endpoint not in seen and not rule.rule.endswith(".pdf"):
            address, answer = got(client, path_of(app, rule, **KNOWN))
            yield f"{name}: {address}", answer


def forms(app: Flask, club: Path, folder: Path) -> Iterator[Golden]:
    """Every form on the pages of this machine and of a table's device, each sent to its own copy of the club. A golden
    has the fields, the rows of the club that disappeared or appeared, and the answer."""
    before = set(everything(club))
    for here, begin in ((True, BEGIN), (False, (f"{NIGHTS}/tables/2",))):
        with working_at(app, copied(club, folder / "forms.db")):
            client = app.test_client() if here else device(app)
            client.get("/" if here else f"/s/{token_of(SECRET, 'link-of-2')}")
            sendings = list(_sendings(app, client, begin))
            cookie = client.get_cookie(app.config["SESSION_COOKIE_NAME"])
        for what, action, fields in sendings:
            with working_at(app, copied(club, folder / "sent.db")):
                client = app.test_client() if here else device(app)
                if cookie:
                    client.set_cookie(cookie.key, cookie.value)
                answer = answer_text(client.post(action, data=together(fields)))
                now = set(everything(folder / "sent.db"))
            rows = [*(f"- {row}" for row in sorted(before - now)), *(f"+ {row}" for row in sorted(now - before))]
            said = [f"{name} = {value}" for name, value in fields if name != "csrf_token"]
            yield f"POST {action} {what}", "\n".join([*said, "", *map(masked, rows), "", answer])


def _sendings(app: Flask, client: FlaskClient, begin: Iterable[str]) -> Iterator[tuple[str, str, Fields]]:
    """Yield (way, address, fields) for every form: as it is with each of its buttons, filled in, emptied, and with
    nonsense. A deal is also sent as its page does while a user types. Forms on the pages of patterns are not sent."""
    sent = Counter[object]()
    for found in walk(client, begin, enough=ENOUGH_SENT, kind=kind_of, follow=False):
        page = found.answer.text if found.answer.mimetype == "text/html" else ""
        for form in forms_of(page, found.address) if not found.address.startswith("/patterns") else ():
            for what, action, fields in form.sendings():
                beside = [f"{action}{part}" for part in MEANWHILE] if A_DEAL.fullmatch(action) else []
                for address in (action, *beside):
                    path, pressed = address.partition("?")[0], fields[-1] if what == "" else None
                    kind = app.url_map.bind("localhost").match(path, method="POST")[0], what, pressed
                    sent[kind] += 1
                    if sent[kind] <= ENOUGH_SENT:
                        by = "" if pressed is None or pressed[0] == "csrf_token" else "=".join(pressed)
                        yield f"{what or f'as it is, by {by}'}, from {found.address}", address, fields


def programs(app: Flask) -> Iterator[Golden]:
    """The requests of other programs: correct, without each value in turn, and with odd values in place of each.

    There are also a list of requests, an empty request, a request with an unknown key, and a text that is not JSON.
    """
    client = app.test_client()
    for path, asked in QUESTIONS.items():
        tried: dict[str, Any] = {"": asked, "a list": [asked], "nothing": None}
        for key in asked:
            tried[f"no {key}"] = {name: value for name, value in asked.items() if name != key}
            tried |= {f"{key}={wrong!r}": {**asked, key: wrong} for wrong in FALSE}
        tried["one more"] = {**asked, "held": 0}
        for what, body in tried.items():
            yield f"POST {path} {what}", answer_text(client.post(path, json=body))
    yield "POST /api/score (no JSON)", answer_text(client.post("/api/score", data="{"))


def together(fields: Fields) -> dict[str, list[str]]:
    """The values of each field, by its name."""
    together: dict[str, list[str]] = {}
    for name, value in fields:
        together.setdefault(name, []).append(value)
    return together
