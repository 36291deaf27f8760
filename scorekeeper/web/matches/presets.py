"""House rules under a name: saved from the form that opens a match, used there again, removed here."""

from __future__ import annotations

import secrets

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.presets import drop_preset, save_preset
from scorekeeper.engine.refused import Refused
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.matches.form import chosen, listed_choice, read_form, to_query
from scorekeeper.web.matches.options import agreed
from scorekeeper.web.matches.page import form_page

blueprint = Blueprint("presets", __name__, url_prefix="/presets")


@blueprint.get("")
@needs(Right.WRITE)
def index() -> str:
    """The saved house rules, and what each changes."""
    presets = current_desk().ledger.presets.all()
    book = rulebook()
    rows = [
        (
            preset,
            words().gettext(book.rule_sets[listed_choice(preset.rules, "")[0]].title),
            agreed(preset.options, words()),
        )
        for preset in presets
    ]
    return render_template("matches/presets.html", presets=rows)


@blueprint.post("")
@needs(Right.WRITE)
def save() -> Response | tuple[str, int]:
    """Save the options of the form; the form comes back with everything else as it was."""
    form = read_form(request.form)
    options, refused = chosen(form)
    try:
        if refused:
            raise refused[0]
        save_preset(
            current_desk(),
            form.preset_name,
            rules=form.rules,
            format_=form.format,
            options=options,
            id_=secrets.token_hex(8),
            now=now(),
        )
    except Refused as wrong:
        mistakes = [*refused, *([] if refused else [wrong])]
        return render_template("matches/new.html", page=form_page(form, mistakes, current_desk(), words())), 422
    return redirect(url_for("matches.new", **to_query(form)), 303)


@blueprint.post("/<preset_id>/drop")
@needs(Right.WRITE)
def drop(preset_id: str) -> Response:
    """Forget a preset; matches opened with it keep their rules."""
    drop_preset(current_desk(), preset_id)
    return redirect(url_for("presets.index"), 303)
