"""What an evening gives to paper, and to be taken away."""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.web.frame.desk import current_desk
from scorekeeper.web.frame.rights import Right, needs

blueprint = Blueprint("evening_paper", __name__)


@blueprint.get("/evenings/<evening_id>/print")
@needs(Right.DIRECT)
def index(evening_id: str) -> str:
    """What can be printed of an evening, and taken away."""
    evening = current_desk().load_evening(evening_id).state
    return render_template("evenings/print.html", evening_id=evening_id, title=evening.setup.title)
