"""The messages for failures of the ledger."""

from collections.abc import Iterator

from scorekeeper.cli import database
from scorekeeper.ledger.errors import LedgerError, LedgerFull, LedgerGone, LedgerUnavailable, NewerDatabase
from scorekeeper.words import failures
from scorekeeper.words.failures import say_failure


def kinds_of(kind: type[Exception]) -> Iterator[type[Exception]]:
    """Yield a failure and all its subclasses."""
    yield kind
    for each in kind.__subclasses__():
        yield from kinds_of(each)


def test_every_sentence_is_of_a_failure_that_there_is() -> None:
    assert database  # importing it has loaded every module with its own exceptions
    assert set(failures._SAYS) <= {kind.__name__ for kind in kinds_of(LedgerError)}


def test_a_failure_without_a_sentence_of_its_own_says_what_it_is_a_case_of() -> None:
    assert say_failure(LedgerGone, "command", server=True) == say_failure(LedgerUnavailable, "command", server=True)
    assert say_failure(LedgerFull, "command", server=True) != say_failure(LedgerUnavailable, "command", server=True)
    assert say_failure(NewerDatabase, "command", server=True) is None
    assert say_failure(OSError, "page", server=False) is None
