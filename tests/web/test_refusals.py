"""Every refusal that has a sentence can really happen: because of a user, a file or a command."""

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from scorekeeper.actions.desk import Desk, open_desk
from scorekeeper.actions.transfer import export, export_evening, export_match, import_any
from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.chain.books import SEASONS
from scorekeeper.words.refusals import REFUSALS
from tests.actions.evenings import NIGHT, opened, play, published
from tests.actions.test_seasons import SEASON, begun
from tests.web.tables import desk_of

TESTS = Path(__file__).parents[1]
#: Refusals that are in no snapshot, as {key: file of the test that causes it}.
ELSEWHERE = {
    "later_deals_were_played": "actions/test_rulings.py",
    "movement_not_of_format": "actions/test_evenings.py",
    "tables_without_winner": "actions/test_evening_results.py",
    "too_many_calls": "actions/test_evening_results.py",
    "too_large": "cli/test_jsonlines.py",
    "key_twice": "cli/test_jsonlines.py",
}


def shown() -> str:
    """All answers in the snapshots, except those of `say_refusal`, which returns the text of every refusal."""
    texts = (file.read_text(encoding="utf-8") for file in sorted((TESTS / "goldens" / "snapshots").glob("*.txt")))
    answers = "".join(texts).split("\n=== ")
    return "".join(answer for answer in answers if "say_refusal(" not in answer.partition("\n")[0])


def says(key: str, answers: str) -> bool:
    """Return whether the answers contain this key, or its sentence with any values."""
    sentence = re.sub(r"%\\\(\w+\\\)s", ".*", re.escape(REFUSALS[key])).removeprefix(".*")
    return f": {key} at " in answers or bool(re.search(sentence, answers))


def of_files(desk: Desk, other: Desk) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield (key of a refusal, function that causes it): imports of invalid files of a match, an evening, a season."""
    match = desk.load_evening(NIGHT).state.rounds[0].tables[0].match
    exported = export_match(desk, match)
    del exported["check"], exported["sides"]

    def changed(index: int, **more: Any) -> Callable[[], object]:
        made = deepcopy(exported)
        made["entries"][index] |= more
        return lambda: import_any(other, made)

    deal = exported["entries"][1]["payload"]
    yield "not_a_moment", changed(0, recorded_at="today")
    yield "not_then", changed(1, deal=9, payload=deal | {"deal": 9})
    yield "another_result", changed(1, payload=deal | {"result": []})
    evening, season = export_evening(desk, NIGHT), export(desk, SEASONS, SEASON)
    for key, forged in (("match", exported), ("evening", evening), ("season", season)):
        forged["entries"][0]["actor"] = "somebody else"
        del forged["entries"][1:]
        yield f"another_{key}_has_this_id", lambda forged=forged: import_any(desk, forged)  # type: ignore[misc]


def test_every_refusal_is_answered_by_something(app: Flask, tmp_path: Path) -> None:
    desk, other = desk_of(app), open_desk(tmp_path / "other.db")
    opened(desk)
    play(desk, published(desk)[0].match, (500, 300), closing=False)
    begun(desk, NIGHT)
    answers = shown()
    answered = {key for key in REFUSALS if says(key, answers)}
    assert {key for key, file in ELSEWHERE.items() if key in (TESTS / file).read_text(encoding="utf-8")} == {*ELSEWHERE}
    with other.ledger:
        for key, act in of_files(desk, other):
            with pytest.raises(Refused) as refused:
                assert not act(), key
            assert refused.value.key == key
            answered.add(key)
    assert set(REFUSALS) - answered - {*ELSEWHERE} == set()
