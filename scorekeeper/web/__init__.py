"""The pages: a Flask application with one blueprint for each subject (matches, rulings, players …)."""

from collections.abc import Mapping
from datetime import timedelta

from flask import Blueprint, Flask

from scorekeeper import places
from scorekeeper.ledger.address import Address, path_or_address
from scorekeeper.web import api, offline, plain, players, seasons, sheets
from scorekeeper.web.board import page_cache
from scorekeeper.web.club import pages as club
from scorekeeper.web.club import sharing
from scorekeeper.web.deals import pages as deals
from scorekeeper.web.evenings import entrants, heard, home, paper, penalties, results, standings, wall
from scorekeeper.web.evenings import history as evening_history
from scorekeeper.web.evenings import table as evening_table
from scorekeeper.web.evenings.seating import correct
from scorekeeper.web.evenings.seating import pages as evening_seating
from scorekeeper.web.evenings.setup import pages as evening_setup
from scorekeeper.web.frame import access, answers, desk, errors, filters, i18n, version
from scorekeeper.web.matches import export, history, table
from scorekeeper.web.matches import pages as matches
from scorekeeper.web.reference import may_i, search
from scorekeeper.web.reference import pages as reference
from scorekeeper.web.rulings import code, penalty
from scorekeeper.web.rulings import pages as rulings

# The blueprints with every page of the program. Add the blueprint of a new subject here and nowhere else.
BLUEPRINTS: tuple[Blueprint, ...] = (
    plain.blueprint,
    offline.blueprint,
    plain.styles,
    matches.blueprint,
    table.blueprint,
    deals.blueprint,
    history.blueprint,
    rulings.blueprint,
    rulings.recounts,
    penalty.blueprint,
    code.blueprint,
    search.blueprint,
    export.blueprint,
    players.blueprint,
    offline.this_device,
    sheets.blueprint,
    evening_table.blueprint,
    standings.blueprint,
    paper.links,
    wall.blueprint,
    evening_setup.blueprint,
    home.blueprint,
    correct.blueprint,
    penalties.blueprint,
    evening_history.blueprint,
    evening_seating.blueprint,
    entrants.blueprint,
    results.blueprint,
    paper.blueprint,
    seasons.blueprint,
    sharing.blueprint,
    sharing.trust,
    club.director,
    club.blueprint,
    api.blueprint,
    reference.blueprint,
    may_i.blueprint,
)

# The functions that each set up one concern of the new application. Flask runs `after_request` functions last to first:
# `answers` is first here, so that it compresses and logs the finished response. The check of forms comes after that of
# access, so that a device without access learns nothing from it.
FITTINGS = (
    answers.init_app,
    access.init_app,
    heard.init_app,
    answers.csrf.init_app,
    i18n.init_app,
    filters.init_app,
    errors.init_app,
    offline.init_app,
    desk.init_app,
    page_cache.init_app,
    version.init_app,
    evening_history.init_app,
    sheets.init_app,
)

DEFAULTS: Mapping[str, object] = {
    "TRUSTED_HOSTS": ["localhost", "127.0.0.1"],  # `--lan` adds the addresses that it shares
    "MAX_CONTENT_LENGTH": 256 * 1024,
    "MAX_FORM_MEMORY_SIZE": 256 * 1024,
    "MAX_FORM_PARTS": 2000,
    "DEMONSTRATION": False,  # true: every page says that this is a demonstration
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": timedelta(days=180),  # for a device with a link, from the last change of its session
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_TIME_LIMIT": None,  # a form may lie open on the table for an hour
    "WTF_CSRF_SSL_STRICT": False,  # it requires a referrer, and no page here sends one
}


def build_app(config: Mapping[str, object]) -> Flask:
    """Build the application: its settings (`config` over `DEFAULTS`), the concerns shared by all pages, then the pages.

    A database file holds its own secret key. Raises ValueError for a database server without a `SECRET_KEY`, which has
    to be the same in every process that uses the database.
    """
    app = Flask(
        "scorekeeper",
        template_folder=str(places.shipped("templates")),
        static_folder=str(places.shipped("static")),
        static_url_path="/static",
    )
    app.config.update({**DEFAULTS, **config})
    database = path_or_address(app.config.setdefault("DATABASE", places.default_database()))
    on_server = isinstance(database, Address)
    if on_server and not app.config["SECRET_KEY"]:
        raise ValueError("a database on a server needs a SECRET_KEY")
    app.config["DATABASE"] = database
    app.config.setdefault("TRUST_MACHINE", not on_server)
    app.config.setdefault("SEVERAL_PROCESSES", on_server)
    for fit in FITTINGS:
        fit(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app
