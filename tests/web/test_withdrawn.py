"""Acts of the director count everywhere while they are in force, and nowhere once they are withdrawn.

`READERS` has all pages, sheets and values that depend on such acts. `CHANGES` lists those that each act changes.
"""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper import contract
from scorekeeper.actions.club.players import figures, penalties
from scorekeeper.actions.club.seasons import load_season
from scorekeeper.actions.club.worked_out import all_ratings
from scorekeeper.actions.desk import Desk, Stamp, comes_to
from scorekeeper.actions.evenings.opening import finish, give_penalty, withdraw_penalty
from scorekeeper.actions.evenings.results import set_result
from scorekeeper.actions.evenings.rounds import close_round
from scorekeeper.actions.matches.deals import remove_last_deal
from scorekeeper.actions.matches.history import history
from scorekeeper.actions.matches.rulings import withdraw_ruling
from scorekeeper.contract.evening import evening_json, table_of
from scorekeeper.contract.pair_and_rank import rank_request
from scorekeeper.engine.values import replace
from scorekeeper.evening.counting import contest
from scorekeeper.evening.fold import Evening
from scorekeeper.paper import match_sheet
from scorekeeper.paper.evenings import evening_sheet
from scorekeeper.web.frame.desk import EXTENSION, LazyDesk, close_desk
from scorekeeper.words import words_for
from tests.actions.evenings import NIGHT, NOW, agree, play, published, stamp
from tests.actions.evenings import opened as evening_opened
from tests.actions.test_seasons import SEASON, begun
from tests.ledger.cast import player_id
from tests.web.tables import desk_of, opened
from tests.web.tables import play as deals_of
from tests.web.test_rulings_apply import apply

ENGLISH = words_for("en")
Reader = Callable[[Flask, Desk, int], Any]
#: The parts of a page that are not compared: scripts, tags, the time of its update, and white space.
OWN = re.compile(r"<script.*?</script>|<[^>]*>|updated at \S+|\s+", re.DOTALL)


def page(end: str) -> Reader:
    """A reader of the text of a page."""
    return lambda app, desk, player: OWN.sub(" ", app.test_client().get(end.format(player)).text)


def sheet(kind: str, round_: int | None = None) -> Reader:
    """A reader of the model of a sheet, without its imprint."""

    def read(app: Flask, desk: Desk, player: int) -> Any:
        model: Any = evening_sheet(desk, NIGHT, kind, ENGLISH, round_=round_).model
        return replace(model, imprint=None)

    return read


def state(read: Callable[[Evening], Any]) -> Reader:
    """A reader of a value of the evening's current state."""
    return lambda app, desk, player: read(desk.load_evening(NIGHT).state)


def told(evening: Evening) -> Any:
    """The evening as the API returns it, without versions, ids and withdrawn penalties."""
    plain = evening_json(NIGHT, evening)
    matches = [[{**table, "match": ""} for table in each["tables"]] for each in plain["rounds"]]
    in_force = [each for each in plain["penalties"] if not each["withdrawn"]]
    return {**plain, "version": 0, "rounds": matches, "penalties": in_force}


READERS: Mapping[str, Reader] = {
    "totals": lambda app, desk, player: figures(desk, player).totals,
    "best": lambda app, desk, player: (best := figures(desk, player).best) and (best.number, best.points),
    "left out": lambda app, desk, player: figures(desk, player).left_out,
    "met": lambda app, desk, player: [(each.name, each.matches) for each in desk.ledger.figures.met(player)],
    "won of them": lambda app, desk, player: [
        (each.name, each.won, each.lost) for each in desk.ledger.figures.met(player)
    ],
    "record": lambda app, desk, player: desk.ledger.players.record(player),
    "matches": lambda app, desk, player: [(each.score, each.outcome) for each in desk.ledger.players.matches(player)],
    "rating": lambda app, desk, player: all_ratings(desk),
    "penalties": lambda app, desk, player: penalties(desk, player),
    "season": lambda app, desk, player: load_season(desk, SEASON).rows,
    "api": state(told),
    "csv": state(lambda evening: list(table_of(evening))),
    "rank": state(lambda evening: contract.rank(rank_request(contest(evening)), ENGLISH)),
    "printed standings": sheet("standings"),
    "printed cross": sheet("cross"),
    "printed round": sheet("round", 1),
    "page of standings": page(f"/evenings/{NIGHT}/standings"),
    "page of the player": page("/players/{}"),
    "home": page(f"/evenings/{NIGHT}"),
    "wall": page(f"/evenings/{NIGHT}/wall"),
    "page of the season": page(f"/seasons/{SEASON}"),
}
DECISIONS: Mapping[str, list[dict[str, Any]]] = {
    "void": [], "assigned": [{"points": 20}, {"points": 0}], "walk_over": [{"absent": True}, {}],
    "played": [{"score": 0}, {"score": 5000}],
}  # fmt: skip
PENALTIES: Mapping[str, list[dict[str, Any]]] = {
    "points": [{"entrant": "1", "kind": "points", "points": -9, "difference": -100, "reason": "late", "round": 1}],
    "warnings": [{"entrant": "1", "kind": "warning", "reason": "late", "round": number} for number in (1, 2)],
}
STANDINGS = {
    *("season", "api", "rank", "printed standings", "printed cross"),
    *("page of standings", "page of the player", "wall", "page of the season"),
}
RESULTS = STANDINGS | {"csv", "printed round", "matches"}
LEFT_OUT = RESULTS | {"totals", "left out", "won of them", "record", "rating", "home", "best"}
#: The readers whose answers an act changes, as {act: names in `READERS`}.
CHANGES: Mapping[str, set[str]] = {
    "void": LEFT_OUT | {"met"},
    "assigned": RESULTS | {"rating"},
    "walk_over": LEFT_OUT,
    "played": LEFT_OUT,
    "points": STANDINGS | {"penalties", "home"},
    "warnings": STANDINGS | {"penalties"},
}


