"""The books: the nouns that have a chain of entries (matches, evenings of many matches, seasons of evenings), and their
tables."""

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
    """One sort of chain: its tables, the column that says which `part` an entry is about, and what is raised.

    The columns of all sorts are alike, so that one text of SQL serves them.
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
        """The column that says whose an entry is."""
        return f"{self.noun}_id"

    @cached_property
    def written(self) -> tuple[str, ...]:
        """The columns of an entry that are written; the engine numbers its rows."""
        rest = ("payload", "key", "body_hash", "actor", "recorded_at", "chain")
        return (self.owner, "version", "kind", self.part, *rest)

    @cached_property
    def columns(self) -> str:
        """The columns of an entry as `entry_of` reads them."""
        return ", ".join(("id", *self.written))

    @cached_property
    def sealed(self) -> tuple[str, ...]:
        """The chain's names of the columns that it seals; the row's own number is not sealed."""
        return (self.noun, "version", "kind", self.part, "payload", "key", "body", "actor", "at")

    @cached_property
    def last_seal(self) -> str:
        """The chain of the last entry, and how often somebody in it was renamed since: an expression on its row."""
        return f"{self.rows}.seal || CASE {self.rows}.named WHEN 0 THEN '' ELSE '-' || {self.rows}.named END"


MATCHES = Book("match", "matches", "entries", "names", "redactions", "deal", UnknownMatch, RetiredMatch, MatchExists)
EVENINGS = Book(
    "evening",
    "evenings",
    "evening_entries",
    "evening_names",
    "evening_redactions",
    "round",
    UnknownEvening,
    RetiredEvening,
    EveningExists,
)
SEASONS = Book(
    "season",
    "seasons",
    "season_entries",
    "season_names",
    "season_redactions",
    "evening",
    UnknownSeason,
    RetiredSeason,
    SeasonExists,
)
BOOKS = (MATCHES, EVENINGS, SEASONS)
