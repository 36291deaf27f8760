"""Reading one object or many lines, from any input."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.cli.contract import answer_lines, answer_requests, read_requests
from scorekeeper.engine.refused import Refused


def read(text: bytes) -> list[Any]:
    """Everything that is read, in order: values, and (key, location) for each refusal."""
    return [
        (found.key, found.where) if isinstance(found, Refused) else found for found in read_requests(io.BytesIO(text))
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b'{"a": 1}', [{"a": 1}]),
        (b'{"a": 1}\n{"b": 2}\n', [{"a": 1}, {"b": 2}]),
        (b'\n{"a": 1}\r\n\r\n{"b": 2}\r\n', [{"a": 1}, {"b": 2}]),
        (b'{\n  "a": {\n    "b": [1,\n  2]}\n}\n', [{"a": {"b": [1, 2]}}]),
        (b'\xef\xbb\xbf{"a": 1}', [{"a": 1}]),
        ('{"a": "č\u2028ő\u0085"}\n{"b": 2}'.encode(), [{"a": "č\u2028ő\u0085"}, {"b": 2}]),
        (b"", []),
        (b"\n \n", []),
        (b"5\n[1]\n", [5, [1]]),
        (b'{"a": 1}\n{"b": \n{"c": 3}', [{"a": 1}, ("not_json", "line 2"), {"c": 3}]),
        (b'tea\n{"b": 2}', [("not_json", "line 1"), {"b": 2}]),
        (b'{"a": 1\n{"b": 2}', [("not_json", "line 1"), {"b": 2}]),
        # A broken object over several lines is one refusal, though a line inside could be read by itself.
        (b'{"a": [\n  {"b": 1},\n  {"c": 2}\n  ]', [("not_json", "line 4")]),
        (b'\n\n{"a":\n 1\n  tea}', [("not_json", "line 5")]),
        (b'{"a": 1, "a": 2}', [("key_twice", "line 1")]),
        (b'{"a": 2.5}', [{"a": 2.5}]),
        (b'{"a": NaN}', [("not_json", "line 1")]),
        (b'{"a": -Infinity}', [("not_json", "line 1")]),
        (b'{"a": 1e999}', [("too_large", "line 1")]),
        (b'{"a": ' + b"9" * 5000 + b"}", [("too_large", "line 1")]),
        (b"[" * 100_000, [("too_large", "line 1")]),
        (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, [("too_large", "line 1")]),
        (b'{"a": "\xff"}', [("not_json", "line 1")]),
        (b'{"a": "\\ud800"}', [("not_json", "line 1")]),
        (b"\x00\x01", [("not_json", "line 1")]),
    ],
)
def test_every_input_is_read_or_refused_with_its_line(text: bytes, found: list[Any]) -> None:
    assert read(text) == found


@given(st.binary(max_size=80) | st.text(alphabet='{}[]":,1eE.-\n aNI\\u', max_size=60).map(str.encode))
def test_no_bytes_bring_a_traceback(text: bytes) -> None:
    for line in answered(text)[1].splitlines():
        assert isinstance(json.loads(line), dict)


def answered(text: bytes) -> tuple[int, str]:
    """Grant every request that can be read. Returns the exit code and the output."""
    out = io.StringIO()
    return answer_requests(io.BytesIO(text), out, lambda request: {"granted": request}), out.getvalue()


def test_exit_code_2_when_there_is_nothing() -> None:
    assert answered(b"\n") == (2, "")


def test_letters_that_the_output_cannot_hold_are_escaped() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    assert answer_requests(io.BytesIO('{"a": "ő"}'.encode()), out, lambda request: request) == 0
    out.seek(0)
    assert json.loads(out.read()) == {"a": "ő"}


def test_a_file_with_nothing_in_it_is_bad_usage(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty.json").write_text("\n")
    assert answer_lines(str(tmp_path / "empty.json"), lambda request: request) == 2
    assert "nothing to read" in capsys.readouterr().err
