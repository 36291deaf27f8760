"""Opening, renaming, pausing, closing and archiving a match, and opening its rematch."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scorekeeper.actions.desk import Desk, Folded, Stamp
from scorekeeper.actions.matches.commit import NewEntry, commit
from scorekeeper.engine.matches.entries import CLOSINGS, Setup
from scorekeeper.engine.refused import Refused, impossible, malformed
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.shape import NAME_LENGTH
from scorekeeper.engine.snapshots import snapshot
from scorekeeper.engine.values import Struct, field, replace
from scorekeeper.ledger.chain.entries import Appended
from scorekeeper.rulebook.loader import resolve

#: The usual packs, by the letters of king, queen and jack on the cards.
PACK_INDEXES = ("KQJ", "RDV", "KES")
#: A pack with other letters: those of ace, king, queen and jack.
PACK_LETTERS = re.compile(r"[^\W\d_]{4}")
CURRENCY = re.compile(r"[A-Z]{3}")
NOTE_LENGTH = 500
#: Joins the names of players into the name of their side.
AND = " & "


class NewMatch(Struct):
    """A match to open. `players` are by seat, clockwise. A side whose name in `side_names` is empty is named after its
    players; without any `side_names`, all sides are.

    `unnamed`: no names were typed. The players are named after their seats, and are not added to the club's players.
    """

    rules: str
    format: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    side_names: tuple[str, ...] = ()
    first_dealer: int = 0
    title: str = ""
    pack_index: str = "KQJ"
    currency: str = ""
    note: str = ""
    unnamed: bool = False


def open_match(
    desk: Desk, new: NewMatch, *, match_id: str, key: str, actor: str, now: str, follows: str | None = None
) -> Appended:
    """Open a match, with its rules frozen. The same key again returns the first result.

    `follows` is the id of the match that this one is a rematch of; that match's links also open this one. Raises
    `Refused` with the location of a mistake, `KeyReused`, `MatchExists`.
    """
    payload = opening(new)
    return desk.ledger.matches.open(match_id, payload=payload, key=key, actor=actor, now=now, follows=follows)


def opening(new: NewMatch, *, deals: int | None = None) -> dict[str, Any]:
    """The payload of a match's opening entry, with frozen rules. With `deals`, the match ends after that number of
    deals, whether or not the target is reached, and equal totals are a draw. Raises `Refused` with the location of a
    mistake."""
    if mistakes := problems(new):
        raise mistakes[0]
    rules = resolve(new.rules, new.format, dict(new.options))
    if deals is not None:
        rules = replace(rules, end=replace(rules.end, deals=deals, tie="draw"))
    return {
        "title": clean(new.title),
        "rules": rules.id,
        "format": rules.table.format,
        "options": dict(new.options),
        **snapshot(rules),
        **_seating(new, rules),
        "first_dealer": new.first_dealer,
        "pack_index": new.pack_index,
        "stake_currency": new.currency,
        "code": rules.code.id,
        "note": new.note,
        **({"unnamed": True} if new.unnamed else {}),
    }


def side_of_seat(seat: int, rules: RuleSet) -> int:
    """The side of a seat. The sides sit alternately, so that the turn always passes to another side."""
    return seat % rules.table.sides


def rematch(setup: Setup) -> NewMatch:
    """A new match with the same seats, sides, rules, options and title, but without the note. Its first dealer is the
    player after the first dealer of the earlier match."""
    return NewMatch(
        rules=setup.rules.id,
        format=setup.rules.table.format,
        players=setup.seats,
        options=setup.options,
        side_names=tuple(side.name for side in setup.sides),
        first_dealer=(setup.first_dealer + 1) % len(setup.seats),
        title=setup.title,
        pack_index=setup.pack_index,
        currency=setup.currency,
        unnamed=setup.unnamed,
    )


def open_rematch(desk: Desk, match_id: str, *, new_id: str, key: str, actor: str, now: str) -> str:
    """Return the id of the rematch of a match. It is opened, as `new_id`, if there is none yet.

    Raises as `of_no_evening` does, and `UnknownMatch`.
    """
    new = rematch(of_no_evening(desk.load(match_id).state.setup))
    if rematch_id := desk.ledger.rematches.after(match_id):
        return rematch_id
    return open_match(desk, new, match_id=new_id, key=key, actor=actor, now=now, follows=match_id).entry.owner


def pause(desk: Desk, match_id: str, stamp: Stamp) -> Appended:
    """Pause a match. Raises as `commit` does."""
    return commit(desk, match_id, NewEntry("match_paused"), stamp)


def resume(desk: Desk, match_id: str, stamp: Stamp) -> Appended:
    """Resume a paused or closed match. Raises as `commit` does."""
    return commit(desk, match_id, NewEntry("match_resumed"), stamp)


def close(desk: Desk, match_id: str, reason: str, stamp: Stamp) -> Appended:
    """End a match early, for one of the reasons in `CLOSINGS`. The higher total wins, equal totals are a draw.

    `resume` opens the match again, and so does undoing its last deal. Raises as `commit` does; also `Refused` for any
    other reason, or if the match is over already.
    """

    def check(folded: Folded) -> None:
        if folded.state.over:
            raise impossible("match_is_over", "reason", reason)

    if reason not in CLOSINGS:
        raise malformed("not_one_of", "reason", reason, CLOSINGS)
    return commit(desk, match_id, NewEntry("match_closed", {"reason": reason}), stamp, check)


def rename(desk: Desk, match_id: str, title: str, stamp: Stamp) -> Appended:
    """Change the title of a match. Raises as `commit` and `of_no_evening` do; also `Refused` for a title that is too
    long."""
    of_no_evening(desk.load(match_id).state.setup)
    if mistake := next(_name_problems(title, "title", least=0), None):
        raise mistake
    return commit(desk, match_id, NewEntry("match_renamed", {"title": clean(title)}), stamp)


def of_no_evening(setup: Setup) -> Setup:
    """Return the setup unchanged, or raise `Refused` if the match belongs to an evening. Names, title, archiving and
    rematches of such a match are decided by the evening."""
    if setup.evening:
        raise impossible("seated_by_evening", "match")
    return setup


def mistakes_in_names(
    desk: Desk, match_id: str, players: Sequence[str], side_names: Sequence[str]
) -> tuple[Refused, ...]:
    """The mistakes in new names, each with its location. The former name of a renamed player of this match is refused,
    because the program would show the new name in its place.

    Raises as `of_no_evening` does, and `UnknownMatch`.
    """
    setup = of_no_evening(desk.load(match_id).state.setup)
    new = _called(setup, players, side_names)
    mistakes = [*_players(new, setup.rules), *_side_names(new, setup.rules)]
    for where, names in (("players", players), ("side_names", side_names)):
        given = [clean(name) for name in names]
        for index, (name, read) in enumerate(zip(given, desk.ledger.matches.read_as(match_id, given), strict=True)):
            if read != name:
                mistakes.append(malformed("name_taken", f"{where}[{index}]", name))
    return _one_a_place(mistakes)


def write_names(desk: Desk, match_id: str, players: Sequence[str], side_names: Sequence[str], stamp: Stamp) -> Appended:
    """Change the names of the players, by seat, and of the sides; a side without a name is named after its players.
    Deals and rulings stay with the seats.

    Raises as `commit` and `of_no_evening` do; also `Refused` with the location of a mistake.
    """
    if mistakes := mistakes_in_names(desk, match_id, players, side_names):
        raise mistakes[0]
    setup = desk.load(match_id).state.setup
    seating = _seating(_called(setup, players, side_names), setup.rules)
    return commit(desk, match_id, NewEntry("match_reseated", seating), stamp)


def put_away(desk: Desk, match_id: str, *, now: str) -> None:
    """Archive a match: only the archive lists it, and nothing more can be appended to its entries.

    Raises as `of_no_evening` does, and `UnknownMatch`.
    """
    of_no_evening(desk.load(match_id).state.setup)
    desk.ledger.matches.retire(match_id, now=now)


def take_back(desk: Desk, match_id: str) -> None:
    """Restore an archived match to the lists. Raises as `of_no_evening` does, and `UnknownMatch`."""
    of_no_evening(desk.load(match_id).state.setup)
    desk.ledger.matches.unretire(match_id)


def problems(new: NewMatch) -> tuple[Refused, ...]:
    """The mistakes in a match to open, each with its location, so that a form can show all of them at once."""
    try:
        rules = resolve(new.rules, new.format)
    except Refused as refused:
        return (refused,)
    return _one_a_place([refused for check in CHECKS for refused in check(new, rules)])


def _one_a_place(mistakes: Sequence[Refused]) -> tuple[Refused, ...]:
    """Only the first mistake at each location."""
    return tuple({refused.where: refused for refused in reversed(mistakes)}.values())[::-1]


def _called(setup: Setup, players: Sequence[str], side_names: Sequence[str]) -> NewMatch:
    return replace(rematch(setup), players=tuple(players), side_names=tuple(side_names), unnamed=False)


def _seating(new: NewMatch, rules: RuleSet) -> dict[str, Any]:
    """The fields of a payload with the players by seat, and the sides with their names and players."""
    players = [clean(player) for player in new.players]
    sides = _sides(players, rules)
    return {
        "sides": [{"name": name, "players": side} for name, side in zip(_named(new, sides), sides, strict=True)],
        "seats": players,
    }


def _sides(players: Sequence[str], rules: RuleSet) -> list[list[str]]:
    """The players of each side, by seat."""
    count = rules.table.sides
    return [[name for seat, name in enumerate(players) if side_of_seat(seat, rules) == side] for side in range(count)]


def _named(new: NewMatch, sides: Sequence[Sequence[str]]) -> list[str]:
    """The names of the sides. A side without a name in `side_names` is named after its players, who are in `sides`. If
    two such names were shortened to the same text, the number of the later side is added to that side's name."""
    given = [clean(name) for name in new.side_names] or [""] * len(sides)
    joined = [_joined(players) for players in sides]
    for at, name in enumerate(joined):
        if name.endswith("…") and name in joined[:at]:
            joined[at] = f"{name[: NAME_LENGTH - 4].rstrip('… ')}… {at + 1}"
    return [name or of_players for name, of_players in zip(given, joined, strict=True)]


