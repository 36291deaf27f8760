"""Renaming, forgetting and merging players, and their figures."""

import re
from fractions import Fraction

from scorekeeper.actions.backups import renew_copies
from scorekeeper.actions.club.worked_out import complete, results_of
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.matches.opening import clean
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import NameTaken, PlayedTogether
from scorekeeper.ledger.records.figures import Best, Met, Totals
from scorekeeper.ledger.records.merging import merge, part


class PlayerFigures(Struct):
    """A player's figures over the recorded deals. `average` is the points per deal, rounded; None without deals.
    `left_out` is the number of matches that are not in the figures, such as walkovers. The most frequent partners and
    opponents come first."""

    totals: Totals
    average: int | None
    left_out: int
    best: Best | None
    partners: tuple[Met, ...]
    opponents: tuple[Met, ...]

    def per_hundred(self, count: int) -> int | None:
        """`count` per hundred deals, rounded to a whole number; None without deals."""
        return round(Fraction(100 * count, self.totals.deals)) if self.totals.deals else None


class EveningPenalty(Struct):
    """A director's penalty, and its evening; `kind` is `points` or `warning`."""

    evening_id: str
    title: str
    date: str
    kind: str
    points: int
    difference: int


def rename_player(desk: Desk, player_id: int, name: str, *, now: str) -> None:
    """Rename a player wherever the program shows the name; the entries are not changed.

    Raises `Refused` for a name that is missing, too long or another player's, and `UnknownPlayer`.
    """
    _call(desk, player_id, name, now=now, forget=False)


def forget_player(desk: Desk, player_id: int, name: str, *, now: str, copies: bool) -> None:
    """Replace a player's name with `name` everywhere in the ledger, also in entries. The results stay. The names of
    players merged into this one are replaced, too, each with a name of its own.

    Earlier copies of the ledger contain the old name; with `copies`, a new copy is made, and the earlier ones are
    deleted. Raises as `rename_player` does.
    """
    _call(desk, player_id, name, now=now, forget=True)
    others = (mine for mine, person in desk.ledger.players.persons().items() if person == player_id)
    for at, each in enumerate(others, start=2):
        # If `name` has the id, as "Player 7" does, a merged player gets the same name with its own id, "Player 12".
        own_number = re.sub(rf"\b{player_id}\b", str(each), name)
        _call(desk, each, own_number if own_number != name else f"{name} ({at})", now=now, forget=True)
    if copies:
        renew_copies(desk)


def same_person(desk: Desk, player_id: int, other: str, *, actor: str, now: str) -> int:
    """Merge a player into the one named `other`; from then on, both are listed under that name. Returns the id of the
    player named `other`. If that player is merged into a third one, the name and id of the third player are used. No
    entry is changed, so that `somebody_else` can undo it.

    Raises `UnknownPlayer`. Raises `Refused` if no player has this name, if it is the substitute for a removed name, if
    it is the player's own name or the name of a player merged into this one, or if both sat at the same match.
    """
    found = desk.ledger.players.find(other)
    if found is None or found.id in desk.ledger.players.forgotten():
        raise malformed("nobody_called_so", "other", other)
    if player_id in (into := found.same_as or found.id, found.id):
        raise malformed("already_one_person", "other", other)
    try:
        merge(desk.ledger.store, player_id, into, actor=actor, now=now)
    except PlayedTogether as together:
        raise malformed("played_together", "other", together.title) from together
    return into


def somebody_else(desk: Desk, player_id: int, *, actor: str, now: str) -> None:
    """Make a merged player a separate person again. Raises `UnknownPlayer`."""
    part(desk.ledger.store, player_id, actor=actor, now=now)


def _call(desk: Desk, player_id: int, name: str, *, now: str, forget: bool) -> None:
    name = clean(name)
    if not 1 <= len(name) <= NAME_LENGTH:
        raise malformed("too_long" if name else "missing_name", "name", name, (1, NAME_LENGTH))
    try:
        desk.ledger.rename_player(player_id, name, now=now, forget=forget)
    except NameTaken as taken:
        raise malformed("name_taken", "name", name) from taken


def figures(desk: Desk, player_id: int) -> PlayerFigures:
    """A player's figures from the recorded deals; zeros for an unknown player."""
    complete(desk)
    kept = desk.ledger.figures
    totals, met = kept.totals(player_id), kept.met(player_id)
    return PlayerFigures(
        totals=totals,
        average=round(Fraction(totals.points, totals.deals)) if totals.deals else None,
        left_out=kept.left_out(player_id),
        best=kept.best(player_id),
        partners=tuple(each for each in met if each.partner),
        opponents=tuple(each for each in met if not each.partner),
    )


def penalties(desk: Desk, player_id: int) -> tuple[EveningPenalty, ...]:
    """The director's penalties that concerned a player, alone or in a pair or trio, at finished evenings. The latest
    evening comes first."""
    rows = []
    for evening_id, title, day in desk.ledger.players.finished_evenings(player_id):
        for players, kind, points, difference in results_of(desk, evening_id)["penalties"]:
            if player_id in players:
                rows.append(EveningPenalty(evening_id, title, day, kind, points, difference))
    return tuple(rows)
