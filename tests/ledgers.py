"""An empty ledger's file, made by the program once a process and copied: to make one takes six times as long."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from scorekeeper.ledger import Ledger


@cache
def _made() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "scorekeeper.db"
        Ledger.open(path).close()
        return path.read_bytes()


def empty_ledger(path: Path) -> Path:
    """Put an empty ledger at a path, where it is the program's own. Tests of how a file is made open it themselves."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_bytes(_made())
    path.chmod(0o600)
    return path
