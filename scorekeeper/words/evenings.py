"""A match of an evening in words: where it is played, and why it ended where it did not end by itself."""

from scorekeeper.words import N_, Words

#: By the reason of a `match_closed`.
CLOSED = {
    "deals": N_("Match over: all deals are played"),
    "time": N_("Match over: time is up"),
    "conceded": N_("Match over: one side has given up"),
    "director": N_("Match over: ended by the director"),
}


def say_closed(reason: str | None, words: Words) -> str:
    """Why a match is over; without a reason it ended by itself."""
    return words.gettext(CLOSED[reason] if reason else N_("Match over"))


def say_table(round_: int, table: int, words: Words) -> str:
    """Where in the evening a match is played."""
    return words.gettext(N_("Round %(round)s, table %(table)s"), round=str(round_), table=str(table))
