"""The location of a ledger: the path of a file, or the address of a database on a server, always shown without its
password."""

from pathlib import Path
from urllib.parse import urlsplit

from scorekeeper.engine.values import Struct

#: How the address of a database on a server begins; anything else is the path of a file.
SERVER = ("postgresql://", "postgres://")


class Address(Struct):
    """A database on a server, in the place of a file's path."""

    text: str

    def __repr__(self) -> str:
        """Without the password."""
        return f"Address({self})"

    def __str__(self) -> str:
        """User, machine and database, nothing else."""
        try:
            parts = urlsplit(self.text)
        except ValueError:
            return SERVER[0]
        login, at, machine = parts.netloc.rpartition("@")
        return f"{SERVER[0]}{login.partition(':')[0]}{at}{machine}{parts.path}"

    def exists(self) -> bool:
        """Always True: whether a database is there is known only after connecting."""
        return True

    def absolute(self) -> "Address":
        """It is the same from every folder."""
        return self


def path_or_address(where: "str | Path | Address") -> "Path | Address":
    """Read the typed text as a path or as the address of a database on a server."""
    if isinstance(where, Address):
        return where
    return Address(str(where)) if str(where).startswith(SERVER) else Path(where)
