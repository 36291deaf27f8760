"""A match of an evening in words: where it is played, why it ended, and what its result is worth."""

from collections.abc import Sequence

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.chain import Payload
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.people import entrant_name
from scorekeeper.evening.ranking.order import Step, Value
from scorekeeper.evening.ranking.scoring import Scoring
from scorekeeper.evening.ranking.standings import ResultLine, Standings
from scorekeeper.words import N_, NP_, Words

#: By the reason of a `match_closed`.
CLOSED = {
    "deals": N_("Match over: all deals are played"),
    "time": N_("Match over: time is up"),
    "conceded": N_("Match over: one side has given up"),
    "director": N_("Match over: ended by the director"),
}


def say_closed(reason: str | None, words: Words) -> str:
    """The reason why a match is over; without a reason it ended by the rules."""
    return words.gettext(CLOSED[reason] if reason else N_("Match over"))


def say_evening(title: str, words: Words) -> str:
    """The title of an evening; of one that has none, what it is, in each reader's language."""
    return title or words.gettext(N_("Club evening"))


def say_table(round_: int, table: int, words: Words) -> str:
    """The round and the table of a match in its evening."""
    return words.gettext(N_("Round %(round)s, table %(table)s"), round=str(round_), table=str(table))


#: What the director decided at a table, by its kind; `ABSENT` where a walkover has nobody to win it.
DECIDED = {
    "played": N_("Entered by the director"),
    "walk_over": N_("Walkover %(points)s, not there: %(names)s"),
    "assigned": N_("By decision %(points)s"),
    "void": N_("Does not count"),
}
ABSENT = N_("Nobody came, %(points)s")


def say_decided(table: TableNow, points: Sequence[int], sides: Sequence[str], words: Words) -> str:
    """The director's decision on a table, with the points and the names of its sides, and who plays on after a draw;
    empty without a decision.

    Home, the table's page, the wall and the papers all say it in these words.
    """
    if table.decision is None:
        return ""
    absent = [name for name, side in zip(sides, table.decision.sides, strict=False) if side.get("absent")]
    sentence = ABSENT if len(absent) == len(sides) else DECIDED[table.decision.kind]
    says = words.gettext(sentence, points=" : ".join(map(words.number, points)), names=", ".join(absent))
    return says if table.decision.winner is None else say_plays_on(says, sides[table.decision.winner], words)


def say_plays_on(says: str, side: str, words: Words) -> str:
    """A result that is a draw, with the side that plays on."""
    plays_on = words.gettext(N_("plays on: %(name)s"), name=side)
    return f"{says} · {plays_on}"


def say_worth(scoring: Scoring, table: TableNow, words: Words) -> str:
    """The reason why the totals of a table are worth their points, by the scoring of its round; empty where they are
    unknown or where that scoring does not count them."""
    if table.scores is None or not table.counted:
        return ""
    return _REASONS[scoring.kind](scoring, table.scores, words)


