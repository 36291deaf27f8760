"""Every failure of the ledger by its name. The words for people are made elsewhere."""

from pathlib import Path


class LedgerError(Exception):
    """Anything the ledger refuses or cannot do."""


class LedgerUnavailable(LedgerError):
    """The file, or the server at `where`, cannot be read or written now; nothing of the attempt was kept."""

    def __init__(self, where: Path | str, detail: str) -> None:
        super().__init__(f"{type(self).__name__}: {where}: {detail}")
        self.where = str(where)
        self.detail = detail


class LedgerReadOnly(LedgerUnavailable):
    """The file or its folder may not be written."""


class LedgerFull(LedgerUnavailable):
    """No room on the disk."""


class LedgerBusy(LedgerUnavailable):
    """Somebody else kept the file locked for longer than the ledger waits."""


class LedgerGone(LedgerUnavailable):
    """The file was deleted, moved, exchanged or overwritten; nothing more is written to what may be another file."""


class LedgerDamaged(LedgerUnavailable):
    """The file is not what was written to it."""


class NotALedger(LedgerUnavailable):
    """The file is something else: no SQLite database, or another program's."""


class NewerDatabase(LedgerError):
    """The file was made by a newer program: it has the steps of `schema`, this program knows `supported`."""

    def __init__(self, schema: int, supported: int) -> None:
        super().__init__(f"the database has schema {schema}, this program knows schema {supported}")
        self.schema = schema
        self.supported = supported


class OlderDatabase(LedgerError):
    """The database on a server has `schema` steps, this program needs `needed`; nobody asked for them."""

    def __init__(self, schema: int, needed: int) -> None:
        has = f"has schema {schema}" if schema else "is empty"
        super().__init__(f"the database {has}, this program needs schema {needed}")
        self.schema = schema
        self.needed = needed


class StillServed(LedgerError):
    """A program of schema `serving` is connected still, while the database has had more steps already: `schema`."""

    def __init__(self, serving: int, schema: int) -> None:
        super().__init__(f"the database has schema {schema}, and a program that knows schema {serving} still serves it")
        self.serving = serving
        self.schema = schema


class NoDriver(LedgerError):
    """The driver of the database server is not installed."""


class Unstorable(LedgerError, ValueError):
    """A value that JSON or SQLite cannot hold: `what` names the field."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(f"{what}: {detail}")
        self.what = what
        self.detail = detail


class Unknown(LedgerError, LookupError):
    """There is no such `noun`."""

    noun = "record"

    def __init__(self, record_id: str | int) -> None:
        super().__init__(f"unknown {self.noun}: {record_id}")
        self.record_id = record_id


class UnknownMatch(Unknown):
    """No match has this id."""

    noun = "match"


class RetiredMatch(UnknownMatch):
    """The match was retired; its entries stay, nothing is added to it."""


class UnknownEvening(Unknown):
    """No evening has this id."""

    noun = "evening"


class RetiredEvening(UnknownEvening):
    """The evening was retired; its entries stay, nothing is added to it."""


class UnknownSeason(Unknown):
    """No season has this id."""

    noun = "season"


class RetiredSeason(UnknownSeason):
    """The season was retired; its entries stay, nothing is added to it."""


class UnknownPlayer(Unknown):
    """No player has this id."""

    noun = "player"


class UnknownPreset(Unknown):
    """No preset has this id."""

    noun = "preset"


class UnknownHouseArticle(Unknown):
    """No house article has this id."""

    noun = "house article"


class UnknownShare(Unknown):
    """No share has this id."""

    noun = "share"


class StaleVersion(LedgerError):
    """The writer saw version `expected`, the match or evening is at `current`: nothing was written."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"it is at version {current}, the writer saw {expected}")
        self.expected = expected
        self.current = current


class KeyReused(LedgerError):
    """The key already stands for something else."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key} was used for another body")
        self.key = key


class Exists(LedgerError):
    """Another key already opened a `noun` under this id."""

    noun = "record"

    def __init__(self, record_id: str) -> None:
        super().__init__(f"there is a {self.noun} {record_id} already")
        self.record_id = record_id


class MatchExists(Exists):
    """Another key already opened a match under this id."""

    noun = "match"


class EveningExists(Exists):
    """Another key already opened an evening under this id."""

    noun = "evening"


class SeasonExists(Exists):
    """Another key already opened a season under this id."""

    noun = "season"


class NameTaken(LedgerError):
    """Another record already has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"name taken: {name}")
        self.name = name


class PlayedTogether(LedgerError):
    """Two players who sat at one match are two people."""

    def __init__(self, title: str) -> None:
        super().__init__(f"both sat at one match: {title}")
        self.title = title


class UnknownRole(LedgerError):
    """The server has no role of this name."""

    def __init__(self, role: str) -> None:
        super().__init__(f"the server has no role {role}")
        self.role = role
