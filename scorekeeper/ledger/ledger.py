"""The ledger: its entries, and a small object for each other noun it keeps."""

from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from scorekeeper.ledger.address import Address, open_store
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.canonical import check_value
from scorekeeper.ledger.chain.chains import Chains, New, Together, follow
from scorekeeper.ledger.chain.entries import Appended, Entry, Payload
from scorekeeper.ledger.chain.names import shown_names, swapped
from scorekeeper.ledger.chain.projections import SEATING, MatchSummary
from scorekeeper.ledger.errors import UnknownMatch
from scorekeeper.ledger.records.drafts import Drafts, EveningDrafts
from scorekeeper.ledger.records.evenings import Evenings, Seasons
from scorekeeper.ledger.records.figures import Figures
from scorekeeper.ledger.records.house_articles import HouseArticles
from scorekeeper.ledger.records.matches import Glances, Matches, Rematches
from scorekeeper.ledger.records.players import Players
from scorekeeper.ledger.records.renaming import rename
from scorekeeper.ledger.records.settings import Attempts, Presets, Settings
from scorekeeper.ledger.records.shares import Shares
from scorekeeper.ledger.store import Store, T

_SEAL = f"SELECT {MATCHES.last_seal} FROM matches WHERE id = :match"


class Ledger:
    """An open ledger. Threads may share it; close it when the program ends."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._chains = Chains(store, MATCHES)
        self.matches = Matches(store)
        self.glances = Glances(store)
        self.evenings = Evenings(store, EVENINGS)
        self.seasons = Seasons(store, SEASONS)
        self.figures = Figures(store)
        self.players = Players(store)
        self.drafts = Drafts(store)
        self.evening_drafts = EveningDrafts(store)
        self.presets = Presets(store)
        self.house_articles = HouseArticles(store)
        self.shares = Shares(store)
        self.rematches = Rematches(store)
        self.settings = Settings(store)
        self.attempts = Attempts(store)

    @classmethod
    def open(cls, where: Path | str | Address, *, timeout: float | None = None, reading: bool = False) -> Self:
        """Open the ledger of a file or of a server, for `reading` alone if need be. Raises as `open_store`."""
        return cls(open_store(where, timeout=timeout, reading=reading))

    def close(self) -> None:
        """Close the file, or every connection to the server."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open_match(
        self,
        match_id: str,
        *,
        payload: Payload,
        key: str,
        actor: str,
        now: str,
        body: object = None,
        follows: str | None = None,
    ) -> Appended:
        """Open a match with its first entry, or answer the match that the same key opened before, under its own id.

        The payload's `sides`, `seats`, `title`, `rules` and `format` fill the lists; `follows` is the match that it is
        the rematch of. Raises KeyReused, MatchExists and Unstorable.
        """
        new = New("match_opened", payload, key, actor, now, body=body)
        return self.write(lambda act: act.open_match(match_id, new, follows=follows))

    def write(self, work: Callable[[Together], T]) -> T:
        """One transaction on the whole ledger: an evening and its matches, or many of either, all or none.

        `work` may be run again: it touches the ledger and values, and nothing else.
        """
        return self.store.write(lambda tx: work(Together(tx)))

    def import_match(self, match_id: str, entries: Sequence[Entry], *, summary: MatchSummary) -> None:
        """Write a match that was exported elsewhere, as it was. Raises KeyReused, MatchExists, Unstorable."""
        self.write(lambda act: act.add(MATCHES, match_id, entries, summary))

    def append(
        self,
        match_id: str,
        new: New,
        *,
        version: int,
        seal: str | None = None,
        summary: MatchSummary | None = None,
        ends_draft: bool = False,
    ) -> Appended:
        """Append one entry to a match in a transaction of its own; see `Together.append`.

        A caller that passes the `seal` it knew and the result reads nothing first.
        """
        chain = None if seal is None else seal.partition("-")[0]
        if chain is not None and summary is not None and new.kind not in SEATING:
            entry = follow(self.store, match_id, new, summary, version=version, before=chain, ends_draft=ends_draft)
            if entry is not None:
                return Appended(entry, replayed=False)
        return self.write(  # it stands otherwise, and is asked how
            lambda act: act.append(
                MATCHES, match_id, new, version=version, chain=chain, summary=summary, ends_draft=ends_draft
            )
        )

    def chains(self, book: Book) -> Chains:
        """The chains of a book."""
        return Chains(self.store, book)

    def replay(self, match_id: str, new: New) -> Appended | None:
        """The result of an earlier write with this key, None if there was none. Raises KeyReused for another body."""
        return self._chains.replay(match_id, new)

    def rename_player(self, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
        """Call a player by another name everywhere; to `forget`, write over the old one in every entry.

        Raises UnknownPlayer and NameTaken.
        """
        rename(self.store, player_id, name, now=now, forget=forget)

    def read_as(self, match_id: str, names: Sequence[str]) -> list[str]:
        """The readings of names written into a match from now on, where players of it were renamed."""
        if shown := self.store.read(lambda tx: shown_names(tx, MATCHES, match_id)):
            return list(swapped({"seats": list(names)}, shown)["seats"])
        return list(names)

    def entries(self, match_id: str) -> tuple[Entry, ...]:
        """Every entry of a match, in order. Raises UnknownMatch."""
        return self._chains.entries(match_id)

    def writers(self, *, among: int) -> tuple[tuple[str, str], ...]:
        """The authors and times of the latest entries, `among` this number of entries of all matches, the last one
        first."""
        rows = self.store.rows(
            "SELECT actor, max(recorded_at) AS at FROM (SELECT actor, recorded_at FROM entries"
            " ORDER BY id DESC LIMIT :among) AS latest GROUP BY actor ORDER BY at DESC, actor",
            among=among,
        )
        return tuple((str(actor), str(at)) for actor, at in rows)

    def version(self, match_id: str) -> int:
        """The number of entries of the match, in one cheap read. Raises UnknownMatch."""
        return self._chains.version(match_id)

    def find_key(self, match_id: str, key: str) -> Entry | None:
        """The entry that this key wrote in this match, if any."""
        return self._chains.find_key(match_id, key)

    def check_value(self, match_id: str) -> str:
        """Twelve digits that change with anything written of the match: "4705 0281 2B22". Raises UnknownMatch."""
        return check_value(self.seal(match_id))

    def seal(self, match_id: str) -> str:
        """The chain of the match's last entry, in one cheap read: no other past has it. Raises UnknownMatch.

        Where somebody was renamed since, the number of such changes follows it.
        """
        rows = self.store.rows(_SEAL, match=match_id)
        if not rows:
            raise UnknownMatch(match_id)
        return str(rows[0][0])
