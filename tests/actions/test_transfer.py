"""The program can verify, export, import and restore whatever it wrote, for every rule set, format and option."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scorekeeper import create_app
from scorekeeper.actions import transfer
from scorekeeper.actions.demo import PLAYERS, demo_evening, demo_match
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.matches.opening import NewMatch, open_match, problems
from scorekeeper.actions.transfer import export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.copies.backup import backup
from scorekeeper.ledger.sqlite.restore import restore
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option
from scorekeeper.web.frame.desk import close_desk
from tests.actions.evenings import NIGHT, opened, published
from tests.web.tables import desk_of, post

NOW = "2026-11-21T19:00:00Z"
GAMES = [(id_, format_) for id_, facts in rulebook().rule_sets.items() for format_ in facts.formats]


def choices(option: Option, rules: str) -> list[Any]:
    """The values of an option to try: all allowed ones. For a number: the words that it allows, its minimum and its
    maximum. For a decimal number: two examples. None comes first if the option may be empty."""
    none = [None] if option.optional else []
    if option.type == "decimal":
        return [*none, "0", "12.5"]
    if option.range:
        return [*none, *option.words, option.range["min"], option.range["max"]]
    return list(option.allowed(rules))


def one_by_one(rules: str, format_: str) -> Iterator[NewMatch]:
    """Yield a match for each choice of each option that the form accepts; other options have their defaults."""
    for option in rulebook().options_of(rules):
        for choice in choices(option, rules):
            yield from openable(rules, format_, {option.id: choice})


def together(rules: str, format_: str) -> Iterator[NewMatch]:
    """Yield matches of this game that together cover every choice of every option. Each match has as many choices as
    the form accepts together. Nothing is yielded unless this is the game's first format in `GAMES`."""
    if (rules, format_) not in dict(reversed(GAMES)).items():
        return
    listed = {option.id: choices(option, rules) for option in rulebook().options_of(rules)}
    for number in range(max(map(len, listed.values()))):
        chosen: dict[str, Any] = {}
        for id_, offered in listed.items():
            tried = {**chosen, id_: offered[number % len(offered)]}
            chosen = tried if list(openable(rules, format_, tried)) else chosen
        yield from openable(rules, format_, chosen)


def openable(rules: str, format_: str, options: Mapping[str, Any]) -> Iterator[NewMatch]:
    """Yield the match with these options if the form accepts it, and nothing otherwise."""
    new = NewMatch(rules, format_, PLAYERS[: resolve(rules, format_).table.players], options)
    if not problems(new):
        yield new


def carried(desk: Desk, folder: Path) -> None:
    """Verify a ledger, move its exports into another one, and restore a copy of it; nothing is refused or different."""
    assert verify(desk).problems == ()
    exported = list(export_all(desk))
    with open_desk(folder / "imported.db").ledger as other:
        assert {import_any(Desk(other), each).outcome for each in exported} == {"added"}
        assert list(export_all(Desk(other))) == exported
        assert verify(Desk(other)).problems == ()
    assert restore(backup(desk.ledger.store, folder / "copy.db"), folder / "back.db", now=NOW).problems == ()
    with open_desk(folder / "back.db").ledger as back:
        assert list(export_all(Desk(back))) == exported


Matches = Callable[[str, str], Iterator[NewMatch]]


@pytest.mark.parametrize("with_options", [together, pytest.param(one_by_one, marks=pytest.mark.soak)])
def test_every_game_and_every_option_is_carried(tmp_path: Path, with_options: Matches) -> None:
    numbers = count()
    with open_desk(tmp_path / "scorekeeper.db").ledger as ledger:
        desk = Desk(ledger)
        for rules, format_ in GAMES:
            demo_match(desk, match_id=f"played-{next(numbers)}", seed=1, now=NOW, rules=rules, format_=format_, deals=1)
            for new in with_options(rules, format_):
                id_ = f"opened-{next(numbers)}"
                open_match(desk, new, match_id=id_, key=f"open-{id_}", actor="test", now=NOW)
        carried(desk, tmp_path)


@pytest.mark.parametrize(
    "games",
    [
        pytest.param(["classic", "modern-american", "hand-and-foot"], id="some"),
        pytest.param(list(rulebook().rule_sets), id="all", marks=pytest.mark.soak),
    ],
)
def test_an_evening_of_every_game_is_carried(tmp_path: Path, games: Sequence[str]) -> None:
    with open_desk(tmp_path / "scorekeeper.db").ledger as ledger:
        for number, rules in enumerate(games):
            demo_evening(Desk(ledger), evening_id=f"night-{number}", tables=2, seed=1, now=NOW, rules=rules)
        carried(Desk(ledger), tmp_path)


@pytest.mark.parametrize(
    ("place", "where"),
    [
        (None, "evening"),
        ({"evening": "another", "round": 1, "table": 1}, "evening.evening"),
        ({"evening": NIGHT, "round": 2, "table": 1}, "evening.round"),
        ({"evening": NIGHT, "round": 1, "table": 2}, "evening.table"),
    ],
)
def test_a_match_that_names_another_place_than_its_evening_is_refused_there(
    tmp_path: Path, place: Mapping[str, Any] | None, where: str
) -> None:
    made = broken(tmp_path, place)
    with open_desk(tmp_path / "other.db").ledger as ledger, pytest.raises(Refused) as refused:
        import_any(Desk(ledger), made)
    assert refused.value.where == f"matches[0].entries[0].payload.{where}"


def test_an_evening_under_another_id_is_refused_at_its_first_match(tmp_path: Path) -> None:
    made = broken(tmp_path, {"evening": NIGHT, "round": 1, "table": 1}) | {"id": "another"}
    with open_desk(tmp_path / "other.db").ledger as ledger, pytest.raises(Refused) as refused:
        import_any(Desk(ledger), made)
    assert refused.value.where == "matches[0].entries[0].payload.evening.evening"


def test_an_evening_that_is_not_whole_stops_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An earlier version accepted an evening although one of its matches does not refer to it. `verify` reports that;
    the pages of everything else still work."""
    made = broken(tmp_path, None)
    app = create_app({"DATABASE": tmp_path / "other.db"})
    desk, pages = desk_of(app), app.test_client()
    monkeypatch.setattr(transfer, "_check_place", lambda *_: None)
    import_any(desk, made)
    opened(desk, "next-night", date="2020-01-01")
    assert [(problem.key, problem.owner) for problem in verify(desk).problems] == [("reference", NIGHT)]
    answers = {
        path: pages.get(path).status_code for path in ("/", "/evenings", "/evenings/new", "/players", "/seasons")
    }
    assert answers == dict.fromkeys(answers, 200)
    assert pages.get(f"/evenings/{NIGHT}").status_code == 404
    assert post(pages, "/evenings", {"names": "Anna"}, page="/evenings/new").status_code < 500
    close_desk(app)


def broken(folder: Path, place: Mapping[str, Any] | None) -> dict[str, Any]:
    """An exported evening without check values. Its first match refers to `place`, a table of an evening. If `place` is
    None, the match refers to no evening."""
    with open_desk(folder / "scorekeeper.db").ledger as ledger:
        opened(Desk(ledger))
        published(Desk(ledger))
        made: dict[str, Any] = json.loads(json.dumps(next(export_all(Desk(ledger)))))
    first = made["matches"][0]
    del made["check"], first["check"], first["entries"][0]["payload"]["evening"]
    if place is not None:
        first["entries"][0]["payload"]["evening"] = place
    return made
