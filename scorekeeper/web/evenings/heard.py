"""The time of the last request from each table's device, and the time when the program started.

Each process keeps both in memory. When a device writes, the process saves them in a setting, at most once a minute, so
that copies of the ledger contain them. If several processes serve one database, each also saves them when a device only
reads; the other processes then know them up to a minute later.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Flask, current_app, g, request

from scorekeeper.actions.club.hearing import LastWords, heard_by_all, minutes_between, not_come_back, tell
from scorekeeper.ledger.errors import LedgerError
from scorekeeper.web.frame.access import READING, only_evening
from scorekeeper.web.frame.desk import current_desk, now
from scorekeeper.web.frame.device import at_the_machine

EXTENSION = "heard"
#: After this number of minutes without a request from a table's device, the director's page says so.
SILENT = 5
#: The route parameters of pages for a table. A request for an address without either of them is not recorded.
OF_A_TABLE = frozenset(("evening_id", "match_id"))


def init_app(app: Flask) -> None:
    """Record the time of each request from a table's device, from now on."""
    app.extensions[EXTENSION] = LastWords(now())
    app.before_request(_listen)


def running_since() -> str:
    """The time (ISO 8601, UTC) when the first process of the program started."""
    own = _heard().since
    return min(own, str(_of_all().get("since", own)))


def silent_for(evening_id: str, table: int, moment: str) -> int | None:
    """The whole minutes since the last request of a table's device.

    None if they are fewer than `SILENT`, or if the table's device never sent a request.
    """
    own = _heard().tables.get((evening_id, table), "")
    last = max(own, _of_all().get("evenings", {}).get(evening_id, {}).get(str(table), ""))
    minutes = minutes_between(last, moment) if last else 0
    return minutes if minutes >= SILENT else None


def missing_since_restore(evening_id: str) -> tuple[int, ...]:
    """The numbers of tables whose device sent requests before the ledger was restored from a copy, but none since."""
    return not_come_back(current_desk(), evening_id, _heard())


def _listen() -> None:
    if OF_A_TABLE.isdisjoint(request.view_args or ()) or at_the_machine():
        return
    here = only_evening()
    if here is None or here[1] is None:
        return
    heard, moment = _heard(), now()
    heard.tables[here[0], here[1]] = moment
    if (current_app.config["SEVERAL_PROCESSES"] or request.method not in READING) and (
        heard.shared_at is None or minutes_between(heard.shared_at, moment) >= 1
    ):
        heard.shared_at = moment
        with suppress(LedgerError):  # the page is shown even if this cannot be written
            tell(current_desk(), heard, moment)


def _of_all() -> Mapping[str, Any]:
    """The times that all processes saved, read once per request; empty if only one process serves the database."""
    if not current_app.config["SEVERAL_PROCESSES"]:
        return {}
    if "heard" not in g:
        g.heard = heard_by_all(current_desk())
    heard: Mapping[str, Any] = g.heard
    return heard


def _heard() -> LastWords:
    heard: LastWords = current_app.extensions[EXTENSION]
    return heard
