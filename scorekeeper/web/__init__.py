"""The pages: Flask, one blueprint a noun. A view guards, reads its form, acts, redirects, or renders."""

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
from scorekeeper.web.evenings import entrants as evening_entrants
from scorekeeper.web.evenings import heard
from scorekeeper.web.evenings import history as evening_history
from scorekeeper.web.evenings import home as evening_home
from scorekeeper.web.evenings import paper as evening_paper
from scorekeeper.web.evenings import penalties as evening_penalties
from scorekeeper.web.evenings import results as evening_results
from scorekeeper.web.evenings import standings as evening_standings
from scorekeeper.web.evenings import table as evening_table
from scorekeeper.web.evenings import wall as evening_wall
from scorekeeper.web.evenings.seating import correct as evening_correct
from scorekeeper.web.evenings.seating import pages as evening_seating
from scorekeeper.web.evenings.setup import pages as evening_setup
from scorekeeper.web.frame import access, answers, desk, errors, filters, i18n, version
from scorekeeper.web.matches import export, history, table
from scorekeeper.web.matches import pages as matches
from scorekeeper.web.reference import may_i, search
from scorekeeper.web.reference import pages as reference
from scorekeeper.web.rulings import code, penalty
from scorekeeper.web.rulings import pages as rulings

# Every page of the program hangs on one of these. A new noun adds its blueprint here and nowhere else.
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
    evening_standings.blueprint,
    evening_paper.links,
    evening_wall.blueprint,
    evening_setup.blueprint,
    evening_home.blueprint,
    evening_correct.blueprint,
    evening_penalties.blueprint,
    evening_history.blueprint,
    evening_seating.blueprint,
    evening_entrants.blueprint,
    evening_results.blueprint,
    evening_paper.blueprint,
    seasons.blueprint,
    sharing.blueprint,
    sharing.trust,
    club.director,
    club.blueprint,
    api.blueprint,
    reference.blueprint,
    may_i.blueprint,
)

# Each fits one concern onto the new application. after_request functions run last to first:
# compression stands first, so that it sees the finished response.
FITTINGS = (
    answers.compress_answers,
    answers.log_requests,
    answers.init_app,
    access.init_app,
    heard.init_app,
    answers.guard_forms,
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
    "DEMONSTRATION": False,  # every page says so where it is one
    "SESSION_COOKIE_NAME": "scorekeeper",
    "SESSION_COOKIE_HTTPONLY": True,
    "SESSION_COOKIE_SAMESITE": "Lax",
    "PERMANENT_SESSION_LIFETIME": timedelta(days=180),  # of a device that came by a link, from the last link on
    "SESSION_REFRESH_EACH_REQUEST": False,
    "WTF_CSRF_TIME_LIMIT": None,  # a form may lie open on the table for an hour
    "WTF_CSRF_SSL_STRICT": False,  # it asks for a referrer, and no page here sends one
}


def build_app(config: Mapping[str, object]) -> Flask:
    """Build the application: settings, the concerns that every page shares, then the pages."""
    app = Flask(
        "scorekeeper",
        template_folder=str(places.shipped("templates")),
        static_folder=str(places.shipped("static")),
        static_url_path="/static",
    )
    configure(app, config)
    for fit in FITTINGS:
        fit(app)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    return app


def configure(app: Flask, config: Mapping[str, object]) -> None:
    """Lay the defaults, then the caller's settings; a file keeps its secret key in itself. Raises ValueError where
    there is no file, but a server, and no key: every process that serves the same database has to have the same."""
    app.config.update(DEFAULTS)
    app.config.update(config)
    database = path_or_address(app.config.setdefault("DATABASE", places.default_database()))
    app.config["DATABASE"] = database
    app.config.setdefault("TRUST_MACHINE", not isinstance(database, Address))
    app.config.setdefault("SEVERAL_PROCESSES", isinstance(database, Address))
    if isinstance(database, Address) and not app.config["SECRET_KEY"]:
        raise ValueError("a database on a server needs a SECRET_KEY")
