"""An evening in words: the tables and results of its matches, the standings, and the instructions for the bell."""

from collections.abc import Iterable, Mapping, Sequence

from scorekeeper.engine.cards import POINT_STEP
from scorekeeper.engine.chain import Payload
from scorekeeper.evening.fold import Evening, TableNow
from scorekeeper.evening.memory import EntrantRecord
from scorekeeper.evening.people import entrant_name
from scorekeeper.evening.ranking.order import Step, Value
from scorekeeper.evening.ranking.scoring import Scoring
from scorekeeper.evening.ranking.standings import ResultLine, Standings
from scorekeeper.words import N_, NP_, Words

#: The sentence for each reason in a `match_closed` entry.
CLOSED = {
    "deals": N_("Match over: all deals are played"),
    "time": N_("Match over: time is up"),
    "conceded": N_("Match over: one side has given up"),
    "director": N_("Match over: ended by the director"),
}


def say_closed(reason: str | None, words: Words) -> str:
    """The sentence that says that a match is over, and why. `reason` is None for a match that ended by its rules."""
    return words.gettext(CLOSED[reason] if reason else N_("Match over"))


def say_evening(title: str, words: Words) -> str:
    """The title of an evening; "Club evening" where it has none."""
    return title or words.gettext(N_("Club evening"))


def say_table(round_: int, table: int, words: Words) -> str:
    """The round and the table of a match in its evening."""
    return words.gettext(N_("Round %(round)s, table %(table)s"), round=str(round_), table=str(table))


#: The director's decision on a table, by its kind; `ABSENT` is for a walkover in which no side was present.
DECIDED = {
    "played": N_("Entered by the director"),
    "walk_over": N_("Walkover %(points)s, not there: %(names)s"),
    "assigned": N_("By decision %(points)s"),
    "void": N_("Does not count"),
}
ABSENT = N_("Nobody came, %(points)s")


def say_decided(table: TableNow, points: Sequence[int], sides: Sequence[str], words: Words) -> str:
    """The director's decision on a table; empty if there is none. `points` and `sides` are the points and the names of
    its sides. If one side plays on after a draw, its name is added."""
    if table.decision is None:
        return ""
    absent = [name for name, side in zip(sides, table.decision.sides, strict=False) if side.get("absent")]
    sentence = ABSENT if len(absent) == len(sides) else DECIDED[table.decision.kind]
    says = words.gettext(sentence, points=" : ".join(map(words.number, points)), names=", ".join(absent))
    return says if table.decision.winner is None else say_plays_on(says, sides[table.decision.winner], words)


def say_plays_on(says: str, side: str, words: Words) -> str:
    """The words of a drawn result, followed by the side that plays on."""
    plays_on = words.gettext(N_("plays on: %(name)s"), name=side)
    return f"{says} · {plays_on}"


def say_worth(scoring: Scoring, table: TableNow, words: Words) -> str:
    """The explanation of how the scoring of the round turns the totals of a table into points. It is empty if the
    totals are unknown or the scoring does not count them."""
    if table.scores is None or not table.counted:
        return ""
    return _band(scoring, table.scores, words) if scoring.kind == "bands" else say_scoring(scoring, words)


def _band(scoring: Scoring, totals: tuple[int, ...], words: Words) -> str:
    """The sentence about the difference between two totals: the limits of its band, and the points for both sides."""
    gap = abs(totals[0] - totals[1])
    index = next(at for at, band in enumerate(scoring.bands) if band.up_to is None or gap <= band.up_to)
    band, below = scoring.bands[index], scoring.bands[index - 1].up_to if index else None
    figures: dict[str, object] = {"difference": gap, "winner": band.winner, "loser": band.loser}
    if below is None:
        sentence = N_("Difference %(difference)s (at most %(most)s): %(winner)s to %(loser)s.")
    elif band.up_to is None:
        sentence = N_("Difference %(difference)s (over %(below)s): %(winner)s to %(loser)s.")
    else:
        sentence = N_("Difference %(difference)s (%(low)s to %(high)s): %(winner)s to %(loser)s.")
        figures["low"] = below + POINT_STEP
    return words.gettext(sentence, below=below, most=band.up_to, high=band.up_to, **figures)


