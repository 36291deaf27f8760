"""A demonstration that goes on by itself: a match and a club evening in a ledger of their own, a deal at a time."""

from contextlib import suppress
from random import Random
from secrets import token_hex

from scorekeeper.actions.demo import agree, demo_match, open_demo_evening, play, published, stamp
from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.opening import finish
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import Struct, asdict
from scorekeeper.evening.fold import RoundNow
from scorekeeper.ledger.errors import Unknown

#: The setting of a ledger that is a demonstration: which match and which evening go on in it.
SETTING = "demonstration"
TABLES, ROUNDS = 4, 5


class Playing(Struct):
    """The match and the evening that go on; empty where none has begun."""

    match: str = ""
    evening: str = ""


def is_demonstration(desk: Desk) -> bool:
    """Return whether this ledger is a demonstration, so that every page says so."""
    return desk.ledger.settings.get(SETTING) is not None


def begin(desk: Desk) -> bool:
    """Make an empty ledger a demonstration; one with anything else is left alone. Return whether it is one now."""
    ledger = desk.ledger
    lists = (ledger.matches.page, ledger.matches.retired, ledger.evenings.page, ledger.evenings.retired)
    if not is_demonstration(desk) and not any(listed(limit=1) for listed in lists):
        ledger.settings.put(SETTING, asdict(Playing()))
    return is_demonstration(desk)


def playing(desk: Desk) -> Playing:
    """The match and the evening that go on in a demonstration."""
    return Playing(**desk.ledger.settings.get(SETTING))


def play_on(desk: Desk, random: Random, rules: str, now: str) -> Playing:
    """Record a deal of the match, and do the next act of the evening. Where one is over, or somebody made it impossible
    to go on, another is opened. Returns those that go on."""
    before = playing(desk)
    match, evening = before.match, before.evening
    if not _deal(desk, match, random, now):
        match = token_hex(5)
        demo_match(desk, match_id=match, seed=random.randrange(10**6), now=now, rules=rules, deals=0)
    if not _act(desk, evening, random, now):
        evening = token_hex(5)
        seed = random.randrange(10**6)
        open_demo_evening(desk, evening, tables=TABLES, rounds=ROUNDS, seed=seed, now=now, rules=rules)
    after = Playing(match, evening)
    if after != before:
        desk.ledger.settings.put(SETTING, asdict(after))
    return after


def _deal(desk: Desk, match_id: str, random: Random, now: str) -> bool:
    """Record the next deal. False where there is none to play."""
    with suppress(Unknown, Refused):
        if not desk.load(match_id).state.over:
            play(desk, match_id, random, 1, now)
            return True
    return False


def _act(desk: Desk, evening_id: str, random: Random, now: str) -> bool:
    """Seat a round, play a deal at one of its tables, have its sides agree, close the round, or end the evening. False
    where nothing is left to do."""
    with suppress(Unknown, Refused):
        evening = desk.load_evening(evening_id).state
        current = evening.current
        if evening.state == "finished":
            return False
        if current is None or (current.state == "closed" and current.number < ROUNDS):
            published(desk, evening_id, now)
        elif current.state == "closed":
            finish(desk, evening_id, stamp(desk, evening_id, now))
        elif current.waits_for:
            _at_a_table(desk, evening_id, current, random, now)
        else:
            close_round(desk, evening_id, current.number, stamp(desk, evening_id, now))
        return True
    return False


def _at_a_table(desk: Desk, evening_id: str, current: RoundNow, random: Random, now: str) -> None:
    """Record a deal at one of the tables that the round waits for; have its sides agree where all are played."""
    table = random.choice(current.waits_for)
    if table.now.over:
        agree(desk, evening_id, current.number, table, now)
    else:
        play(desk, table.match, random, 1, now)
