"""Evenings as lists see them: read from their rows, without folding an entry."""

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.ledger.books import MATCHES
from scorekeeper.ledger.chains import Chains
from scorekeeper.ledger.connection import LAST
from scorekeeper.ledger.errors import UnknownEvening
from scorekeeper.ledger.projections import EveningStatus
from scorekeeper.ledger.together import together

_COLUMNS = "number, id, title, date, status, version, opened_at, updated_at, retired_at"
_MATCHES = "evening_matches JOIN matches ON matches.id = evening_matches.match_id WHERE evening_id = ?1"
#: After every date there is: a page that begins before it is the first page.
_LAST_DATE = "9999-99-99"


@dataclass(frozen=True, slots=True)
class EveningRow:
    """An evening as last summarised. `date` is the day that it is held on, `number` the order of opening."""

    number: int
    id: str
    title: str
    date: str
    status: EveningStatus
    version: int
    opened_at: str
    updated_at: str
    retired_at: str | None


@dataclass(frozen=True, slots=True)
class Evenings(Chains):
    """The evenings of a ledger, and their chains."""

    def row(self, evening_id: str) -> EveningRow:
        """One evening, retired or not. Raises UnknownEvening."""
        found = self._rows("WHERE id = ?", [evening_id])
        if not found:
            raise UnknownEvening(evening_id)
        return found[0]

    def page(self, *, before: EveningRow | None = None, limit: int = 50) -> tuple[EveningRow, ...]:
        """Evenings, the latest date first, retired ones left out; `before` is the last one of the page before."""
        seen = (before.date, before.number) if before else (_LAST_DATE, LAST)
        rest = "WHERE retired_at IS NULL AND (date, number) < (?, ?) ORDER BY date DESC, number DESC LIMIT ?"
        return self._rows(rest, [*seen, limit])

    def retired(self, *, limit: int = 50) -> tuple[EveningRow, ...]:
        """Evenings that were retired, the last retired first."""
        return self._rows("WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT ?", [limit])

    def of_match(self, match_id: str) -> str | None:
        """The evening that the match was opened for, if it was for one; it may be written down elsewhere only."""
        with self.file.reading() as db:
            row = db.execute("SELECT evening_id FROM evening_matches WHERE match_id = ?", [match_id]).fetchone()
        return None if row is None else str(row[0])

    def seals(self, evening_id: str) -> dict[str, str]:
        """The seal of every match that was opened for the evening, in one read."""
        sql = f"SELECT matches.id, {MATCHES.last_seal} FROM {_MATCHES}"
        with self.file.reading() as db:
            return dict(db.execute(sql, [evening_id]).fetchall())

    def glance(self, evening_id: str) -> str:
        """What changes with anything written of the evening or of its matches, in one cheap read.

        Raises UnknownEvening.
        """
        matches = f"(SELECT coalesce(sum(version + named), 0) || '-' || coalesce(max(updated_at), '') FROM {_MATCHES})"
        sql = f"SELECT {self.book.last_seal}, {matches} FROM evenings WHERE id = ?1"
        with self.file.reading() as db:
            row = db.execute(sql, [evening_id]).fetchone()
        if row is None:
            raise UnknownEvening(evening_id)
        return f"{row[0]}-{row[1]}"

    def retire(self, evening_id: str, *, now: str) -> None:
        """Leave an evening out of every list; its entries stay, nothing is added to it. Raises UnknownEvening."""
        with together(self.file) as act:
            act.retire(self.book, evening_id, now)

    def unretire(self, evening_id: str) -> None:
        """Take a retired evening back. Raises UnknownEvening."""
        with together(self.file) as act:
            act.retire(self.book, evening_id, None)

    def _rows(self, rest: str, values: Sequence[object]) -> tuple[EveningRow, ...]:
        with self.file.reading() as db:
            return tuple(
                EveningRow(*row) for row in db.execute(f"SELECT {_COLUMNS} FROM evenings {rest}", list(values))
            )
