"""Several processes that serve one address: each core has its own, and one that dies is replaced."""

import multiprocessing
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.process import BaseProcess
from threading import Event, Thread

from scorekeeper import create_app
from scorekeeper.cli.serving.server import AppServer, Door, on_signals, settle
from scorekeeper.rulebook.loader import rulebook
from scorekeeper.rulebook.tables import RulebookError

#: Each has a core and some hundred megabytes: more than this is a slip of the finger.
MOST = 32
#: Seconds between two looks at who still works.
LOOK = 0.5
#: Seconds before one that died is replaced: what kills it at its start is not tried all the time.
PAUSE = 2.0


def serve(
    config: Mapping[str, object], doors: Sequence[Door], notice: int = 0, stop_with: BaseProcess | None = None
) -> None:
    """Serve in this process until a signal and these seconds of notice, or until its own starter is gone."""
    app, asked = create_app(config), Event()
    server = AppServer(app, doors)
    Thread(target=_read_ahead, daemon=True).start()
    settle()
    with on_signals(asked.set):
        server.start()
        while not asked.wait(LOOK) and (stop_with is None or stop_with.is_alive()):
            pass
        if asked.is_set():
            app.config.update(LEAVING=True)
            time.sleep(notice)
        server.stop()
    for name, part in app.extensions.items():
        if name.startswith("scorekeeper-"):
            part.close()


def _read_ahead() -> None:
    """Load what most pages need while the server already answers; the first request that needs it reports any error."""
    with suppress(RulebookError):
        rulebook()


def serve_by(count: int, config: Mapping[str, object], doors: Sequence[Door], notice: int = 0) -> None:
    """Serve in this number of processes until a signal; each finishes what it has begun.

    They are spawned rather than forked: a copy of a process that has threads and open files may hang.
    """
    start = multiprocessing.get_context("spawn").Process
    crew: list[BaseProcess] = []
    ending = Event()
    with on_signals(ending.set):
        while not ending.is_set():
            crew = [each for each in crew if each.is_alive()]
            for _ in range(count - len(crew)):
                crew.append(start(target=_work, args=(config, doors, notice)))
                crew[-1].start()
            born = time.monotonic()
            while not ending.is_set() and all(each.is_alive() for each in crew):
                wait([each.sentinel for each in crew], timeout=LOOK)
            if not ending.is_set():
                print("One of the serving processes ended; another takes its place.", flush=True)
                ending.wait(PAUSE - (time.monotonic() - born))
        for each in crew:
            each.terminate()
        for listening in (each for door in doors for each in door.sockets):
            listening.close()  # so that new connections are refused at once, instead of waiting for the end
        for each in crew:
            each.join()


def _work(config: Mapping[str, object], doors: Sequence[Door], notice: int) -> None:
    serve(config, doors, notice, multiprocessing.parent_process())
