"""The ledger: an object for each kind of record, and the writes that concern several of them."""

from collections.abc import Callable
from pathlib import Path
from typing import Self

from scorekeeper.ledger.address import Address, open_store
from scorekeeper.ledger.chain.books import EVENINGS, MATCHES, SEASONS, Book
from scorekeeper.ledger.chain.chains import Chains, Together
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
        """Open the ledger in a file or on a server. A file is made or migrated if needed; with `reading` it is not
        changed. Raises as `open_store`."""
        return cls(open_store(where, timeout=timeout, reading=reading))

    def close(self) -> None:
        """Close the file, or all connections to the server."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *failure: object) -> None:
        self.close()

    def write(self, work: Callable[[Together], T]) -> T:
        """Run `work` as one transaction on the whole ledger, for example on an evening and its matches.

        `work` may be run again, so it may change nothing but the ledger.
        """
        return self.store.write(lambda tx: work(Together(tx)))

    def chains(self, book: Book) -> Chains:
        """The chains of a book."""
        return Chains(self.store, book)

    def rename_player(self, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
        """Rename a player everywhere; with `forget` the old name is also overwritten in every entry.

        See `renaming.rename`. Raises UnknownPlayer and NameTaken.
        """
        rename(self.store, player_id, name, now=now, forget=forget)

    def writers(self, *, among: int) -> tuple[tuple[str, str], ...]:
        """The authors of the latest `among` entries of any match, each as (author, time of the author's last entry).
        The most recent author comes first."""
        rows = self.store.rows(
            "SELECT actor, max(recorded_at) AS at FROM (SELECT actor, recorded_at FROM entries"
            " ORDER BY id DESC LIMIT :among) AS latest GROUP BY actor ORDER BY at DESC, actor",
            among=among,
        )
        return tuple((str(actor), str(at)) for actor, at in rows)
