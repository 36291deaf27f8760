"""The floor: a bare Flask view behind the same server. `python -m bench.floor PORT FOLDER`

FOLDER has pages as NAME.bin, each with its headers in NAME.json. `/page/NAME` returns a page, and `/same/NAME` answers
304. A POST to `/commit` writes its body in one durable commit. A POST to `/form/NAME` returns the page after Flask-WTF
has read the form and checked its token; nothing else is done.
"""

import json
import signal
import sys
import threading
from pathlib import Path

from flask import Flask, Response, request
from flask_wtf import CSRFProtect

from scorekeeper.cli.serving.network import Listener, bound
from scorekeeper.cli.serving.server import AppServer, Door
from scorekeeper.ledger.sqlite.driver import sqlite3
from scorekeeper.web import DEFAULTS

#: The name of the file with the key that signs the program's cookies. With it, the program's forms are valid here, too.
KEY = "secret_key"


def bare(folder: Path) -> Flask:
    """Build the application that serves the files of this folder."""
    app = Flask("floor", static_folder=None)
    app.config.update({**DEFAULTS, "SECRET_KEY": (folder / KEY).read_bytes(), "WTF_CSRF_CHECK_DEFAULT": False})
    csrf = CSRFProtect(app)
    pages = {path.stem: json.loads(path.with_suffix(".json").read_text()) for path in folder.glob("*.bin")}
    bodies = {name: (folder / f"{name}.bin").read_bytes() for name in pages}
    connected(folder / "floor.db").close()  # two threads that made it together would lock each other out
    kept = threading.local()

    @app.route("/page/<name>", methods=["GET", "POST"])
    def page(name: str) -> Response:
        request.get_data()
        return Response(bodies[name], headers=pages[name])

    @app.post("/form/<name>")
    def form(name: str) -> Response:
        csrf.protect()
        return Response(bodies[name], headers=pages[name])

    @app.get("/same/<name>")
    def same(name: str) -> Response:
        return Response(status=304, headers={"ETag": name})

    @app.post("/commit")
    def commit() -> Response:
        sent = request.get_data()
        db = getattr(kept, "db", None)
        if db is None:
            db = kept.db = connected(folder / "floor.db")
        db.execute("BEGIN IMMEDIATE")
        db.execute("INSERT INTO entries (payload) VALUES (?)", [sent])
        db.execute("COMMIT")
        return Response(bodies["saved"], 303, headers=pages["saved"])

    return app


def connected(path: Path) -> sqlite3.Connection:
    """A connection as durable as the ledger's."""
    db = sqlite3.connect(path, isolation_level=None, timeout=60)  # SQLite's lock is not fair: some wait long
    db.execute("PRAGMA journal_mode = WAL").fetchall()
    db.execute("PRAGMA synchronous = FULL")
    db.execute("CREATE TABLE IF NOT EXISTS entries (id INTEGER PRIMARY KEY, payload BLOB)")
    return db


if __name__ == "__main__":
    place = Listener("127.0.0.1", int(sys.argv[1]), (), (), "http")
    AppServer(bare(Path(sys.argv[2])), [Door(bound(place))]).start()
    signal.pause()  # if the main thread ended, Python would let no other thread start new work
