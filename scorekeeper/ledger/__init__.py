"""What happened at the table, in one SQLite file: entries that are never changed, and what lists need beside them."""

from scorekeeper.ledger.books import EVENINGS, MATCHES, SEASONS, Book
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
    RetiredSeason,
    SeasonExists,
    StaleVersion,
    Unknown,
    UnknownEvening,
    UnknownMatch,
    UnknownSeason,
    Unstorable,
)
from scorekeeper.ledger.evenings import EveningRow
from scorekeeper.ledger.figures import Best, Met, SideFigures, Totals
from scorekeeper.ledger.house_articles import HouseArticle
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.matches import MatchRow, SideRow
from scorekeeper.ledger.players import Played, Player, Record
from scorekeeper.ledger.presets import Preset
from scorekeeper.ledger.projections import Decided, EveningSummary, MatchSummary, SeasonSummary
from scorekeeper.ledger.seasons import SeasonRow
from scorekeeper.ledger.shares import Share
from scorekeeper.ledger.together import Together
from scorekeeper.ledger.writing import New

__all__ = [
    "EVENINGS",
    "MATCHES",
    "SEASONS",
    "Appended",
    "Best",
    "Book",
    "Decided",
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
    "Met",
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
    "RetiredSeason",
    "SeasonExists",
    "SeasonRow",
    "SeasonSummary",
    "Share",
    "SideFigures",
    "SideRow",
    "StaleDraft",
    "StaleVersion",
    "Together",
    "Totals",
    "Unknown",
    "UnknownEvening",
    "UnknownMatch",
    "UnknownSeason",
    "Unstorable",
    "check_of",
]
