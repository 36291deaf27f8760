"""Several devices save at once, over http: one save is recorded per key and per version, and nothing is overwritten."""

import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from scorekeeper.ledger.ledger import Ledger
from tests.postgres import new_database
from tests.served import Answer, Visitor, deal_fields, new_match
from tests.serving import COMMAND, Server, serving

DEVICES = 8


@dataclass(frozen=True, slots=True)
class Hall:
    """The servers of the tables (one process, or several with one database), and the link that gives devices access."""

    servers: Sequence[Server]
    database: Path | str
    way: str = "/"


#: The kinds of servers. Two workers with a file are only in the long tests, because `test_killed_server.py` has them.
HALLS = [
    "one process at a file",
    "two processes at a server",
    pytest.param("two workers at a file", marks=pytest.mark.soak),
]


@pytest.fixture(scope="module", params=HALLS)
def hall(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """The servers of the tests of this file."""
    folder = tmp_path_factory.mktemp("at-once")
    if request.param.endswith("at a file"):
        workers = "2" if "two" in request.param else "1"
        asked = ["--database", "club.db", "--no-daily-copy", "--workers", workers]
        with serving(*asked, folder=folder) as server:
            yield Hall([server], folder / "club.db")
        return
    address = new_database(f"at_once_{os.getpid()}")
    told = {"SCOREKEEPER_SECRET_KEY": "a key of more than thirty-two letters", "SCOREKEEPER_DATABASE": address}
    (folder / "second").mkdir()
    with serving(folder=folder, environment=told) as one, serving(folder=folder / "second", environment=told) as two:
        asked = [*COMMAND, "way-in"]
        way = subprocess.run(asked, env={**os.environ, **told}, capture_output=True, text=True, check=True).stdout
        yield Hall([one, two], address, way.strip())


@pytest.fixture(scope="module")
def devices(hall: Hall) -> list[Visitor]:
    """Browsers with their form tokens, distributed over the processes."""
    found = [Visitor.of(hall.servers[number % len(hall.servers)]) for number in range(DEVICES)]
    for device in found:
        device.get(hall.way)
        device.token()
    return found


def at_once(devices: list[Visitor], path: str, forms: list[dict[str, str]]) -> list[Answer]:
    """Send each of `forms` from a different device, all at the same moment. Returns the answers in the same order."""
    with ThreadPoolExecutor(len(forms)) as pool:
        sent = [pool.submit(device.post, path, form) for device, form in zip(devices, forms, strict=False)]
        return [answer.result() for answer in sent]


def test_one_key_at_once_is_one_deal(hall: Hall, devices: list[Visitor]) -> None:
    match_id = new_match(devices[0], "at-once-one-key")
    form = deal_fields(1, "the-same-key")
    answers = at_once(devices, f"/matches/{match_id}/deals/1", [form] * DEVICES)
    assert [answer.status for answer in answers] == [303] * DEVICES
    assert {answer.location for answer in answers} == {f"/matches/{match_id}?saved=1"}
    with Ledger.open(hall.database) as ledger:
        assert [entry.key for entry in ledger.matches.entries(match_id)][1:] == ["the-same-key"]


def test_one_key_with_another_body_is_a_clash(hall: Hall, devices: list[Visitor]) -> None:
    match_id = new_match(devices[0], "at-once-two-bodies")
    devices[0].post(f"/matches/{match_id}/deals/1", deal_fields(1, "the-same-key", (420, 215)))
    answer = devices[1].post(f"/matches/{match_id}/deals/1", deal_fields(1, "the-same-key", (500, 215)))
    assert answer.status == 409
    assert 'value="500"' in answer.text
    with Ledger.open(hall.database) as ledger:
        assert ledger.matches.version(match_id) == 2


def test_one_opening_key_at_once_is_one_match(hall: Hall, devices: list[Visitor]) -> None:
    with ThreadPoolExecutor(DEVICES) as pool:
        opened = set(pool.map(lambda device: new_match(device, "opened-at-once"), devices))
    assert len(opened) == 1


def test_of_devices_with_one_version_one_saves(hall: Hall, devices: list[Visitor]) -> None:
    match_id = new_match(devices[0], "at-once-versions")
    forms = [deal_fields(1, f"key-of-{number}", (100 + 5 * number, 50)) for number in range(DEVICES)]
    answers = at_once(devices, f"/matches/{match_id}/deals/1", forms)
    assert sorted(answer.status for answer in answers) == [303] + [409] * (DEVICES - 1)
    saved = next(number for number, answer in enumerate(answers) if answer.status == 303)
    with Ledger.open(hall.database) as ledger:
        entries = ledger.matches.entries(match_id)
    assert len(entries) == 2
    assert entries[1].key == f"key-of-{saved}"
    for number, answer in enumerate(answers):
        if answer.status == 409:
            assert f'value="{100 + 5 * number}"' in answer.text  # its own values are kept
            assert re.search(r"Deal 1 was saved on (this computer|Computer \d+) at \d\d:\d\d", answer.text)


def test_the_stale_device_saves_with_what_it_was_shown(hall: Hall, devices: list[Visitor]) -> None:
    match_id = new_match(devices[0], "at-once-again")
    devices[0].post(f"/matches/{match_id}/deals/1", deal_fields(1, "the-first-one"))
    stale = devices[1].post(f"/matches/{match_id}/deals/1", deal_fields(1, "the-second-one", (300, 200)))
    fresh = dict(re.findall(r'name="(key|version|mode)"\s+value="([^"]*)"', stale.text))
    assert fresh["version"] == "2"
    assert fresh["mode"] == "amend"
    again = {**deal_fields(1, "x", (300, 200)), **fresh, "reason": "counted twice"}
    assert devices[1].post(f"/matches/{match_id}/deals/1", again).status == 303
    with Ledger.open(hall.database) as ledger:
        kinds = [entry.kind for entry in ledger.matches.entries(match_id)]
    assert kinds == ["match_opened", "deal_recorded", "deal_amended"]


def test_many_tables_at_once_are_all_saved(hall: Hall, devices: list[Visitor]) -> None:
    matches = [new_match(device, f"table-{number}-of-many") for number, device in enumerate(devices)]

    def evening(number: int) -> list[int]:
        device, match_id = devices[number], matches[number]
        return [
            device.post(f"/matches/{match_id}/deals/{deal}", deal_fields(deal, f"deal-{deal}-key", (50, 20))).status
            for deal in range(1, 6)
        ]

    with ThreadPoolExecutor(DEVICES) as pool:
        assert list(pool.map(evening, range(DEVICES))) == [[303] * 5] * DEVICES
    with Ledger.open(hall.database) as ledger:
        assert [ledger.matches.version(match_id) for match_id in matches] == [6] * DEVICES


def test_every_process_shows_a_save_at_once(hall: Hall, devices: list[Visitor]) -> None:
    match_id = new_match(devices[0], "seen-everywhere")
    for deal in (1, 2):
        saved = devices[0].post(f"/matches/{match_id}/deals/{deal}", deal_fields(deal, f"deal-{deal}-key", (55, 20)))
        assert saved.status == 303
        boards = [device.get(f"/matches/{match_id}.json") for device in devices[: len(hall.servers)]]
        assert [json.loads(board.text)["sides"][0]["score"] for board in boards] == [55 * deal] * len(boards)
