"""Entrants: reading typed names; adding an entrant who comes late; changing an entrant's players, name or fixed table;
recording that an entrant sits out or leaves."""

import re
from collections.abc import Sequence
from typing import Any

from flask import Blueprint, abort, redirect, request, url_for
from werkzeug.wrappers import Response

from scorekeeper.actions.evenings.opening import NewEntrant, add_entrant, change_entrant, set_status
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.evening.fold import Evening
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.past import lot
from scorekeeper.evening.people import names_of
from scorekeeper.ledger.records.renaming import in_lines
from scorekeeper.web.frame import Right, current_desk, forms, needs, stamp, words
from scorekeeper.words import N_, Words
from scorekeeper.words.numbers import whole
from scorekeeper.words.refusals import say_refusal

blueprint = Blueprint("evening_entrants", __name__)

MOST_TYPED = 150
STATUSES = {"present": N_("here"), "absent": N_("rests"), "left": N_("left")}
#: The sentence that says how to type one more entrant. The key is the number of players of each earlier entrant, or 0
#: if there is none.
AS_THE_OTHERS = {
    0: N_("Type one name, or the two of a pair as “A & B”."),
    1: N_("Everyone plays alone this evening: type one name."),
    2: N_("Pairs play this evening: type both names, like “A & B”."),
    3: N_("Sides of three play this evening: type all three names, like “A & B & C”."),
}
FIELD = "names"
#: The end of a line whose players stay at one table: "@3".
FIXED = re.compile(r"@\s*([1-9][0-9]{0,2})\s*$")
#: The errors for a player who is left without partners: in an evening of pairs, and in one of trios.
ALONE = N_("%(name)s has no partner: an odd number of people came alone.")
ALONE_OF_THREE = N_("%(name)s is left over: the people who came alone do not divide into threes.")
NOT_AN_ENTRANT = {
    1: N_("“%(line)s”: everybody plays alone, so one name per line."),
    2: N_("“%(line)s” is neither a name nor a pair of two names."),
    3: N_("“%(line)s” is neither a name nor a trio of three names."),
}


