"""The articles a table adds to its code, and takes out again."""

from __future__ import annotations

from collections.abc import Mapping

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.house_articles import HOUSE, add_article, retire_article
from scorekeeper.actions.offences import house_articles
from scorekeeper.actions.rulings import MISTYPED
from scorekeeper.engine.articles import MOMENTS, Article
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.ledger.entries import KEY_LENGTHS
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.desk import current_desk, new_key, now, refusal_text
from scorekeeper.web.frame.director import NO_PIN_YET, is_director
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.web.rulings.form import YES
from scorekeeper.words import N_, NumberNotUnderstood, parse_number
from scorekeeper.words.rulings import MOMENTS as HEADINGS
from scorekeeper.words.rulings import say_fine

blueprint = Blueprint("house_articles", __name__, url_prefix="/matches/<match_id>/articles")

PLACE = "house_article."


@blueprint.get("")
@needs(Right.WATCH)
def index(match_id: str) -> str:
    """The articles in force, and the form for another one."""
    return _page(match_id, {})


@blueprint.post("")
@needs(Right.DIRECT)
def add(match_id: str) -> Response | tuple[str, int]:
    """Add an article; the same form again is the same article."""
    form = request.form
    try:
        everywhere, sure = form.get("everywhere") == YES, form.get("sure") == _figures(form)
        fields = _fields(form)
        add_article(current_desk(), match_id, fields, key=_key(form), now=now(), everywhere=everywhere, sure=sure)
    except Refused as refused:
        meant = _figures(form) if refused.key in MISTYPED else ""
        return _page(match_id, form, [(refused.where.removeprefix(PLACE), refusal_text(refused))], meant=meant), 422
    return redirect(url_for("house_articles.index", match_id=match_id), 303)


@blueprint.post("/<number>/retire")
@needs(Right.DIRECT)
def retire(match_id: str, number: str) -> Response:
    """Take an article out of force; rulings by it stand."""
    current_desk().load(match_id)
    retire_article(current_desk(), match_id, number, now=now())
    return redirect(url_for("house_articles.index", match_id=match_id), 303)


def _figures(form: Mapping[str, str]) -> str:
    """The figures as they were typed, to say that they are meant."""
    return f"{form.get('points', '')}/{form.get('opening_raise', '')}"


def _page(
    match_id: str, form: Mapping[str, str], errors: list[tuple[str, str]] | None = None, *, meant: str = ""
) -> str:
    """The page; `meant` are figures that look mistyped, which a button of their own takes as they are."""
    current_desk().load(match_id)
    return render_template(
        "rulings/articles.html",
        match_id=match_id,
        key=new_key(),
        articles=[(article, _about(article), _figure(article)) for article in house_articles(current_desk(), match_id)],
        moments=[(moment, words().gettext(HEADINGS[moment])) for moment in MOMENTS],
        form=form,
        errors=errors or [],
        meant=meant,
        **_for_this_device(match_id),
    )


def _about(article: Article) -> str:
    """Its number, its moment of play, and whether it holds in every match."""
    where = N_("every match") if article.id.startswith(HOUSE) else N_("this match")
    return " · ".join((article.id, words().gettext(HEADINGS[article.moments[0]]), words().gettext(where)))


def _figure(article: Article) -> str:
    row = article.rows[0]
    return say_fine(row.points, row.opening_raise, words())


def _for_this_device(match_id: str) -> dict[str, object]:
    """The ways back and on: adding, the PIN before that, or why neither; each None where it is not for here."""
    rule_url = open_here(url_for("rulings.new", match_id=match_id))
    add_url = open_here(url_for("house_articles.add", match_id=match_id), "POST")
    directs = is_director()
    rulings = url_for("rulings.index", match_id=match_id), words().gettext(N_("To the rulings"))
    return {
        "back": (rule_url, words().gettext(N_("To the offences"))) if rule_url else rulings,
        "add_url": add_url if directs else None,
        "pin_url": url_for("director.enter", next=add_url) if add_url and not directs else None,
        "why_not": words().gettext(NO_PIN_YET) if rule_url and not add_url else None,
    }


def _fields(form: Mapping[str, str]) -> dict[str, object]:
    """The article as the engine reads it."""
    return {
        "title": form.get("title", ""),
        "moment": form.get("moment", ""),
        "points": _whole(form, "points"),
        "opening_raise": _whole(form, "opening_raise"),
        "obligation": form.get("obligation", "").strip(),
    }


def _whole(form: Mapping[str, str], name: str) -> int:
    text = form.get(name, "").strip()
    try:
        return parse_number(text) if text else 0
    except NumberNotUnderstood:
        raise malformed("not_a_whole_number", f"{PLACE}{name}", text) from None


def _key(form: Mapping[str, str]) -> str:
    """The form's own key; one without a key is a form of its own."""
    key = form.get("key", "")
    return key if len(key) in KEY_LENGTHS else new_key()
