"""A season as a sheet: as a page, and as PDF."""

from __future__ import annotations

from flask import Blueprint, url_for
from werkzeug.wrappers import Response

from scorekeeper.paper import Sheet
from scorekeeper.paper.evenings import season_paper
from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.sheets import printed, sheet_language, shown
from scorekeeper.words import N_

blueprint = Blueprint("season_paper", __name__)


@blueprint.get("/seasons/<season_id>/print")
@needs(Right.WATCH)
def sheet(season_id: str) -> str:
    """The table of a season as a sheet."""
    return shown(_sheet(season_id), (url_for("seasons.show", season_id=season_id), N_("To the season")))


@blueprint.get("/seasons/<season_id>/print.pdf")
@needs(Right.WATCH)
def sheet_pdf(season_id: str) -> Response:
    """The table of a season as PDF."""
    return printed(_sheet(season_id))


def _sheet(season_id: str) -> Sheet:
    return season_paper(current_desk(), season_id, sheet_language())
