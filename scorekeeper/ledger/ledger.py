"""The ledger: the entries of matches, and an object for each other kind of record."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from scorekeeper.ledger.address import Address, open_store
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.chains import Chains, New, Together, follow
from scorekeeper.ledger.chain.entries import Appended, Entry, Payload
from scorekeeper.ledger.chain.names import shown_names, swapped
from scorekeeper.ledger.chain.projections import SEATING, MatchSummary
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


class Ledger:
    """An open ledger, which threads may share. Close it when the program ends."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.matches = Matches(store, MATCHES)
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
        """Open the ledger of a file or server; with `reading` a file is not changed. Raises as `open_store`."""
        return cls(open_store(where, timeout=timeout, reading=reading))

    def close(self) -> None:
        """Close the file, or all connections to the server."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
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
        """Open a match with its first entry. If the same key has opened a match before, even under another id, return
        that match's first entry instead.

        The rows for lists are made from the payload's `sides`, `seats`, `title`, `rules` and `format`; `follows` is the
        id of the match that this one is the rematch of, or None. Raises KeyReused, MatchExists and Unstorable.
        """
        new = New("match_opened", payload, key, actor, now, body=body)
        return self.write(lambda act: act.open_match(match_id, new, follows=follows))

    def write(self, work: Callable[[Together], T]) -> T:
        """Run `work` as one transaction on the whole ledger, for example on an evening and its matches.

        `work` may be run again, so it may change nothing but the ledger.
        """
        return self.store.write(lambda tx: work(Together(tx)))

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

        With a `seal`, which the caller saw, and a `summary`, it is a compare-and-set that reads nothing first, unless
        the entry changes seats.
        """
        chain = None if seal is None else seal.partition("-")[0]
        if chain is not None and summary is not None and new.kind not in SEATING:
            entry = follow(self.store, match_id, new, summary, version=version, before=chain, ends_draft=ends_draft)
            if entry is not None:
                return Appended(entry, replayed=False)
        # If that is not possible, or the match has changed, read the match first: then append the entry, return an
        # earlier one with the same key, or raise the right exception.
        return self.write(
            lambda act: act.append(
                MATCHES, match_id, new, version=version, chain=chain, summary=summary, ends_draft=ends_draft
            )
        )

    def chains(self, book: Book) -> Chains:
        """The chains of a book."""
        return Chains(self.store, book)

    def replay(self, match_id: str, new: New) -> Appended | None:
        """The result of an earlier write with this key, None if there was none. Raises KeyReused if the body
        differs."""
        return self.matches.replay(match_id, new)

    def rename_player(self, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
        """Rename a player everywhere; with `forget` the old name is also overwritten in every entry.

        Raises UnknownPlayer and NameTaken.
        """
        rename(self.store, player_id, name, now=now, forget=forget)

    def read_as(self, match_id: str, names: Sequence[str]) -> list[str]:
        """These names as the match shows them: players who were renamed have their new names."""
        if shown := self.store.read(lambda tx: shown_names(tx, MATCHES, match_id)):
            return list(swapped({"seats": list(names)}, shown)["seats"])
        return list(names)

    def entries(self, match_id: str) -> tuple[Entry, ...]:
        """The entries of a match, in order. Raises UnknownMatch."""
        return self.matches.entries(match_id)

    def writers(self, *, among: int) -> tuple[tuple[str, str], ...]:
        """The authors of the latest `among` entries of any match, each as (author, time of the author's last entry).
        The most recent author comes first."""
        rows = self.store.rows(
            "SELECT actor, max(recorded_at) AS at FROM (SELECT actor, recorded_at FROM entries"
            " ORDER BY id DESC LIMIT :among) AS latest GROUP BY actor ORDER BY at DESC, actor",
            among=among,
        )
        return tuple((str(actor), str(at)) for actor, at in rows)

    def version(self, match_id: str) -> int:
        """The number of entries of the match, in one cheap read. Raises UnknownMatch."""
        return self.matches.version(match_id)

    def find_key(self, match_id: str, key: str) -> Entry | None:
        """The match's entry with this key; None where there is none."""
        return self.matches.find_key(match_id, key)

    def check_value(self, match_id: str) -> str:
        """Twelve hexadecimal digits that change with every entry of the match: "4705 0281 2B22". Raises
        UnknownMatch."""
        return self.matches.check_value(match_id)

    def seal(self, match_id: str) -> str:
        """The chain of the match's last entry, and the number of renamings, if any; see `Chains.seal`."""
        return self.matches.seal(match_id)
