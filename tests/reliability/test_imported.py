"""Files written by other people are refused with a sentence and the location, or imported.

Every page can show an imported match.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import Desk, Stamp
from scorekeeper.actions.matches.commit import summary
from scorekeeper.actions.matches.deals import DealSheet, amend_deal
from scorekeeper.actions.transfer import export_match, import_match
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from scorekeeper.engine.values import replace
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.words import words_for
from scorekeeper.words.refusals import say_refusal
from tests.reliability.evening import played
from tests.web.tables import NOW, desk_of, play

Path_ = tuple[str | int, ...]

HOSTILE: tuple[Any, ...] = (
    "x" * 100_000, None, -1, "a\0b", 1.5, True, 10**400, [], {}, "%(points)s {0} %", float("nan"), 0, [[]], 10**7,
    "9999-12-31T23:59:59Z", float("inf"), "", ["x"], "\u202ename\n", {"a": {"a": []}}, -(10**18),
    "0001-01-01T00:00:00Z",
)  # fmt: skip
PAGES = ("", "/history", "/more", "/deals/1", "/deals/1/amend", "/deals/new", "/rulings", "/sheet", ".json", ".csv")


@pytest.fixture
def exported(app: Flask, client: FlaskClient) -> dict[str, Any]:
    """An exported match with content for every page.

    Its check value is removed, because with it, every changed file would be refused.
    """
    whole = export_match(desk_of(app), played(app, client))
    del whole["check"]
    return whole


def paths(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Yield the paths to all values inside an object, including objects and lists."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from paths(part, (*path, key))


def with_value(source: dict[str, Any], path: Path_, value: Any, number: int = 0) -> dict[str, Any]:
    """A copy with another value at a path. Its id and the key of its first entry contain `number`, so that several
    copies can be imported."""
    changed = deepcopy(source)
    changed["id"] = f"made-{number}"
    changed["entries"][0]["key"] = f"key-of-made-{number}"
    at: Any = changed
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return changed


def taken(desk: Desk, made: Mapping[str, Any]) -> str | None:
    """The id of the imported match, or None if the file was refused."""
    try:
        return import_match(desk, made).owner
    except Refused as refused:
        found = refused
    assert found.where
    assert say_refusal(found, words_for("en"))
    return None


def shown(app: Flask, client: FlaskClient, match_id: str) -> None:
    """Open every page of a match, and save deal 1 again as an amendment.

    The amendment may be refused because the pack has too few cards for the deal.
    """
    desk = desk_of(app)
    for page in PAGES:
        answer = client.get(f"/matches/{match_id}{page}", follow_redirects=True)
        assert answer.status_code in (200, 404), (match_id, page)
    body = desk.load(match_id).memory.deals[1].body
    stamp = Stamp(desk.ledger.matches.version(match_id), f"save-in-{match_id}", "test", NOW)
    try:
        amend_deal(desk, match_id, 1, DealSheet(body), "counted again", stamp)
    except Refused as refused:
        if (refused.kind, refused.key) not in MORE:
            raise


#: The faults, as (kind, key), that are allowed in imported deals, but not in a deal that is saved now.
MORE = [("impossible", "more_than_the_pack"), ("impossible", "more_than_the_pack_together")]
#: Every third value is replaced; the long tests replace all values.
EACH = 3


def test_a_match_with_any_value_replaced_is_refused_or_shown(
    app: Flask, client: FlaskClient, exported: dict[str, Any]
) -> None:
    desk, found = desk_of(app), []
    every = list(paths({"entries": exported["entries"]}))
    for number, path in enumerate(every[::EACH]):
        value = HOSTILE[number % len(HOSTILE)]
        if made := taken(desk, with_value(exported, path, value, number)):
            found.append((made, path, value))
    assert 0 < len(found) < 50 / EACH
    for made, _, _ in found:
        shown(app, client, made)
    assert {client.get(page).status_code for page in ("/", "/players")} == {200}
    assert verify(desk).problems == ()


@pytest.mark.soak
def test_a_match_with_every_value_replaced_by_everything(
    app: Flask, client: FlaskClient, exported: dict[str, Any]
) -> None:
    desk = desk_of(app)
    every = [(path, value) for path in paths({"entries": exported["entries"]}) for value in HOSTILE]
    for number, (path, value) in enumerate(every):
        if made := taken(desk, with_value(exported, path, value, number)):
            shown(app, client, made)
    assert {client.get(page).status_code for page in ("/", "/players")} == {200}
    assert verify(desk).problems == ()


OPENING: Path_ = ("entries", 0, "payload")
DEAL: Path_ = ("entries", 1, "payload")
#: Values, with their paths, that were once accepted and broke a page, a save or a check.
NAMED: list[tuple[Path_, Any]] = [
    (("entries", 0, "recorded_at"), "9999-12-31T23:59:59+00:00"),
    (("entries", 0, "recorded_at"), "0001-01-01T00:00:00+00:00"),
    (("entries", 1, "recorded_at"), "2026-11-20T19:00:00"),
    (("entries", 1, "version"), True),
    (("entries", 0, "version"), 1.0),
    ((*OPENING, "sides", 0, "name"), "N" * 1_000_000),
    ((*OPENING, "seats", 0), "Ilo\nna"),
    ((*OPENING, "sides"), []),
    ((*OPENING, "rule_set", "cards", 0, "points"), 1.5),
    ((*OPENING, "rule_set", "cards", 0, "points"), 10**400),
    ((*OPENING, "rule_set", "opening", "brackets"), []),
    ((*OPENING, "rule_set", "end", "target"), "5000"),
    ((*OPENING, "rule_set", "canastas", 0, "like"), "none such"),
    ((*OPENING, "rule_set", "canastas", 0, "cards"), []),
    ((*OPENING, "rule_set", "cards", 1, "kinds"), ["x"]),
    ((*OPENING, "rule_set", "melds", 0, "key"), "a b\n"),
    ((*OPENING, "rule_set", "end", "stake_per_100"), "a lot"),
    ((*OPENING, "rule_set", "table", "players"), 10**9),
    ((*OPENING, "first_dealer"), 4),
    ((*OPENING, "note"), "n" * 501),
    ((*DEAL, "result", 0, "total"), 520),
    ((*DEAL, "result", 0, "lines", 0, "points"), "515"),
    ((*DEAL, "agreed"), "yes"),
    ((*DEAL, "deal"), 2),
    (("entries", 3, "payload", "points"), "-100"),
    (("entries", 3, "payload", "side"), 2),
    (("entries", 3, "payload", "obligations", 0, "says"), 7),
    (("entries", 4, "payload", "claimed"), 10**9),
]


def test_what_once_broke_a_page_is_refused_with_its_place(app: Flask, exported: dict[str, Any]) -> None:
    for path, value in NAMED:
        with pytest.raises(Refused) as caught:
            assert not import_match(desk_of(app), with_value(exported, path, value)), path
        assert caught.value.where.startswith(f"entries[{path[1]}]"), path
        assert len(say_refusal(caught.value, words_for("en"))) < 1000, path


def test_a_deal_after_the_end_of_a_match_is_refused(app: Flask, client: FlaskClient, exported: dict[str, Any]) -> None:
    desk = desk_of(app)
    play(app, (ended := played(app, client, ("A", "B", "C", "D"))), (5000, 0))
    over = export_match(desk, ended)
    last = over["entries"][-1]
    late = {**deepcopy(last), "version": last["version"] + 1, "key": "key-of-a-late-deal"}
    late["deal"] = late["payload"]["deal"] = last["payload"]["deal"] + 1
    made = {**over, "id": "late", "entries": [*over["entries"], late]}
    made["entries"][0] = {**made["entries"][0], "key": "key-of-the-late-one"}
    del made["check"]
    with pytest.raises(Refused) as caught:
        import_match(desk, made)
    assert (caught.value.key, caught.value.where) == ("not_then", f"entries[{len(over['entries'])}].payload.deal")


def test_verify_reads_a_match_as_strictly_as_an_import(app: Flask, exported: dict[str, Any]) -> None:
    """The chain is valid, but a total is not the sum of the deal's lines."""
    desk = desk_of(app)
    made = with_value(exported, (*DEAL, "note"), "")
    del made["entries"][1]["payload"]["note"]
    match_id = taken(desk, made)
    assert match_id
    assert verify(desk).problems == ()
    forged = desk.ledger.matches.entries(match_id)
    payload = deepcopy(dict(forged[1].payload))
    payload["result"][0]["total"] += 5
    entries = [replace(entry, owner="forged", key=f"forged-{entry.key}"[:60]) for entry in forged]
    entries[1] = replace(entries[1], payload=payload)
    row = summary(desk.load(match_id).state)
    desk.ledger.write(lambda act: act.add(MATCHES, "forged", entries, row))
    assert [(problem.key, problem.owner) for problem in verify(desk).problems] == [("fold", "forged")]