def _joined(players: Sequence[str]) -> str:
    """The names of players, joined into the name of their side. If it is too long, long names are shortened and end
    with "…"."""
    whole = AND.join(players)
    if len(whole) <= NAME_LENGTH:
        return whole
    room = (NAME_LENGTH - len(AND) * (len(players) - 1)) // len(players)
    return AND.join(name if len(name) <= room else f"{name[: room - 1].rstrip()}…" for name in players)


def _options(new: NewMatch, rules: RuleSet) -> Iterator[Refused]:
    for id_, value in new.options.items():
        try:
            resolve(rules.id, rules.table.format, {id_: value})
        except Refused as refused:
            yield refused


def _players(new: NewMatch, rules: RuleSet) -> Iterator[Refused]:
    if len(new.players) != rules.table.players:
        yield malformed("wrong_number", "players", len(new.players), [rules.table.players])
    for seat, player in enumerate(new.players):
        yield from _name_problems(player, f"players[{seat}]")
    yield from _same_names([clean(player) for player in new.players], "players")


def _first_dealer(new: NewMatch, rules: RuleSet) -> Iterator[Refused]:
    if not 0 <= new.first_dealer < rules.table.players:
        yield malformed("out_of_range", "first_dealer", new.first_dealer, (0, rules.table.players - 1))


