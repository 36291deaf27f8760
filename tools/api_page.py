"""docs/api.md, made from /api/openapi.json and the schemas. Called by tools/reference_docs.py."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from scorekeeper.contract import check_meld, check_opening, pair, rank, score
from scorekeeper.contract.openapi import api, described, document
from scorekeeper.contract.rule import rule

HEAD = """# The API

The rules of the game over HTTP: send JSON, get JSON. The commands `scorekeeper score`, `check opening`, `check meld`,
`rule`, `pair` and `rank` read the same requests, one JSON object per line, and print the same answers.

- The program listens at `http://127.0.0.1:8000`, unless another address was given. On that machine nothing else is
  needed. Other devices need a link that lets them write ([sharing.md](sharing.md)).
- The answer to a refused request is `{"error": {"kind", "where", "message", "allowed"}}`, with status 400 if the
  request is malformed, 422 if no pack of cards allows it, and 413 if it is too large. All keys of answers are in
  [keys.md](keys.md).
- A key that is not listed is refused. A key without "needed" may be left out.
- `GET /api/openapi.json` describes this API for programs (OpenAPI 3.1). `scorekeeper schema NAME` prints the JSON
  Schema of a request: `deal`, `opening`, `meld`, `rule`, `pair`, `rank`, `season`, `evening`, `result`;
  `scorekeeper schema deal --rules samba` prints that of a deal of one game, with only the keys that the game has.
  Ids of rule sets, formats and options are in [options.md](options.md).
- Requests over HTTP store nothing. A command opens an evening: [below](#open-an-evening).

`tools/reference_docs.py` writes this page from the description.
"""
EVENING = {
    "title": "Club night", "date": "2026-11-25", "rules": "classic", "format": "four", "movement": "danish",
    "scoring": "win_draw_loss", "rounds": 3, "round_end": {"by": "deals", "deals": 4},
    "entrants": [{"players": ["Anna", "Béla"]}, {"players": ["Mihai", "Jana"], "fixed_table": 2}],
}  # fmt: skip
OF_EVENING = """## Open an evening

`scorekeeper evening open [FILE]` reads one JSON object, from the file or from standard input, and prints
`{"evening": ID}`. `scorekeeper evening show ID` prints the evening with its tables, results and standings, and so
does `GET /evenings/ID.json`. `scorekeeper evening seat ID --publish` seats the next round; `scorekeeper evening
result ID ROUND TABLE [FILE]` sets a result. Each takes `--database FILE`, the file that `scorekeeper serve` has
open. `title`, `date`, `rules`, `format`, `movement` and `scoring` are needed.
"""
ANSWERS = {
    "/api/score": score, "/api/check/opening": check_opening, "/api/check/meld": check_meld, "/api/rule": rule,
    "/api/pair": pair, "/api/rank": rank,
}  # fmt: skip


def api_page() -> str:
    """The text of docs/api.md."""
    tables = [*_tables("evening", set()), *_tables("result", set())]
    return "\n".join([HEAD, *_posted(), *_got(), OF_EVENING, *_example(EVENING), *tables])


def _posted() -> Iterator[str]:
    told: set[str] = set()
    for each in api()["posted"]:
        path, asked = each["path"], json.loads(each["example"])
        yield f"## POST {path}\n\n{document()['paths'][path]['post']['summary']}\n"
        yield from _example(asked)
        yield from _example(ANSWERS[path](asked), "answers")
        yield f"An answer has {', '.join(f'`{key}`' for key in each['answers'])}, if they apply.\n"
        for name in each["schemas"]:
            yield from _tables(name, told)


def _got() -> Iterator[str]:
    for each in api()["got"]:
        yield f"## GET {each['path']}\n\n{each['says']}\n"
        rows = [f"- `{name}`: {says}" for name, says in each.get("parameters", {}).items()]
        yield from ("\n".join(rows) + "\n",) if rows else ()


def _example(value: Any, what: str = "") -> Iterator[str]:
    yield f"{what}\n" if what else ""
    yield f"```json\n{json.dumps(value, ensure_ascii=False)}\n```\n"


def _tables(name: str, told: set[str]) -> Iterator[str]:
    """Yield a table for each object of a request, the request itself first. Objects in `told` are left out, and the
    others are added to it."""
    schema = described(name)
    first = schema["$ref"].rpartition("/")[2]
    for part in (first, *(each for each in schema["$defs"] if each != first)):
        if part in told:
            continue
        told.add(part)
        of_part = schema["$defs"][part]
        yield f"### {part}\n\n| key | value | meaning |\n|---|---|---|"
        needed = of_part["required"]
        for key, value in of_part["properties"].items():
            says = f"needed; {kind_of(value)}" if key in needed else kind_of(value)
            yield f"| `{key}` | {says} | {value['description']} |"
        yield ""


def kind_of(schema: Mapping[str, Any]) -> str:
    """The values that a schema allows, in words."""
    if "$ref" in schema:
        part = schema["$ref"].rpartition("/")[2]
        return f"[{part}](#{part.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(each) for each in schema["anyOf"]))
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    kind = schema.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(_plain({"type": each}) for each in kind)
    if kind == "array":
        return f"list of {kind_of(schema.get('items', {}))}"
    if kind == "object" and "propertyNames" in schema:
        keys = ", ".join(f"`{each}`" for each in schema["propertyNames"]["enum"])
        return f"object of numbers: {keys}"
    return _plain(schema)


def _plain(schema: Mapping[str, Any]) -> str:
    names = {"string": "text", "boolean": "true or false", "integer": "whole number"}
    kind = schema.get("type", "anything")
    least, most = schema.get("minimum"), schema.get("maximum")
    among = "" if least is None else f" from {least:,}" if most is None else f" {least:,} to {most:,}"
    return f"{names.get(kind, kind)}{among}"
