"""Turns in order of arrival."""

import threading
import time

import pytest

from scorekeeper.sheets.fair_queue import FairQueue, QueueTimeout


def test_who_came_first_is_served_first() -> None:
    queue, served = FairQueue(), []

    def visit(number: int) -> None:
        with queue.turn(seconds=5):
            served.append(number)

    with queue.turn(seconds=1):
        visitors = []
        for number in range(8):
            visitors.append(threading.Thread(target=visit, args=(number,)))
            visitors[-1].start()
            while len(queue) < number + 2:
                time.sleep(0.001)
    for visitor in visitors:
        visitor.join()
    assert served == list(range(8))
    assert len(queue) == 0


def test_a_turn_that_does_not_come_is_given_up() -> None:
    queue = FairQueue()
    with queue.turn(seconds=1):
        with pytest.raises(QueueTimeout) as waited, queue.turn(seconds=0.01):
            pass
        assert waited.value.ahead == 1
    with queue.turn(seconds=0.01):
        assert len(queue) == 1
