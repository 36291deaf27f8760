"""Matches: the list, the form that opens a match, presets of house rules, the board, and the board to watch."""

import hashlib
import secrets
from collections.abc import Sequence
from functools import partial
from random import Random, SystemRandom

from flask import Blueprint, current_app, make_response, redirect, render_template, request, session, url_for
from flask_wtf.csrf import generate_csrf
from werkzeug.wrappers import Response

from scorekeeper.actions.club.house_rules import drop_preset, save_preset
from scorekeeper.actions.matches.draws import dealer_drawn, draw, seats_of
from scorekeeper.actions.matches.opening import open_match, problems
from scorekeeper.actions.matches.opening import rematch as again
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.web.board import page_cache
from scorekeeper.web.board.saved import changed
from scorekeeper.web.board.views import board_page
from scorekeeper.web.frame import Right, current_desk, device, load, needs, new_key, now, words
from scorekeeper.web.frame.access import only_evening, only_match, only_watches
from scorekeeper.web.frame.desk import glance, last_match, new_id, remember_match
from scorekeeper.web.frame.forms import SAME, FormQuestion, answered, questions
from scorekeeper.web.frame.i18n import language, text_size, theme
from scorekeeper.web.frame.links import home_in
from scorekeeper.web.frame.version import version
from scorekeeper.web.matches import forms
from scorekeeper.web.matches.listing import listed
from scorekeeper.web.matches.options import agreed
from scorekeeper.web.matches.views import form_page, missing_names

blueprint = Blueprint("matches", __name__)


@blueprint.get("/")
@needs(Right.ANY_LINK)
def index() -> Response | str:
    """List the matches, the latest first; a device of a single table is redirected to its evening or match."""
    if evening := only_evening():
        return redirect(home_in(*evening), 303)
    if match_id := only_match():
        return redirect(url_for("matches.board", match_id=match_id), 303)
    return render_template("matches/list.html", **listed(current_desk().ledger, request.args, last_match(), words()))


@blueprint.get("/matches/new")
@needs(Right.WRITE)
def new() -> Response | tuple[str, int]:
    """Show the form to open a match.

    A choice that changes the form redirects to an address of its own, so that Back and sharing work.
    """
    values = request.args
    if preset := values.get("preset"):
        return _shown(forms.with_preset(forms.read_form(values), current_desk().ledger.presets.get(preset)))
    if before := values.get("from"):
        return _shown(forms.with_setup(again(current_desk().load(before).state.setup)))
    was = values.get("was", "")
    if was and was.split(" ")[:2] != [values.get("rules"), values.get("format")]:
        return _shown(forms.switched(values, was))
    form = forms.read_form(values)
    if sits := values.get("sit"):
        return _shown(forms.seated(form, sits))
    if SAME in values:
        return _shown(replace(form, players=forms.called(form.players, answered(values))))
    if values.get("draw") in forms.DRAWS:
        if missing := missing_names(form):
            return _page(form, missing), 422
        random = current_app.config.get("RANDOM") or SystemRandom()  # tests set a random generator of their own
        return _shown(drawn(form, values["draw"], random))
    return make_response(_page(form))


@blueprint.post("/matches")
@needs(Right.WRITE)
def create() -> Response | tuple[str, int]:
    """Open a match, with or without names, and go to its board; after a mistake the form comes back as typed."""
    form = forms.read_form(request.form)
    options, refused = forms.chosen(form)
    match = forms.new_match(form, options)
    if not any(name.strip() for name in form.players):
        match = forms.by_seats(match, words())
    wrong, asked = [*problems(match), *refused], questions(form.players, form.apart, words())
    if wrong or asked:
        return _page(form, wrong, asked), 422
    opened = open_match(current_desk(), match, match_id=new_id(), key=form.key or new_key(), actor=device(), now=now())
    remember_match(opened.entry.owner)
    return redirect(url_for("matches.board", match_id=opened.entry.owner), 303)


@blueprint.get("/matches/<match_id>")
@needs(Right.WATCH)
def board(match_id: str) -> Response:
    """The board of a match; after a deal was saved, also the effects of the save.

    A device that may only watch is redirected to `watch`. If the saved deal was taken back meanwhile, the answer
    redirects to the history. If nothing has changed since the board was last rendered, the match is not folded.
    """
    if only_watches(match_id):
        return redirect(url_for("matches.watch", match_id=match_id), 303)
    number = request.args.get("saved", type=int)
    gone = number is not None and number not in load(match_id).memory.deals
    if gone and any(
        entry.deal == number for entry in current_desk().ledger.matches.entries(match_id)
    ):  # it was taken back
        return redirect(url_for("history.index", match_id=match_id), 303)
    return _board(match_id, watch=False)


