"""The database: entries that are never changed, and the rows that lists need besides, in one SQLite file."""

from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.entries import Appended, Entry, check_of
from scorekeeper.ledger.chain.projections import Decided, EveningSummary, MatchSummary, SeasonSummary, Summary
from scorekeeper.ledger.chain.together import Together
from scorekeeper.ledger.chain.writing import New
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
from scorekeeper.ledger.ledger import Ledger
from scorekeeper.ledger.records.drafts import Draft, StaleDraft
from scorekeeper.ledger.records.evenings import EveningRow, SeasonRow
from scorekeeper.ledger.records.figures import Best, Met, SideFigures, Totals
from scorekeeper.ledger.records.house_articles import HouseArticle
from scorekeeper.ledger.records.matches import MatchRow, SideRow
from scorekeeper.ledger.records.players import Played, Player, Record
from scorekeeper.ledger.records.presets import Preset
from scorekeeper.ledger.records.shares import Share

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
    "Summary",
    "Together",
    "Totals",
    "Unknown",
    "UnknownEvening",
    "UnknownMatch",
    "UnknownSeason",
    "Unstorable",
    "check_of",
]
