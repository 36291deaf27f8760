"""Opening a match, pausing it, finding it again, and playing it once more."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.engine.contract import NAME_LENGTH
from scorekeeper.engine.entries import Setup, remember
from scorekeeper.engine.match import State, state
from scorekeeper.engine.refused import malformed
from scorekeeper.engine.rules import RuleSet, to_plain
from scorekeeper.ledger import Appended, MatchSummary
from scorekeeper.rulebook.loader import resolve

#: Rank letters of the pack on the table: king, queen, jack, and the ace's where it differs.
PACK_INDEXES = ("KQJ", "RDV", "KES")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to open: `players` by seat, clockwise; `side_names` may be empty, then they are made of the players."""

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


def open_match(desk: Desk, new: NewMatch, *, match_id: str, key: str, actor: str, now: str) -> Appended:
    """Open a match; its rules are frozen with it. Raises `Refused` with the place of a mistake."""
    rules = resolve(new.rules, new.format, dict(new.options))
    payload = _payload(new, rules)
    return desk.ledger.open_match(match_id, payload=payload, key=key, actor=actor, now=now)


def side_of_seat(seat: int, rules: RuleSet) -> int:
    """The side of a place at the table: partners sit alternately, so that turns change sides."""
    return seat % rules.table.sides


def rematch(setup: Setup) -> NewMatch:
    """The same seats, sides, rules and options once more; the deal moves on to the next player."""
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
    )


def pause(desk: Desk, match_id: str, stamp: Stamp) -> Appended:
    """Put a match aside, to be found again."""
    return note(desk, match_id, "match_paused", {}, stamp)


def resume(desk: Desk, match_id: str, stamp: Stamp) -> Appended:
    """Take up a paused match."""
    return note(desk, match_id, "match_resumed", {}, stamp)


def rename(desk: Desk, match_id: str, title: str, stamp: Stamp) -> Appended:
    """Give the match another title; sides and players stay as they were opened."""
    return note(desk, match_id, "match_renamed", {"title": _name(title, "title", least=0)}, stamp)


def note(desk: Desk, match_id: str, kind: str, payload: Mapping[str, Any], stamp: Stamp) -> Appended:
    """Append an entry that needs no check beyond its shape. Raises `StaleVersion` and `KeyReused`."""
    with desk.ledger.writing(match_id) as writing:
        if earlier := writing.replay(stamp.key, kind, payload, deal=payload.get("deal")):
            return earlier
        appended = writing.append(
            kind=kind,
            payload=payload,
            key=stamp.key,
            version=stamp.version,
            actor=stamp.actor,
            now=stamp.now,
            deal=payload.get("deal"),
        )
        writing.summarise(summary(state(remember(writing.entries))))
    return appended


def summary(after: State) -> MatchSummary:
    """What lists and players' pages show of a match."""
    verdict = after.verdict
    status = "over" if verdict.over else "paused" if after.paused else "playing"
    winners = () if verdict.winner is None else (verdict.winner,)
    result = {"draw": verdict.draw, "margin": verdict.margin, "deals": len(after.rows)}
    scores = tuple(standing.score for standing in after.standings)
    return MatchSummary(
        status, scores, winners=winners if verdict.over else None, result=result, title=after.setup.title
    )


def _payload(new: NewMatch, rules: RuleSet) -> dict[str, Any]:
    players = [_name(player, f"players[{seat}]") for seat, player in enumerate(new.players)]
    _check_players(players, new.first_dealer, rules)
    sides = [
        [p for seat, p in enumerate(players) if side_of_seat(seat, rules) == side] for side in range(rules.table.sides)
    ]
    names = _side_names(new.side_names, sides)
    if new.pack_index not in PACK_INDEXES and len(new.pack_index) != len("AKQJ"):
        raise malformed("not_one_of", "pack_index", new.pack_index, PACK_INDEXES)
    return {
        "title": _name(new.title, "title", least=0),
        "rules": rules.id,
        "format": rules.table.format,
        "options": dict(new.options),
        "rule_set": to_plain(rules),
        "sides": [{"name": name, "players": side} for name, side in zip(names, sides, strict=True)],
        "seats": players,
        "first_dealer": new.first_dealer,
        "pack_index": new.pack_index,
        "stake_currency": new.currency,
        "code": rules.code.id,
        "note": new.note,
    }


def _check_players(players: Sequence[str], first_dealer: int, rules: RuleSet) -> None:
    if len(players) != rules.table.players:
        raise malformed("wrong_number", "players", len(players), [rules.table.players])
    _check_distinct(players, "players")
    if not 0 <= first_dealer < len(players):
        raise malformed("out_of_range", "first_dealer", first_dealer, (0, len(players) - 1))


def _side_names(given: Sequence[str], sides: Sequence[Sequence[str]]) -> list[str]:
    """The names given; a side without one is called by its players, as far as they fit."""
    named = [name.strip() for name in given] or [""] * len(sides)
    if len(named) != len(sides):
        raise malformed("wrong_number", "side_names", len(named), [len(sides)])
    made = [name or " & ".join(players)[:NAME_LENGTH] for name, players in zip(named, sides, strict=True)]
    names = [_name(name, f"side_names[{place}]") for place, name in enumerate(made)]
    _check_distinct(names, "side_names")
    return names


def _check_distinct(names: Sequence[str], where: str) -> None:
    for place, name in enumerate(names):
        if name.casefold() in [other.casefold() for other in names[:place]]:
            raise malformed("name_twice", f"{where}[{place}]", name)


def _name(text: str, where: str, *, least: int = 1) -> str:
    """A display name on one line, without characters that cannot be seen."""
    name = " ".join("".join(c for c in text if c.isprintable() or c.isspace()).split())
    if not least <= len(name) <= NAME_LENGTH:
        raise malformed("too_long" if name else "missing_name", where, name, (least, NAME_LENGTH))
    return name