@blueprint.get("/matches/<match_id>/watch")
@needs(Right.WATCH)
def watch(match_id: str) -> Response:
    """The board for spectators."""
    return _board(match_id, watch=True)


def drawn(form: forms.MatchForm, what: str, random: Random) -> forms.MatchForm:
    """The form after drawing cards, which decides the first dealer. In a draw for "partners" the players also change
    seats; in one for "dealer" they keep them."""
    rules = resolve(form.rules, form.format)
    results = draw(form.players, random)
    players = seats_of([each.player for each in results], form.sides) if what == "partners" else form.players
    cards = {each.player: ".".join(card.short for card in each.cards) for each in results}
    return replace(
        form,
        players=players,
        first_dealer=dealer_drawn([players.index(each.player) for each in results], rules),
        drawn=tuple(cards[player] for player in players),
    )


def _board(match_id: str, *, watch: bool) -> Response:
    """The board, from a cache if it was rendered before in the same state of the match, language, theme and text size.

    A device that already has it gets a 304 from any process, because all processes make the same entity tag.
    """
    seen, looks = glance(match_id), (language(), theme(), text_size())
    key = (match_id, watch, *looks, seen.after, seen.begun)
    parts = (seen.seal, version(), *looks, "watch" if watch else "all", seen.after or "", str(seen.begun or ""))
    tag = "-".join(parts)
    # A browser may have the board without forms, or with forms, which belong to one session.
    tags = (tag, f"{tag}-{_session_mark()}") if "csrf_token" in session else (tag,)
    held = next((each for each in tags if request.if_none_match.contains_weak(each)), None)
    if held:
        response, tag = current_app.response_class(status=304), held
    else:
        set_board = partial(_set_board, match_id, after=seen.after, begun=seen.begun, watch=watch)
        board = page_cache.board_of(key, seen.seal, tag, set_board)
        tag = f"{tag}-{_session_mark()}" if page_cache.TOKEN in board else tag
        response = page_cache.answer(board, tag)
    response.set_etag(tag, weak=True)
    return response


def _set_board(match_id: str, tag: str, *, after: str | None, begun: int | None, watch: bool) -> str:
    state = load(match_id).state
    page = board_page(match_id, state, words(), watch=watch, after=after, begun=begun)
    number = request.args.get("saved", type=int)
    if number is not None and state.row(number) is not None and not watch:
        page |= {
            "saved": number,
            "consequences": changed(number, current_desk().ledger.matches.entries(match_id), words()),
        }
    address = url_for(request.endpoint or "", match_id=match_id)
    return render_template("board/board.html", **page, address=address, tag=tag)


def _session_mark() -> str:
    """Eight hex digits of a hash of the session's form token. The tag of a board with forms ends with them, because its
    forms work only in the session for which it was rendered."""
    if "csrf_token" not in session:
        generate_csrf()
    return hashlib.sha256(str(session["csrf_token"]).encode()).hexdigest()[:8]


def _shown(form: forms.MatchForm) -> Response:
    return redirect(url_for("matches.new", **forms.to_query(form)))


def _page(form: forms.MatchForm, refused: Sequence[Refused] = (), asked: Sequence[FormQuestion] = ()) -> str:
    """The page of the form with its errors and the questions that have to be answered first."""
    return render_template("matches/new.html", **form_page(form, refused, current_desk(), words(), asked))


@blueprint.get("/presets")
@needs(Right.WRITE)
def presets() -> str:
    """The presets of house rules, each with the options that it changes."""
    kept, sets = current_desk().ledger.presets.all(), rulebook().rule_sets
    rows = [(each, sets[forms.listed_choice(each.rules, "")[0]].title, agreed(each.options, words())) for each in kept]
    return render_template("matches/presets.html", presets=rows)


@blueprint.post("/presets")
@needs(Right.WRITE)
def keep_preset() -> Response | tuple[str, int]:
    """Save the options of the form as a preset; the form comes back as it was."""
    form = forms.read_form(request.form)
    options, refused = forms.chosen(form)
    if not refused:
        desk, id_ = current_desk(), secrets.token_hex(8)
        try:
            save_preset(
                desk, form.preset_name, rules=form.rules, format_=form.format, options=options, id_=id_, now=now()
            )
            return redirect(url_for("matches.new", **forms.to_query(form)), 303)
        except Refused as wrong:
            refused = [wrong]
    return _page(form, refused), 422


@blueprint.post("/presets/<preset_id>/drop")
@needs(Right.WRITE)
def forget_preset(preset_id: str) -> Response:
    """Delete a preset; matches opened with it keep their rules."""
    drop_preset(current_desk(), preset_id)
    return redirect(url_for("matches.presets"), 303)
