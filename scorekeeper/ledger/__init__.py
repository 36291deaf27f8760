"""What happened at the table, in one SQLite file: entries that are never changed, and what lists need beside them."""

from scorekeeper.ledger.drafts import Draft, StaleDraft
from scorekeeper.ledger.entries import Appended, Entry, check_of
from scorekeeper.ledger.errors import (
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
    RetiredMatch,
    StaleVersion,
    Unknown,
    UnknownMatch,
    Unstorable,
)
from scorekeeper.ledger.house_articles import HouseArticle
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.matches import MatchRow, SideRow
from scorekeeper.ledger.players import Played, Player, Record
from scorekeeper.ledger.presets import Preset
from scorekeeper.ledger.projections import MatchSummary
from scorekeeper.ledger.shares import Share

__all__ = [
    "Appended",
    "Draft",
    "Entry",
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
    "NewerDatabase",
    "NotALedger",
    "Played",
    "Player",
    "Preset",
    "Record",
    "RetiredMatch",
    "Share",
    "SideRow",
    "StaleDraft",
    "StaleVersion",
    "Unknown",
    "UnknownMatch",
    "Unstorable",
    "check_of",
]
