"""Seasons as lists see them, and which evenings they ever had."""

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chains import Chains
from scorekeeper.ledger.errors import UnknownSeason
from scorekeeper.ledger.store import Value
from scorekeeper.ledger.together import Together

_COLUMNS = "number, id, title, version, opened_at, updated_at, retired_at"


class SeasonRow(Struct):
    """A season as last summarised; `number` is the order of opening."""

    number: int
    id: str
    title: str
    version: int
    opened_at: str
    updated_at: str
    retired_at: str | None


class Seasons(Chains):
    """The seasons of a ledger, and their chains."""

    def row(self, season_id: str) -> SeasonRow:
        """One season, retired or not. Raises UnknownSeason."""
        rows = self._rows("WHERE id = :season", season=season_id)
        if not rows:
            raise UnknownSeason(season_id)
        return rows[0]

    def all(self) -> tuple[SeasonRow, ...]:
        """Every season, the one opened last first, retired ones left out."""
        return self._rows("WHERE retired_at IS NULL ORDER BY number DESC")

    def retired(self, *, limit: int = 50) -> tuple[SeasonRow, ...]:
        """Seasons that were retired, the last retired first."""
        rest = "WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT :limit"
        return self._rows(rest, limit=limit)

    def retire(self, season_id: str, *, now: str) -> None:
        """Leave a season out of every list; its entries stay, nothing is added to it. Raises UnknownSeason."""
        self.store.write(lambda tx: Together(tx).retire(self.book, season_id, now))

    def unretire(self, season_id: str) -> None:
        """Take a retired season back. Raises UnknownSeason."""
        self.store.write(lambda tx: Together(tx).retire(self.book, season_id, None))

    def _rows(self, rest: str, **values: Value) -> tuple[SeasonRow, ...]:
        return tuple(SeasonRow(*row) for row in self.store.rows(f"SELECT {_COLUMNS} FROM seasons {rest}", **values))
