"""The API over HTTP: answers are those of the command line, errors are objects, and there is never a 500."""

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.rulebook.loader import rulebook
from tests.examples import examples, texts

POSTS = ("/api/score", "/api/check/opening", "/api/check/meld", "/api/rule", "/api/pair", "/api/rank")


def test_rule_sets_are_listed(client: FlaskClient) -> None:
    told = client.get("/api/rules").get_json()
    assert {rule_set["id"] for rule_set in told["rule_sets"]} == rulebook().rule_sets.keys()
    for rule_set in told["rule_sets"]:
        assert client.get(f"/api/rules/{rule_set['id']}").status_code == 200


# --- Bad input -------------------------------------------------------------------------------------


@pytest.mark.parametrize("url", POSTS)
@pytest.mark.parametrize("body", [
    b"", b"{", b"[]", b"null", b'{"a": NaN}', b'{"a": 1, "a": 2}', b"\xff", b"[" * 100_000, b'{"a":' * 5000,
    b"1e999999", b'"\\ud800"',
])  # fmt: skip
def test_what_is_no_object_is_400_with_its_place(client: FlaskClient, url: str, body: bytes) -> None:
    answer = client.post(url, data=body)
    assert answer.status_code == 400
    assert answer.get_json()["error"]["kind"] == "malformed"
    assert answer.get_json()["error"]["message"]


def test_what_no_pack_holds_is_422(client: FlaskClient) -> None:
    sides = [{"name": "A", "hands": [{"joker": 5}]}, {"name": "B"}]
    answer = client.post("/api/score", json={"rules": "classic", "sides": sides})
    assert answer.status_code == 422
    assert answer.get_json()["error"]["kind"] == "impossible"


KEYS = st.sampled_from(
    ["rules", "format", "options", "sides", "melds", "meld", "score", "hands", "out", "code", "article"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts(8)
    | st.sampled_from(["classic", "four", "K", "hungarian", "HU-03"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(examples(30, soak=1_000), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(asked=st.dictionaries(KEYS, VALUES, max_size=6), url=st.sampled_from(POSTS))
def test_any_object_is_answered_without_a_500(client: FlaskClient, asked: dict[str, object], url: str) -> None:
    answer = client.post(url, json=asked)
    assert answer.status_code in (200, 400, 422)
    assert isinstance(answer.get_json(), dict)
