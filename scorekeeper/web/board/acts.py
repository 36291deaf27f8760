"""What may be done from a board, and with which form fields: the acts at its foot, as the match stands."""

from __future__ import annotations

from flask import url_for

from scorekeeper.engine.match import State
from scorekeeper.web.board.model import ActView, Frame
from scorekeeper.words import N_, Words

Fields = tuple[tuple[str, str], ...]


def frame_of(
    match_id: str, state: State, words: Words, *, after: str | None, begun: int | None = None, watch: bool
) -> Frame:
    """The frame of a board: those who only look on get none, but follow the table to its rematch (`after`); `begun` is
    a deal of which something is entered already."""
    if watch:
        return Frame((_follow("matches.watch", after, words),) if after else ())
    acts = (  # of a match that is over, too: counting is disputed at its end
        ActView(words.gettext(N_("Ruling")), url_for("rulings.new", match_id=match_id)),
        ActView(words.gettext(N_("Recount")), url_for("recounts.index", match_id=match_id)),
        ActView(words.gettext(N_("May I?")), url_for("may_i.of_match", match_id=match_id)),
        _aside(match_id, state, words),
        ActView(words.pgettext("of this match", "More"), url_for("table.more", match_id=match_id)),
    )
    main = _follow("matches.board", after, words) if after else _forward(match_id, state, begun, words)
    done = None if state.over else url_for("table.tick", match_id=match_id)
    names = url_for("table.names", match_id=match_id) if state.setup.unnamed else None
    return Frame((main, *acts), done, url_for("rulings.index", match_id=match_id), names)


def place_of(state: State) -> str | None:
    """Where a match belongs in its evening; the same address for every device, which is led on from there."""
    at = state.setup.evening
    return url_for("evening_table.place", evening_id=at.evening, number=at.round, table=at.table) if at else None


def _aside(match_id: str, state: State, words: Words) -> ActView:
    """The sheet; while a table of an evening plays its own page, where the bell is told and the director called."""
    if (place := place_of(state)) and not state.over:
        return ActView(words.gettext(N_("To the table")), place)
    return ActView(words.gettext(N_("Sheet")), url_for("sheets.of_match", match_id=match_id, kind="sheet"))


def once(kind: str, state: State) -> Fields:
    """Version and key of an act that only makes sense once at this version: two taps or two tablets are one act."""
    return (("version", str(state.version)), ("key", f"{kind}-{state.version}"))


def _follow(board: str, after: str, words: Words) -> ActView:
    """The way to a rematch that was opened already."""
    return ActView(words.gettext(N_("Rematch")), url_for(board, match_id=after), "main")


def _forward(match_id: str, state: State, begun: int | None, words: Words) -> ActView:
    """The one act that goes forward; at a table of an evening both sides then agree to the result."""
    if state.over and (place := place_of(state)):
        return ActView(words.gettext(N_("To the result")), place, "main")
    if state.over:
        url = url_for("table.play_again", match_id=match_id)
        key = (("version", str(state.version)), ("key", f"rematch-{match_id}-{state.version}"))
        return ActView(words.gettext(N_("Rematch")), url, "main", post=True, fields=key)
    if state.paused:
        url = url_for("table.take_up", match_id=match_id)
        return ActView(words.gettext(N_("Resume")), url, "main", post=True, fields=once("match_resumed", state))
    label = N_("Continue deal %(number)s") if begun == state.next_deal else N_("Record deal %(number)s")
    label = words.gettext(label, number=state.next_deal)
    return ActView(label, url_for("deals.new", match_id=match_id), "main")
