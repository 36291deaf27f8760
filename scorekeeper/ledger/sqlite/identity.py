"""Is the file that stands there still the file that was opened? Deleted, exchanged or overwritten, nothing is saved.

A small file beside the ledger, its marker, tells that a ledger stood here, so that no empty one is begun in its place;
and how the file looked after the last change that the program itself made to it, for others that have it open.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorekeeper.ledger.errors import LedgerGone

#: Device, inode, size and time of change in nanoseconds: what a file cannot keep when somebody else changes it.
Mark = tuple[int, int, int, int]
#: Seconds that another program may take to fold the write-ahead log into the file before the change counts as foreign.
FOLDING = 0.25
_EXPLAINED = (
    "This file belongs to the file of matches beside it. It lets the program notice that the matches are gone, instead "
    "of beginning an empty file. Delete it only to begin anew."
)


def marker_of(path: Path) -> Path:
    """The marker beside a ledger."""
    return path.with_name(f"{path.name}-here")


def refuse_to_begin(path: Path) -> None:
    """Raises LedgerGone where an empty ledger would be made in the place of one that was here."""
    # The file is never empty once one of the two exists; asked in this order, a program that begins it now is no harm.
    orphan = path.with_name(f"{path.name}-wal")
    marked, left = marker_of(path).exists(), _size(orphan) > 0
    if (marked or left) and _size(path) == 0:
        hint = f"what was saved last is in {orphan.name}" if left else f"to begin anew, delete {marker_of(path).name}"
        raise LedgerGone(path, f"a file of matches stood here and is gone; {hint}")


class Identity:
    """The file as this program last knew it. One a ledger; asked only by whoever has the turn to write."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ours = _mark(path)
        self._foreign: Mark | None = None
        if not marker_of(path).exists():
            self.publish()

    @contextmanager
    def held(self) -> Iterator[None]:
        """Around a change of our own. Raises LedgerGone where the file is not the one that was opened, somebody else
        changed it, or it goes away meanwhile. Four microseconds where it stays as it is."""
        if (mark := _mark(self._path)) != self._ours:
            self._check(mark)
        yield
        if _mark(self._path) != self._ours:
            self.written()

    def _check(self, mark: Mark | None) -> None:
        """Raises LedgerGone unless another program of ours changed the file: what that folded into it is told by the
        marker."""
        until = time.monotonic() + FOLDING
        while self._ours and mark and mark[:2] == self._ours[:2]:
            if mark == self._published():
                self._ours = mark
                return
            if mark == self._foreign or time.monotonic() > until:
                self._foreign = mark
                raise LedgerGone(self._path, "another program has overwritten the file")
            time.sleep(0.01)
            mark = _mark(self._path)
        raise LedgerGone(self._path, "another file stands in its place" if mark else "the file is gone")

    def overwritten(self) -> bool:
        """Is it the same file on the disk, but with contents that are not ours?"""
        mark = _mark(self._path)
        if mark is None or self._ours is None or mark[:2] != self._ours[:2]:
            return False  # SQLite itself leaves alone what was moved
        return mark not in (self._ours, self._published())

    def written(self) -> None:
        """After a commit or a checkpoint of our own: the file may have grown. Raises LedgerGone where it went away."""
        mark = _mark(self._path)
        if mark == self._ours:
            return
        if mark is None or self._ours is None or mark[:2] != self._ours[:2]:
            raise LedgerGone(self._path, "the file went away while it was written")
        self._ours = mark
        self.publish()

    def publish(self) -> None:
        """Tell others that the file is as it should be; the marker is replaced whole, so that nobody reads half."""
        marker = marker_of(self._path)
        new = marker.with_name(f"{marker.name}.{os.getpid()}")
        text = json.dumps({"about": _EXPLAINED, "file": self._path.name, "mark": self._ours}, indent=1)
        with suppress(OSError):  # on a full disk others only take the change for a foreign one, and refuse to save
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
                file.write(text)
            new.replace(marker)

    def _published(self) -> Mark | None:
        try:
            mark = json.loads(marker_of(self._path).read_text(encoding="utf-8"))["mark"]
            return (mark[0], mark[1], mark[2], mark[3])
        except (OSError, ValueError, LookupError, TypeError):
            return None


def _mark(path: Path) -> Mark | None:
    try:
        stat = path.stat()
    except OSError:
        return None
    return (stat.st_dev, stat.st_ino, stat.st_size, stat.st_mtime_ns)


def _size(path: Path) -> int:
    mark = _mark(path)
    return mark[2] if mark else 0
