"""Movements, scorings and states of an evening in words."""

from collections.abc import Sequence

from scorekeeper.words import N_, Words

#: The name of each movement, and the explanation below the name.
MOVEMENTS = {
    "individual": (N_("A new partner every round"), N_("individual scores")),
    "danish_no_repeat": (N_("By standing, no repeats"), N_("pairs stay together all evening")),
    "round_robin": (N_("All against all"), N_("every pair meets every other pair")),
    "swiss": (N_("Equal meets equal"), N_("Swiss: pairs with the same points meet")),
    "mitchell": (N_("Half stay, half move on"), N_("Mitchell: the movers go one table on")),
    "draw": (N_("By the draw"), N_("drawn again each round, no rematches")),
    "danish": (N_("By standing"), N_("first against second, even again")),
    "knockout": (N_("Knock-out"), N_("one loss and you are out")),
    "two_losses": (N_("Two losses"), N_("two losses and you are out")),
    "free": (N_("By hand"), N_("the director seats everybody")),
}
#: Movements of single people instead of pairs.
SINGLY = frozenset(("individual",))
#: Movements of single people if everyone came alone, and of pairs otherwise.
AS_THEY_COME = frozenset(("free",))
SCORINGS = {
    "sum": N_("Total of the cards"),
    "win_draw_loss": N_("Two for a win, one for a draw"),
    "win_draw_loss_samba": N_("Two for a win, walkovers as in samba"),
    "three_points": N_("Three for a win, one for a draw"),
    "victory_points_3": N_("Victory points 0–20, three deals"),
    "victory_points_4": N_("Victory points 0–20, four deals"),
    "capped_difference": N_("The difference, up to 2000"),
    "places": N_("By place at the table"),
}
STATES = {"open": N_("not begun"), "playing": N_("in play"), "finished": N_("finished")}
ROUND_STATES = {"published": N_("seated, not begun"), "running": N_("in play"), "closed": N_("closed")}
#: The states of a table in the director's list. The table itself never has "planned" or one of the states after it: the
#: list shows these in place of the table's own state.
TABLE_STATES = {
    "not_begun": N_("not begun"),
    "finished": N_("waits for both sides"),
    "half_confirmed": N_("waits for %(names)s"),
    "confirmed": N_("confirmed"),
    "disputed": N_("disputed"),
    "settled": N_("settled"),
    "playing": N_("deal %(deal)s"),
    "planned": N_("deal %(deal)s of %(deals)s"),
    "calls": N_("calls you, %(minutes)s min"),
    "late": N_("not begun"),
    "amended": N_("amended after both had agreed"),
    "uncounted": N_("played, but the scoring does not provide for such a table"),
    "level": N_("a draw"),
}
#: The word for each state in a count of tables ("3 waiting"). States with the same word are counted together.
TABLE_COUNTS = {
    "confirmed": N_("confirmed"),
    "settled": N_("settled"),
    **dict.fromkeys(("finished", "half_confirmed", "amended", "uncounted", "level"), N_("waiting")),
    "disputed": N_("disputed"),
    "calls": N_("calling"),
    "playing": N_("at play"),
    **dict.fromkeys(("not_begun", "late"), N_("not begun")),
}
#: The stages of a knock-out.
STAGES = {
    "final": N_("final"),
    "third_place": N_("match for third place"),
    "semi_final": N_("semi-finals"),
    "quarter_final": N_("quarter-finals"),
}
FINDINGS = {
    "met_before": N_("Table %(table)s: %(names)s have met before."),
    "partners_before": N_("Table %(table)s: %(names)s were partners before."),
    "moved": N_("Table %(table)s: %(names)s is not at the usual table."),
}


def say_round(number: int, stage: str | None, planned: int | None, words: Words) -> str:
    """The name of a round: its number, followed by its stage in a knock-out, or by the number of planned rounds. Either
    may be None."""
    if stage is not None:
        return words.gettext(N_("Round %(round)s: %(stage)s"), round=number, stage=words.gettext(STAGES[stage]))
    if planned:
        return words.gettext(N_("Round %(round)s of %(rounds)s"), round=number, rounds=planned)
    return words.gettext(N_("Round %(round)s"), round=str(number))


def say_plays_for(stage: str | None, words: Words) -> str:
    """The match that a table plays in the last round of a knock-out, such as the final; empty in other rounds, where
    `stage` is None."""
    return words.gettext(STAGES[stage]) if stage else ""


def label_of_resting(words: Words, *, knocks_out: bool) -> str:
    """The label before the names of the entrants who have no table in a round."""
    return words.gettext(N_("Bye:") if knocks_out else N_("Sits out:"))


def say_winners(names: Sequence[str], words: Words) -> str:
    """The winners of the evening in a sentence; empty without winners."""
    return words.gettext(N_("Winner: %(names)s"), names=", ".join(names)) if names else ""


def say_state(state: str, words: Words) -> str:
    """The state of an evening."""
    return words.gettext(STATES[state])


def say_entrants(kind: str, count: int, words: Words) -> str:
    """The number of entrants in words: "4 pairs", or sides of three or people, depending on their `kind`."""
    if kind == "pair":
        return words.ngettext("%(num)s pair", "%(num)s pairs", count)
    if kind == "trio":
        return words.ngettext("%(num)s side of three", "%(num)s sides of three", count)
    return words.ngettext("%(num)s person", "%(num)s people", count)
