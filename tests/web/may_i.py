"""Asking “May I?” as a person does, and reading the answer off the page."""

import re
from html import unescape

from flask.testing import FlaskClient

from scorekeeper.words import words_for

ENGLISH = words_for("en")


def text_of(html: str) -> str:
    """The words of a piece of a page, on one line."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def asked(client: FlaskClient, path: str, **facts: object) -> str:
    """The answer on the page: what, which rule, what to do."""
    answer = client.get(path, query_string={"ask": "1", **{name.replace("__", "-"): v for name, v in facts.items()}})
    assert answer.status_code == 200
    return text_of(answer.text.partition('id="answer"')[2].partition("</section>")[0].partition(">")[2])
