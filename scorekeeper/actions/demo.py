"""Matches and a club evening for demonstrations and benchmarks. Each deal accounts for every card, and the same seed
gives the same matches. Also a demonstration that plays automatically: a match and an evening in a ledger of their own,
one deal at a time."""

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from random import Random
from secrets import token_hex
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, finish, open_evening
from scorekeeper.actions.evenings.results import confirm
from scorekeeper.actions.evenings.rounds import NewRound, close_round, publish, seating, start_round
from scorekeeper.actions.matches.deals import DealSheet, record_deal
from scorekeeper.actions.matches.opening import NewMatch, open_match
from scorekeeper.engine.cards import JOKER, RANKS, RED_THREE, THREE, TWO
from scorekeeper.engine.matches.match import State
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.rules import RuleSet
from scorekeeper.engine.values import Struct, asdict
from scorekeeper.evening.fold import TableNow
from scorekeeper.ledger.errors import Unknown
from scorekeeper.rulebook.loader import resolve, rulebook

NAMES = (
    *("Anna", "Béla", "Cristina", "Dana", "Eszter", "František", "Gábor", "Hana", "Ilona", "Jana", "Karel", "Liis"),
    *("Mihai", "Nela", "Oana", "Péter", "Radu", "Sofia", "Tõnu", "Urve", "Vlad", "Zuzana", "Ágnes", "Éva", "Ödön"),
)
#: The initials that make further names from `NAMES` ("Anna K."), enough for fifty tables.
INITIALS = ("", " K.", " M.", " S.", " T.", " B.", " D.", " H.")
MOST_TABLES = len(NAMES) * len(INITIALS) // 4
DEALS = 4
ACTOR = "demo"


def demo_evening(desk: Desk, *, evening_id: str, tables: int, seed: int, now: str, rules: str, rounds: int = 1) -> None:
    """Open an evening of pairs, play and close `rounds` rounds, and leave the next one in play. In that round, a third
    of the tables has agreed on the result, a third is playing, and the rest has not begun."""
    random = Random(seed)  # noqa: S311 - a demonstration is no secret
    open_demo_evening(desk, evening_id, tables=tables, rounds=rounds + 2, seed=seed, now=now, rules=rules)
    for number in range(1, rounds + 2):
        mine = published(desk, evening_id, now)
        last = number > rounds
        for index, table in enumerate(mine):
            part = 3 * index // len(mine) if last else 0
            deals = DEALS if part == 0 else 2 - part and random.randint(1, DEALS - 1)
            play(desk, table.match, random, deals, now)
            if part == 0:
                agree(desk, evening_id, number, table, now)
        if not last:
            close_round(desk, evening_id, number, stamp(desk, evening_id, now))


def open_demo_evening(
    desk: Desk, evening_id: str, *, tables: int, rounds: int, seed: int, now: str, rules: str
) -> None:
    """Open an evening of pairs; no round is seated yet."""
    names = people(4 * tables)
    settings = {
        "title": "", "date": now[:10], "rules": rules, "format": "four", "movement": "danish_no_repeat",
        "rounds": rounds, "scoring": "victory_points_4", "round_end": {"by": "deals", "deals": DEALS},
        "seed": str(seed),
    }  # fmt: skip
    pairs = tuple(NewEntrant(pair) for pair in zip(names[::2], names[1::2], strict=True))
    new = NewEvening(settings, pairs, draw=True)
    open_evening(desk, new, evening_id=evening_id, key=f"demo-{evening_id}", actor=ACTOR, now=now)


def people(count: int) -> list[str]:
    """The first `count` of the demonstration's names, all different."""
    return [f"{name}{initial}" for initial in INITIALS for name in NAMES][:count]


def published(desk: Desk, evening_id: str, now: str) -> tuple[TableNow, ...]:
    """Seat, publish and start the next round, and return its tables."""
    drawn = seating(desk, evening_id)
    new = NewRound(drawn.round, drawn.tables, drawn.sit_out, cost=drawn.cost)
    publish(desk, evening_id, new, stamp(desk, evening_id, now), new_id=lambda: token_hex(5))
    start_round(desk, evening_id, drawn.round, stamp(desk, evening_id, now))
    return desk.load_evening(evening_id).state.rounds[-1].tables