def _side_names(new: NewMatch, rules: RuleSet) -> Iterator[Refused]:
    if new.side_names and len(new.side_names) != rules.table.sides:
        yield malformed("wrong_number", "side_names", len(new.side_names), [rules.table.sides])
        return
    for side, name in enumerate(new.side_names):
        yield from _name_problems(name, f"side_names[{side}]", least=0)
    players = [clean(name) for name in new.players]
    if len(players) == rules.table.players and all(players):
        yield from _same_names(_named(new, _sides(players, rules)), "side_names")


def _labels(new: NewMatch, rules: RuleSet) -> Iterator[Refused]:
    yield from _name_problems(new.title, "title", least=0)
    yield from _name_problems(new.note, "note", least=0, most=NOTE_LENGTH)
    if new.pack_index not in PACK_INDEXES and not PACK_LETTERS.fullmatch(new.pack_index):
        yield malformed("not_one_of", "pack_index", new.pack_index, PACK_INDEXES)
    if new.currency and not CURRENCY.fullmatch(new.currency):
        yield malformed("not_a_currency", "currency", new.currency)


#: The checks of a match to open, in the order of the form.
CHECKS = (_players, _first_dealer, _side_names, _labels, _options)


def _same_names(names: Sequence[str], where: str) -> Iterator[Refused]:
    for index, name in enumerate(names):
        if name and name.casefold() in [other.casefold() for other in names[:index]]:
            yield malformed("name_twice", f"{where}[{index}]", name)


def _name_problems(text: str, where: str, *, least: int = 1, most: int = NAME_LENGTH) -> Iterator[Refused]:
    name = clean(text)
    if not least <= len(name) <= most:
        yield malformed("too_long" if name else "missing_name", where, name, (least, most))


def clean(text: str) -> str:
    """A text for display: on one line, without invisible characters or needless spaces."""
    return " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())
