"""What an evening and a match show in each state: of each page the lines that a step took away and brought."""

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.actions.desk import open_desk
from scorekeeper.contract.evening import evening_json
from tests.actions.evenings import NIGHT
from tests.goldens.acts import EVENING_STEPS, MATCH_STEPS, M, Room
from tests.web.conftest import working_at

E = f"/evenings/{NIGHT}"
OF_EVENING = (E, f"{E}/tables/1", f"{E}/tables/2", f"{E}/rounds/1/tables/1/result", f"{E}/wall", f"{E}/more")
OF_MATCH = (f"/matches/{M}", f"/matches/{M}/deals/2", f"/matches/{M}/deals/2/amend", f"/matches/{M}/more")


def in_each_state(app: Flask, folder: Path, got: Callable[[FlaskClient, str], str]) -> Iterator[tuple[str, str]]:
    """Each page in each state, and the evening as other programs read it."""
    for steps, addresses in ((EVENING_STEPS, OF_EVENING), (MATCH_STEPS, OF_MATCH)):
        shown, file = dict[str, list[str]](), folder / f"{len(addresses)}-states.db"
        for state, step in steps.items():
            desk = open_desk(file)
            eval(step, Room(desk).names())
            told = evening_json(NIGHT, desk.load_evening(NIGHT).state) if steps is EVENING_STEPS else {}
            desk.ledger.close()
            now = {"as JSON": "\n".join(_lines(told))}
            with working_at(app, file):
                client = app.test_client()
                now |= {address: got(client, address) for address in addresses}
            for address, text in now.items():
                lines = re.sub(r"-key-\d+", "", text).splitlines()
                changed = list(difflib.unified_diff(shown.get(address, []), lines, n=0, lineterm=""))[2:]
                shown[address] = lines
                yield f"{state}: {address}", "".join(f"{line}\n" for line in changed if line[:2] != "@@")


def _lines(told: Mapping[str, Any]) -> Iterator[str]:
    """A line for each value, and for each part of a list."""
    for key, value in told.items():
        for each in value if isinstance(value, list) else [value]:
            yield f"{key} {json.dumps(each, ensure_ascii=False)}"
