"""The time when each table's device was last heard from, and the start of the program.

A process keeps both in memory, and writes them down once a minute at most, in one value of the settings: with what a
device writes, so that a copy of the ledger knows who was there; where several processes serve one database also with
what a device asks for: what another process heard is known a minute late, and one poll a minute waits for that write.
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
#: Minutes after which a table whose device has not asked for anything is told of.
SILENT = 5
#: Addresses of which a device that is at a table asks.
OF_A_TABLE = frozenset(("evening_id", "match_id"))


def init_app(app: Flask) -> None:
    """Listen to every device of a table."""
    app.extensions[EXTENSION] = LastWords(now())
    app.before_request(_listen)


def running_since() -> str:
    """The time since when this program runs, whichever process of it."""
    own = _heard().since
    return min(own, str(_of_all().get("since", own)))


def silent_for(evening_id: str, table: int, moment: str) -> int | None:
    """Whole minutes since the device of a table was heard of, once they are `SILENT`; None where it is not known that
    there is one."""
    own = _heard().tables.get((evening_id, table), "")
    last = max(own, _of_all().get("evenings", {}).get(evening_id, {}).get(str(table), ""))
    minutes = minutes_between(last, moment) if last else 0
    return minutes if minutes >= SILENT else None


def missing_since_restore(evening_id: str) -> tuple[int, ...]:
    """Return the tables whose device was here when the copy was made that the ledger was put back from, and did not
    come back since."""
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
    """The shared news of the processes, read once per request."""
    if not current_app.config["SEVERAL_PROCESSES"]:
        return {}
    if "heard" not in g:
        g.heard = heard_by_all(current_desk())
    heard: Mapping[str, Any] = g.heard
    return heard


def _heard() -> LastWords:
    heard: LastWords = current_app.extensions[EXTENSION]
    return heard
