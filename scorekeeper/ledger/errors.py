"""The exceptions of the ledger. Their messages for users are in `words`."""

from pathlib import Path


class LedgerError(Exception):
    """Anything the ledger refuses or cannot do."""


class LedgerUnavailable(LedgerError):
    """The file or server at `where` cannot be read or written; nothing was saved."""

    def __init__(self, where: Path | str, detail: str) -> None:
        super().__init__(f"{type(self).__name__}: {where}: {detail}")
        self.where = str(where)
        self.detail = detail


class LedgerReadOnly(LedgerUnavailable):
    """There is no permission to write the file, its folder or the database."""


class LedgerFull(LedgerUnavailable):
    """The disk is full."""


class LedgerBusy(LedgerUnavailable):
    """Another program or thread kept the ledger locked for longer than this one waits."""


class LedgerGone(LedgerUnavailable):
    """The file was deleted, moved, replaced or overwritten. Nothing is saved, because the path may lead to another
    file."""


class LedgerDamaged(LedgerUnavailable):
    """The content of the file or database is damaged."""


class NotALedger(LedgerUnavailable):
    """The file or database is not a ledger: it has another format, or belongs to another program."""


class NewerDatabase(LedgerError):
    """The ledger was made by a newer program: its schema has `schema` steps, of which this program knows
    `supported`."""

    def __init__(self, schema: int, supported: int) -> None:
        super().__init__(f"the database has schema {schema}, this program knows schema {supported}")
        self.schema = schema
        self.supported = supported


class OlderDatabase(LedgerError):
    """The schema of the database on a server has `schema` steps, and this program needs `needed`; `migrate` adds the
    rest."""

    def __init__(self, schema: int, needed: int) -> None:
        has = f"has schema {schema}" if schema else "is empty"
        super().__init__(f"the database {has}, this program needs schema {needed}")
        self.schema = schema
        self.needed = needed


class StillServed(LedgerError):
    """A program that knows only `serving` steps of the schema is still connected to a database that has `schema`."""

    def __init__(self, serving: int, schema: int) -> None:
        super().__init__(f"the database has schema {schema}, and a program that knows schema {serving} still serves it")
        self.serving = serving
        self.schema = schema


class NoDriver(LedgerError):
    """The driver of the database server is not installed."""


class Unstorable(LedgerError, ValueError):
    """A value that the ledger cannot store; `what` names the field."""

    def __init__(self, what: str, detail: str) -> None:
        super().__init__(f"{what}: {detail}")
        self.what = what
        self.detail = detail


class Unknown(LedgerError, LookupError):
    """There is no `noun` with this id."""

    noun = "record"

    def __init__(self, record_id: str | int) -> None:
        super().__init__(f"unknown {self.noun}: {record_id}")
        self.record_id = record_id


class UnknownMatch(Unknown):
    """No match has this id."""

    noun = "match"


class RetiredMatch(UnknownMatch):
    """The match was retired, so nothing can be appended to it."""


class UnknownEvening(Unknown):
    """No evening has this id."""

    noun = "evening"


class RetiredEvening(UnknownEvening):
    """The evening was retired, so nothing can be appended to it."""


class UnknownSeason(Unknown):
    """No season has this id."""

    noun = "season"


class RetiredSeason(UnknownSeason):
    """The season was retired, so nothing can be appended to it."""


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
    """The writer saw version `expected`, but the current one is `current`; nothing was written. If both are equal, the
    seal is another one."""

    def __init__(self, expected: int, current: int) -> None:
        super().__init__(f"it is at version {current}, the writer saw {expected}")
        self.expected = expected
        self.current = current


class KeyReused(LedgerError):
    """The idempotency key was used before, for a request with another body. In an import: a
    match, evening or season was opened with this key before."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key} was used for another body")
        self.key = key


class Exists(LedgerError):
    """There is already a `noun` with this id; it was opened with another key."""

    noun = "record"

    def __init__(self, record_id: str) -> None:
        super().__init__(f"there is a {self.noun} {record_id} already")
        self.record_id = record_id


class MatchExists(Exists):
    """There is already a match with this id; it was opened with another key."""

    noun = "match"


class EveningExists(Exists):
    """There is already an evening with this id; it was opened with another key."""

    noun = "evening"


class SeasonExists(Exists):
    """There is already a season with this id; it was opened with another key."""

    noun = "season"


class NameTaken(LedgerError):
    """Another record already has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"name taken: {name}")
        self.name = name


class PlayedTogether(LedgerError):
    """The players cannot be one person, because both sat at the match `title`."""

    def __init__(self, title: str) -> None:
        super().__init__(f"both sat at one match: {title}")
        self.title = title


class UnknownRole(LedgerError):
    """The server has no role of this name."""

    def __init__(self, role: str) -> None:
        super().__init__(f"the server has no role {role}")
        self.role = role
