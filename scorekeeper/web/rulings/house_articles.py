"""The articles a table adds to its code, and takes out again."""

from __future__ import annotations

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.house_articles import HOUSE, add_article, retire_article
from scorekeeper.actions.offences import house_articles
from scorekeeper.actions.rulings import MISTYPED
from scorekeeper.engine.articles import MOMENTS, Article
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.entries import KEY_LENGTHS
from scorekeeper.web.frame.access import open_here
from scorekeeper.web.frame.desk import current_desk, new_key, now
from scorekeeper.web.frame.director import NO_PIN_YET, is_director
from scorekeeper.web.frame.forms import SIGNED, Number, PlainForm, Select, Text, Tick
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_
from scorekeeper.words.rulings import MOMENTS as HEADINGS
from scorekeeper.words.rulings import say_fine

blueprint = Blueprint("house_articles", __name__, url_prefix="/matches/<match_id>/articles")


class ArticleForm(PlainForm):
    """An article of the house, as the engine reads it."""

    title = Text(N_("What happened"), looks={"maxlength": 200})
    moment = Select(N_("Moment of play"), {moment: HEADINGS[moment] for moment in MOMENTS})
    points = Number(N_("Points, with a minus for a fine"), looks=SIGNED)
    opening_raise = Number(N_("Raise of the opening minimum"))
    obligation = Text(
        N_("What the player has to do"),
        hint=N_("It stays on the board until it is done. You may leave it empty."),
        looks={"maxlength": 200},
    )
    everywhere = Tick(N_("In every match kept here, not only in this one"))

    @property
    def figures(self) -> str:
        """The figures as they were typed, to say that they are meant."""
        return f"{self.points.data}/{self.opening_raise.data}"

    def asked(self) -> dict[str, object]:
        """The article's own values."""
        texts = {name: self[name].data or "" for name in ("title", "moment", "obligation")}
        return texts | {name: self[name].number or 0 for name in ("points", "opening_raise")}

    def field_of(self, where: str) -> str:
        """The field of a value of the article."""
        return where.removeprefix("house_article.")


@blueprint.get("")
@needs(Right.WATCH)
def index(match_id: str) -> tuple[str, int]:
    """The articles in force, and the form for another one."""
    return _page(match_id, ArticleForm())


@blueprint.post("")
@needs(Right.DIRECT)
def add(match_id: str) -> Response | tuple[str, int]:
    """Add an article; the same form again is the same article. Figures that look mistyped are asked about: a button
    of their own takes them as they are."""
    form, meant = ArticleForm(), ""
    if form.validate():
        sure = request.form.get("sure") == form.figures
        try:
            add_article(
                current_desk(),
                match_id,
                form.asked(),
                key=_key(),
                now=now(),
                everywhere=form.everywhere.data,
                sure=sure,
            )
            return redirect(url_for("house_articles.index", match_id=match_id), 303)
        except Refused as refused:
            form.refuse(refused)
            meant = form.figures if refused.key in MISTYPED else ""
    return _page(match_id, form, meant)


@blueprint.post("/<number>/retire")
@needs(Right.DIRECT)
def retire(match_id: str, number: str) -> Response:
    """Take an article out of force; rulings by it stand."""
    current_desk().load(match_id)
    retire_article(current_desk(), match_id, number, now=now())
    return redirect(url_for("house_articles.index", match_id=match_id), 303)


def _page(match_id: str, form: ArticleForm, meant: str = "") -> tuple[str, int]:
    current_desk().load(match_id)
    return form.page(
        "rulings/articles.html",
        match_id=match_id,
        articles=[(article, _about(article), _figure(article)) for article in house_articles(current_desk(), match_id)],
        key=request.form.get("key") or new_key(),
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


def _key() -> str:
    """The form's own key; one without a key is a form of its own."""
    key = request.form.get("key", "")
    return key if len(key) in KEY_LENGTHS else new_key()
