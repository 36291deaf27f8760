"""The list of evenings, and setting one up: who plays, how they meet, and for all else what held last time."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from hashlib import sha256
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings import NewEntrant, NewEvening, open_evening
from scorekeeper.engine.refused import Refused
from scorekeeper.evening.people import people_of
from scorekeeper.evening.scoring import Scoring
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.scorings import scoring_by_id
from scorekeeper.web.evenings.names import ALONE, FIELD, People, read_names, text_of
from scorekeeper.web.frame.desk import current_desk, device, new_key, now, refusal_text
from scorekeeper.web.frame.i18n import words
from scorekeeper.web.frame.rights import Right, needs
from scorekeeper.words import N_, Words
from scorekeeper.words.movements import MOVEMENTS, SCORINGS, SINGLY, say_state

blueprint = Blueprint("evenings", __name__)

FORMAT = "four"
#: How the pairs meet in an evening of few, and of more; the first is what is proposed.
FEW, MANY = 6, 7
ROUNDS, DEALS, MINUTES = range(1, 16), range(1, 9), (30, 40, 45, 50, 60, 75, 90)
#: What a movement is asked to do besides its own usual.
MOVEMENT_OPTIONS: Mapping[str, Mapping[str, Any]] = {"draw": {"per_table": 2, "avoid_repeats": True}}
BY_TARGET = "target"
#: What holds where there was no evening yet; the rules are then the first of the book.
FIRST = {"title": "", "rules": "", "scoring": "victory_points_4", "rounds": "4", "deals": "4", "minutes": ""}
MOST_TYPED = 20_000
TITLE = N_("Club evening")
NOBODY = N_("Type who plays: four people at least.")


@dataclass(frozen=True, slots=True)
class SetupPage:
    """Everything the form shows: what was typed, what it makes, and the movements that fit, best first."""

    typed: Mapping[str, str]
    key: str
    people: People
    resting: int
    movements: tuple[tuple[str, str, str], ...]
    more: tuple[tuple[str, str, str], ...]
    movement: str
    last_names: int
    rule_sets: tuple[tuple[str, str], ...]
    scorings: tuple[tuple[str, str], ...]
    deals: tuple[tuple[str, str], ...]
    minutes: tuple[tuple[str, str], ...]
    errors: tuple[tuple[str, str], ...] = ()

    def error(self, field: str) -> str | None:
        """The sentence at a field, if something is wrong there."""
        return dict(self.errors).get(field)


@blueprint.get("/evenings")
@needs(Right.DIRECT)
def index() -> str:
    """List the evenings, the latest first."""
    rows = current_desk().ledger.evenings.page()
    shown = [
        (row.id, row.title, words().date(date.fromisoformat(row.date)), say_state(row.status, words())) for row in rows
    ]
    return render_template("evenings/list.html", evenings=shown)


@blueprint.get("/evenings/new")
@needs(Right.DIRECT)
def new() -> str:
    """Set an evening up; what was typed so far stands in the address, and is counted."""
    typed, names = _typed(request.args), request.args.get(FIELD, "")[:MOST_TYPED]
    if "last" in request.args:
        names = "\n".join(filter(None, (names.strip(), text_of(_last_names()))))
    return _page({**typed, FIELD: names}, read_names(names, words()))


@blueprint.post("/evenings")
@needs(Right.DIRECT)
def create() -> Response | tuple[str, int]:
    """Open the evening and go to the seating of its first round; with a mistake the form comes back as typed."""
    names = request.form.get(FIELD, "")[:MOST_TYPED]
    typed = {**_typed(request.form), FIELD: names}
    people = read_names(names, words())
    movement = _chosen(typed.get("movement", ""), people)
    if errors := _problems(people, movement, words()):
        return _page(typed, people, errors), 422
    key = request.form.get("key") or new_key()
    seed = str(int(sha256(key.encode()).hexdigest(), 16) % 9000 + 1000)  # sent twice, it is the same evening
    entrants = tuple(NewEntrant(players) for players in people.entrants(singly=movement in SINGLY, seed=seed))
    settings = {**_settings(typed, words()), "movement": movement, "seed": seed}
    settings |= {"movement_options": dict(MOVEMENT_OPTIONS.get(movement, {}))}
    evening_id = secrets.token_hex(5)
    try:
        opened = open_evening(
            current_desk(),
            NewEvening(settings, entrants, draw=True),
            evening_id=evening_id,
            key=key,
            actor=device(),
            now=now(),
        )
    except Refused as refused:
        return _page(typed, people, ((refused.where, refusal_text(refused)),)), 422
    return redirect(url_for("evening_seating.show", evening_id=opened.entry.owner, number=1), 303)


def fitting(people: People) -> tuple[str, ...]:
    """The movements that fit these people, best first."""
    pairs = people.count // 2
    of_pairs = ("round_robin", "danish_no_repeat") if pairs <= FEW else ("danish_no_repeat", "round_robin")
    rest = ("swiss", "mitchell", "draw", "danish", "knockout", "two_losses")
    alone = ("individual",) if len(people.alone) == len(people.lines) else ()
    return (*alone, *of_pairs, *rest)


def _chosen(movement: str, people: People) -> str:
    fit = fitting(people)
    return movement if movement in fit else fit[0]


def _problems(people: People, movement: str, words: Words) -> tuple[tuple[str, str], ...]:
    if people.problems:
        return tuple((FIELD, says) for says in people.problems)
    if people.count < 4:
        return ((FIELD, words.gettext(NOBODY)),)
    if movement not in SINGLY and len(people.alone) % 2:
        return ((FIELD, words.gettext(ALONE, name=people.alone[-1])),)
    return ()


def _settings(typed: Mapping[str, str], words: Words) -> dict[str, Any]:
    """What the evening is opened with, from what was chosen."""
    by_deals = typed["deals"] != BY_TARGET
    ends: dict[str, Any] = {"by": "deals", "deals": int(typed["deals"])} if by_deals else {"by": BY_TARGET}
    ends |= {"minutes": int(typed["minutes"]), "in_progress": "finish"} if typed["minutes"] else {}
    return {
        "title": typed["title"].strip()[:60] or words.gettext(TITLE),
        "date": datetime.now().astimezone().date().isoformat(),
        "rules": typed["rules"],
        "format": FORMAT,
        "scoring": typed["scoring"],
        "rounds": int(typed["rounds"]),
        "round_end": ends,
    }


def _typed(values: Mapping[str, str]) -> dict[str, str]:
    """What was chosen, and for all else what held last time."""
    first = {**FIRST, "rules": _rule_sets()[0][0]}
    known = {**first, **_last()}
    allowed = {
        "rules": tuple(id_ for id_, _ in _rule_sets()),
        "scoring": tuple(scoring_by_id()),
        "rounds": tuple(map(str, ROUNDS)),
        "deals": (*map(str, DEALS), BY_TARGET),
        "minutes": ("", *map(str, MINUTES)),
    }
    found = {name: values.get(name, known[name]) for name in FIRST}
    chosen = {name: text if text in allowed.get(name, (text,)) else first[name] for name, text in found.items()}
    return {**chosen, "movement": values.get("movement", "")}


def _last() -> dict[str, str]:
    """What held at the latest evening."""
    rows = current_desk().ledger.evenings.page(limit=1)
    if not rows:
        return {}
    setup = current_desk().load_evening(rows[0].id).state.setup
    ends = setup.round_end
    return {
        "title": setup.title,
        "rules": setup.rules,
        "scoring": _scoring_id(setup.scoring),
        "rounds": str(setup.rounds or FIRST["rounds"]),
        "deals": str(ends.get("deals", BY_TARGET)),
        "minutes": str(ends.get("minutes", "")),
    }


def _scoring_id(scoring: Scoring) -> str:
    return next((id_ for id_, known in scoring_by_id().items() if known == scoring), FIRST["scoring"])


def _last_names() -> list[tuple[str, ...]]:
    """Who played last time."""
    rows = current_desk().ledger.evenings.page(limit=1)
    return people_of(current_desk().load_evening(rows[0].id).state) if rows else []


def _rule_sets() -> list[tuple[str, str]]:
    book = rulebook()
    return [(id_, words().gettext(facts.title)) for id_, facts in book.rule_sets.items() if FORMAT in facts.formats]


def _page(typed: Mapping[str, str], people: People, errors: tuple[tuple[str, str], ...] = ()) -> str:
    say = words()
    fit = fitting(people)
    told = [(id_, say.gettext(MOVEMENTS[id_][0]), say.gettext(MOVEMENTS[id_][1])) for id_ in fit]
    movement = _chosen(typed.get("movement", ""), people)
    at_table = 4 if movement in SINGLY else 2
    entrants = people.count if movement in SINGLY else people.count // 2
    page = SetupPage(
        typed=typed,
        key=new_key(),
        people=people,
        resting=entrants % at_table * (1 if movement in SINGLY else 2),
        movements=tuple(told[:3]),
        more=tuple(told[3:]),
        movement=movement,
        last_names=sum(map(len, _last_names())),
        rule_sets=tuple(_rule_sets()),
        scorings=tuple((id_, say.gettext(SCORINGS[id_])) for id_ in scoring_by_id()),
        deals=(
            *((str(n), say.ngettext("%(num)s deal", "%(num)s deals", n)) for n in DEALS),
            (BY_TARGET, say.gettext(N_("To the target"))),
        ),
        minutes=(
            ("", say.gettext(N_("No time limit"))),
            *((str(n), say.gettext(N_("%(num)s minutes at most"), num=n)) for n in MINUTES),
        ),
        errors=errors,
    )
    return render_template("evenings/new.html", page=page)
