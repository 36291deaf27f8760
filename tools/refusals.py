"""Compare the answers of this checkout and of another commit to mutated requests and imports.

python -m tools.refusals COMMIT [REQUESTS [IMPORTS]]     10,000 requests and 1,000 imports, unless numbers are given

A request with one fault must get the same refusal from both: kind, location, value and allowed values. If it has two
faults, either may be named. One mutation can make several faults, such as an object in place of another; if the answers
to it differ, they are printed for a reader to judge.
"""

import copy
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
REQUESTS, IMPORTS, SHOWN = 10_000, 1_000, 40
#: Odd values, put in place of valid ones.
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 7, 4.5, 7.0, 1_000_001, 10**30, -(10**30)),
    *("", "  ", "K", "10", "joker", "x" * 70, "A\nB", "\x00", "draw", "czech", "2026-02-30"),
    *([], [[]], [None], {}, {"x": 1}, {"rank": "K"}),
]  # fmt: skip
#: Keys that are added where they may not be allowed.
KEYS = (
    "x",
    "naturals",
    "melds",
    "hands",
    "held",
    "feet",
    "feet_not_begun",
    "out",
    "score",
    "rank",
    "kind",
    "points",
    "K",
)


def places(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of everything inside a value. A path has the keys and indexes that lead there, the outermost first."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield (*way, key)
        yield from places(item, (*way, key))


def mutation(request: Any, dice: random.Random) -> Callable[[Any], Any]:
    """A function that makes one random change, drawn for this request, to a copy of a value: it removes, adds or
    replaces something."""
    *way, last = dice.choice(list(places(request)))
    act, odd, key = dice.random(), dice.choice(ODD), dice.choice(KEYS)

    def mutated(value: Any) -> Any:
        changed = inner = copy.deepcopy(value)
        try:
            for step in way:
                inner = inner[step]
            if act < 0.15:
                del inner[last]
            elif act < 0.3 and isinstance(inner, dict):
                inner[key] = odd
            else:
                inner[last] = odd
        except (KeyError, IndexError, TypeError):  # the other mutation removed this location
            pass
        return changed

    return mutated


def mutated(seeds: list[tuple[str, Any]], wanted: int, dice: random.Random) -> Iterator[tuple[str, Any]]:
    """Yield (kind, request) in groups of three: with one mutation, with another, and with both."""
    for _ in range(wanted // 3 + 1):
        what, request = dice.choice(seeds)
        one, other = mutation(request, dice), mutation(request, dice)
        yield from ((what, each) for each in (one(request), other(request), other(one(request))))


# --- What is mutated ----------------------------------------------------------------------------------


def requests() -> list[tuple[str, Any]]:
    """Valid requests of every kind: the cases of the engine, the documentation's examples, evenings and seasons."""
    from tests.actions.evenings import SETTINGS
    from tests.engine.table import cases, of_deals
    from tests.engine.test_fuzz import DEALS, MELD, OPENING
    from tests.test_docs import ANSWERING, REQUEST, examples

    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    shown = [(command.split()[-1], asked) for command, asked, _ in examples(page) if command in ANSWERING]
    season = {"title": "Autumn", "points": {"by": "list", "points": [10, 8], "rest": 1}, "best": 3, "seed": "x"}
    evening = {**SETTINGS, "entrants": [{"players": ["A", "B"]}, {"players": ["C", "D"], "fixed_table": 2}]}
    deals = [{key: case[key] for key in REQUEST if key in case} for name in of_deals() for case in cases(name)]
    kinds = [("score", deal) for deal in [*deals, *DEALS]]
    few = [("opening", OPENING), ("meld", MELD), ("season", season), ("evening", evening), *shown]
    few += [("rank", asked) for what, asked in shown if what == "rank"]
    return [*kinds, *(few * (len(kinds) // len(few)))]


def exported() -> list[tuple[str, Any]]:
    """Exports of matches, evenings and a season with every kind of entry, each as ("import", export). Their check
    values are removed. Exports of 200,000 characters or more are left out."""
    from scorekeeper import create_app
    from scorekeeper.actions.transfer import export_all
    from tests.goldens.club import furnish
    from tests.web.tables import desk_of

    with TemporaryDirectory() as scratch:
        app = create_app({"DATABASE": Path(scratch) / "club.db", "SECRET_KEY": b"of the refusals"})
        furnish(app)
        found = json.loads(json.dumps(list(export_all(desk_of(app)))))
    found.sort(key=lambda each: len(json.dumps(each)))
    for each in found:
        each.pop("check", None)
    return [("import", each) for each in found if len(json.dumps(each)) < 200_000]


# --- What is answered ---------------------------------------------------------------------------------


def answer(asked: Path, answered: Path) -> None:
    """Answer every line of the file `asked` with the imported program. Write each answer as a line of `answered`."""
    from scorekeeper.actions.club.seasons import open_season
    from scorekeeper.actions.desk import open_desk
    from scorekeeper.actions.evenings.opening import NewEntrant, NewEvening, open_evening
    from scorekeeper.actions.transfer import import_any
    from scorekeeper.contract import check_meld, check_opening, pair, rank, score
    from scorekeeper.contract.evening import read_evening
    from scorekeeper.contract.rule import rule
    from scorekeeper.engine.refused import Refused
    from scorekeeper.words import words_for

    contract = {"score": score, "opening": check_opening, "meld": check_meld, "rule": rule, "pair": pair, "rank": rank}
    stamp = {"key": "k", "actor": "a", "now": "2026-11-21T19:00:00Z"}

    def taken(what: str, request: Any) -> Any:
        if what in contract:
            return contract[what].__wrapped__(request, words_for("en"))  # type: ignore[attr-defined]
        with TemporaryDirectory() as scratch, open_desk(Path(scratch) / "x.db") as desk:
            if what == "season":
                return open_season(desk, request, season_id="s", **stamp).version
            if what == "evening":
                read = read_evening(request)
                entrants = tuple(NewEntrant(each.players, each.name, each.fixed_table) for each in read.entrants)
                return open_evening(desk, NewEvening(read.settings, entrants), evening_id="e", **stamp).version
            return import_any(desk, request).outcome

    with asked.open(encoding="utf-8") as lines, answered.open("w", encoding="utf-8") as out:
        for line in lines:
            what, request = json.loads(line)
            try:
                said = ["taken", repr(taken(what, request))]
            except Refused as refused:
                said = [refused.kind, refused.key, refused.where, repr(refused.found), repr(refused.allowed)]
            except Exception as broken:  # noqa: BLE001 - a crash is an answer, too, and a worse one
                said = ["crashed", f"{type(broken).__name__}: {broken}"]
            out.write(json.dumps(said) + "\n")


def compare(asked: list[Any], then: list[Any], now: list[Any]) -> int:
    """Print some answers that differ, and the number of answers of each kind. Returns the number that differ."""
    counts: Counter[str] = Counter()
    shown: list[str] = []
    for at, (what, request) in enumerate(asked):
        both, first = at % 3 == 2, at - at % 3
        allowed = then[first : first + 3] if both and now[at][0] != "taken" != then[at][0] else [then[at]]
        fate = "alike" if now[at] in allowed else "crashed" if now[at][0] == "crashed" else "other"
        counts[f"{what}, {'two faults' if both else 'one fault'}: {fate}"] += 1
        if fate != "alike":
            shown.append(
                f"{what} {json.dumps(request)[:600]}\n  then {str(then[at])[:300]}\n  now  {str(now[at])[:300]}"
            )
    print("\n".join([*shown[:SHOWN], *(f"{count:6} {what}" for what, count in sorted(counts.items()))]))
    return len(shown)


def main() -> int:
    """Compare this checkout with the commit named on the command line. Returns 1 if any answers differ. With the
    argument "answer" in place of a commit, call `answer`; a comparison runs this in a process for each checkout."""
    sys.path.append(str(ROOT))
    if sys.argv[1] == "answer":
        answer(*map(Path, sys.argv[2:4]))
        return 0
    from tools.goldens import checked_out

    commit, *counts = sys.argv[1:]
    of_requests, of_imports = (
        [*map(int, counts), REQUESTS, IMPORTS][:2] if len(counts) != 1 else (int(counts[0]), IMPORTS)
    )
    dice = random.Random(1950)  # noqa: S311 - no secret is drawn
    with TemporaryDirectory() as scratch, checked_out(commit) as tree:
        asked = [*mutated(requests(), of_requests, dice), *mutated(exported(), of_imports, dice)]
        file = Path(scratch) / "asked"
        file.write_text("".join(json.dumps(each) + "\n" for each in asked), encoding="utf-8")
        answers = []
        for checkout in (tree, ROOT):
            environment = {**os.environ, "PYTHONPATH": str(checkout)}
            out = Path(scratch) / "answered"
            subprocess.run([sys.executable, __file__, "answer", str(file), str(out)], env=environment, check=True)
            answers.append([json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()])
    return int(bool(compare(asked, *answers)))


if __name__ == "__main__":
    sys.exit(main())