def play(desk: Desk, match_id: str, random: Random, deals: int, now: str) -> None:
    """Record the next `deals` deals of a match, as a table would."""
    for _ in range(deals):
        state = desk.load(match_id).state
        sheet = DealSheet(deal_body(random, state), entered_as=["cards"] * len(state.standings), agreed=True)
        record = Stamp(state.version, f"demo-deal-{state.next_deal}", ACTOR, now)
        record_deal(desk, match_id, sheet, record, number=state.next_deal)


def agree(desk: Desk, evening_id: str, round_: int, table: TableNow, now: str) -> None:
    """Let both sides agree to the totals of their match."""
    state = desk.load(table.match).state
    totals = tuple(standing.score for standing in state.standings)
    for side in range(len(table.sides)):
        by = stamp(desk, evening_id, now)
        confirm(desk, evening_id, round_, table.number, side, by, totals=totals, match_version=state.version)


def stamp(desk: Desk, evening_id: str, now: str) -> Stamp:
    """The stamp of a writer who has seen the last entry of the evening."""
    return Stamp(desk.ledger.evenings.version(evening_id), token_hex(16), ACTOR, now)


PLAYERS = ("Ilona", "Jana", "Mihai", "Tõnu", "Eszter", "Karel")
SIDES = ("North–South", "East–West")
#: The number of deals after which a match is left unfinished.
MOST_DEALS = 40


def demo_match(
    desk: Desk,
    *,
    match_id: str,
    seed: int,
    now: str,
    rules: str | None = None,
    format_: str = "four",
    deals: int = MOST_DEALS,
    options: Mapping[str, Any] | None = None,
    side_names: Sequence[str] = SIDES,
) -> State:
    """Open a match, play up to `deals` deals of it with the acts that a real table uses, and return its state.
    `rules` is the id of the rule set, None for the first one. `side_names` are used only for the format `four`."""
    random = Random(seed)  # noqa: S311 - a demonstration is no secret
    rules = rules or rulebook().first()
    players = PLAYERS[: resolve(rules, format_).table.players]
    named = tuple(side_names) if format_ == "four" else ()
    new = NewMatch(rules, format_, players, options or {}, side_names=named)
    open_match(desk, new, match_id=match_id, key=f"demo-open-{match_id}", actor=ACTOR, now=now)
    state = desk.load(match_id).state
    while not state.over and len(state.rows) < deals:
        play(desk, match_id, random, 1, now)
        state = desk.load(match_id).state
    return state


def deal_body(random: Random, state: State) -> dict[str, Any]:
    """A finished deal of this match in the contract's JSON, which accounts for every card of the pack."""
    rules = state.setup.rules
    pack = Counter({kind: rules.in_pack[kind] for kind in rules.kinds})
    teams = _teams(random, state)
    closer = random.randrange(len(teams)) if random.random() < 0.85 else None
    sides = [_side(random, rules, pack, team, index == closer) for index, team in enumerate(teams)]
    return {"sides": sides, "cards_left": pack.total()}


def _teams(random: Random, state: State) -> list[Sequence[str]]:
    """The names of the players of each side, for the deal. In the cutthroat game one player, drawn by lot, is against
    the two others. In other games no side has names, because a deal does not name the players."""
    names = [side.name for side in state.setup.sides]
    if not state.setup.rules.table.alliances:
        return [() for _ in names]
    alone = random.choice(names)
    return [(alone,), tuple(name for name in names if name != alone)]


def _side(random: Random, rules: RuleSet, pack: Counter[str], team: Sequence[str], closes: bool) -> dict[str, Any]:
    need = rules.canastas_needed if closes else random.choice((0, 0, 0, 1))
    melds = [_meld(random, rules, pack, canasta=at < need) for at in range(need + random.randint(1, 3))]
    melds = _one_a_rank(melds)
    side: dict[str, Any] = {"melds": melds} | _held(random, rules, pack, team, closes)
    if closes:
        side["out"] = {"concealed": True} if random.random() < 0.08 else {}
    return side


def _meld(random: Random, rules: RuleSet, pack: Counter[str], *, canasta: bool) -> dict[str, Any]:
    """A meld, with its cards taken from `pack`: of a rank with enough cards left, else of the rank with the most
    left."""
    size = rules.canasta_size if canasta else random.randint(3, 5)
    wilds = random.choice((0, 1, 1, 2)) if canasta else random.choice((0, 0, 0, 1))
    ranks = [rank for rank in RANKS if pack[rank] >= size - wilds] or [max(RANKS, key=lambda rank: pack[rank])]
    rank = random.choice(ranks)
    naturals = min(size - wilds, pack[rank])
    jokers = min(pack[JOKER], random.choice((0, 0, 1)), wilds)
    twos = min(pack[TWO], wilds - jokers)
    pack.subtract({rank: naturals, JOKER: jokers, TWO: twos})
    return {"rank": rank, "naturals": naturals, "jokers": jokers, "twos": twos}


