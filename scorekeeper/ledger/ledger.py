"""The ledger: one file, its entries, and a small object for each other noun it keeps."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from scorekeeper.ledger import projections
from scorekeeper.ledger.attempts import Attempts
from scorekeeper.ledger.canonical import body_hash, check_value
from scorekeeper.ledger.connection import PATIENCE, LedgerFile
from scorekeeper.ledger.drafts import Drafts
from scorekeeper.ledger.entries import Appended, Entry, Payload, read
from scorekeeper.ledger.errors import RetiredMatch, StaleVersion, UnknownMatch
from scorekeeper.ledger.house_articles import HouseArticles
from scorekeeper.ledger.importing import Importing, importing
from scorekeeper.ledger.matches import Matches
from scorekeeper.ledger.migrating import migrate
from scorekeeper.ledger.players import Players
from scorekeeper.ledger.presets import Presets
from scorekeeper.ledger.projections import MatchSummary
from scorekeeper.ledger.rematches import LAST_SEAL, Rematches
from scorekeeper.ledger.renaming import rename
from scorekeeper.ledger.settings import Settings
from scorekeeper.ledger.shares import Shares
from scorekeeper.ledger.writing import insert, replayed

_LAST = (
    "SELECT version, retired_at, (SELECT chain FROM entries WHERE match_id = matches.id AND version = matches.version)"
    " FROM matches WHERE id = ?"
)
SEAL = f"SELECT {LAST_SEAL} FROM matches WHERE id = ?"


class Ledger:
    """An open ledger. Threads may share it; close it when the program ends."""

    def __init__(self, file: LedgerFile) -> None:
        self.file = file
        self.matches = Matches(file)
        self.players = Players(file)
        self.drafts = Drafts(file)
        self.presets = Presets(file)
        self.house_articles = HouseArticles(file)
        self.shares = Shares(file)
        self.rematches = Rematches(file)
        self.settings = Settings(file)
        self.attempts = Attempts(file)

    @classmethod
    def open(cls, path: Path | str, *, patience: float = PATIENCE) -> Self:
        """Open the file, making it where it is missing and migrating it (after a copy) where it is old.

        Raises NewerDatabase, NotALedger, LedgerReadOnly, LedgerFull, LedgerBusy, LedgerDamaged.
        """
        file = LedgerFile(path, patience=patience)
        try:
            migrate(file)
        except BaseException:
            file.close()
            raise
        return cls(file)

    def close(self) -> None:
        """Close the file."""
        self.file.close()

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
        with self.importing() as i:
            return i.open_match(match_id, payload=payload, key=key, actor=actor, now=now, body=body, follows=follows)

    def importing(self) -> AbstractContextManager[Importing]:
        """One transaction on the whole ledger: many matches, all or none."""
        return importing(self.file)

    def import_match(self, match_id: str, entries: Sequence[Entry], *, summary: MatchSummary) -> None:
        """Write a match that was exported elsewhere, as it was. Raises KeyReused, MatchExists, Unstorable."""
        with self.importing() as i:
            i.add(match_id, entries, summary)

    def append(
        self,
        match_id: str,
        *,
        kind: str,
        payload: Payload,
        key: str,
        version: int,
        actor: str,
        now: str,
        deal: int | None = None,
        body: object = None,
        summary: MatchSummary | None = None,
        ends_draft: bool = False,
    ) -> Appended:
        """Add an entry, or answer the earlier one that the same key stands for.

        `version` is what the writer saw; `body` is what the writer asked for, where the payload holds more than that
        (results, numbers given here). `summary` is what a fold of the entries, this one included, says of the match;
        `ends_draft`: what was typed of this deal has become the entry. Raises UnknownMatch, RetiredMatch, KeyReused,
        StaleVersion and Unstorable.
        """
        hashed = body_hash(kind, deal, payload if body is None else body)
        with self.file.write_tx() as db:
            row = db.execute(_LAST, [match_id]).fetchone()
            if row is None:
                raise UnknownMatch(match_id)
            current, retired_at, chain = row
            if retired_at is not None:
                raise RetiredMatch(match_id)
            earlier = replayed(read(db, "match_id = ? AND key = ?", [match_id, key]), key, hashed)
            if earlier is not None:
                return earlier
            if version != current:
                raise StaleVersion(expected=version, current=current)
            draft = Entry(0, match_id, version + 1, kind, deal, payload, key, hashed, actor, now, "")
            entry = insert(db, chain, draft)
            projections.advance(db, match_id, entry.version, now)
            if summary is not None:
                projections.summarise(db, match_id, summary)
            if ends_draft:
                db.execute("DELETE FROM drafts WHERE match_id = ? AND deal = ?", [match_id, deal])
        return Appended(entry, replayed=False)

    def replay(self, match_id: str, key: str, kind: str, body: object, *, deal: int | None = None) -> Appended | None:
        """What an earlier write with this key did, None if there was none. Raises KeyReused for another body."""
        with self.file.reading() as db:
            found = read(db, "match_id = ? AND key = ?", [match_id, key])
        return replayed(found, key, body_hash(kind, deal, body))

    def rename_player(self, player_id: int, name: str, *, now: str, forget: bool = False) -> None:
        """Call a player by another name everywhere; to `forget`, write over the old one in every entry.

        Raises UnknownPlayer and NameTaken.
        """
        rename(self.file, player_id, name, now=now, forget=forget)

    def entries(self, match_id: str) -> tuple[Entry, ...]:
        """Every entry of a match, in order. Raises UnknownMatch."""
        return self.entries_since(match_id, 0)

    def entries_since(self, match_id: str, version: int) -> tuple[Entry, ...]:
        """The entries after this version. Raises UnknownMatch."""
        with self.file.reading() as db:
            found = read(db, "match_id = ? AND version > ?", [match_id, version])
        if not found:
            self.version(match_id)
        return found

    def writers(self, *, among: int) -> tuple[tuple[str, str], ...]:
        """Who wrote the latest entries, `among` so many of all matches, and when: the last one first."""
        with self.file.reading() as db:
            return tuple(
                (str(actor), str(at))
                for actor, at in db.execute(
                    "SELECT actor, max(recorded_at) AS at FROM (SELECT actor, recorded_at FROM entries"
                    " ORDER BY id DESC LIMIT ?) GROUP BY actor ORDER BY at DESC, actor",
                    [among],
                )
            )

    def version(self, match_id: str) -> int:
        """How many entries the match has, in one cheap read. Raises UnknownMatch."""
        with self.file.reading() as db:
            row = db.execute("SELECT version FROM matches WHERE id = ?", [match_id]).fetchone()
        if row is None:
            raise UnknownMatch(match_id)
        return int(row[0])

    def find_key(self, match_id: str, key: str) -> Entry | None:
        """The entry that this key wrote in this match, if any."""
        with self.file.reading() as db:
            return next(iter(read(db, "match_id = ? AND key = ?", [match_id, key])), None)

    def check_value(self, match_id: str) -> str:
        """Twelve digits that change with anything written of the match: "4705 0281 2B22". Raises UnknownMatch."""
        return check_value(self.seal(match_id))

    def seal(self, match_id: str) -> str:
        """The chain of the match's last entry, in one cheap read: no other past has it. Raises UnknownMatch.

        Where somebody was renamed since, the number of such changes follows it.
        """
        with self.file.reading() as db:
            row = db.execute(SEAL, [match_id]).fetchone()
        if row is None:
            raise UnknownMatch(match_id)
        return str(row[0])
