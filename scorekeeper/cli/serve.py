"""`scorekeeper serve`: the pages, through waitress."""

import argparse
import signal
import sys
from pathlib import Path

import waitress

from scorekeeper import create_app
from scorekeeper.ledger.errors import LedgerError
from scorekeeper.places import default_database

#: Few threads are quickest here; a sheet that is being printed keeps one of them waiting.
THREADS = 4


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Where to listen, and which file holds the matches."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--database", type=Path, default=default_database(), help="the file that holds every match")


def run(arguments: argparse.Namespace) -> int:
    """Serve until told to stop; a save in hand is finished first."""
    try:
        app = create_app({"DATABASE": arguments.database})
    except (LedgerError, OSError) as failure:
        print(f"scorekeeper: cannot use {arguments.database}: {failure}", file=sys.stderr)
        return 1
    try:
        server = waitress.create_server(app, host=arguments.host, port=arguments.port, threads=THREADS, ident=None)
    except OSError as failure:
        print(f"scorekeeper: cannot listen on {arguments.host}:{arguments.port}: {failure.strerror}", file=sys.stderr)
        return 1
    signal.signal(signal.SIGTERM, _stop)
    print(f"Serving on http://{arguments.host}:{arguments.port} (Ctrl+C stops)", flush=True)
    server.run()
    server.close()
    return 0


def _stop(*_: object) -> None:
    """Waitress takes this as its cue to finish what it has begun."""
    raise SystemExit(0)
