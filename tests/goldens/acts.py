"""Every act on an evening and on a match, tried in every state: the entries that it writes, or why it is refused.

Acts and steps are Python code. A step leads to the next state; an act is tried on a copy of the database.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings import opening as evenings
from scorekeeper.actions.evenings import results, rounds
from scorekeeper.actions.evenings.opening import NewEntrant
from scorekeeper.actions.matches import code, deals, rulings
from scorekeeper.actions.matches import opening as matches
from scorekeeper.actions.matches.deals import DealSheet
from scorekeeper.actions.matches.history import history
from scorekeeper.actions.matches.opening import NewMatch
from scorekeeper.actions.matches.rulings import Override, RulingCase
from scorekeeper.engine.matches.entries import Recount
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.evening import acts as of_evenings
from scorekeeper.evening.people import entrant_name
from scorekeeper.evening.values import Seated
from scorekeeper.ledger.errors import LedgerError
from scorekeeper.web.matches.events import say_event
from scorekeeper.words.club.history import say_entry
from tests.actions import evenings as nights
from tests.actions.evenings import NIGHT, NOW
from tests.goldens.asking import copied
from tests.goldens.figures import EN
from tests.goldens.readers import plain
from tests.totals import counted

M = "match-of-acts"
#: The names that the acts below use, in addition to the attributes of a `Room`.
NAMES: dict[str, Any] = {
    "code": code, "deals": deals, "RulingCase": RulingCase, "evenings": evenings, "matches": matches,
    "results": results,
    "rounds": rounds, "rulings": rulings, "nights": nights, "NIGHT": NIGHT, "NOW": NOW, "M": M,
    "NewEntrant": NewEntrant, "Override": Override, "Recount": Recount,
}  # fmt: skip
EVENING_STEPS = {
    "opened": "nights.opened(desk, rounds=3)",
    "seated": "seated()",
    "begun": "rounds.start_round(desk, NIGHT, 1, at())",
    "table 1 is over": "nights.play(desk, match(1), (600, 200), (100, 300))",
    "its side 0 agrees": "word(0)",
    "side 1 disputes": "results.dispute(desk, NIGHT, 1, 1, 1, 'Deal 2', at())",
    "table 2 calls in deal 2": "(nights.play(desk, match(2), (50, 60), closing=False),"
                               " results.dispute(desk, NIGHT, 1, 2, 0, 'Come', at()))",
    "table 2 is decided": "results.set_result(desk, NIGHT, 1, 2, 'walk_over', at(), sides=[{}, {'absent': True}])",
    "all is settled": "(results.set_result(desk, NIGHT, 1, 2, 'withdrawn', at()), word(0), word(1),"
                      " nights.play(desk, match(2), (700, 700)), nights.agree(desk, 1, 2))",
    "closed": "rounds.close_round(desk, NIGHT, 1, at())",
    "entrant 3 is gone": "evenings.set_status(desk, NIGHT, '3', 'left', at(), round_=2)",
    "round 2 is seated without entrant 3": "seated()",
    "round 1 is taken up": "rounds.reopen_round(desk, NIGHT, 1, 'A slip', at())",
    "all is closed": "(rounds.close_round(desk, NIGHT, 1, at()), results.set_result(desk, NIGHT, 2, 1, 'void', at(),"
                     " reason='None'), rounds.close_round(desk, NIGHT, 2, at()))",
    "finished": "evenings.finish(desk, NIGHT, at())",
}  # fmt: skip
EVENING_ACTS = (
    "seated()", "rounds.publish(desk, NIGHT, pairing(2, '12', '34'), at(), new_id=new_id)",
    "rounds.publish(desk, NIGHT, pairing(1, '12', '34'), at(), new_id=new_id)",
    "rounds.publish(desk, NIGHT, pairing(2, '13', '24'), at(), new_id=new_id)",
    *(f"rounds.{act}(desk, NIGHT, {number}, {more}at())" for number in (1, 2) for act, more in (
        ("start_round", ""), ("close_round", ""), ("reopen_round", "'Why', "), ("play_again", "[1], 'Why', "),
        ("play_again", "[1, 2], '', "), ("play_again", "[9], 'Why', "), ("play_again", "[], 'Why', "))),
    *(f"rounds.tell_clock(desk, NIGHT, 1, {do!r}, at(), seconds={seconds})" for do, seconds in (
        ("start", 0), ("pause", 0), ("resume", 0), ("end", 0), ("add", 300), ("add", -60), ("stop", 0))),
    "rounds.correct_seating(desk, NIGHT, 1, swapped(1), 'Why', at())",
    "rounds.correct_seating(desk, NIGHT, 1, swapped(0), 'Why', at())",
    "rounds.correct_seating(desk, NIGHT, 1, swapped(1)[:1], 'Why', at())",
    "rounds.correct_seating(desk, NIGHT, 1, swapped(1), ' ', at())",
    "word(0)", "word(1)", "word(2)", "word(0, more=5)", "word(0, seen=0)", "word(0, seen=3)", "word(0, seen=99)",
    "results.dispute(desk, NIGHT, 1, 1, 1, 'No', at())", "results.dispute(desk, NIGHT, 1, 2, 0, 'No', at())",
    "results.dispute(desk, NIGHT, 1, 9, 0, 'No', at())", "results.dispute(desk, NIGHT, 1, 1, 7, 'No', at())",
    "results.set_result(desk, NIGHT, 1, 1, 'lost', at())",
    "evenings.set_status(desk, NIGHT, '9', 'left', at(), round_=2)",
    "evenings.amend_evening(desk, NIGHT, {'rules': 'whist'}, 'Why', at())",
    "evenings.give_penalty(desk, NIGHT, penalty(points=None), at(), penalty_id='p1')",
    "evenings.withdraw_penalty(desk, NIGHT, 'p1', '', at())", "rounds.correct_seating(desk, NIGHT, 1, [], 'Why', at())",
    *(f"results.answer_call(desk, NIGHT, 1, {table}, at())" for table in (1, 2)),
    *(f"results.set_result(desk, NIGHT, {round_}, 1, {kind!r}, at(), sides={sides}, reason={reason!r})"
      for round_ in (1, 2) for kind, sides, reason in (
        ("played", [{"score": 5}, {"score": 0}], ""), ("played", [{"score": 5}], ""), ("void", [], ""),
        ("void", [], "Why"), ("walk_over", [{"absent": True}, {}], ""), ("walk_over", [{}, {}], ""),
        ("assigned", [{"points": 12}, {"points": 8}], ""), ("assigned", [{"points": 12}, {"points": 8}], "Why"),
        ("assigned", [{"points": 12}, {"points": 18}], "Why"), ("withdrawn", [], ""))),
    "evenings.amend_evening(desk, NIGHT, {'title': 'New'}, '', at())",
    "evenings.amend_evening(desk, NIGHT, {'rounds': 5}, 'Why', at())",
    "evenings.amend_evening(desk, NIGHT, {'rounds': 0}, 'Why', at())",
    "evenings.amend_evening(desk, NIGHT, {'movement': 'knockout'}, 'Why', at())",
    "evenings.amend_evening(desk, NIGHT, {'movement': 'draw', 'movement_options': {'per_table': 3}}, 'Why', at())",
    *(f"results.set_slips(desk, NIGHT, 1, [{', '.join(slips)}], at())" for slips in (
        ("results.Slip(1, (5, 10), None)", "results.Slip(2, (900, 900), None)"),
        ("results.Slip(1, (5, 10), (700, 500))",), ("results.Slip(2, (5, 10), (700, 700))",))),
    "evenings.amend_evening(desk, NIGHT, {'scoring': 'places'}, 'Why', at())",
    "evenings.add_entrant(desk, NIGHT, NewEntrant((' Eva', 'Jan '), name=' The  new', fixed_table=2), at())",
    "evenings.add_entrant(desk, NIGHT, NewEntrant(('Anna', 'Jan')), at())",
    "evenings.add_entrant(desk, NIGHT, NewEntrant(('Eva',)), at())",
    "(evenings.change_entrant(desk, NIGHT, '1', {'number': 9}, at()),"
    " evenings.add_entrant(desk, NIGHT, NewEntrant(('Eva', 'Jan')), at()))",
    *(f"(evenings.amend_evening(desk, NIGHT, {{'round_end': {{'by': {by!r}, 'deals': 3, 'minutes': 9}}}}, 'Why', at()),"
      " seated())" for by in ("time", "deals")),
    "evenings.add_entrant(desk, NIGHT, NewEntrant(('Eva', 'Jan', 'Ilo', 'Udo')), at())",
    "evenings.change_entrant(desk, NIGHT, '1', {'players': ['Anna', 'Eva']}, at(), round_=2)",
    "evenings.change_entrant(desk, NIGHT, '1', {'players': ['Anna', 'Karel']}, at(), round_=2)",
    "evenings.change_entrant(desk, NIGHT, '1', {'number': 2}, at())",
    "evenings.change_entrant(desk, NIGHT, '9', {'name': 'X'}, at())",
    *(f"evenings.set_status(desk, NIGHT, '2', {status!r}, at(), round_={round_})" for status, round_ in (
        ("absent", 1), ("left", 2), ("present", 2), ("gone", 2), ("absent", 9))),
    "evenings.give_penalty(desk, NIGHT, penalty(), at(), penalty_id='p1')",
    "evenings.give_penalty(desk, NIGHT, penalty(reason=''), at(), penalty_id='p1')",
    "evenings.give_penalty(desk, NIGHT, penalty(points=3), at(), penalty_id='p1')",
    "evenings.give_penalty(desk, NIGHT, penalty(round=3), at(), penalty_id='p1')",
    "evenings.withdraw_penalty(desk, NIGHT, 'p1', 'Why', at())",
    "evenings.finish(desk, NIGHT, at())", "evenings.reopen(desk, NIGHT, 'Why', at())",
    "evenings.reopen(desk, NIGHT, '', at())",
    "matches.close(desk, match(1), 'time', of(match(1)))", "matches.pause(desk, match(2), of(match(2)))",
    "matches.rename(desk, match(1), 'X', of(match(1)))", "matches.put_away(desk, match(1), now=NOW)",
    "matches.write_names(desk, match(1), ('Eva', 'Jan', 'Ilo', 'Udo'), ('', ''), of(match(1)))",
    "matches.open_rematch(desk, match(1), new_id='again', key='key-again', actor='x', now=NOW)",
    "nights.play(desk, match(2), (5, 10), closing=False)",
)  # fmt: skip
MATCH_STEPS = {
    "opened": "opened()",
    "deal 1": "play(1, 500, 300)",
    "deal 2": "play(2, 100, 200)",
    "deal 2 is annulled": "ruled('annul', 'RO-01', 2, when='after_deal', annulment_requested=True)",
    "an offence is ruled on": "ruled('first', 'RO-11', 3, answer='no')",
    "paused": "matches.pause(desk, M, of(M))",
    "resumed": "matches.resume(desk, M, of(M))",
    "over": "play(None, 4600, 0)",
    "put away": "matches.put_away(desk, M, now=NOW)",
}
MATCH_ACTS = (
    *(f"play({number}, 100, 200)" for number in (1, 2, 3, 4, 5)), "play(None, 100, 200, late=1)",
    *(f"deals.amend_deal(desk, M, {number}, sheet(510, 300), {reason!r}, of(M))" for number in (1, 2, 3, 9)
      for reason in ("Why", "")),
    "deals.amend_deal(desk, M, 1, sheet(500, 300), 'Why', of(M))",
    *(f"deals.remove_last_deal(desk, M, {number}, 'Why', of(M))" for number in (1, 3, 4)),
    "matches.pause(desk, M, of(M))", "matches.resume(desk, M, of(M))",
    *(f"matches.close(desk, M, {reason!r}, of(M))" for reason in ("time", "agreed", "because")),
    "matches.rename(desk, M, '  A  b ', of(M))", "matches.rename(desk, M, 'x' * 200, of(M))",
    "matches.write_names(desk, M, ('Eva', 'Jana', 'Mihai', 'Tõnu'), ('A', 'B'), of(M))",
    "matches.write_names(desk, M, ('Jana', 'Jana', 'Mihai', 'Tõnu'), ('A', 'B'), of(M))",
    "matches.write_names(desk, M, ('Ilona', 'Jana', 'Mihai', ''), ('A', 'a'), of(M))",
    "matches.open_rematch(desk, M, new_id='again', key='key-again', actor='x', now=NOW)",
    "matches.put_away(desk, M, now=NOW)", "matches.take_back(desk, M)",
    *(f"deals.keep_recount(desk, M, Recount({given}), of(M))" for given in (
        "1, 0, 510, 500", "1, 2, 510, 500", "3, 1, 5, 0", "9, 0, 5, 0", "1, 1, 100001, 0", "1, 1, 0, -100001")),
    *(f"ruled('next', {given})" for given in (
        "'RO-01', 3, when='during_deal', annulment_requested=True", "'RO-12', 1", "'RO-12', 9", "'XX-01', 1",
        "'RO-01', 2, when='after_deal', annulment_requested=True", "'RO-08', 3", "'RO-10', 3, count=2, side=1",
        "'RO-10', 3, count=9", "'RO-10', 1, count=1, player='Jana'", "'RO-10', 1, count=1, player='Ilona', side=1",
        "'RO-10', 1, count=1, override=Override(-200, 0, 'So')", "'RO-10', 1, count=1, override=Override(-200, 0, '')",
        "'RO-10', 1, count=1, override=Override(200, 0, 'So')",
        "'RO-10', 1, count=1, override=Override(-203, 0, 'So')",
        *(f"'RO-10', 1, count=1, override=Override({points}, {raised}, 'So')" for points, raised in (
            (-35, 7), (-10005, 0), (0, -10))),
        "'RO-10', 1, count=1, override=Override(-50, 0, 501 * 'x')", "'RO-10', 1", "'RO-10', 1, count='many'",
        "'RO-10', 1, count=1, tea=1", "'RO-10', 0, count=1", "'RO-10', 1, count=1, side=2",
        "'RO-10', 1, count=1, side=-1")),
    "rulings.withdraw_ruling(desk, M, 'annul', 'Why', of(M))",
    *(f"code.adopt_code(desk, M, {code!r}, {deal}, of(M))" for code, deal in (
        ("none", 1), ("none", 3), ("none", 4), ("none", 5), ("hungarian", 3), ("hungarian", 9), ("romanian", 3),
        ("whist", 3))),
    "(code.adopt_code(desk, M, 'hungarian', 3, of(M)), code.adopt_code(desk, M, 'romanian', 4, of(M)))",
    "(code.adopt_code(desk, M, 'hungarian', 3, of(M)), play(3, 100, 200))",
    *(f"rulings.penalise(desk, M, RulingCase({article!r}, 3, {side}), {points}, {reason!r}, of(M), id_='new')"
      for article, side, points, reason in (
        ("P1", 0, 50, ""), ("P6", 1, 10000, " Too  loud "), ("P9", 0, 50, "x"), ("P1", 0, 0, ""), ("P1", 0, 7, ""),
        ("P1", 0, 10005, ""), ("P0", 0, 5, "x"), ("P0", 0, 5, " "))),
    "rulings.withdraw_ruling(desk, M, 'first', 'Why', of(M))", "rulings.withdraw_ruling(desk, M, 'first', '', of(M))",
    "rulings.withdraw_ruling(desk, M, 'other', 'Why', of(M))",
    *(f"rulings.tick_obligation(desk, M, 'first', {index}, of(M))" for index in (0, 1)),
)  # fmt: skip


class Room:
    """The names that acts may use, for one desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.made = 0

    def names(self) -> dict[str, Any]:
        """All names that an act may use."""
        return {**NAMES, **{name: getattr(self, name) for name in dir(self) if not name.startswith("_")}}

    def key(self) -> str:
        """A key that no entry has, the same in each run."""
        return f"key-{len(_rows(self.desk)):06}"

    def at(self) -> Stamp:
        return nights.stamp(self.desk, self.key())

    def of(self, match: str) -> Stamp:
        return Stamp(self.desk.ledger.matches.version(match), self.key(), "tablet", NOW)

    def new_id(self) -> str:
        self.made += 1
        return f"table-{self.made}-{self.key()}"

    def seated(self) -> Any:
        new = nights.next_round(self.desk)
        return rounds.publish(self.desk, NIGHT, new, self.at(), new_id=self.new_id)

    def match(self, table: int) -> str:
        return self.desk.load_evening(NIGHT).state.rounds[0].tables[table - 1].match

    def word(self, side: int, *, more: int = 0, seen: int | None = None) -> Any:
        now = self.desk.load_evening(NIGHT).state.rounds[0].tables[0].now
        totals = [total + more for total in now.totals]
        version = now.version if seen is None else seen
        return results.confirm(self.desk, NIGHT, 1, 1, side, self.at(), totals=totals, match_version=version)

    def pairing(self, number: int, *tables: str) -> rounds.NewRound:
        listed = tuple(Seated(at, tuple((side,) for side in table)) for at, table in enumerate(tables, start=1))
        return rounds.NewRound(number, listed, by="director")

    def swapped(self, by: int) -> list[Seated]:
        tables = self.desk.load_evening(NIGHT).state.rounds[0].tables
        seconds = [table.sides[1] for table in tables]
        return [
            Seated(table.number, (table.sides[0], seconds[(at + by) % len(tables)])) for at, table in enumerate(tables)
        ]

    def penalty(self, **changed: Any) -> dict[str, Any]:
        return {"entrant": "2", "kind": "points", "points": -3, "reason": "Late", "round": 1, **changed}

    def opened(self) -> Any:
        new = NewMatch("romanian", "four", ("Ilona", "Jana", "Mihai", "Tõnu"), {"target": 5000})
        return matches.open_match(self.desk, new, match_id=M, key="open-it-now", actor="tablet", now=NOW)

    def ruled(
        self, id_: str, article: str, deal: int, *, side: int = 0, player: str | None = None,
        override: Override | None = None, **answers: Any,
    ) -> Any:  # fmt: skip
        decision = RulingCase(article, deal, side, answers, player=player, override=override)
        return rulings.apply_ruling(self.desk, M, decision, self.of(M), ruling_id=id_)

    def sheet(self, *points: int) -> DealSheet:
        return DealSheet({"sides": [counted(mine) for mine in points]}, ["totals", "totals"], agreed=True)

    def play(self, number: int | None, *points: int, late: int = 0) -> Any:
        stamp, state = self.of(M), self.desk.load(M).state
        stamp = replace(stamp, version=stamp.version - late)
        return deals.record_deal(self.desk, M, self.sheet(*points), stamp, number=number or state.next_deal)


