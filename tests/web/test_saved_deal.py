"""How much is done when a deal is saved: the functions of the program that it passes."""

import sys
from types import CodeType, FrameType
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from bench.programs import ROUND
from scorekeeper.places import PACKAGE
from tests.web.tables import desk_of, opened, token

#: They were 233 in 0.1.0.
MOST = 121


def test_a_saved_deal_passes_few_functions(app: Flask, client: FlaskClient) -> None:
    match = opened(client)
    passed: set[CodeType] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)) and not code.co_name.startswith("<"):
            passed.add(code)

    csrf = token(client, f"/matches/{match}/more")
    for number in range(1, 4):  # what is made ready with the first, and cleared away now and then, is not counted
        form = {"csrf_token": csrf, "key": f"key-of-deal-{number}", "version": str(number), **ROUND}
        passed.clear()
        sys.setprofile(note)
        answer = client.post(f"/matches/{match}/deals/{number}", data=form)
        sys.setprofile(None)
        assert answer.status_code == 303
    assert len(desk_of(app).load(match).state.rows) == 3
    names = sorted(f"{code.co_filename.removeprefix(str(PACKAGE))} {code.co_qualname}" for code in passed)
    assert 80 < len(names) <= MOST, "\n".join(names)