def say_scoring(scoring: Scoring, words: Words) -> str:
    """The sentence about the points for each result, in a scoring without bands."""
    match scoring.kind:
        case "outcome":
            says = N_("A win is worth %(win)s, a draw %(draw)s, a defeat %(loss)s.")
            return words.gettext(says, win=scoring.win, draw=scoring.draw, loss=scoring.loss)
        case "capped":
            return words.gettext(N_("The difference counts, up to %(cap)s."), cap=scoring.cap)
        case "places":
            worth = ", ".join(map(words.number, scoring.places))
            return words.gettext(N_("By place at the table: %(worth)s."), worth=worth)
    return words.gettext(N_("Each side’s own total counts."))


def say_bands(scoring: Scoring, words: Words) -> tuple[tuple[str, str], ...]:
    """The bands of a scoring as (differences, points of winner and loser), for printing: ("≤ 100", "12–8")."""
    limits = ["" if band.up_to is None else words.number(band.up_to) for band in scoring.bands]
    differences = (f"≤ {limit}" if limit else f"> {below}" for limit, below in zip(limits, ["", *limits], strict=False))
    points = (f"{words.number(band.winner)}–{words.number(band.loser)}" for band in scoring.bands)
    return tuple(zip(differences, points, strict=True))


#: The seats of a table, clockwise; further seats have numbers.
SEATS = (NP_("seat", "N"), NP_("seat", "E"), NP_("seat", "S"), NP_("seat", "W"))


def say_seat(seat: int, words: Words) -> str:
    """The letter of a seat, or its number at a larger table; `seat` counts clockwise from 0."""
    return words.pgettext(*SEATS[seat]) if seat < len(SEATS) else words.number(seat + 1)


def say_names(evening: Evening, words: Words) -> dict[str, str]:
    """The names of entrants in standings, by id. A later change of players is included: "Ilona & Mihai, from round 3
    Ilona & Vera"."""
    last = max(1, len(evening.rounds))
    return {entrant.id: _say_name(entrant, last, words) for entrant in evening.entrants}


def _say_name(entrant: EntrantRecord, last: int, words: Words) -> str:
    name = entrant_name(entrant, 1)
    for since in () if entrant.name else (since for since, _ in entrant.line_ups if 1 < since <= last):
        then = {"name": name, "round": str(since), "then": entrant_name(entrant, since)}
        name = words.gettext(N_("%(name)s, from round %(round)s %(then)s"), **then)
    return name


#: The tie-breaks of an evening.
KEYS = {
    "head_to_head": N_("head to head"),
    "difference": N_("difference"),
    "wins": N_("wins"),
    "highest_deal": N_("highest deal"),
    "score": N_("total of the cards"),
    "opponents": N_("points of the opponents"),
    "lots": N_("draw of lots"),
}
#: The reasons why a tie-break was not used.
SKIPPED = {
    "not_all_met": N_("they did not all meet"),
    "unknown": N_("%(key)s: not known"),
    "no_seed": N_("no lots were drawn"),
}


def say_place(counted: Standings, index: int, words: Words) -> str:
    """The reason why a row of standings is below the row above it; empty for the first row, whose index is 0."""
    row = counted.rows[index]
    if index == 0:
        return ""
    above = counted.rows[index - 1]
    if row.points != above.points:
        return words.ngettext(
            "%(num)s point fewer than the place above", "%(num)s points fewer than the place above",
            above.points - row.points,
        )  # fmt: skip
    return say_tied(row.points, counted.steps, row.entrant, above.entrant, KEYS, words, shared=row.behind_by is None)


def say_tied(
    points: int, steps: Iterable[Step], own: str, above: str, keys: Mapping[str, str], words: Words, *, shared: bool
) -> str:
    """The points of two tied rows, and their figures by each tie-break that compared them. `keys` has the names of the
    tie-breaks by key; `shared` is true if the rows share a place."""
    reasons = [words.gettext(N_("tied on %(points)s points"), points=points)]
    reasons += [_asked(step, own, above, keys, words) for step in steps if {own, above} <= set(step.level)]
    return "; ".join([*reasons, words.gettext(N_("they share the place"))] if shared else reasons)


