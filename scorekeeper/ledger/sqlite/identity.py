"""Check that the file at the path is still the one that was opened: if it was deleted, exchanged or overwritten,
nothing is saved.

A small file beside the ledger, its marker, tells that a ledger stood here, so that no empty one is begun in its place;
and how the file looked after the last change that the program itself made to it, for others that have it open. Writers
of one process take turns in the order they came.
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

#: Device, inode, size and time of change in nanoseconds: what a file cannot keep when somebody else changes it.
Mark = tuple[int, int, int, int]
#: Bytes of what the marker tells, and the one behind it: is the file being changed, or has that been told?
LENGTH, CHANGING, DONE = 2048, b"*", b"\n"
#: Seconds between two looks whether another program has finished, and for which one that ends waits for it.
LOOK, FINISHING = 0.001, 1.0
_EXPLAINED = (
    "This file belongs to the file of matches beside it. It lets the program notice that the matches are gone, instead "
    "of beginning an empty file. Delete it only to start over."
)


def marker_of(path: Path) -> Path:
    """The marker beside a ledger."""
    return path.with_name(f"{path.name}-here")


def give_away(path: Path) -> None:
    """Let what root made belong to the owner of its folder: a service goes on with what an administrator did."""
    if sys.platform != "win32" and os.geteuid() == 0:
        folder, own = path.parent.stat(), path.stat()
        if own.st_uid == 0 != folder.st_uid:
            os.chown(path, folder.st_uid, folder.st_gid)


def refuse_to_begin(path: Path) -> None:
    """Raises LedgerGone where an empty ledger would be made in the place of one that was here."""
    # The file is never empty once one of the two exists; asked in this order, a program that begins it now is no harm.
    orphan = path.with_name(f"{path.name}-wal")
    marked, left = marker_of(path).exists(), _size(orphan) > 0
    if (marked or left) and _size(path) == 0:
        hint = f"what was saved last is in {orphan.name}" if left else f"to start over, delete {marker_of(path).name}"
        raise LedgerGone(path, f"a file of matches stood here and is gone; {hint}")


class Identity:
    """The file as this program last knew it. One per ledger; used only by the thread whose turn it is to write.

    Programs that have the same file open take turns by a lock on its marker, which the system takes from one that died.
    What SQLite folds into the file takes long on a slow disk, and happens after its own lock is let go: without a turn
    that ends later, another program would take the change for a foreign one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ours = _mark(path)
        self._marker: int | None = None
        with suppress(OSError):  # on a full disk, or in a folder that takes no file, nobody else's change is known
            marker = os.open(marker_of(path), os.O_RDWR | os.O_CREAT, 0o600)
            give_away(marker_of(path))
            if os.fstat(marker).st_size <= LENGTH:
                self._tell(marker, self._ours)
            if sys.platform == "win32":
                os.close(marker)  # there are no turns: one program is all that serves there
            else:
                fcntl.flock(marker, fcntl.LOCK_UN)  # fails where the disk's system knows no such lock
                self._marker = marker

    @contextmanager
    def held(self, until: float) -> Iterator[None]:
        """Around a change of our own, alone among all programs; ten microseconds where the file stays as it is.

        Raises LedgerGone where the file is not the one that was opened, somebody else changed it, or it goes away
        meanwhile; LedgerBusy where another program does not finish.
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
        """Around the end of the connections, the last of which folds the log into the file, alone among all programs.

        Is it the same file with contents that are not ours? Of what another program does not finish nothing is said.
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
        """Return whether it is the file that was opened, whatever its content. SQLite itself does not write to a moved
        file."""
        return mark is not None and self._ours is not None and mark[:2] == self._ours[:2]

    def _check(self, marker: int | None, mark: Mark | None) -> None:
        """Raises LedgerGone unless another program of ours changed the file, which the marker tells; one that died in
        between has left open how the file looks."""
        if not self._same(mark):
            raise LedgerGone(self._path, "another file stands in its place" if mark else "the file is gone")
        if _said(marker) not in (None, mark):
            raise LedgerGone(self._path, "another program has overwritten the file")
        self._ours = mark

    def _changed(self, marker: int | None, mark: Mark | None) -> None:
        """The file has grown, or the log was folded in. Raises LedgerGone where it went away."""
        if not self._same(mark):
            raise LedgerGone(self._path, "the file went away while it was written")
        self._ours = mark
        if marker is not None:
            self._tell(marker, mark)

    def _wait(self, marker: int, until: float) -> None:
        """Wait for the turn among programs. Raises LedgerBusy."""
        while True:
            try:
                fcntl.flock(marker, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return
            except BlockingIOError:
                if time.monotonic() > until:
                    raise LedgerBusy(self._path, "another program has it locked") from None
                time.sleep(LOOK)

    def _tell(self, marker: int, mark: Mark | None) -> None:
        """Publish the state of the file to other programs. They read it under the lock, so none reads half of it."""
        text = json.dumps({"about": _EXPLAINED, "file": self._path.name, "mark": mark}, indent=1)
        os.lseek(marker, 0, os.SEEK_SET)
        os.write(marker, text.encode().ljust(LENGTH) + DONE)


def _said(marker: int | None) -> Mark | tuple[()] | None:
    """The last reported state of the file; None where a change was begun and not reported since, an empty mark where
    there is none."""
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
        stat = os.stat(path)  # noqa: PTH116 - asked twice a save, and quicker so
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
        """Wait for a turn, and hand it on at the end; False where one before does not finish within `timeout` seconds.

        The line is waited for as long as it moves: on a slow disk many who finish take longer than one who does not.
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
        left = timeout
        while not mine.wait(left):
            with self._guard:
                if mine.is_set():  # between the end of the wait and now
                    return True
                left = self._since + timeout - time.monotonic()
                if left <= 0:
                    self._waiting.remove(mine)
                    return False
        return True
