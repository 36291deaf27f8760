"""What the program wrote it verifies, exports, imports and restores: every rule set, format and option."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.actions.demo import PLAYERS, demo_match
from scorekeeper.actions.demo_evening import demo_evening
from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.matches import NewMatch, open_match, problems
from scorekeeper.actions.transfer import export_all, import_any
from scorekeeper.actions.verify import verify
from scorekeeper.ledger.backup import backup
from scorekeeper.ledger.sqlite.restore import restore
from scorekeeper.rulebook.loader import resolve, rulebook
from scorekeeper.rulebook.options import Option

NOW = "2026-11-21T19:00:00Z"
GAMES = [(id_, format_) for id_, facts in rulebook().rule_sets.items() for format_ in facts.formats]


def choices(option: Option, rules: str) -> list[Any]:
    """Every choice of an option; of numbers every word, the least and the most."""
    none = [None] if option.optional else []
    if option.type == "decimal":
        return [*none, "0", "12.5"]
    if option.range:
        return [*none, *option.words, option.range["min"], option.range["max"]]
    return list(option.allowed(rules))


def one_by_one(rules: str, format_: str) -> Iterator[NewMatch]:
    """A match of this game with each choice of each option, as far as the form takes it."""
    for option in rulebook().options_of(rules):
        for choice in choices(option, rules):
            yield from openable(rules, format_, {option.id: choice})


def together(rules: str, format_: str) -> Iterator[NewMatch]:
    """Matches of this game, in its first format, in which every choice of every option is made that can be made with
    those before it."""
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
    """This match, if the form takes it."""
    new = NewMatch(rules, format_, PLAYERS[: resolve(rules, format_).table.players], options)
    if not problems(new):
        yield new


def carried(desk: Desk, folder: Path) -> None:
    """Verify a ledger, carry it into another one, and put a copy of it back: nothing is refused, nothing differs."""
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