def _one_a_rank(melds: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The melds, with those of the same rank joined into one."""
    together: dict[str, dict[str, Any]] = {}
    for meld in melds:
        one = together.setdefault(meld["rank"], {"rank": meld["rank"], "naturals": 0, "jokers": 0, "twos": 0})
        for key in ("naturals", "jokers", "twos"):
            one[key] += meld[key]
    return list(together.values())


def _held(random: Random, rules: RuleSet, pack: Counter[str], team: Sequence[str], closes: bool) -> dict[str, Any]:
    """The fields of a side for its red threes and hands, with the cards taken from `pack`. If the side goes out, its
    first hand is empty."""
    players = len(team) or rules.table.hands
    hands = [{} if closes and at == 0 else _hand(random, pack) for at in range(players)]
    laid = [random.randint(0, pack[RED_THREE] // 2 + 1) if pack[RED_THREE] else 0 for _ in team or [""]]
    laid = [_take(pack, RED_THREE, count) for count in laid]
    if not team:
        return {"hands": hands, **({"red_threes": laid[0]} if "red" in rules.threes_of else {})}
    members = zip(team, laid, hands, strict=True)
    return {"members": [{"name": name, "red_threes": threes, "hand": hand} for name, threes, hand in members]}


def _hand(random: Random, pack: Counter[str]) -> dict[str, int]:
    hand: Counter[str] = Counter()
    for _ in range(random.randint(1, 7)):
        kind = random.choice([*RANKS, *RANKS, THREE, TWO])
        hand[kind] += _take(pack, kind, 1)
    return {kind: count for kind, count in hand.items() if count}


def _take(pack: Counter[str], kind: str, count: int) -> int:
    taken = min(count, pack[kind])
    pack[kind] -= taken
    return taken


#: The key of the setting that makes a ledger a demonstration. Its value is a `Playing`.
SETTING = "demonstration"
TABLES, ROUNDS = 4, 5


class Playing(Struct):
    """The ids of the match and the evening being played; empty before the first."""

    match: str = ""
    evening: str = ""


def is_demonstration(desk: Desk) -> bool:
    """Return whether this ledger is a demonstration. If it is, every page says so."""
    return desk.ledger.settings.get(SETTING) is not None


def begin(desk: Desk) -> bool:
    """Make a ledger a demonstration if it has no matches and no evenings, archived ones included. Return whether it is
    one now."""
    ledger = desk.ledger
    lists = (ledger.matches.page, ledger.matches.retired, ledger.evenings.page, ledger.evenings.retired)
    if not is_demonstration(desk) and not any(listed(limit=1) for listed in lists):
        ledger.settings.put(SETTING, asdict(Playing()))
    return is_demonstration(desk)


def playing(desk: Desk) -> Playing:
    """The match and the evening being played. Only for the ledger of a demonstration."""
    return Playing(**desk.ledger.settings.get(SETTING))


def play_on(desk: Desk, random: Random, rules: str, now: str) -> Playing:
    """Record a deal of the match, and do the next act of the evening. If the match or the evening is over, or a visitor
    has made it impossible to continue, open another. Return the ids of those being played now."""
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
    """Record the next deal. Return False if the match is over, or if it cannot be continued."""
    with suppress(Unknown, Refused):
        if not desk.load(match_id).state.over:
            play(desk, match_id, random, 1, now)
            return True
    return False


def _act(desk: Desk, evening_id: str, random: Random, now: str) -> bool:
    """Do the next act of the evening: seat a round, play a deal at one of its tables, let the sides of a table agree,
    close the round, or end the evening. Return False if the evening is finished, or if it cannot be continued."""
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
            table = random.choice(current.waits_for)
            if table.now.over:
                agree(desk, evening_id, current.number, table, now)
            else:
                play(desk, table.match, random, 1, now)
        else:
            close_round(desk, evening_id, current.number, stamp(desk, evening_id, now))
        return True
    return False
