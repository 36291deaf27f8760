"""The penalty code of a match, which can be changed while it is played, and its house articles."""

from flask import Blueprint, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.matches.code import HOUSE, add_article, adopt_code, adoptable, deals_to_begin, retire_article
from scorekeeper.actions.matches.offences import house_articles
from scorekeeper.actions.matches.rulings import MISTYPED
from scorekeeper.engine.penalties.articles import MOMENTS, Article
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.chain.entries import KEY_LENGTHS
from scorekeeper.rulebook.codes import codes
from scorekeeper.web.frame import Right, current_desk, needs, new_key, now, stamp, words
from scorekeeper.web.frame.access import NO_PIN_YET, is_director, open_here, require_director
from scorekeeper.web.frame.forms import SIGNED, Chips, Number, PlainForm, Select, Text, Tick
from scorekeeper.words import N_
from scorekeeper.words.numbers import whole
from scorekeeper.words.rulings import MOMENTS as HEADINGS
from scorekeeper.words.rulings import code_title, say_codes

blueprint = Blueprint("code", __name__, url_prefix="/matches/<match_id>")

THIS, NEXT = N_("Deal %(number)s, the one being played"), N_("Deal %(number)s, the next one")


class AdoptionForm(PlainForm):
    """The choice of a penalty code, and of the first deal that it applies to."""

    code = Chips(N_("Which penalty code applies from now on?"), render_kw={"show_legend": True})
    deal = Chips(N_("From which deal?"), render_kw={"show_legend": True})


class ArticleForm(PlainForm):
    """The form to add a house article, to this match or to every match."""

    title = Text(N_("What happened"), render_kw={"maxlength": 200})
    moment = Select(N_("Moment of play"), {moment: HEADINGS[moment] for moment in MOMENTS})
    points = Number(N_("Points, with a minus for a fine"), render_kw=SIGNED)
    opening_raise = Number(N_("Raise of the opening minimum"))
    obligation = Text(
        N_("What the player has to do"),
        description=N_("It stays on the board until it is done. You may leave it empty."),
        render_kw={"maxlength": 200},
    )
    everywhere = Tick(N_("In every match kept here, not only in this one"))

    @property
    def figures(self) -> str:
        """The figures as typed, "points/raise"; sent back, they confirm figures that look mistyped."""
        return f"{self.points.data}/{self.opening_raise.data}"

    def asked(self) -> dict[str, object]:
        """The values of the article by name. A number that was left empty is 0."""
        texts = {name: self[name].data or "" for name in ("title", "moment", "obligation")}
        return texts | {name: self[name].number or 0 for name in ("points", "opening_raise")}

    def field_of(self, where: str) -> str:
        """The name of the field for the location of a refusal."""
        return where.removeprefix("house_article.")


@blueprint.route("/code", methods=["GET", "POST"])
@needs(Right.WRITE)
def adopt(match_id: str) -> Response | tuple[str, int]:
    """Change the penalty code of the match and go to its board."""
    form, desk = AdoptionForm(), current_desk()
    if desk.load(match_id).state.setup.evening:  # all tables of an evening play by the same rules
        require_director()
    if form.validate_on_submit():
        code, deal = form.code.data or "", whole(form.deal.data or "", 9) or 0
        with form.refusals(stale_at="deal"):
            adopt_code(desk, match_id, code, deal, stamp(request.form))
            return redirect(url_for("matches.board", match_id=match_id), 303)
    state, say = desk.load(match_id).state, words().gettext
    offered = [code for code in adoptable() if code != state.setup.rules.code.id or len(state.codes) > 1]
    form.code.choices = {code: code_title(code, codes(), words()) for code in offered}
    form.deal.choices = {
        str(deal): say(THIS if deal == state.next_deal else NEXT, number=deal) for deal in deals_to_begin(state)
    }
    form.code.data = form.code.data or offered[0]
    form.deal.data = form.deal.data or str(state.next_deal)
    return form.page("rulings/code.html", match_id=match_id, state=state, held=say_codes(state.codes, codes(), words()))


@blueprint.get("/articles")
@needs(Right.WATCH)
def articles(match_id: str) -> tuple[str, int]:
    """The house articles in force, and the form to add one."""
    return _articles(match_id, ArticleForm())


@blueprint.post("/articles")
@needs(Right.DIRECT)
def add_to_articles(match_id: str) -> Response | tuple[str, int]:
    """Add an article; the same form sent twice adds it once.

    If figures look mistyped, the form comes back with a button that confirms them.
    """
    form, meant = ArticleForm(), ""
    if form.validate():
        key = request.form.get("key", "")
        key = key if len(key) in KEY_LENGTHS else new_key()
        everywhere, sure = form.everywhere.data, request.form.get("sure") == form.figures
        try:
            add_article(current_desk(), match_id, form.asked(), key=key, everywhere=everywhere, now=now(), sure=sure)
            return redirect(url_for("code.articles", match_id=match_id), 303)
        except Refused as refused:
            form.refuse(refused)
            meant = form.figures if refused.key in MISTYPED else ""
    return _articles(match_id, form, meant)


@blueprint.post("/articles/<number>/retire")
@needs(Right.DIRECT)
def retire(match_id: str, number: str) -> Response:
    """Retire an article; rulings by it remain valid."""
    current_desk().load(match_id)
    retire_article(current_desk(), match_id, number, now=now())
    return redirect(url_for("code.articles", match_id=match_id), 303)


def _articles(match_id: str, form: ArticleForm, meant: str = "") -> tuple[str, int]:
    """The page of the house articles. `meant` are figures to confirm, "" for none.

    `rule_url` and `add_url` are None if this device may not open them. `pin_url` is set if it may add articles after
    entering the PIN; `why_not` explains why it may not add any at all.
    """
    current_desk().load(match_id)
    rule_url = open_here(url_for("rulings.new", match_id=match_id))
    add_url = open_here(url_for("code.add_to_articles", match_id=match_id), "POST")
    return form.page(
        "rulings/articles.html",
        match_id=match_id,
        articles=[(article, _about(article)) for article in house_articles(current_desk(), match_id)],
        key=request.form.get("key") or new_key(),
        meant=meant,
        rule_url=rule_url,
        add_url=add_url if is_director() else None,
        pin_url=url_for("director.enter", next=add_url) if add_url and not is_director() else None,
        why_not=words().gettext(NO_PIN_YET) if rule_url and not add_url else None,
    )


def _about(article: Article) -> str:
    """An article's number, its moment of play, and whether it applies to every match."""
    where = N_("every match") if article.id.startswith(HOUSE) else N_("this match")
    return " · ".join((article.id, words().gettext(HEADINGS[article.moments[0]]), words().gettext(where)))