def night(app: Flask, act: str, *, withdrawn: bool) -> dict[str, Any]:
    """Play two rounds, with this act in the first one ("" for no act), and return the answers of all readers.

    With `withdrawn`, the act is withdrawn before the round is closed.
    """
    desk = desk_of(app)
    evening_opened(desk)
    for number in (1, 2):
        for table in published(desk):
            play(desk, table.match, (900 - 200 * number, 100 * table.number), (200, 300))
            agree(desk, number, table.number)
        if number == 1 and act in DECISIONS:
            set_result(desk, NIGHT, 1, 1, act, stamp(desk, "the-decision"), sides=DECISIONS[act], reason="late")
            if withdrawn:
                set_result(desk, NIGHT, 1, 1, "withdrawn", stamp(desk, "withdrawn"), reason="they came")
        for penalty in PENALTIES.get(act, ()) if number == 1 else ():
            id_ = f"{act}-{penalty['round']}"
            give_penalty(desk, NIGHT, penalty, stamp(desk, f"give-{id_}"), penalty_id=id_)
            if withdrawn:
                withdraw_penalty(desk, NIGHT, id_, "a mistake", stamp(desk, f"withdraw-{id_}"))
        close_round(desk, NIGHT, number, stamp(desk, f"close-round-{number}"))
    finish(desk, NIGHT, stamp(desk, "finish-it"))
    begun(desk, NIGHT)
    player = player_id(desk.ledger, "Anna")
    return {name: read(app, desk, player) for name, read in READERS.items()}


def test_a_decision_or_penalty_is_read_everywhere_until_it_is_withdrawn(
    app: Flask, empty_ledger: Path, tmp_path: Path
) -> None:
    def read(act: str, *, withdrawn: bool = False) -> dict[str, Any]:
        close_desk(app)
        database = Path(shutil.copy(empty_ledger, tmp_path / f"{act}-{withdrawn}.db"))
        app.extensions[EXTENSION] = LazyDesk(database)
        return night(app, act, withdrawn=withdrawn)

    without = read("")
    given = {act: read(act) for act in CHANGES}
    assert {act: {name for name in READERS if given[act][name] != without[name]} for act in CHANGES} == CHANGES
    for act in CHANGES:
        taken_back = read(act, withdrawn=True)
        assert (act, {name: each for name, each in taken_back.items() if each != without[name]}) == (act, {})


def test_an_annulled_deal_counts_nowhere(app: Flask, client: FlaskClient) -> None:
    desk, match_id = desk_of(app), opened(client, rules="romanian")
    deals_of(app, match_id, (1200, 300))

    def read() -> dict[str, Any]:
        sheet, player = match_sheet(desk, match_id, ENGLISH).model, player_id(desk.ledger, "Ilona")
        told = {name: getattr(sheet, name) for name in ("sides", "verdict", "sums")}
        row = desk.ledger.matches.row(match_id)
        return told | {"listed": [side.score for side in row.sides], "totals": figures(desk, player).totals}

    before = read()
    deals_of(app, match_id, (340, 1210))
    assert {name for name, each in read().items() if each == before[name]} == set()
    annulled = {"article": "RO-01", "side": "1", "when": "after_deal", "annulment_requested": "yes"}
    assert apply(client, match_id, annulled).status_code == 303
    assert read() == before
    changed = [(each.before, each.after) for each in history(desk, match_id)[-1].differences if each.what == "points"]
    assert changed == [(340, None), (1210, None)]

    def now() -> tuple[int, bool]:
        """The number of deals that count, and whether the last entry changed the totals."""
        told = comes_to(desk.load(match_id).state, desk.ledger.matches.entries(match_id))
        return told.deals, told.since == told.version == desk.ledger.matches.version(match_id)

    def at() -> Stamp:
        version = desk.ledger.matches.version(match_id)
        return Stamp(version, f"key-at-{version}", "tablet", NOW)

    assert now() == (1, True)
    withdraw_ruling(desk, match_id, desk.load(match_id).state.rulings[0].id, "They agreed", at())
    assert now() == (2, True)
    remove_last_deal(desk, match_id, 2, "Wrong table", at())
    assert now() == (1, True)
