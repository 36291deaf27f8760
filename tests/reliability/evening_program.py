"""A program for tests to start and kill: it opens, seats, settles and closes one evening after the other."""

import sys
from contextlib import closing
from pathlib import Path
from uuid import uuid4

from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.evening.values import Seated
from tests.actions.evenings import opened, stamp

#: The acts of an evening in order; each act after the first adds one entry to the evening's chain.
ACTS = ("open", "publish", "settle-1", "settle-2", "close", "finish")
ROUND = rounds.NewRound(1, (Seated(1, (("1",), ("4",))), Seated(2, (("2",), ("3",)))))
KINDS = ("round_seated", "result_set", "result_set", "round_closed", "evening_finished")


def act(desk: Desk, night: str, name: str) -> None:
    """Do the act `name` of the evening `night`. Its key is the same each time, so a repeated act counts once."""
    if name == "open":
        opened(desk, night)
        return
    at = stamp(desk, f"{name}-{night}", night)
    if name == "publish":
        rounds.publish(desk, night, ROUND, at, new_id=lambda: uuid4().hex)
    elif name == "close":
        rounds.close_round(desk, night, 1, at)
    elif name == "finish":
        evenings.finish(desk, night, at)
    else:
        slip = [{"score": 3000}, {"score": 2000}]
        results.set_result(desk, night, 1, int(name[-1]), "played", at, sides=slip)


def play(path: str, first: int) -> None:
    """Do one act after the other, starting with number `first`. Print the number of each once the ledger has it."""
    desk = open_desk(Path(path))
    with closing(desk.ledger):
        number = first
        while True:
            night, name = divmod(number, len(ACTS))
            act(desk, f"night-{night:04}", ACTS[name])
            print(number, flush=True)
            number += 1


if __name__ == "__main__":
    play(sys.argv[1], int(sys.argv[2]))
