"""After any acts an evening can be exported and imported unchanged; an export with one changed character is refused."""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.actions.club.players import rename_player
from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.matches.deals import DealSheet, amend_deal, record_deal
from scorekeeper.actions.matches.opening import close
from scorekeeper.actions.transfer import export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.evening.fold import RoundNow, TableNow
from scorekeeper.evening.values import Seated
from scorekeeper.ledger.records.merging import merge
from tests.actions.evenings import NIGHT, NOW, agree, new_id, next_round, opened, published, stamp
from tests.examples import examples
from tests.ledgers import empty_ledger
from tests.totals import counted

_KEYS = count()
Act = Callable[[Desk, int], object]
#: The results that a director can set in place of a table's own, as (kind, sides).
RESULTS: tuple[tuple[str, list[dict[str, Any]]], ...] = (
    ("played", [{"score": 700}, {"score": 300}]), ("void", []), ("withdrawn", []),
    ("assigned", [{"points": 12}, {"points": 8}]), ("walk_over", [{}, {"absent": True}]),
)  # fmt: skip


def at(desk: Desk) -> Stamp:
    return stamp(desk, f"key-{next(_KEYS):06}")


def last(desk: Desk) -> RoundNow:
    return desk.load_evening(NIGHT).state.rounds[-1]


def table(desk: Desk, number: int) -> TableNow:
    """One of the tables of the last round. Raises IndexError if all entrants who are left sit out."""
    tables = last(desk).tables
    return tables[number % max(1, len(tables))]


def set_result(desk: Desk, number: int, kind: str, sides: list[dict[str, Any]]) -> None:
    where = desk, NIGHT, last(desk).number, table(desk, number).number
    results.set_result(*where, kind, at(desk), sides=sides, reason="so it was")


def settle_and_close(desk: Desk, number: int) -> None:
    for each in last(desk).waits_for:
        set_result(desk, last(desk).tables.index(each), *RESULTS[number % 2])
    rounds.close_round(desk, NIGHT, last(desk).number, at(desk))


def swap(desk: Desk, number: int) -> None:
    """Correct the seating: the second sides of the first two tables change places."""
    now = [Seated(each.number, each.sides) for each in last(desk).tables]
    one, two = now[0], now[1]
    now[:2] = [replace(to, sides=(to.sides[0], of.sides[1], *to.sides[2:])) for to, of in ((one, two), (two, one))]
    rounds.correct_seating(desk, NIGHT, last(desk).number, now, "they sat so", at(desk))


def deals(desk: Desk, number: int) -> None:
    """Record two deals at a table; if `number` is above 1, end its match."""
    match_id = table(desk, number).match
    for points in ((100 * number, 300), (500, 100)):
        now = desk.load(match_id).state
        sheet = DealSheet({"sides": [counted(each) for each in points]}, ["totals", "totals"], agreed=True)
        record_deal(desk, match_id, sheet, of_match(desk, match_id), number=now.next_deal)
    if number > 1:
        close(desk, match_id, "time", of_match(desk, match_id))


def of_match(desk: Desk, match_id: str) -> Stamp:
    return Stamp(desk.ledger.matches.version(match_id), f"key-{next(_KEYS):06}", "tablet", NOW)


def amend(desk: Desk, number: int) -> None:
    match_id = table(desk, number).match
    sheet = DealSheet({"sides": [counted(200), counted(100 * number)]}, ["totals", "totals"], agreed=True)
    amend_deal(desk, match_id, 1, sheet, "counted again", of_match(desk, match_id))


def penalise(desk: Desk, number: int) -> None:
    penalty = {"entrant": str(1 + number), "kind": "points", "points": -2, "reason": "late"}
    evenings.give_penalty(desk, NIGHT, penalty, at(desk), penalty_id=f"penalty-{next(_KEYS)}")


def leave(desk: Desk, number: int) -> None:
    evenings.set_status(desk, NIGHT, str(1 + number % 4), "left", at(desk), round_=last(desk).number + 1)


def one_person(desk: Desk, number: int) -> None:
    one, other = (desk.ledger.players.remember(name, now=NOW).id for name in ("Eva", f"Eve{number}"))
    merge(desk.ledger.store, one, other, actor="laptop", now=NOW)


def of_table(act: Callable[..., object], *more: Any) -> Act:
    """A function of (desk, number) that does `act` on one of the tables of the last round, as `table` chooses it."""
    return lambda desk, number: act(desk, NIGHT, last(desk).number, table(desk, number).number, *more, at(desk))


def of_round(act: Callable[..., object], *more: Any, **named: Any) -> Act:
    """A function of (desk, number) that does `act` on the last round."""
    return lambda desk, number: act(desk, NIGHT, last(desk).number, *more, at(desk), **named)