def _bands(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    gap = abs(totals[0] - totals[1])
    index = next(at for at, band in enumerate(scoring.bands) if band.up_to is None or gap <= band.up_to)
    band, figures = scoring.bands[index], {"difference": gap}
    below = scoring.bands[index - 1].up_to if index else None
    to = {"winner": band.winner, "loser": band.loser}
    if below is None:
        return words.gettext(
            N_("Difference %(difference)s (at most %(most)s): %(winner)s to %(loser)s."),
            most=band.up_to, **figures, **to,
        )  # fmt: skip
    if band.up_to is None:
        return words.gettext(
            N_("Difference %(difference)s (over %(below)s): %(winner)s to %(loser)s."),
            below=below, **figures, **to,
        )  # fmt: skip
    return words.gettext(
        N_("Difference %(difference)s (%(low)s to %(high)s): %(winner)s to %(loser)s."),
        low=below + POINT_STEP, high=band.up_to, **figures, **to,
    )  # fmt: skip


def _outcome(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    figures = {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    return words.gettext(N_("A win is worth %(win)s, a draw %(draw)s, a defeat %(loss)s."), **figures)


def _capped(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    return words.gettext(N_("The difference counts, up to %(cap)s."), cap=scoring.cap)


def _by_place(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    worth = ", ".join(map(words.number, scoring.places))
    return words.gettext(N_("By place at the table: %(worth)s."), worth=worth)


def _sum(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    return words.gettext(N_("Each side’s own total counts."))


_REASONS = {"bands": _bands, "outcome": _outcome, "capped": _capped, "places": _by_place, "sum": _sum}


def say_scoring(scoring: Scoring, words: Words) -> str:
    """The value of results in a scoring without bands."""
    return _REASONS[scoring.kind](scoring, (), words)


def say_bands(scoring: Scoring, words: Words) -> tuple[tuple[str, str], ...]:
    """The bands of a scoring as they are printed: differences, and the points of both sides."""
    below, rows = "", []
    for band in scoring.bands:
        limit = "" if band.up_to is None else words.number(band.up_to)
        rows.append(
            (f"≤ {limit}" if limit else f"> {below}", f"{words.number(band.winner)}–{words.number(band.loser)}")
        )
        below = limit
    return tuple(rows)


#: The seats of a table clockwise; at larger tables they are numbered.
SEATS = (NP_("seat", "N"), NP_("seat", "E"), NP_("seat", "S"), NP_("seat", "W"))


def say_seat(seat: int, words: Words) -> str:
    """The letter of a seat, counted clockwise from 0."""
    return words.pgettext(*SEATS[seat]) if seat < len(SEATS) else words.number(seat + 1)


def say_names(evening: Evening, words: Words) -> dict[str, str]:
    """The names in standings, by id: the first player and any later substitute."""
    last = max(1, len(evening.rounds))
    return {entrant.id: _say_name(entrant, last, words) for entrant in evening.entrants}


def _say_name(entrant: EntrantRecord, last: int, words: Words) -> str:
    name = entrant_name(entrant, 1)
    for since in () if entrant.name else (since for since, _ in entrant.line_ups if 1 < since <= last):
        then = {"name": name, "round": str(since), "then": entrant_name(entrant, since)}
        name = words.gettext(N_("%(name)s, from round %(round)s %(then)s"), **then)
    return name


#: What parts entrants who are level on points.
KEYS = {
    "head_to_head": N_("head to head"),
    "difference": N_("difference"),
    "wins": N_("wins"),
    "highest_deal": N_("highest deal"),
    "score": N_("total of the cards"),
    "opponents": N_("points of the opponents"),
    "lots": N_("draw of lots"),
}
#: Why a key parted nobody.
SKIPPED = {
    "not_all_met": N_("they did not all meet"),
    "unknown": N_("%(key)s: not known"),
    "no_seed": N_("no lots were drawn"),
}


def say_key(key: str, words: Words) -> str:
    """The name of a tie-break."""
    return words.gettext(KEYS[key])


def say_place(counted: Standings, index: int, words: Words) -> str:
    """The reason why a row is below the one above it; empty for the first. `index` is that of the row."""
    row = counted.rows[index]
    if index == 0:
        return ""
    above = counted.rows[index - 1]
    if row.points != above.points:
        return words.ngettext(
            "%(num)s point fewer than the place above", "%(num)s points fewer than the place above",
            above.points - row.points,
        )  # fmt: skip
    steps = [step for step in counted.steps if {row.entrant, above.entrant} <= set(step.level)]
    reasons = [words.gettext(N_("tied on %(points)s points"), points=row.points)]
    reasons += [_asked(step, row.entrant, above.entrant, words) for step in steps]
    if row.behind_by is None:
        reasons.append(words.gettext(N_("they share the place")))
    return "; ".join(reasons)


def say_parted(counted: Standings, index: int, words: Words) -> str:
    """The tie-break that put a row below one with the same points; empty where the points differ."""
    row, above = counted.rows[index], counted.rows[index - 1]
    if index == 0 or row.points != above.points:
        return ""
    level = words.gettext(N_("tied on %(points)s points"), points=row.points)
    if row.behind_by is None:
        return f"{level}; {words.gettext(N_('they share the place'))}"
    steps = [step for step in counted.steps if {row.entrant, above.entrant} <= set(step.level)]
    asked = [step for step in steps if step.key == row.behind_by and not step.skipped]
    says = _asked(asked[-1], row.entrant, above.entrant, words) if asked and row.behind_by != "lots" else ""
    return f"{level}; {says or say_key(row.behind_by, words)}"


def _asked(step: Step, own: str, above: str, words: Words) -> str:
    """The figures of two tied rows by one tie-break."""
    if step.skipped:
        return words.gettext(SKIPPED[step.skipped], key=say_key(step.key, words))
    mine, other = step.values[own], step.values[above]
    if mine == other:
        return words.gettext(N_("%(key)s: the same"), key=say_key(step.key, words))
    values = {"key": say_key(step.key, words), "mine": _value(step.key, mine, words)}
    return words.gettext(N_("%(key)s %(mine)s against %(other)s"), **values, other=_value(step.key, other, words))


def _value(key: str, value: Value, words: Words) -> str:
    if isinstance(value, int):
        return words.signed(value) if key == "difference" else words.number(value)
    return "–" if value is None else value


#: Of an entrant without a table in the round in play, and the same on an evening where losing puts people out.
SITS_OUT, NO_SEAT = N_("sits out"), N_("has no seat")
BYE, OUT = N_("has a bye"), N_("is out")
#: What a round brought that was not played at the table.
ROUNDS = {
    "sit_out": N_("sat out"),
    "missed": N_("not there"),
    "walk_over": N_("walkover"),
    "assigned": N_("points assigned by the director"),
    "void": N_("the table does not count"),
}
#: The same in a narrow table, behind the points.
MARKS = {"sit_out": "ˢ", "missed": "ᵐ", "walk_over": "ʷ", "assigned": "ᵈ", "void": "ᵛ"}


def say_away(words: Words, *, rests: bool, knocks_out: bool) -> str:
    """The reason why an entrant has no table: it rests, or it is not expected."""
    if knocks_out:
        return words.gettext(BYE if rests else OUT)
    return words.gettext(SITS_OUT if rests else NO_SEAT)


def say_line(
    line: ResultLine,
    partners: Sequence[str],
    others: Sequence[str],
    totals: Sequence[int],
    words: Words,
    *,
    knocks_out: bool = False,
) -> str:
    """A round of one entrant: partners, opponents, and the result."""
    if knocks_out and line.kind in ("sit_out", "missed"):
        return say_away(words, rests=line.kind == "sit_out", knocks_out=True)
    parts = []
    if partners:
        parts.append(words.gettext(N_("with %(names)s"), names=" & ".join(partners)))
    if others:
        parts.append(words.gettext(N_("against %(names)s"), names=", ".join(others)))
    if line.kind in ROUNDS:
        parts.append(words.gettext(ROUNDS[line.kind]))
    if line.score is not None and len(totals) > 1:
        against = list(totals)
        against.remove(line.score)
        parts.append(" : ".join(map(words.number, (line.score, *against))))
    elif line.score is not None:
        parts.append(words.number(line.score))
    return ", ".join(parts)


def say_marks(lines: Sequence[ResultLine], words: Words) -> str:
    """The points of some lines, each marked where it was not played."""
    return " + ".join(f"{words.number(line.points)}{MARKS.get(line.kind, '')}" for line in lines)


#: What is done at the bell with a deal in progress.
BELLS = {
    "finish": N_("When the bell rings, finish the deal."),
    "count": N_("When the bell rings, stop and count."),
    "drop": N_("When the bell rings, the deal in progress is not recorded."),
}


#: The same once it has rung.
RUNG = {
    "finish": N_("The bell has rung: finish the deal, begin no other"),
    "count": N_("The bell has rung: stop and count"),
    "drop": N_("The bell has rung: the deal in progress is not recorded"),
}


def say_bell(in_progress: str, words: Words, *, rung: bool = False, minutes: int = 0, until: str = "") -> str:
    """The instruction for the bell, before it rings or once it has rung. The deal in progress may go on for `minutes`
    after it; during these, `until` is the time of day when they end."""
    if until:
        return words.gettext(N_("The bell has rung: finish the deal by %(time)s, begin no other"), time=until)
    if minutes and not rung:
        return words.ngettext(
            "The deal in progress may go on for %(num)s minute after the bell; then stop and count.",
            "The deal in progress may go on for %(num)s minutes after the bell; then stop and count.", minutes,
        )  # fmt: skip
    return words.gettext((RUNG if rung else BELLS)[in_progress])


def say_length(round_end: Payload, words: Words) -> str:
    """The length of a round: its deals, its minutes, or both."""
    deals = round_end.get("deals", 0) if round_end.get("by") == "deals" else 0
    minutes = round_end.get("minutes", 0)
    parts = [words.ngettext("%(num)s deal", "%(num)s deals", deals)] if deals else []
    parts += [words.ngettext("%(num)s minute", "%(num)s minutes", minutes)] if minutes else []
    return ", ".join(parts)
