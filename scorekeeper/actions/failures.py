"""How a use case fails, by name: what the pages and the commands may catch without knowing the ledger."""

from scorekeeper.engine.refused import Refused
from scorekeeper.ledger.errors import (
    KeyReused,
    LedgerError,
    LedgerUnavailable,
    NameTaken,
    NewerDatabase,
    RetiredMatch,
    StaleVersion,
    Unknown,
    UnknownMatch,
    UnknownPlayer,
    UnknownPreset,
)

__all__ = [
    "KeyReused",
    "LedgerError",
    "LedgerUnavailable",
    "NameTaken",
    "NewerDatabase",
    "Refused",
    "RetiredMatch",
    "StaleVersion",
    "Unknown",
    "UnknownMatch",
    "UnknownPlayer",
    "UnknownPreset",
]
