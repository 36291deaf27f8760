"""Stories of a few acts each, shown by the lines that each page adds. `stories.txt` has a story under each `## title`,
with a step on each line:

    /matches/m                          the lines of the page that no page of the story has shown; when the same
                                        browser sees the page again, the lines that were added (+) and removed (-)
    /matches/m > /matches/m/pause       the form of the page that a button sends to this address, unchanged
    /matches/m > /matches/m/names: a=b  the same with these values; if there is no such form, these values alone
    /matches/m > *me/names              the first form that a button sends to an address with this ending
    again                               the last form, sent once more
    other /matches/m                    the step is done in another browser of this machine
    link-of-2 /matches/m                the step is done on a device that has this link

The steps lead to addresses: `{0}` is the first one, `{1}` the second, `{last}` the last. `{home}` is the address of the
match or evening to which the first one belongs, and `{id}` its id. A story whose title begins with "Nothing" starts
with an empty program, any other story with the club.
"""

from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from urllib.parse import parse_qsl

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.actions.club.sharing import token_of
from scorekeeper.ledger.ledger import Ledger
from tests.goldens.asking import MEANWHILE, copied, together
from tests.goldens.club import SECRET
from tests.goldens.forms import Fields, Form, forms_of
from tests.goldens.seen import seen
from tests.goldens.text import lines_of, masked
from tests.web.conftest import working_at
from tests.web.devices import device


def told_stories(app: Flask, club: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each story, with the lines of its steps."""
    nothing = folder / "nothing.db"
    Ledger.open(nothing).close()
    for story in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("## ")[1:]:
        title, *steps = filter(None, story.splitlines())
        begin = nothing if title.startswith("Nothing") else club
        with working_at(app, copied(begin, folder / "story.db")):
            told = _Story(app)
            yield title, "".join(f"> {step}\n{told.step(at, step)}" for at, step in enumerate(steps))


class _Story:
    """A story so far: the pages that each device has seen, and the addresses to which acts led."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._browsers: dict[str, FlaskClient] = {"": app.test_client(), "other": app.test_client()}
        self._pages: dict[tuple[str, str], list[str]] = {}
        self._said: set[str] = set()
        self._led: list[str] = []
        self._sent: tuple[FlaskClient, str, Fields] = (self._browsers[""], "", [])

    def step(self, at: int, step: str) -> str:
        """Do a step, and return its lines. Each step has its own random numbers."""
        led = [each.partition("?")[0] for each in self._led] or [""]
        _, *parts = [*led[0].split("/"), "", ""]
        step = step.format(*led, home=f"/{parts[0]}/{parts[1]}", id=parts[1], last=self._led[-1] if self._led else "")
        looked, sends, act = step.partition(" > ")
        who, _, page = looked.rpartition(" ")
        self._browser(who).environ_base["step"] = f"step {at}"
        if step == "again":
            return self._answered(self._send(*self._sent))
        if not sends:
            return self._seen(who, page)
        action, _, typed = act.partition(": ")
        shown = self._browser(who).get(page).text
        forms = forms_of(shown, page)
        if action.startswith("*"):
            action = next(to for form in forms for to, _, _ in form.buttons if to.endswith(action[1:]))
        answer = self._send(self._browser(who), action, _filled(forms, action, typed))
        return self._answered(answer, shown)

    def _seen(self, who: str, page: str) -> str:
        answer = self._led_by(self._browser(who).get(page))
        now, before = _lines(answer), self._pages.get((who, page))
        if before is None:
            shown = [line for line in now if line not in self._said]
        else:
            changed = list(unified_diff(before, now, n=0, lineterm=""))[2:]
            shown = [line for line in changed if not line.startswith("@@")]
        self._pages[who, page] = now
        self._said.update(now)
        return _text(answer, shown)

    def _send(self, browser: FlaskClient, action: str, fields: Fields) -> TestResponse:
        self._sent = (browser, action, fields)
        return browser.post(action, data=together(fields))

    def _answered(self, answer: TestResponse, page: str = "") -> str:
        """The lines of an answer that the page did not have before."""
        said = _lines(self._led_by(answer))
        before = seen(page) if said else ()
        return _text(answer, [line for line in said if line not in before])

    def _led_by(self, answer: TestResponse) -> TestResponse:
        """Store the address to which an answer leads, and return the answer."""
        if answer.location:
            self._led.append(answer.location.partition("#")[0])
        return answer

    def _browser(self, who: str) -> FlaskClient:
        if who not in self._browsers:
            self._browsers[who] = device(self._app)
            self._browsers[who].get(f"/s/{token_of(SECRET, who)}")
        return self._browsers[who]


def _filled(forms: list[Form], action: str, typed: str) -> Fields:
    """The fields of the first form with a button that sends it to this address, and the field of that button.

    If there is no such form, the CSRF token is the only field. Values in `typed` (`a=b&c=d`) replace those of the form.
    """
    sent = next((action.removesuffix(part) for part in MEANWHILE if action.endswith(part)), action)
    fitting = [[*form.fields, *pressed] for form in forms for pressed in _pressed(form, sent)]
    token = [each for form in forms for each in sum(_pressed(form, ""), form.fields) if each[0] == "csrf_token"]
    given = parse_qsl(typed, keep_blank_values=True)
    names = {name for name, _ in given}
    return [*(each for each in [*fitting, token[:1]][0] if each[0] not in names), *given]


def _pressed(form: Form, action: str) -> list[Fields]:
    """The fields that each button adds, for the buttons of a form that send it to this address; "" is any address."""
    return [[(name, value)] if name else [] for to, name, value in form.buttons if action in (to, "")]


def _lines(answer: TestResponse) -> list[str]:
    return [] if answer.location else seen(answer.text) if answer.mimetype == "text/html" else lines_of(answer)


def _text(answer: TestResponse, lines: list[str]) -> str:
    led = [f"→ {answer.location}"] if answer.location else [answer.status] if answer.status_code != 200 else []
    return masked("".join(f"    {line}\n" for line in (*led, *lines)))