ACTS: Mapping[str, Act] = {
    "publish": lambda desk, number: published(desk),
    "seat anew": lambda desk, number: rounds.publish(
        desk, NIGHT, replace(next_round(desk), number=last(desk).number, redrawn=1), at(desk), new_id=new_id
    ),
    "start": of_round(rounds.start_round),
    "clock": of_round(rounds.tell_clock, "add", seconds=60),
    "deals": deals,
    "amend": amend,
    "agree": lambda desk, number: agree(desk, last(desk).number, table(desk, number).number),
    "call": of_table(results.dispute, 0, "a card"),
    "answer": of_table(results.answer_call),
    "decide": lambda desk, number: set_result(desk, number, *RESULTS[number % len(RESULTS)]),
    "take back": lambda desk, number: set_result(desk, number, "withdrawn", []),
    "play again": lambda desk, number: rounds.play_again(
        desk, NIGHT, last(desk).number, [table(desk, number).number], "misdealt", at(desk)
    ),
    "swap": swap,
    "close": settle_and_close,
    "reopen": of_round(rounds.reopen_round, "a slip"),
    "reopen the first": lambda desk, number: rounds.reopen_round(desk, NIGHT, 1, "a slip", at(desk)),
    "penalty": penalise,
    "forgive": lambda desk, number: evenings.withdraw_penalty(
        desk, NIGHT, desk.load_evening(NIGHT).state.penalties[-1].id, "it was not so", at(desk)
    ),
    "substitute": lambda desk, number: evenings.change_entrant(
        desk, NIGHT, str(1 + number % 4), {"players": ["Eva", f"Ivo{number}"]}, at(desk), round_=last(desk).number + 1
    ),
    "late": lambda desk, number: evenings.add_entrant(
        desk, NIGHT, evenings.NewEntrant((f"Late{number}", f"Later{number}")), at(desk)
    ),
    "leave": leave,
    "settings": lambda desk, number: evenings.amend_evening(desk, NIGHT, {"title": "Gala"}, "better", at(desk)),
    "one person": one_person,
    "finish": lambda desk, number: evenings.finish(desk, NIGHT, at(desk)),
    "take up": lambda desk, number: evenings.reopen(desk, NIGHT, "a slip turned up", at(desk)),
}  # fmt: skip
#: Acts that are drawn more often, because the others need them.
COMMON = ("publish", "deals", "agree", "close") * 4


def changed(whole: str, chance: Random) -> str:
    """An exported evening with one letter or digit changed."""
    at = chance.choice([index for index, letter in enumerate(whole) if letter.isalnum()])
    alike = "0123456789" if whole[at].isdigit() else "abcdefghij"
    return whole[:at] + chance.choice(alike.replace(whole[at], "")) + whole[at + 1 :]


@examples(6, soak=2_000)
@given(
    st.lists(st.tuples(st.sampled_from([*COMMON, *ACTS]), st.integers(0, 4)), min_size=12, max_size=30),
    st.integers(0, 10**6),
)
def test_after_any_acts_of_an_evening_it_goes_elsewhere_whole_and_unchanged(
    acts: list[tuple[str, int]], seed: int
) -> None:
    chance = Random(seed)
    with TemporaryDirectory() as folder:
        here, there = (open_desk(empty_ledger(Path(folder) / name)) for name in ("here.db", "there.db"))
        with here.ledger, there.ledger:
            opened(here)
            published(here)
            for act, number in acts:
                with suppress(Refused, IndexError):
                    ACTS[act](here, number)
            assert verify(here).problems == ()
            exported = list(export_all(here))
            whole = json.dumps(next(each for each in exported if "canasta_evening" in each), ensure_ascii=False)
            for _ in range(8):
                with suppress(json.JSONDecodeError):
                    made = json.loads(forged := changed(whole, chance))
                    with pytest.raises(Refused):
                        assert not import_any(there, made), difference(whole, forged)
            if found := seed % 2 and here.ledger.players.find("Béla"):
                rename_player(here, found.id, "Barnabás", now=NOW)  # an entry with a replaced name keeps its seal
                exported = list(export_all(here))
            assert {import_any(there, json.loads(json.dumps(each))).outcome for each in exported} == {"added"}
            assert list(export_all(there)) == exported
            assert there.load_evening(NIGHT).state == here.load_evening(NIGHT).state
            assert verify(there).problems == ()


def difference(one: str, other: str) -> str:
    """The first difference of two texts, with the text around it."""
    at = next(index for index, letter in enumerate(one) if other[index] != letter)
    return f"{one[at - 60 : at + 60]} -> {other[at - 9 : at + 9]}"
