"""The pages of an evening and a match in each state: the lines that a step removed and added."""

import difflib
import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
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
OF_EVENING = (
    E, *(f"{E}/{page}" for page in (
        "tables/1", "tables/2", "rounds/1/tables/1/result", "rounds/1/tables/2/result",
        "rounds/1/slips", "wall", "more", "standings/now", "cross",
        "me", "entrants", "print/round?round=1", "print/standings")), f"{E}.csv",
)  # fmt: skip
OF_MATCH = (
    f"/matches/{M}", f"/matches/{M}.csv", *(f"/matches/{M}/{page}" for page in (
        "watch", "deals/2", "deals/2/amend", "more", "sheet", "rulings", "may-i/opening", "deals/new", "recount",
        "code")),
)  # fmt: skip
#: The acts that are done before a step, by the name of the step. Each act has the name of the state that it leads to.
BEFORE: Mapping[str, Mapping[str, str]] = {
    "its side 0 agrees": {
        "table 1 gave up": "(matches.resume(desk, match(1), of(match(1))),"
        " matches.close(desk, match(1), 'conceded', of(match(1))))",
    },
    "table 2 calls in deal 2": {"table 2 has a code": "code.adopt_code(desk, match(2), 'romanian', 1, of(match(2)))"},
    "table 2 is decided": {
        "deal 1 of table 2 is annulled": "rulings.apply_ruling(desk, match(2), RulingCase('RO-01', 1, 0,"
        " {'when': 'after_deal', 'annulment_requested': True}), of(match(2)), ruling_id='annul')",
    },
    "closed": {
        "a penalty": "evenings.give_penalty(desk, NIGHT, penalty(), at(), penalty_id='p1')",
        "it is withdrawn": "evenings.withdraw_penalty(desk, NIGHT, 'p1', 'Why', at())",
        "a warning": "evenings.give_penalty(desk, NIGHT, {'entrant': '2', 'kind': 'warning', 'reason': 'Late'}, at(),"
        " penalty_id='p2')",
    },
    "over": {
        "the offence is withdrawn": "rulings.withdraw_ruling(desk, M, 'first', 'Why', of(M))",
        "a penalty of the table": "rulings.penalise(desk, M, RulingCase('P1', 3, 0), 50, 'Loud', of(M), id_='table')",
        "an override": "ruled('own', 'RO-10', 3, count=1, player='Jana', side=1, override=Override(-50, 10, 'So'))",
        "deal 3": "play(3, 300, 200)",
        "deal 1 is amended": "deals.amend_deal(desk, M, 1, sheet(510, 300), 'Why', of(M))",
        "a recount": "deals.keep_recount(desk, M, Recount(3, 1, 210, 200), of(M))",
        "another code": "code.adopt_code(desk, M, 'hungarian', 4, of(M))",
        "deal 4": "play(4, 100, 200)",
        "deal 4 is taken back": "deals.remove_last_deal(desk, M, 4, 'Why', of(M))",
        "a duty is owed": "ruled('owed', 'HU-02', 4)",
        "given up": "matches.close(desk, M, 'conceded', of(M))",
        "taken up": "matches.resume(desk, M, of(M))",
    },
}


def in_each_state(app: Flask, folder: Path, got: Callable[[FlaskClient, str], str]) -> Iterator[tuple[str, str]]:
    """Yield ("STATE: ADDRESS", lines) for each page in each state: the lines that the step removed (-) and added (+).

    The evening as JSON comes first, with "as JSON" in place of an address.
    """
    for steps, addresses in ((EVENING_STEPS, OF_EVENING), (MATCH_STEPS, OF_MATCH)):
        shown, file = dict[str, list[str]](), folder / f"{len(addresses)}-states.db"
        for state, step in chain.from_iterable([*BEFORE.get(each, {}).items(), (each, steps[each])] for each in steps):
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
    """A line for each value, and for each item of a list."""
    for key, value in told.items():
        for each in value if isinstance(value, list) else [value]:
            yield f"{key} {json.dumps(each, ensure_ascii=False)}"
