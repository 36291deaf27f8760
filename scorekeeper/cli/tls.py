"""The server over https: granian, in a process of its own. Imported only where https is asked for."""

import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING

from granian import Granian
from granian.constants import Interfaces
from granian.http import HTTP2Settings
from granian.log import LogLevels

from scorekeeper import create_app
from scorekeeper.cli.network import Place
from scorekeeper.cli.plain import GRACE, THREADS, settle

if TYPE_CHECKING:
    from flask import Flask

#: A tablet is asked every so many milliseconds whether it is there, and given up after so many seconds without an
#: answer: one that left the network in the middle of a form would otherwise keep a thread for good.
ASKED, GONE = 5_000, 5


def serve_tls(config: Mapping[str, object], place: Place, cert: Path, key: Path) -> None:
    """Granian over TLS in a process of its own, until told to stop."""
    # A child that is forked would share this process's open database; a spawned one opens its own.
    multiprocessing.set_start_method("spawn", force=True)
    server = Granian(
        "scorekeeper",
        address=place.host,
        port=place.port,
        interface=Interfaces.WSGI,
        workers=1,  # one process: writers queue in it, and it knows the matches folded lately
        blocking_threads=THREADS,
        websockets=False,
        log_level=LogLevels.warning,
        ssl_cert=cert,
        ssl_key=key,
        workers_kill_timeout=int(GRACE),
        http2_settings=HTTP2Settings(keep_alive_interval=ASKED, keep_alive_timeout=GONE),
    )
    server.serve(target_loader=partial(_loaded, dict(config)), wrap_loader=False)


def _loaded(config: Mapping[str, object]) -> "Flask":
    app = create_app(config)
    threading.Thread(target=_end_with, args=(multiprocessing.parent_process(),), daemon=True).start()
    settle()
    return app


def _end_with(parent: BaseProcess | None) -> None:
    """A process whose parent was killed would hold the port, and nobody could stop it."""
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE)
    os._exit(1)
