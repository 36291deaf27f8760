"""Evenings and seasons as lists see them: read from their rows, without folding an entry."""

from collections.abc import Iterator

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.canonical import check_value
from scorekeeper.ledger.chain.chains import Chains, Together
from scorekeeper.ledger.chain.projections import Decided, EveningStatus
from scorekeeper.ledger.errors import UnknownEvening, UnknownSeason
from scorekeeper.ledger.store import LAST, Value

_MATCHES = "evening_matches JOIN matches ON matches.id = evening_matches.match_id WHERE evening_id = :evening"
#: After every date there is: a page that begins before it is the first page.
_LAST_DATE = "9999-99-99"


class EveningRow(Struct):
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


class Evenings(Chains):
    """The evenings of a ledger, and their chains."""

    def row(self, evening_id: str) -> EveningRow:
        """One evening, retired or not. Raises UnknownEvening."""
        rows = self._rows("WHERE id = :evening", evening=evening_id)
        if not rows:
            raise UnknownEvening(evening_id)
        return rows[0]

    def page(self, *, before: EveningRow | None = None, limit: int = 50) -> tuple[EveningRow, ...]:
        """Evenings, the latest date first, retired ones left out; `before` is the last one of the page before."""
        date, number = (before.date, before.number) if before else (_LAST_DATE, LAST)
        rest = "WHERE retired_at IS NULL AND (date, number) < (:date, :number)"
        order = "ORDER BY date DESC, number DESC LIMIT :limit"
        return self._rows(f"{rest} {order}", date=date, number=number, limit=limit)

    def every(self) -> Iterator[EveningRow]:
        """Every evening that is not retired, the latest date first."""
        before = None
        while rows := self.page(before=before, limit=500):
            yield from rows
            before = rows[-1]

    def retired(self, *, limit: int = 50) -> tuple[EveningRow, ...]:
        """Evenings that were retired, the last retired first."""
        rest = "WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT :limit"
        return self._rows(rest, limit=limit)

    def seals(self, evening_id: str) -> dict[str, str]:
        """The seal of every match that was opened for the evening, the oldest first, in one read."""
        sql = f"SELECT matches.id, {MATCHES.last_seal} FROM {_MATCHES} ORDER BY matches.number"
        return dict(self.store.rows(sql, evening=evening_id))

    def glance(self, evening_id: str) -> str:
        """A value that changes with anything written of the evening or of its matches, in one cheap read.

        Raises UnknownEvening.
        """
        matches = f"(SELECT coalesce(sum(version + named), 0) || '-' || coalesce(max(updated_at), '') FROM {_MATCHES})"
        sql = f"SELECT {self.book.last_seal}, {matches} FROM evenings WHERE id = :evening"
        rows = self.store.rows(sql, evening=evening_id)
        if not rows:
            raise UnknownEvening(evening_id)
        return f"{rows[0][0]}-{rows[0][1]}"

    def players(self, evening_id: str) -> dict[str, int]:
        """The players that the evening names, by their names there, with their numbers."""
        sql = "SELECT name, player_id FROM evening_players WHERE evening_id = :evening ORDER BY name, player_id"
        return dict(self.store.rows(sql, evening=evening_id))

    def decided(self, evening_id: str) -> tuple[Decided, ...]:
        """The director's decisions in place of results, by match and side."""
        sql = (
            "SELECT match_id, side, kind, score, outcome FROM match_decisions WHERE evening_id = :evening"
            " ORDER BY match_id, side"
        )
        return tuple(Decided(*row) for row in self.store.rows(sql, evening=evening_id))

    def check_value(self, evening_id: str) -> str:
        """The check value that ties a sheet to the evening at that time. Raises UnknownEvening."""
        return check_value(self.seal(evening_id))

    def retire(self, evening_id: str, *, now: str) -> None:
        """Leave an evening out of every list; its entries stay, nothing is added to it. Raises UnknownEvening."""
        self.store.write(lambda tx: Together(tx).retire(self.book, evening_id, now))

    def unretire(self, evening_id: str) -> None:
        """Take a retired evening back. Raises UnknownEvening."""
        self.store.write(lambda tx: Together(tx).retire(self.book, evening_id, None))

    def _rows(self, rest: str, **values: Value) -> tuple[EveningRow, ...]:
        return tuple(
            EveningRow(*row)
            for row in self.store.rows(
                f"SELECT {', '.join(EveningRow.__struct_fields__)} FROM evenings {rest}", **values
            )
        )


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
        return tuple(
            SeasonRow(*row)
            for row in self.store.rows(f"SELECT {', '.join(SeasonRow.__struct_fields__)} FROM seasons {rest}", **values)
        )
