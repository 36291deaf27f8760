"""`scorekeeper evening`: an evening run from the command line alone."""

import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.evenings.opening import change_entrant
from scorekeeper.actions.evenings.rounds import seating
from scorekeeper.cli import main
from scorekeeper.contract import pair, rank
from scorekeeper.contract.evening import table_of
from scorekeeper.paper.evenings import evening_sheet
from scorekeeper.words import words_for

PAIRS = [["Anna", "Béla"], ["Ionuț", "Jüri"], ["Petra", "Karel"], ["Maie", "Zoltán"], ["Dana", "Ene"]]
NIGHT: dict[str, Any] = {
    "title": "Club night", "date": "2026-11-21", "rules": "classic", "format": "four", "movement": "danish_no_repeat",
    "scoring": "victory_points_4", "round_end": {"by": "deals", "deals": 4}, "seed": 4711, "tables": [1, 3],
    "entrants": [{"players": PAIRS[0], "fixed_table": 3}, *({"players": players} for players in PAIRS[1:])],
}  # fmt: skip

Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run an act on an evening of this database, with an object on standard input. Returns the exit code, and the last
    line of the output as JSON; if there is no output, the error output."""

    def run(act: str, *arguments: str, given: Any = None) -> tuple[int, Any]:
        told = b"" if given is None else json.dumps(given).encode()
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(told)))
        code = main(["evening", act, "--database", str(tmp_path / "club.db"), *arguments])
        said = capsys.readouterr()
        return code, json.loads(said.out.splitlines()[-1]) if said.out else said.err

    return run


@pytest.fixture
def night(run: Run) -> str:
    """The id of an opened evening."""
    code, told = run("open", given=NIGHT)
    assert code == 0
    return str(told["evening"])


def slip(first: int, second: int) -> Mapping[str, Any]:
    """A result as on a slip."""
    return {"kind": "played", "sides": [{"score": first}, {"score": second}], "reason": "from the slip"}


def test_a_protest_can_be_worked_out_elsewhere(run: Run, night: str) -> None:
    run("seat", night, "--publish")
    run("result", night, "1", "3", given=slip(1450, 1000))
    run("result", night, "1", "1", given=slip(0, 2000))
    run("close", night)
    seated = run("seat", night)[1]
    shown = run("show", night)[1]
    asked = run("pair", night)[1]
    assert [table["table"] for table in asked["history"][0]["tables"]] == [1, 3]
    assert pair(asked) == seated
    answer = rank(run("rank", night)[1])
    assert {key: shown[key] for key in ("standings", "steps", "lines")} == answer


def test_an_evening_keeps_its_own_tie_breaks_and_seeds_and_who_sat_there(run: Run, tmp_path: Path) -> None:
    """Each of two rounds is drawn with its own seed. In round 2, Eva replaces Jüri of the second pair."""
    own = {"movement": "draw", "tie_breaks": ["difference", "lots"], "tables": [1, 2]}
    night = str(
        run("open", given={**NIGHT, **own, "entrants": [{"players": players} for players in PAIRS[:4]]})[1]["evening"]
    )
    for number, seed in ((1, "another"), (2, "a-third")):
        assert run("seat", night, "--seed", seed, "--publish")[0] == 0
        with open_desk(tmp_path / "club.db").ledger as ledger:
            desk, english = Desk(ledger), words_for("en")
            record = desk.load_evening(night).state.rounds[-1].record
            again = seating(desk, night, seed=record.seed, round_=number)
            assert [each.sides for each in again.tables] == [each.sides for each in record.tables]
            listed: Any = evening_sheet(desk, night, "by-table", english).model
            assert listed.seed == seed
            run("result", night, str(number), "1", given=slip(1200, 1000))
            results: Any = evening_sheet(desk, night, "round", english).model
            assert [table.sides[0][1] is None for table in results.tables] == [False, True]
            if number == 1:
                at = Stamp(ledger.evenings.version(night), "substitute", "test", "2026-11-21T18:00:00Z")
                change_entrant(desk, night, "2", {"players": ["Ionuț", "Eva"]}, at, round_=2)
        run("result", night, str(number), "2", given=slip(1000, 1200))
        assert run("close", night)[0] == 0
    with open_desk(tmp_path / "club.db").ledger as ledger:
        rows = [(row[0], row[3]) for row in table_of(Desk(ledger).load_evening(night).state)]
    assert {row for row in rows if "Ionuț" in str(row[1])} == {(1, "Ionuț & Jüri"), (2, "Ionuț & Eva")}
    assert run("rank", night)[1]["tie_breaks"] == own["tie_breaks"]


@pytest.mark.parametrize(
    ("changed", "where"),
    [
        ({"title": ""}, "title"),
        ({"rules": "whist"}, "rules"),
        ({"format": "seven"}, "format"),
        ({"scoring": "goals"}, "scoring"),
        ({"players": 3}, "players"),
        ({"entrants": [{"players": []}]}, "entrants[0].players"),
        ({"entrants": [{"players": ["A"]}, {"players": ["B", ""]}]}, "entrants[1].players[1]"),
        ({"entrants": [{"players": ["A"], "fixed_table": 1000}]}, "entrants[0].fixed_table"),
        ({"entrants": [{"names": ["A"]}]}, "entrants[0].names"),
    ],
)
def test_a_mistake_is_told_with_its_place(run: Run, changed: Mapping[str, Any], where: str) -> None:
    code, told = run("open", given={**NIGHT, **changed})
    assert (code, told["error"]["where"]) == (1, where)
    assert run("list") == (0, "")


@pytest.mark.parametrize(
    ("result", "where"),
    [
        ({"kind": "won"}, "kind"),
        ({"sides": []}, "kind"),
        ({"kind": "played", "sides": [{"score": 1}, 5]}, "sides[1]"),
        ({"kind": "played", "sides": [{"score": 1}, {}]}, "sides[1].score"),
        ({"kind": "walk_over", "sides": [{}, {}]}, "sides[0].absent"),
        ({"kind": "void", "why": ""}, "why"),
    ],
)
def test_a_result_that_is_none_is_refused(run: Run, night: str, result: Mapping[str, Any], where: str) -> None:
    run("seat", night, "--publish")
    code, told = run("result", night, "1", "3", given=result)
    assert (code, told["error"]["where"]) == (1, where)
    assert run("show", night)[1]["rounds"][0]["tables"][1]["state"] == "not_begun"


def test_a_made_up_evening_is_in_play(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--evening", "3", "--database", str(tmp_path / "club.db")]) == 0
    shown = run("show", capsys.readouterr().out.split()[-1])[1]
    assert [each["state"] for each in shown["rounds"]] == ["closed", "running"]
    assert [table["state"] for table in shown["rounds"][1]["tables"]] == ["confirmed", "playing", "not_begun"]
    assert len(shown["standings"]) == 6


def test_a_sheet_is_printed(run: Run, night: str, tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_bytes(b"of a club")
    made = tmp_path / "cards.pdf"
    told = ("--paper", "a4", "--lang", "hu", "--address", "http://192.168.1.20:8000")
    assert run("print", night, "cards", "-o", str(made), *told)[0] == 0
    assert made.read_bytes().startswith(b"%PDF-")
