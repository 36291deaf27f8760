"""The server over https: granian, in a process of its own. Imported only where https is asked for."""

import multiprocessing
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from granian import Granian
from granian.constants import Interfaces
from granian.log import LogLevels

from scorekeeper import create_app
from scorekeeper.cli.network import Place
from scorekeeper.cli.plain import GRACE, THREADS, settle

if TYPE_CHECKING:
    from flask import Flask


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
    )
    server.serve(target_loader=partial(_loaded, dict(config)), wrap_loader=False)


def _loaded(config: Mapping[str, object]) -> "Flask":
    app = create_app(config)
    settle()
    return app
