"""Check that the file at the path is still the one that was opened: if it was deleted, replaced or overwritten, nothing
is saved.

A small file next to the ledger, its marker, shows that there is a ledger at this path, so that no empty one is made in
its place. It also stores the state of the file after the program's last change, for other programs that have the file
open. Writers of one process take turns in order of arrival.
"""

import json
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.ledger.errors import LedgerBusy, LedgerGone

if sys.platform != "win32":
    import fcntl

#: The state of a file: device, inode, size and time of change in nanoseconds. A change by another program alters it.
Mark = tuple[int, int, int, int]
#: The number of bytes of the state in the marker; and the byte that follows them, which is `CHANGING` during a change
#: and `DONE` once the new state is in the marker.
LENGTH, CHANGING, DONE = 2048, b"*", b"\n"
#: Seconds between two attempts to get the lock, and the maximum number of seconds that a closing program waits for it.
LOOK, FINISHING = 0.001, 1.0
_EXPLAINED = (
    "This file belongs to the file of matches beside it. It lets the program notice that the matches are gone, instead "
    "of beginning an empty file. Delete it only to start over."
)


def marker_of(path: Path) -> Path:
    """The path of a ledger's marker."""
    return path.with_name(f"{path.name}-here")


def give_away(path: Path) -> None:
    """Give a file that root made to the owner of its folder, so that a service can use what an administrator made."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder, own = path.parent.stat(), path.stat()
        if own.st_uid == 0 != folder.st_uid:
            os.chown(path, folder.st_uid, folder.st_gid)


def refuse_to_begin(path: Path) -> None:
    """Raise LedgerGone if an empty ledger would be made where there was one before."""
    # A ledger has content before its marker or log exists. So these are looked up first: another program may be making
    # the ledger at this moment.
    orphan = path.with_name(f"{path.name}-wal")
    marked, left = marker_of(path).exists(), _size(orphan) > 0
    if (marked or left) and _size(path) == 0:
        hint = f"what was saved last is in {orphan.name}" if left else f"to start over, delete {marker_of(path).name}"
        raise LedgerGone(path, f"a file of matches stood here and is gone; {hint}")


class Identity:
    """The last known state of the file. One per ledger; used only by the thread whose turn it is to write.

    Programs that have the same file open take turns by a lock on its marker, which the system releases when a program
    dies. SQLite may still be folding its log into the file after it has released its own lock; on a slow disk this
    takes long. Without the lock on the marker, another program would take that change for a foreign one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ours = _mark(path)
        self._marker: int | None = None
        with suppress(OSError):  # without a marker (full disk, read-only folder) other programs' changes are unknown
            marker = os.open(marker_of(path), os.O_RDWR | os.O_CREAT, 0o600)
            give_away(marker_of(path))
            if os.fstat(marker).st_size <= LENGTH:
                self._tell(marker, self._ours)
            if sys.platform == "win32":
                os.close(marker)  # Windows has no such lock: only one program can serve the file
            else:
                fcntl.flock(marker, fcntl.LOCK_UN)  # fails on a file system without such locks
                self._marker = marker

    @contextmanager
    def held(self, until: float) -> Iterator[None]:
        """Wait for the lock, hold it during a change to the file, then write the file's new state into the marker. The
        wait ends at the time `until` of the monotonic clock, in seconds. All of it takes ten microseconds if no other
        program has the lock and the file stays as it is.

        Raises LedgerGone if the file is not the one that was opened, was changed by a program other than scorekeeper,
        or disappears meanwhile; LedgerBusy if another program keeps the lock.
        """
        marker = self._marker
        if marker is not None:
            try:
                fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self._wait(marker, until)
        known = False
        try:
            if (mark := _mark(self._path)) != self._ours:
                self._check(marker, mark)
            if marker is not None:
                os.pwrite(marker, CHANGING, LENGTH)
            yield
            if (mark := _mark(self._path)) != self._ours:
                self._changed(marker, mark)
            known = True
        finally:
            if marker is not None:
                if known or _mark(self._path) == self._ours:
                    os.pwrite(marker, DONE, LENGTH)
                fcntl.flock(marker, fcntl.LOCK_UN)

    @contextmanager
    def closing(self) -> Iterator[bool]:
        """Hold the lock while the connections are closed, the last of which folds the log into the file.

        Yields True if a program other than scorekeeper has overwritten the file's content; else False, also if another
        program keeps the lock.
        """
        marker, self._marker = self._marker, None
        try:
            if marker is not None:
                self._wait(marker, time.monotonic() + FINISHING)
        except LedgerBusy:
            yield False
        else:
            foreign = self._same(mark := _mark(self._path)) and mark != self._ours
            foreign = foreign and _said(marker) not in (None, mark)
            yield foreign
            if marker is not None and not foreign and self._same(mark := _mark(self._path)):
                self._tell(marker, mark)
        finally:
            if marker is not None:
                os.close(marker)

    def _same(self, mark: Mark | None) -> bool:
        """Return whether the state is that of the file that was opened, whatever its content."""
        return mark is not None and self._ours is not None and mark[:2] == self._ours[:2]

    def _check(self, marker: int | None, mark: Mark | None) -> None:
        """Raise LedgerGone unless the marker says that another scorekeeper changed the file. If that program died
        during its change, any state is accepted."""
        if not self._same(mark):
            raise LedgerGone(self._path, "another file stands in its place" if mark else "the file is gone")
        if _said(marker) not in (None, mark):
            raise LedgerGone(self._path, "another program has overwritten the file")
        self._ours = mark

    def _changed(self, marker: int | None, mark: Mark | None) -> None:
        """Note the file's new state, also in the marker. Raises LedgerGone if the file was deleted or replaced."""
        if not self._same(mark):
            raise LedgerGone(self._path, "the file went away while it was written")
        self._ours = mark
        if marker is not None:
            self._tell(marker, mark)

    def _wait(self, marker: int, until: float) -> None:
        """Wait for the lock until the time `until` of the monotonic clock, in seconds. Raises LedgerBusy."""
        while True:
            try:
                fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > until:
                    raise LedgerBusy(self._path, "another program has it locked") from None
                time.sleep(LOOK)

    def _tell(self, marker: int, mark: Mark | None) -> None:
        """Write the state of the file into the marker. Others read it under the lock, so none reads half of it."""
        text = json.dumps({"about": _EXPLAINED, "file": self._path.name, "mark": mark}, indent=1)
        os.lseek(marker, 0, os.SEEK_SET)
        os.write(marker, text.encode().ljust(LENGTH) + DONE)