def say_parted(counted: Standings, index: int, words: Words) -> str:
    """The reason for the order of two tied rows, the one at `index` and the one above it: their points, and the
    tie-break that decided, or that they share a place. Empty for the first row, and if the points differ."""
    row, above = counted.rows[index], counted.rows[index - 1]
    if index == 0 or row.points != above.points:
        return ""
    used = [step for step in counted.steps if step.key == row.behind_by != "lots" and not step.skipped]
    last = [step for step in used if {row.entrant, above.entrant} <= set(step.level)][-1:]
    said = say_tied(row.points, last, row.entrant, above.entrant, KEYS, words, shared=row.behind_by is None)
    return said if last or row.behind_by is None else f"{said}; {words.gettext(KEYS[row.behind_by])}"


def _asked(step: Step, own: str, above: str, keys: Mapping[str, str], words: Words) -> str:
    """The figures of two tied rows by one tie-break, or the reason why it was not used."""
    key = words.gettext(keys[step.key])
    if step.skipped:
        return words.gettext(SKIPPED[step.skipped], key=key)
    mine, other = (_value(step.key, step.values[id_], words) for id_ in (own, above))
    if mine == other:
        return words.gettext(N_("%(key)s: the same"), key=key)
    return words.gettext(N_("%(key)s %(mine)s against %(other)s"), key=key, mine=mine, other=other)


def _value(key: str, value: Value, words: Words) -> str:
    if isinstance(value, int):
        return words.signed(value) if key == "difference" else words.number(value)
    return "–" if value is None else value


#: The words for an entrant's round without a played result.
ROUNDS = {
    "sit_out": N_("sat out"),
    "missed": N_("not there"),
    "walk_over": N_("walkover"),
    "assigned": N_("points assigned by the director"),
    "void": N_("the table does not count"),
}
#: The marks for the results in `ROUNDS`, written after the points in a narrow table.
MARKS = {"sit_out": "ˢ", "missed": "ᵐ", "walk_over": "ʷ", "assigned": "ᵈ", "void": "ᵛ"}


def say_away(words: Words, *, rests: bool, knocks_out: bool) -> str:
    """The reason why an entrant has no table in this round: it `rests`, or it is not taking part."""
    if knocks_out:
        return words.gettext(N_("has a bye") if rests else N_("is out"))
    return words.gettext(N_("sits out") if rests else N_("has no seat"))


def say_line(
    line: ResultLine,
    partners: Sequence[str],
    others: Sequence[str],
    totals: Sequence[int],
    words: Words,
    *,
    knocks_out: bool = False,
) -> str:
    """A round of one entrant: its partners, its opponents, and the result. `totals` are those of all sides of the
    table, the entrant's own included."""
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
    """The points of these lines as a sum, such as "2 + 1ʷ", with the `MARKS` of results that were not played."""
    return " + ".join(f"{words.number(line.points)}{MARKS.get(line.kind, '')}" for line in lines)


#: The instructions for the deal in progress, as they are shown before the bell.
BELLS = {
    "finish": N_("When the bell rings, finish the deal."),
    "count": N_("When the bell rings, stop and count."),
    "drop": N_("When the bell rings, the deal in progress is not recorded."),
}
#: The same instructions, as they are shown after the bell.
RUNG = {
    "finish": N_("The bell has rung: finish the deal, begin no other"),
    "count": N_("The bell has rung: stop and count"),
    "drop": N_("The bell has rung: the deal in progress is not recorded"),
}


def say_bell(in_progress: str, words: Words, *, rung: bool = False, minutes: int = 0, until: str = "") -> str:
    """The instruction for the bell: before it, or after it if it has `rung`. `in_progress` is a key of `BELLS`.

    The deal in progress may go on for `minutes` after the bell. During these minutes, `until` is the time of day when
    they end; otherwise it is empty.
    """
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
