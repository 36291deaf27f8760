"""Thousands of odd forms, addresses and objects: never a 500, and earlier data stays intact."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.demo import demo_match
from scorekeeper.actions.transfer import export_match, import_match
from scorekeeper.actions.verify import verify
from scorekeeper.engine.refused import Refused
from tests.reliability.evening import played
from tests.web.routes import path_of, reading, rules, unsafe
from tests.web.tables import NOW, desk_of, token

SHORT, LONG = 120, 10_000
PLAIN = """
0 1 -1 5 yes no none K joker wild sequence totals cards edit watch HU-02 HU-05 RO-05 classic hungarian four three save
look discard form end way 999999999999999999999999999999 ----- 1+2 1e9 ٣ ½ ² null {} [] '' " <b> ../.. %s%n {{7*7}}
${x} NaN Infinity true 2026-11-21
"""
WORDS = (*PLAIN.split(), "", " ", "\t", "\u202e", "\x00", "\ud83c", "á" * 300, "\r\nX: y")
FIELDS = """
rules format players[0] players[1] players[2] players[3] title note key version draw act mode end took agreed left
reason s0-way s1-way s0-n-K s0-t-K s0-j-K s0-mp s0-hp s1-mp s0-red s0-h0-A s0-h0-high s0-x0-rank s0-x0-n s0-q0-4
s0-can-mixed ways article side player deal override points raise unsure cure before_partners_turn index claimed
verified moment opening_raise obligation everywhere kind pin again next seen ruling q code lang theme paper ink second
sheet_lang before after status was preset preset_name from options.target options.red-three-in-hand first_dealer
currency a b
"""


def odd(chance: random.Random) -> dict[str, str]:
    """Some fields with random values."""
    names = chance.sample(FIELDS.split(), chance.randint(0, 14))
    return {name: chance.choice(WORDS) for name in names}


def fuzz_pages(app: Flask, client: FlaskClient, count: int, seed: int) -> None:
    """Send `count` odd forms and queries to random routes, and check that none is answered with 500."""
    match_id = played(app, client)
    chance = random.Random(seed)
    mine = token(client)
    routes = [rule for rule in rules(app) if rule.endpoint != "static" and not rule.endpoint.endswith("_pdf")]
    app.testing = False
    for _ in range(count):
        rule = chance.choice(routes)
        path = path_of(app, rule, match_id=match_id, number=chance.randint(1, 4), ruling_id="ruling")
        if unsafe(rule) and (not reading(rule) or chance.random() < 0.7):
            sent = {"version": str(chance.randint(1, 9)), "key": f"odd-{chance.randint(1, 10**9)}", **odd(chance)}
            sent = {name: _sendable(text) for name, text in sent.items()}
            answer = client.open(path, method=unsafe(rule)[0], data={**sent, "csrf_token": mine})
        else:
            answer = client.get(path, query_string={key: _sendable(text) for key, text in odd(chance).items()})
        assert answer.status_code != 500, (rule.rule, answer.request.full_path, answer.text[:2000])
        assert answer.status_code < 500 or "program" in answer.text
    assert verify(desk_of(app)).problems == ()


def _sendable(text: str) -> str:
    return text.encode("utf-8", "replace").decode()


def fuzz_objects(app: Flask, client: FlaskClient, count: int, seed: int) -> None:
    """Send broken and changed JSON to the API, and check that each refusal has a kind, a location and a message."""
    chance = random.Random(seed)
    valid: list[tuple[str, Any]] = [
        ("/api/score", {"rules": "classic", "sides": [{"melds": [{"rank": "K", "naturals": 7}], "hands": [{"A": 1}]}]}),
        ("/api/check/opening", {"rules": "hungarian", "score": 1500, "melds": [{"rank": "K", "naturals": 3}]}),
        ("/api/check/meld", {"rules": "classic", "meld": {"rank": "K", "naturals": 3}, "going_out": True}),
        ("/api/rule", {"code": "hungarian", "article": "HU-03", "answers": {"next_player_acted": False}}),
    ]
    for _ in range(count):
        path, source = chance.choice(valid)
        body = broken(json.dumps(source), chance) if chance.random() < 0.5 else json.dumps(changed(source, chance))
        answer = client.post(path, data=body.encode("utf-8", "replace"), content_type="application/json")
        assert answer.status_code in (200, 400, 422), (path, body)
        if answer.status_code != 200:
            assert {"kind", "where", "message"} <= set(answer.json["error"]), (path, body)
            assert answer.json["error"]["message"]


def fuzz_imports(app: Flask, client: FlaskClient, count: int, seed: int) -> None:
    """Import changed exports. Each must be accepted or refused, pages must show the accepted ones, and the ledger must
    stay valid."""
    chance = random.Random(seed)
    desk = desk_of(app)
    demo_match(desk, match_id="whole", seed=1, now=NOW, deals=3)
    exported = export_match(desk, "whole")
    del exported["check"]  # with it, every changed export would be refused, and no page would show a changed match
    for _ in range(count):
        with suppress(Refused):
            imported = import_match(desk, changed(exported, chance)).owner
            for page in ("", "/history", "/more", "/deals/2", ".json", ".csv"):
                answer = client.get(f"/matches/{imported}{page}")
                assert answer.status_code in (200, 404), (imported, page)
    assert client.get("/").status_code == client.get("/players").status_code == 200
    assert verify(desk).problems == ()


def broken(text: str, chance: random.Random) -> str:
    """The text with a random piece removed or doubled, or with an odd word inserted."""
    at, to = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    return chance.choice((text[:at] + text[to:], text[:to] + text[at:], text[:at] + chance.choice(WORDS) + text[at:]))


def changed(source: Any, chance: random.Random) -> Any:
    """The value with a random part replaced, removed, doubled, or added again under an odd key."""
    if isinstance(source, dict) and source and chance.random() < 0.9:
        key = chance.choice(list(source))
        changes: list[Callable[[], dict[str, Any]]] = [
            lambda: {**source, key: changed(source[key], chance)},
            lambda: {name: value for name, value in source.items() if name != key},
            lambda: {**source, chance.choice(WORDS): source[key]},
        ]
        return chance.choice([changes[0]] * 6 + changes)()
    if isinstance(source, list) and source and chance.random() < 0.9:
        at = chance.randrange(len(source))
        again = [*source[:at], changed(source[at], chance), *source[at + 1 :]]
        return chance.choice((again, again, again, source[:at] + source[at + 1 :], source + source[at:]))
    return chance.choice((*WORDS, None, True, False, -1, 10**18, 1.5, -0.0, [], {}, [[]], {"a": {}}))


FUZZERS = (fuzz_pages, fuzz_objects, fuzz_imports)


@pytest.mark.parametrize("fuzz", FUZZERS)
@pytest.mark.parametrize(("inputs", "seed"), [(SHORT, 1), pytest.param(LONG, 2, marks=pytest.mark.soak)])
def test_odd_inputs_are_answered_in_words(
    app: Flask, client: FlaskClient, fuzz: Callable[[Flask, FlaskClient, int, int], None], inputs: int, seed: int
) -> None:
    fuzz(app, client, inputs, seed)


def test_a_file_of_odd_lines_is_imported_as_far_as_it_goes(tmp_path: Path, app: Flask) -> None:
    desk = desk_of(app)
    for line in (None, 5, [], {}, {"canasta_match": 1}, {"canasta_match": 1, "id": "x", "entries": [{}]}):
        with pytest.raises(Refused) as refused:
            import_match(desk, line)
        assert refused.value.key
    assert desk.ledger.matches.page() == ()
