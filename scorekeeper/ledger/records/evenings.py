"""Evenings and seasons for lists: read from their rows, without folding their entries."""

from collections.abc import Iterator

from scorekeeper.engine.values import Struct
from scorekeeper.ledger.chain.books import MATCHES
from scorekeeper.ledger.chain.chains import Chains
from scorekeeper.ledger.chain.projections import Decided, EveningStatus
from scorekeeper.ledger.store import LAST, Value

_MATCHES = "evening_matches JOIN matches ON matches.id = evening_matches.match_id WHERE evening_id = :owner"
#: A text that sorts after every date. Each page lists evenings before a limit; for the first page, the limit is
#: `_LAST_DATE`.
_LAST_DATE = "9999-99-99"


class EveningRow(Struct):
    """An evening as last summarised. `date` is the day on which it is held; `number` counts evenings in the order of
    opening."""

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
        return EveningRow(*self._row(evening_id, *EveningRow.__struct_fields__))

    def page(self, *, before: EveningRow | None = None, limit: int = 50) -> tuple[EveningRow, ...]:
        """A page of evenings, the latest date first, without retired ones. `before` is the last row on the previous
        page, None for the first page."""
        date, number = (before.date, before.number) if before else (_LAST_DATE, LAST)
        rest = "WHERE retired_at IS NULL AND (date, number) < (:date, :number)"
        order = "ORDER BY date DESC, number DESC LIMIT :limit"
        return self._rows(f"{rest} {order}", date=date, number=number, limit=limit)

    def every(self) -> Iterator[EveningRow]:
        """All evenings that are not retired, the latest date first."""
        before = None
        while rows := self.page(before=before, limit=500):
            yield from rows
            before = rows[-1]

    def retired(self, *, limit: int = 50) -> tuple[EveningRow, ...]:
        """Retired evenings, the most recently retired first."""
        rest = "WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT :limit"
        return self._rows(rest, limit=limit)

    def seals(self, evening_id: str) -> dict[str, str]:
        """Read, with one statement, the seals of the evening's matches by match id: `{"m1": "9f…"}`. The match that was
        opened first comes first."""
        sql = f"SELECT matches.id, {MATCHES.last_seal} FROM {_MATCHES} ORDER BY matches.number"
        return dict(self.store.rows(sql, owner=evening_id))

    def glance(self, evening_id: str) -> str:
        """A value that changes with every write to the evening or its matches, in one cheap read.

        Raises UnknownEvening.
        """
        matches = f"(SELECT coalesce(sum(version + named), 0) || '-' || coalesce(max(updated_at), '') FROM {_MATCHES})"
        return "-".join(self._row(evening_id, self.book.last_seal, matches))

    def players(self, evening_id: str) -> dict[str, int]:
        """The ids of the evening's players, also of those who left it, by their names in this evening: `{"Ann": 7}`."""
        sql = "SELECT name, player_id FROM evening_players WHERE evening_id = :evening ORDER BY name, player_id"
        return dict(self.store.rows(sql, evening=evening_id))

    def decided(self, evening_id: str) -> tuple[Decided, ...]:
        """The director's decisions in place of results, ordered by match and side."""
        sql = (
            "SELECT match_id, side, kind, score, outcome FROM match_decisions WHERE evening_id = :evening"
            " ORDER BY match_id, side"
        )
        return tuple(Decided(*row) for row in self.store.rows(sql, evening=evening_id))

    def _rows(self, rest: str, **values: Value) -> tuple[EveningRow, ...]:
        sql = f"SELECT {', '.join(EveningRow.__struct_fields__)} FROM evenings {rest}"
        return tuple(EveningRow(*row) for row in self.store.rows(sql, **values))


class SeasonRow(Struct):
    """A season as last summarised; `number` counts seasons in the order of opening."""

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
        return SeasonRow(*self._row(season_id, *SeasonRow.__struct_fields__))

    def all(self) -> tuple[SeasonRow, ...]:
        """All seasons that are not retired, the most recently opened first."""
        return self._rows("WHERE retired_at IS NULL ORDER BY number DESC")

    def retired(self, *, limit: int = 50) -> tuple[SeasonRow, ...]:
        """Retired seasons, the most recently retired first."""
        rest = "WHERE retired_at IS NOT NULL ORDER BY retired_at DESC, number DESC LIMIT :limit"
        return self._rows(rest, limit=limit)

    def _rows(self, rest: str, **values: Value) -> tuple[SeasonRow, ...]:
        sql = f"SELECT {', '.join(SeasonRow.__struct_fields__)} FROM seasons {rest}"
        return tuple(SeasonRow(*row) for row in self.store.rows(sql, **values))