def tried_acts(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield (act, text). The text has each outcome of the act, below the states in which the act has it."""
    for steps, acts in ((EVENING_STEPS, EVENING_ACTS), (MATCH_STEPS, MATCH_ACTS)):
        for left in folder.glob("acts.db*"):
            left.unlink()
        yield from tried(folder, steps, acts)


def tried(folder: Path, steps: Mapping[str, str], acts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield (act, text) as `tried_acts` does, for `acts` in the state after each of these steps."""
    came: dict[str, dict[str, list[str]]] = {act: defaultdict(list) for act in acts}
    file = folder / "acts.db"
    for state, step in steps.items():
        desk = open_desk(file)
        eval(step, Room(desk).names())
        desk.ledger.close()
        for act, outcome in _outcomes(file, acts):
            came[act][outcome].append(state)
    for act, outcomes in came.items():
        yield act, "".join(f"{', '.join(states)}:\n    {outcome}\n" for outcome, states in outcomes.items())


def _outcomes(file: Path, acts: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield each act with its outcome. After an act that wrote something, the next one gets a new copy of the file."""
    desk, before, told = None, frozenset[Row](), 0
    for act in acts:
        if desk is None:
            desk = open_desk(copied(file, file.with_name("tried.db")))
            before, evenings = frozenset(_rows(desk)), desk.ledger.evenings
            told = evenings.version(NIGHT) if evenings.page() else desk.ledger.matches.version(M)
        error = ""
        try:
            eval(act, Room(desk).names())
        except (Refused, LedgerError, LookupError) as raised:
            error = f"{type(raised).__name__}: {raised}"
        new = [_said(row) for row in _rows(desk) if row not in before]
        new += _told(desk, told) if new else []
        yield act, "\n    ".join([*([error] if error else []), *new]) or "nothing is written"
        if new:
            desk = desk.ledger.close()
    if desk is not None:
        desk.ledger.close()


def _told(desk: Desk, since: int) -> list[str]:
    """The entries after the first `since` ones, in words. Those of a match also have the figures that they changed."""
    if not desk.ledger.evenings.page():
        events = history(desk, M)[since:]
        return [" ".join([f"“{say_event(each, EN)}”", *map(plain, each.differences)]) for each in events]
    told = []
    for entry, _, memory in list(of_evenings.EVENING_ACTS.steps(desk.ledger.evenings.entries(NIGHT)))[since:]:
        names = {each.id: entrant_name(each, max(memory.rounds, default=1)) for each in memory.entrants.values()}
        told.append(f"“{say_entry(entry, memory, names, EN)}”")
    return told


#: An entry, the status of a match, or a side of a match, as (id of the match or evening, kind, rest).
Row = tuple[str, ...]


def _rows(desk: Desk) -> list[Row]:
    rows = desk.ledger.store.rows(
        "SELECT match_id, kind, payload FROM entries UNION ALL SELECT evening_id, kind, payload FROM evening_entries"
        " UNION ALL SELECT id, 'is ' || status, coalesce(retired_at, '') FROM matches UNION ALL"
        " SELECT match_id, 'side ' || position, name || ' ' || score || ' ' || coalesce(outcome, '') FROM match_sides"
        " ORDER BY 1, 2, 3"
    )
    return [tuple(map(str, row)) for row in rows]


def _said(row: Row) -> str:
    """A row as text. Of the rules with which a match was opened, only the `end` is shown."""
    owner, kind, rest = row
    if rest.startswith("{"):
        told = {key: value for key, value in json.loads(rest).items() if key not in ("rule_set", "match", "result")}
        told |= {key: value for key, value in json.loads(rest).get("rule_set", {}).items() if key == "end"}
        rest = json.dumps(told, ensure_ascii=False)[:600]
    return re.sub(r"-key-\d+", "", f"{owner} {kind} {rest}".rstrip())
