"""A club evening to look at and to measure with: one round closed, the next one in play, the same for the same seed."""

from random import Random
from secrets import token_hex

from scorekeeper.actions.deals import DealSheet, record_deal
from scorekeeper.actions.demo import deal_body
from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.evenings import NewEntrant, NewEvening, open_evening
from scorekeeper.actions.results import confirm
from scorekeeper.actions.rounds import NewRound, close_round, publish, seating, start_round
from scorekeeper.evening.fold import TableNow

NAMES = (
    *("Anna", "Béla", "Cristina", "Dana", "Eszter", "František", "Gábor", "Hana", "Ilona", "Jana", "Karel", "Liis"),
    *("Mihai", "Nela", "Oana", "Péter", "Radu", "Sofia", "Tõnu", "Urve", "Vlad", "Zuzana", "Ágnes", "Éva", "Ödön"),
)
#: What tells people of one name apart; more would not fill fifty tables.
INITIALS = ("", " K.", " M.", " S.", " T.", " B.", " D.", " H.")
MOST_TABLES = len(NAMES) * len(INITIALS) // 4
DEALS = 4
ACTOR = "demo"


def demo_evening(desk: Desk, *, evening_id: str, tables: int, seed: int, now: str, rules: str, rounds: int = 1) -> None:
    """Open an evening of pairs, play and close so many rounds of it, and leave the next one in play: a third of its
    tables has agreed, a third plays, the rest has not begun."""
    random = Random(seed)  # noqa: S311 - a demonstration is no secret
    names = people(4 * tables)
    settings = {
        "title": "Club evening", "date": now[:10], "rules": rules, "format": "four", "movement": "danish_no_repeat",
        "rounds": rounds + 2, "scoring": "victory_points_4", "round_end": {"by": "deals", "deals": DEALS},
        "seed": str(seed),
    }  # fmt: skip
    pairs = tuple(NewEntrant(pair) for pair in zip(names[::2], names[1::2], strict=True))
    new = NewEvening(settings, pairs, draw=True)
    open_evening(desk, new, evening_id=evening_id, key=f"demo-{evening_id}", actor=ACTOR, now=now)
    for number in range(1, rounds + 2):
        mine = _published(desk, evening_id, now)
        last = number > rounds
        for index, table in enumerate(mine):
            part = 3 * index // len(mine) if last else 0
            _play(desk, table, random, DEALS if part == 0 else 2 - part and random.randint(1, DEALS - 1), now)
            for side in (0, 1) if part == 0 else ():
                _agree(desk, evening_id, number, table, side, now)
        if not last:
            close_round(desk, evening_id, number, _stamp(desk, evening_id, now))


def people(count: int) -> list[str]:
    """So many names, no two alike."""
    return [f"{name}{initial}" for initial in INITIALS for name in NAMES][:count]


def _published(desk: Desk, evening_id: str, now: str) -> tuple[TableNow, ...]:
    """The next round, seated and begun."""
    drawn = seating(desk, evening_id)
    tables = tuple({"table": each.table, "sides": [list(side) for side in each.sides]} for each in drawn.tables)
    new = NewRound(drawn.round, tables, drawn.sit_out, cost=drawn.cost)
    publish(desk, evening_id, new, _stamp(desk, evening_id, now), new_id=lambda: token_hex(5))
    start_round(desk, evening_id, drawn.round, _stamp(desk, evening_id, now))
    return desk.load_evening(evening_id).state.rounds[-1].tables


def _play(desk: Desk, table: TableNow, random: Random, deals: int, now: str) -> None:
    for _ in range(deals):
        state = desk.load(table.match).state
        sheet = DealSheet(deal_body(random, state), entered_as=["cards"] * len(state.standings), agreed=True)
        stamp = Stamp(state.version, f"demo-deal-{state.next_deal}", ACTOR, now)
        record_deal(desk, table.match, sheet, stamp, number=state.next_deal)


def _agree(desk: Desk, evening_id: str, round_: int, table: TableNow, side: int, now: str) -> None:
    """A side agrees to what its match has come to."""
    state = desk.load(table.match).state
    totals = tuple(standing.score for standing in state.standings)
    stamp = _stamp(desk, evening_id, now)
    confirm(desk, evening_id, round_, table.number, side, stamp, totals=totals, match_version=state.version)


def _stamp(desk: Desk, evening_id: str, now: str) -> Stamp:
    return Stamp(desk.ledger.evenings.version(evening_id), token_hex(16), ACTOR, now)