def _said(marker: int | None) -> Mark | tuple[()] | None:
    """The state of the file as it is written in the marker. None if a change was begun and its end was not written; an
    empty tuple if there is no marker, or no state in it."""
    if marker is None:
        return ()
    try:
        os.lseek(marker, 0, os.SEEK_SET)
        told = os.read(marker, LENGTH + len(DONE))
        mark = json.loads(told[:LENGTH])["mark"]
        return None if told.endswith(CHANGING) else (mark[0], mark[1], mark[2], mark[3])
    except (OSError, ValueError, LookupError, TypeError):
        return ()


def _mark(path: Path) -> Mark | None:
    try:
        stat = os.stat(path)  # noqa: PTH116 - called twice for each save, and faster than Path.stat
    except OSError:
        return None
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _size(path: Path) -> int:
    mark = _mark(path)
    return mark[2] if mark else 0


class FairLock:
    """A fair lock: the thread that has waited longest gets it next."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False
        self._since = 0.0

    @contextmanager
    def turn(self, timeout: float) -> Iterator[bool]:
        """Wait for a turn, and hand it on at the end; yields False if a turn before it takes longer than `timeout`
        seconds.

        The whole wait may be longer, if many short turns come before this one.
        """
        mine = None
        with self._guard:
            if self._held:
                mine = threading.Event()
                self._waiting.append(mine)
            else:
                self._held, self._since = True, time.monotonic()
        if mine and not self._came(mine, timeout):
            yield False
            return
        try:
            yield True
        finally:
            with self._guard:
                if self._waiting:
                    self._since = time.monotonic()
                    self._waiting.popleft().set()
                else:
                    self._held = False

    def _came(self, mine: threading.Event, timeout: float) -> bool:
        """Wait for the turn `mine`. Returns False, and gives it up, if a turn before it takes longer than `timeout`
        seconds."""
        left = timeout
        while not mine.wait(left):
            with self._guard:
                if mine.is_set():  # the turn came just after the wait ended
                    return True
                left = self._since + timeout - time.monotonic()
                if left <= 0:
                    self._waiting.remove(mine)
                    return False
        return True
