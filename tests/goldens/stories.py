"""Stories of a few acts each, told by what every page says that was not said before. `stories.txt` has a story under
each `## title`, a step a line:

    /matches/m                          what the page says; looked at again, what came (+) and went (-)
    /matches/m > /matches/m/pause       the form of a page that is sent there, as it is
    /matches/m > /matches/m/names: a=b  with these values in it, as in an address; of an action without a form, alone
    /matches/m > *me/names              the first form that is sent to an address that ends so
    again                               what was sent last once more
    other /matches/m                    another browser of this machine; or a device that came by this link

`{0}` is where the story led first, `{home}` the match or evening of it, `{id}` its id, `{last}` where it led last. A
title that begins with "Nothing" is of a program in which nothing happened yet, any other of the club.
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
    """Each story, with what came of its steps."""
    nothing = folder / "nothing.db"
    Ledger.open(nothing).close()
    for story in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").split("## ")[1:]:
        title, *steps = filter(None, story.splitlines())
        begin = nothing if title.startswith("Nothing") else club
        with working_at(app, copied(begin, folder / "story.db")):
            told = _Story(app)
            yield title, "".join(f"> {step}\n{told.step(at, step)}" for at, step in enumerate(steps))


class _Story:
    """The pages that each device saw so far, and the addresses that acts led to."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._browsers: dict[str, FlaskClient] = {"": app.test_client(), "other": app.test_client()}
        self._pages: dict[tuple[str, str], list[str]] = {}
        self._said: set[str] = set()
        self._led: list[str] = []
        self._sent: tuple[FlaskClient, str, Fields] = (self._browsers[""], "", [])

    def step(self, at: int, step: str) -> str:
        """The lines that a step shows; each meets a chance of its own."""
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
        """An answer; where it leads is noted."""
        if answer.location:
            self._led.append(answer.location.partition("#")[0])
        return answer

    def _browser(self, who: str) -> FlaskClient:
        if who not in self._browsers:
            self._browsers[who] = device(self._app)
            self._browsers[who].get(f"/s/{token_of(SECRET, who)}")
        return self._browsers[who]


def _filled(forms: list[Form], action: str, typed: str) -> Fields:
    """The fields of the first form that is sent there and its button, with what is typed in their place."""
    sent = next((action.removesuffix(part) for part in MEANWHILE if action.endswith(part)), action)
    fitting = [[*form.fields, *pressed] for form in forms for pressed in _pressed(form, sent)]
    token = [each for form in forms for each in sum(_pressed(form, ""), form.fields) if each[0] == "csrf_token"]
    given = parse_qsl(typed, keep_blank_values=True)
    names = {name for name, _ in given}
    return [*(each for each in [*fitting, token[:1]][0] if each[0] not in names), *given]


def _pressed(form: Form, action: str) -> list[Fields]:
    """The fields that each button of a form adds that sends it there; "" is anywhere."""
    return [[(name, value)] if name else [] for to, name, value in form.buttons if action in (to, "")]


def _lines(answer: TestResponse) -> list[str]:
    return [] if answer.location else seen(answer.text) if answer.mimetype == "text/html" else lines_of(answer)


def _text(answer: TestResponse, lines: list[str]) -> str:
    led = [f"→ {answer.location}"] if answer.location else [answer.status] if answer.status_code != 200 else []
    return masked("".join(f"    {line}\n" for line in (*led, *lines)))