class People(Struct):
    """The typed entrants. `lines` has the names in each line, at most three unless there are `problems`.

    `fixed` has the table at which the players of each line stay, or None. `problems` are the errors as sentences.
    """

    lines: tuple[tuple[str, ...], ...]
    fixed: tuple[int | None, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """The number of players."""
        return sum(map(len, self.lines))

    @property
    def everybody(self) -> tuple[str, ...]:
        """The names of all players."""
        return tuple(name for line in self.lines for name in line)

    @property
    def alone(self) -> tuple[str, ...]:
        """The names that are alone in their line."""
        return tuple(line[0] for line in self.lines if len(line) == 1)

    def wrong(self, size: int, words: Words, *, singly: bool = False) -> tuple[str, ...]:
        """The errors in these lines as sentences, none if the lines are right. An entrant has `size` players.

        A line has the names of all players of an entrant, or one name, of a player who gets partners by lot. With
        `singly`, every player is a separate entrant, and a line has one or two names.
        """
        if self.problems:
            return self.problems
        fits = (1, size) if not singly else (1, 2)
        odd = [" & ".join(line) for line in self.lines if len(line) not in fits]
        if odd:
            return tuple(words.gettext(NOT_AN_ENTRANT[size], line=line) for line in odd)
        if not singly and len(self.alone) % size:
            return (words.gettext(ALONE if size == 2 else ALONE_OF_THREE, name=self.alone[-1]),)
        return ()

    def entrants(self, *, size: int, singly: bool, seed: str) -> tuple[tuple[tuple[str, ...], int | None], ...]:
        """The entrants as (names, fixed table or None): single players, or pairs or trios of `size` players.

        Players who come alone become partners by lot, which `seed` decides. These entrants come last. Players who
        remain alone are left out; `wrong` reports them as an error.
        """
        with_tables = list(zip(self.lines, self.fixed, strict=True))
        if singly or size == 1:
            return tuple(((name,), at) for line, at in with_tables for name in line)
        drawn = sorted(
            (each for each in with_tables if len(each[0]) == 1), key=lambda each: lot(seed, "partners", each[0][0])
        )
        groups = [drawn[at : at + size] for at in range(0, len(drawn) - size + 1, size)]
        together = (
            (tuple(line[0] for line, _ in group), next((at for _, at in group if at), None)) for group in groups
        )
        return (*(each for each in with_tables if len(each[0]) > 1), *together)


def read_names(text: str, words: Words) -> People:
    """Read the text of a field of names: a line for each entrant, or for a player who comes alone.

    `problems` has a sentence for each name that appears twice, and for each line that cannot be read. A line in which a
    name is empty is not in `lines`.
    """
    typed = [line for line in text.splitlines() if line.strip()]
    lines = [tuple(clean(name) for name in FIXED.sub("", line).split("&")) for line in typed]
    fixed = [int(own_table[1]) if (own_table := FIXED.search(line)) else None for line in typed]
    seen: set[str] = set()
    problems = []
    for line, as_typed in zip(lines, typed, strict=True):
        if len(line) > 3 or not all(0 < len(name) <= NAME_LENGTH for name in line):
            problems.append(words.gettext(NOT_AN_ENTRANT[2], line=as_typed.strip()))
        for name in filter(None, line):
            if name.casefold() in seen:
                problems.append(say_refusal(malformed("name_twice", FIELD, name), words))
            seen.add(name.casefold())
    kept = [(line, at) for line, at in zip(lines, fixed, strict=True) if all(line)]
    return People(tuple(line for line, _ in kept), tuple(at for _, at in kept), problems=tuple(dict.fromkeys(problems)))


def text_of(lines: Sequence[tuple[Sequence[str], int | None]]) -> str:
    """The text that would be typed for these entrants, a line for each: "Ilona & Mihai @3". Each entrant is (names,
    fixed table or None)."""
    return "\n".join(" & ".join(line) + (f" @{at}" if at else "") for line, at in lines)


class OneMoreForm(forms.PlainForm):
    """The form to add an entrant."""

    name = forms.Text(N_("One more"), render_kw={"maxlength": MOST_TYPED})


class ChangeForm(forms.PlainForm):
    """The form to change an entrant: its players, the round from which they play, its name, its fixed table."""

    players = forms.Text(
        N_("Who plays"), description=N_("A substitute takes over from one player; points and place are kept."),
        render_kw={"maxlength": MOST_TYPED},
    )  # fmt: skip
    since = forms.Select(N_("Since when"))
    name = forms.Text(N_("Name in the standings"), description=N_("May stay empty."))
    fixed_table = forms.Number(
        N_("Fixed table"),
        description=N_(
            "Leave empty to move like everyone else. Enter a table number for someone who cannot move about."
        ),
    )

    def asked(self, players: tuple[str, ...], record: EntrantRecord, since: int) -> dict[str, Any]:
        """The values to change as JSON: those that differ from the record. `players` play from round `since` on. A name
        that was left empty is not changed."""
        asked: dict[str, Any] = {}
        if players != tuple(map(str, record.players(since))):
            asked["players"] = list(players)
        if (name := clean(self.name.data)[:NAME_LENGTH]) != record.name and name:
            asked["name"] = name
        if self.fixed_table.number != record.fixed_table:
            asked["fixed_table"] = self.fixed_table.number
        return asked


@blueprint.route("/evenings/<evening_id>/entrants", methods=["GET", "POST"])
@needs(Right.DIRECT)
def index(evening_id: str) -> Response | tuple[str, int]:
    """Show who plays in the next round, and add an entrant from that round on.

    The next round may already be published, if nobody has played it: see `Evening.to_seat`.
    """
    desk, form, apart = current_desk(), OneMoreForm(), forms.said_apart(request.form)
    alike: tuple[forms.FormQuestion, ...] = ()
    evening = desk.load_evening(evening_id).state
    size = len(evening.entrants[0].players(evening.to_seat)) if evening.entrants else 0
    if form.is_submitted():
        mark, people = stamp(request.form), _people(form.name)
        new = desk.ledger.evenings.find_key(evening_id, mark.key) is None
        if new and (problem := _problem(people, size, evening)):
            form.wrong("name", problem)
        elif not (new and (alike := forms.questions(people.everybody, apart, words()))):
            with form.refusals():
                if new:
                    add_entrant(desk, evening_id, NewEntrant(people.lines[0]), mark)
                return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)
    form.name.description = AS_THE_OTHERS[size]
    return form.page(
        "evenings/entrants.html",
        evening_id=evening_id,
        evening=evening,
        names=names_of(evening, evening.to_seat),
        statuses=forms.said(STATUSES),
        alike=alike,
        apart=apart,
    )


