"""Two players who are one: said once, shown everywhere, and taken back with everything as it was.

No match, entry or figure is written over: a player who is the same person as another has that one's number in
`same_as`, which whatever is read of players goes by. `merges` keeps who said so, and when.
"""

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import PlayedTogether, UnknownPlayer
from scorekeeper.ledger.store import Store, Tx

#: The numbers under which a person has played; to be put in the place of one number.
OF_PERSON = "(SELECT id FROM players WHERE id = :player OR same_as = :player)"


class Merge(Struct):
    """One statement about a player: the same person as `into`, or (None) a separate person again. Players by name."""

    player_id: int
    player: str
    into_id: int | None
    into: str | None
    actor: str
    at: str


def merge(store: Store, player_id: int, into_id: int, *, actor: str, now: str) -> None:
    """Take a player for the same person as another, under whose name both are listed from then on.

    Players merged into the first one are merged into the other now. A repetition writes nothing. Raises
    UnknownPlayer, and PlayedTogether where both sat at one match.
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
        for each in mine:
            _say(tx, each, into, actor, now)

    store.write(write)


def part(store: Store, player_id: int, *, actor: str, now: str) -> None:
    """Undo the merging of a player into another, and of those merged into that player before. Of a player who
    is nobody else nothing is written. Raises UnknownPlayer."""

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
        for (each,) in said.fetchall():
            if _person(tx, each) == into:
                _say(tx, each, player_id, actor, now)
        _say(tx, player_id, None, actor, now)

    store.write(write)


def told(store: Store, player_id: int | None = None) -> tuple[Merge, ...]:
    """The statements that a player is one of two, in order; those of every player without a number."""
    mine = "" if player_id is None else "WHERE :player IN (said.player_id, said.into_id, before.into_id) "
    values = {} if player_id is None else {"player": player_id}
    rows = store.rows(
        "SELECT said.player_id, one.name, said.into_id, other.name, said.actor, said.at FROM merges AS said"
        " JOIN players AS one ON one.id = said.player_id LEFT JOIN players AS other ON other.id = said.into_id"
        " LEFT JOIN merges AS before ON before.id ="
        f" (SELECT max(id) FROM merges WHERE player_id = said.player_id AND id < said.id) {mine}ORDER BY said.id",
        **values,
    )
    return tuple(Merge(*row) for row in rows)


def persons(store: Store) -> dict[int, int]:
    """The number that replaces that of each player who is the same person as another."""
    return dict(store.rows("SELECT id, same_as FROM players WHERE same_as IS NOT NULL ORDER BY id"))


def _person(tx: Tx, player_id: int) -> int:
    """The number that stands for a player's."""
    rows = tx.execute(tx.locked("SELECT same_as FROM players WHERE id = :player"), player=player_id).fetchall()
    if not rows:
        raise UnknownPlayer(player_id)
    return player_id if rows[0][0] is None else int(rows[0][0])


def _check_apart(tx: Tx, player_id: int, into: int, now: str) -> None:
    """Raise PlayedTogether where both sat at one match by then: what was said before that match, and maybe taken back
    since, is imported as it was said."""
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
    sql = "INSERT INTO merges (player_id, into_id, actor, at) VALUES (:player, :into, :actor, :now)"
    tx.execute(sql, player=player_id, into=into, actor=actor, now=now)
    tx.execute("UPDATE players SET same_as = :into WHERE id = :player", player=player_id, into=into)
