"""Many finished evenings, whose results are typed from slips."""

from scorekeeper.actions.desk import Desk
from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, finish, open_evening
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from tests.actions.evenings import NOW, SETTINGS, published, stamp


def many(desk: Desk, evenings: int, players: int) -> list[str]:
    """Play evenings of one round, and return their ids.

    Half of the players come to each evening. Their partners change from evening to evening.
    """
    made = []
    for night in range(evenings):
        evening_id = f"many-{night:02}"
        there = [f"Player {(at * 7 + night * 3) % players + 1:02}" for at in range(players // 2)]
        pairs = tuple(NewEntrant((one, other)) for one, other in zip(there[::2], there[1::2], strict=True))
        day = f"2026-{1 + night // 28:02}-{1 + night % 28:02}"
        new = NewEvening({**SETTINGS, "title": f"Night {night}", "date": day}, pairs)
        open_evening(desk, new, evening_id=evening_id, key=f"open-{evening_id}", actor="laptop", now=NOW)
        for table in published(desk, evening_id):
            sides = [{"score": 1000 + 50 * table.number}, {"score": 900 + 37 * night}]
            told = stamp(desk, f"set-{table.number}-{evening_id}", evening_id)
            set_result(desk, evening_id, 1, table.number, "played", told, sides=sides)
        close_round(desk, evening_id, 1, stamp(desk, f"close-{evening_id}", evening_id))
        finish(desk, evening_id, stamp(desk, f"finish-{evening_id}", evening_id))
        made.append(evening_id)
    return made