@blueprint.post("/evenings/<evening_id>/entrants/<entrant>")
@needs(Right.DIRECT)
def status(evening_id: str, entrant: str) -> Response:
    """Note that an entrant is here, sits out or has left, from the next round on.

    As in `index`, the next round may already be published.
    """
    evening = current_desk().load_evening(evening_id).state
    set_status(
        current_desk(), evening_id, entrant, request.form.get("status", ""), stamp(request.form),
        round_=evening.to_seat,
    )  # fmt: skip
    return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)


def _people(field: forms.Text) -> People:
    """Read the names in a field. If the user answered that a typed name means a known player, the field is changed to
    that player's name first."""
    if forms.SAME in request.form:
        field.data = in_lines(field.data, forms.answered(request.form))
    return read_names(field.data[:MOST_TYPED], words())


def _problem(people: People, size: int, evening: Evening, *, but: str = "") -> str | None:
    """The error in the typed name of an entrant, as a sentence; None without an error. The names of other entrants are
    taken, but not those of entrants who have left, or of the entrant `but`.

    `size` is the number of players of each earlier entrant, 0 if there is none.
    """
    if people.problems:
        return people.problems[0]
    if len(people.lines) != 1:
        return words().gettext(AS_THE_OTHERS[0])
    if size and len(people.lines[0]) != size:
        return words().gettext(AS_THE_OTHERS[size])
    others = [each for each in evening.entrants if each.id != but and each.status(evening.to_seat) != "left"]
    there = {str(name).casefold() for each in others for name in each.players(evening.to_seat)}
    doubled = next((name for name in people.everybody if name.casefold() in there), None)
    return words().gettext(N_("%(name)s is in the list already."), name=doubled) if doubled else None


@blueprint.route("/evenings/<evening_id>/entrants/<entrant>/change", methods=["GET", "POST"])
@needs(Right.DIRECT)
def change(evening_id: str, entrant: str) -> Response | tuple[str, int]:
    """Change an entrant: a substitute, another name, a fixed table."""
    desk, apart = current_desk(), forms.said_apart(request.form)
    evening = desk.load_evening(evening_id).state
    alike: tuple[forms.FormQuestion, ...] = ()
    record = next((each for each in evening.entrants if each.id == entrant), None)
    if record is None or evening.state == "finished":
        abort(404)
    before = {str(name) for _, line_up in record.line_ups for name in line_up}  # these need no question
    players = " & ".join(map(str, record.players(evening.to_seat)))
    form = ChangeForm(players=players, name=record.name, fixed_table=str(record.fixed_table or ""))
    if form.is_submitted():
        mark, people = stamp(request.form), _people(form.players)
        new = desk.ledger.evenings.find_key(evening_id, mark.key) is None
        if new and (problem := _problem(people, len(record.players(evening.to_seat)), evening, but=entrant)):
            form.wrong("players", problem)
        elif not (new and (alike := forms.questions({*people.everybody} - before, apart, words()))) and form.validate():
            since = whole(form.since.data or "", 3) or evening.to_seat
            with form.refusals():
                if new and (asked := form.asked(people.lines[0], record, since)):
                    change_entrant(desk, evening_id, entrant, asked, mark, round_=since if "players" in asked else None)
                return redirect(url_for("evening_entrants.index", evening_id=evening_id), 303)
    form.since.choices = {
        str(evening.to_seat): words().gettext(N_("from round %(number)s on"), number=str(evening.to_seat)),
        "1": words().gettext(N_("for the whole evening")),
    }
    return form.page(
        "evenings/entrant.html",
        evening_id=evening_id,
        entrant=entrant,
        title=record.name or players,
        version=evening.version,
        alike=alike,
        apart=apart,
    )
