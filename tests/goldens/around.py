"""The status and headers of an answer, and its body if that is short and not a page. A line of `around.txt` is a
request, with its headers after bars. It is sent by a browser of this machine (with `here-2` in front, by another one),
or by a device with a link:

    link-of-2 GET /evenings/e | Accept: application/json
    again                               the last request again, from a browser that has stored its answer
    set LEAVING=True                    a setting of the program from here on
"""

from ast import literal_eval
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from scorekeeper.actions.club.sharing import token_of
from tests.goldens.asking import copied
from tests.goldens.club import SECRET
from tests.goldens.text import answer_text
from tests.web.conftest import working_at
from tests.web.devices import device

#: The longest body that is shown, in characters.
SHORT = 700


def asked_around(app: Flask, club: Path, folder: Path) -> Iterator[tuple[str, str]]:
    """Yield each request with the status and the headers of its answer, and its body if that is short."""
    browsers: dict[str, FlaskClient] = {"": app.test_client()}
    last, tag = "", ""
    with working_at(app, copied(club, folder / "around.db")):
        for line in Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines():
            if line.startswith("set "):
                name, _, value = line.removeprefix("set ").partition("=")
                app.config[name] = literal_eval(value)
                continue
            last = f"{last.partition(' | If')[0]} | If-None-Match: {tag}" if line == "again" else line
            asked, *given = last.split(" | ")
            who, method, address = ["", *asked.split(" ")][-3:]
            if who not in browsers:
                browsers[who] = app.test_client() if who.startswith("here") else device(app)
                browsers[who].get(f"/s/{token_of(SECRET, who)}")
            headers = [(name, value) for name, _, value in (each.partition(": ") for each in given)]
            answer = browsers[who].open(address, method=method, headers=headers)
            tag = answer.headers.get("ETag", "")
            yield f"{asked} again" if line == "again" else line, _around(answer)


def _around(answer: TestResponse) -> str:
    if "Content-Encoding" in answer.headers:
        answer.set_data("")
    head, _, body = answer_text(answer).partition("\n\n")
    value, weak = answer.get_etag()
    tag = f"\nETag: {'weak' if weak else 'strong'}" if value else ""
    if answer.mimetype == "image/svg+xml":
        body = f"{crc32(answer.data)}\n"  # the code to scan depends on the address
    return f"{head}{tag}\n{body if answer.mimetype != 'text/html' and len(body) <= SHORT else ''}"
