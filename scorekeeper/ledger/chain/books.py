"""The books: the kinds of record with a chain of entries (matches, evenings, seasons), and their tables."""

from functools import cached_property

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.errors import (
    EveningExists,
    Exists,
    MatchExists,
    RetiredEvening,
    RetiredMatch,
    RetiredSeason,
    SeasonExists,
    Unknown,
    UnknownEvening,
    UnknownMatch,
    UnknownSeason,
)


class Book(Struct, dict=True):
    """One kind of record. `rows`, `entries`, `names` and `redactions` are its tables; `part` is the column with the
    number of the deal, round or evening that an entry is about; `unknown`, `retired` and `exists` are its exceptions.

    In SQL, books differ only in the names of their tables and of the columns `owner` and `part`.
    """

    noun: str
    rows: str
    entries: str
    names: str
    redactions: str
    part: str
    unknown: type[Unknown]
    retired: type[Unknown]
    exists: type[Exists]

    @cached_property
    def owner(self) -> str:
        """The column with the id of the match, evening or season that an entry belongs to."""
        return f"{self.noun}_id"

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The columns that are written for a new entry; the engine adds the row's number."""
        rest = ("payload", "key", "body_hash", "actor", "recorded_at", "chain")
        return (self.owner, "version", "kind", self.part, *rest)

    @cached_property
    def columns(self) -> str:
        """The columns of an entry, in the order of the fields of `Entry`."""
        return ", ".join(("id", *self.written))

    @cached_property
    def sealed(self) -> tuple[str, ...]:
        """The names that the sealed columns have in the hashed text. The row's number is not sealed."""
        return (self.noun, "version", "kind", self.part, "payload", "key", "body", "actor", "at")

    @cached_property
    def last_seal(self) -> str:
        """An SQL expression on an owner's row: the chain of its last entry, then the number of renamings so far, if
        any."""
        return f"{self.rows}.seal || CASE {self.rows}.named WHEN 0 THEN '' ELSE '-' || {self.rows}.named END"


MATCHES = Book("match", "matches", "entries", "names", "redactions", "deal", UnknownMatch, RetiredMatch, MatchExists)


def _book(noun: str, part: str, unknown: type[Unknown], retired: type[Unknown], exists: type[Exists]) -> Book:
    """A book whose tables are named after its noun."""
    entries, names, redactions = f"{noun}_entries", f"{noun}_names", f"{noun}_redactions"
    return Book(noun, f"{noun}s", entries, names, redactions, part, unknown, retired, exists)


EVENINGS = _book("evening", "round", UnknownEvening, RetiredEvening, EveningExists)
SEASONS = _book("season", "evening", UnknownSeason, RetiredSeason, SeasonExists)
BOOKS = (MATCHES, EVENINGS, SEASONS)
