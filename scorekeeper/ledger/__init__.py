"""What happened at the table, in one SQLite file: entries that are never changed, and what lists need beside them."""

from scorekeeper.ledger.books import EVENINGS, MATCHES, Book
from scorekeeper.ledger.drafts import Draft, StaleDraft
from scorekeeper.ledger.entries import Appended, Entry, check_of
from scorekeeper.ledger.errors import (
    EveningExists,
    KeyReused,
    LedgerBusy,
    LedgerDamaged,
    LedgerError,
    LedgerFull,
    LedgerGone,
    LedgerReadOnly,
    LedgerUnavailable,
    MatchExists,
    NameTaken,
    NewerDatabase,
    NotALedger,
    RetiredEvening,
    RetiredMatch,
    StaleVersion,
    Unknown,
    UnknownEvening,
    UnknownMatch,
    Unstorable,
)
from scorekeeper.ledger.evenings import EveningRow
from scorekeeper.ledger.house_articles import HouseArticle
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.matches import MatchRow, SideRow
from scorekeeper.ledger.players import Played, Player, Record
from scorekeeper.ledger.presets import Preset
from scorekeeper.ledger.projections import EveningSummary, MatchSummary
from scorekeeper.ledger.shares import Share
from scorekeeper.ledger.together import Together
from scorekeeper.ledger.writing import New

__all__ = [
    "EVENINGS",
    "MATCHES",
    "Appended",
    "Book",
    "Draft",
    "Entry",
    "EveningExists",
    "EveningRow",
    "EveningSummary",
    "HouseArticle",
    "KeyReused",
    "Ledger",
    "LedgerBusy",
    "LedgerDamaged",
    "LedgerError",
    "LedgerFull",
    "LedgerGone",
    "LedgerReadOnly",
    "LedgerUnavailable",
    "MatchExists",
    "MatchRow",
    "MatchSummary",
    "NameTaken",
    "New",
    "NewerDatabase",
    "NotALedger",
    "Played",
    "Player",
    "Preset",
    "Record",
    "RetiredEvening",
    "RetiredMatch",
    "Share",
    "SideRow",
    "StaleDraft",
    "StaleVersion",
    "Together",
    "Unknown",
    "UnknownEvening",
    "UnknownMatch",
    "Unstorable",
    "check_of",
]
