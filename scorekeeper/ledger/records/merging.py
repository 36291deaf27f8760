"""Merging players: recording that two players in the list are one person. It can be undone.

No match, entry or figure is changed. A player who is the same person as another has the other's id in `same_as`, which
all queries about players follow. The table `merges` records who said so, and when.
"""

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import PlayedTogether, UnknownPlayer
from scorekeeper.ledger.store import Store, Tx

#: In SQL, the id `:player` and the ids of all players who were merged into that player.
OF_PERSON = "(SELECT id FROM players WHERE id = :player OR same_as = :player)"


class Merge(Struct):
    """A recorded merge: the player is the same person as `into`. If `into` is None, it is a separation: the player is a
    separate person again. `player` and `into` are names."""

    player_id: int
    player: str
    into_id: int | None
    into: str | None
    actor: str
    at: str


def merge(store: Store, player_id: int, into_id: int, *, actor: str, now: str) -> None:
    """Merge the player `player_id` into `into_id`, under whose name both are listed from then on. If `into_id` was
    merged into a third player before, that one is used instead.

    Players who were merged into `player_id` before are merged into `into_id`, too. If both are one person already,
    nothing is written. Raises UnknownPlayer, and PlayedTogether if both sat at the same match.
    """

    def write(tx: Tx) -> None:
        into = _person(tx, into_id)
        if _person(tx, player_id) == into:
            return
        rows = tx.execute(f"SELECT id FROM players WHERE id IN {OF_PERSON} ORDER BY id", player=player_id).fetchall()
        mine = [row[0] for row in rows]
        if into in mine:
            return
        _check_apart(tx, player_id, into, now)
        for id_ in mine:
            _say(tx, id_, into, actor, now)

    store.write(write)


def part(store: Store, player_id: int, *, actor: str, now: str) -> None:
    """Undo the merging of the player `player_id` into another one. Other players who had been merged into `player_id`
    before, and moved with it, are merged into `player_id` again. If the player is not merged, nothing is written.
    Raises UnknownPlayer."""

    def write(tx: Tx) -> None:
        if (into := _person(tx, player_id)) == player_id:
            return
        said = tx.execute(
            "SELECT player_id FROM (SELECT player_id, at,"
            " lag(into_id) OVER (PARTITION BY player_id ORDER BY id) AS was,"
            " row_number() OVER (PARTITION BY player_id ORDER BY id DESC) AS back FROM merges) AS told"
            " WHERE back = 1 AND was = :player AND at = (SELECT max(at) FROM merges WHERE player_id = :player)"
            " ORDER BY player_id",
            player=player_id,
        )
        for (id_,) in said.fetchall():
            if _person(tx, id_) == into:
                _say(tx, id_, player_id, actor, now)
        _say(tx, player_id, None, actor, now)

    store.write(write)


def _person(tx: Tx, player_id: int) -> int:
    """The id of the player that this one was merged into; the player's own id where there is none."""
    rows = tx.execute(tx.locked("SELECT same_as FROM players WHERE id = :player"), player=player_id).fetchall()
    if not rows:
        raise UnknownPlayer(player_id)
    return player_id if rows[0][0] is None else int(rows[0][0])


def _check_apart(tx: Tx, player_id: int, into: int, now: str) -> None:
    """Raise PlayedTogether if both sat at the same match. Matches that were opened after `now` are ignored, so that a
    merge that was made before them can be imported."""
    rows = tx.execute(
        "SELECT matches.title FROM match_players AS one"
        " JOIN match_players AS two ON two.match_id = one.match_id AND two.seat <> one.seat"
        f" JOIN matches ON matches.id = one.match_id WHERE one.player_id IN {OF_PERSON} AND two.player_id IN"
        " (SELECT id FROM players WHERE id = :into OR same_as = :into) AND matches.opened_at <= :now LIMIT 1",
        player=player_id,
        into=into,
        now=now,
    ).fetchall()
    if rows:
        raise PlayedTogether(str(rows[0][0]))


def _say(tx: Tx, player_id: int, into: int | None, actor: str, now: str) -> None:
    """Record a merge of the player into `into`, or (None) a separation, and update the player's row."""
    sql = "INSERT INTO merges (player_id, into_id, actor, at) VALUES (:player, :into, :actor, :now)"
    tx.execute(sql, player=player_id, into=into, actor=actor, now=now)
    tx.execute("UPDATE players SET same_as = :into WHERE id = :player", player=player_id, into=into)
