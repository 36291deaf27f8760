"""The page `/patterns`, which shows each component in each of its states, and whole boards as samples.

It is a reference for people who build pages, and not part of the program. `make dev` serves it, and tests use it.
"""

from __future__ import annotations

from typing import NoReturn

from flask import Blueprint, Flask, abort, render_template

import scorekeeper
from scorekeeper.web.board.views import board_page
from scorekeeper.web.frame.errors import TEXTS
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from tools.patterns.samples import LONG, SAMPLES

blueprint = Blueprint("patterns", __name__, url_prefix="/patterns", template_folder="templates")


@blueprint.get("")
@needs(Right.WATCH)
def index() -> str:
    """Show every component."""
    return render_template(
        "patterns.html",
        board=sample("usual"),
        three=sample("three"),
        boards=tuple(SAMPLES),
        codes=tuple(TEXTS),
        long_names=tuple(LONG),
    )


@blueprint.get("/board/<name>")
@needs(Right.WATCH)
def board(name: str) -> str:
    """Show one sample board as the page that a table sees."""
    if name not in SAMPLES:
        abort(404)
    return render_template("board/board.html", **sample(name), back_url="/patterns")


@blueprint.get("/error/<int:code>")
@needs(Right.WATCH)
def error(code: int) -> NoReturn:
    """Show the page of an error."""
    abort(code if code in TEXTS else 404)


def sample(name: str) -> dict[str, object]:
    """Return the template's values for a sample match, whose acts do nothing."""
    return board_page(name, SAMPLES[name].state(), words())


def with_patterns(app: Flask) -> Flask:
    """Add the patterns to an application."""
    app.register_blueprint(blueprint)
    return app


def create_app() -> Flask:
    """Build the program with its patterns, for Flask's own server."""
    return with_patterns(scorekeeper.create_app())
