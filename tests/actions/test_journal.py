"""A new book needs only its tables, a class for each kind of entry, and a summary for lists."""

from pathlib import Path

import pytest

from scorekeeper.actions.desk import Desk, Stamp, open_desk
from scorekeeper.actions.journal import Journal
from scorekeeper.actions.matches.commit import NewEntry
from scorekeeper.actions.transfer import export, import_book
from scorekeeper.actions.verify import verify_book
from scorekeeper.engine.chain import Act, Acts, ChainEntry
from scorekeeper.engine.reading import Name
from scorekeeper.engine.refused import Refused, malformed
from scorekeeper.engine.shape import at
from scorekeeper.engine.values import Struct, replace
from scorekeeper.ledger.chain.books import Book
from scorekeeper.ledger.chain.chains import New
from scorekeeper.ledger.chain.projections import SeasonSummary
from scorekeeper.ledger.errors import Exists, Unknown


class Diary(Struct):
    """A diary, as an example of a book: its title, and the days on which something was written."""

    title: str
    version: int
    days: tuple[str, ...] = ()


class DiaryOpened(Act):
    KIND = "diary_opened"
    title: Name

    def apply(self, memory: None, entry: ChainEntry) -> Diary:
        return Diary(self.title, entry.version)


class DayNoted(Act):
    KIND = "day_noted"
    day: Name

    def check(self, memory: Diary, where: str) -> None:
        if self.day in memory.days:
            raise malformed("there_twice", at(where, "day"), self.day)

    def apply(self, memory: Diary, entry: ChainEntry) -> Diary:
        return replace(memory, days=(*memory.days, self.day))


class Diaries(Journal[Diary, Diary]):
    book = Book(
        "diary", "diaries", "diary_entries", "diary_names", "diary_redactions", "page", Unknown, Unknown, Exists
    )
    acts = Acts(DiaryOpened, DayNoted)

    def summary(self, memory: Diary) -> SeasonSummary:
        return SeasonSummary(memory.title)


SAYS = {"diary_opened": "The diary of {}", "day_noted": "{}: a fine day"}


def with_diaries(file: Path) -> Desk:
    """A desk whose ledger has tables for diaries: copies of the tables of seasons, with other names."""
    desk = open_desk(file)
    for (sql,) in desk.ledger.store.rows("SELECT sql FROM sqlite_master WHERE tbl_name LIKE 'season%' AND sql <> ''"):
        if "season_evenings" not in sql:
            other = (
                sql.replace("seasons", "diaries").replace("season", "diary").replace("evening INTEGER", "page INTEGER")
            )
            desk.ledger.store.write(lambda tx, other=other: tx.execute(other))
    return desk


def test_a_fourth_book_is_written_folded_told_exported_imported_and_verified(tmp_path: Path) -> None:
    desk, diaries, now = with_diaries(tmp_path / "here.db"), Diaries(), "2026-11-21T18:00:00Z"
    opening = New("diary_opened", {"title": "Autumn"}, "key-of-diary", "tablet", now)
    diaries.open(desk, "d", opening, ())
    monday = Stamp(1, "key-of-monday", "tablet", now)
    for _ in range(2):
        assert diaries.write(desk, "d", NewEntry("day_noted", {"day": "Monday"}), monday).entry.version == 2
    for day, where in (("Monday", "day"), ("", "day")):
        with pytest.raises(Refused) as refused:
            diaries.write(desk, "d", NewEntry("day_noted", {"day": day}), Stamp(2, "key-of-another", "tablet", now))
        assert refused.value.where == where
    assert diaries.load(desk, "d")[0] == Diary("Autumn", 2, ("Monday",))
    steps = diaries.acts.steps(desk.ledger.chains(diaries.book).entries("d"))
    assert [SAYS[entry.kind].format(*entry.payload.values()) for entry, *_ in steps] == [
        "The diary of Autumn", "Monday: a fine day",
    ]  # fmt: skip
    exported, there = export(desk, diaries.book, "d"), with_diaries(tmp_path / "there.db")
    assert [import_book(there, diaries, exported).outcome for _ in range(2)] == ["added", "known"]
    assert export(there, diaries.book, "d") == exported
    assert list(verify_book(there, diaries, "d")) == []
    there.ledger.store.write(lambda tx: tx.execute("UPDATE diaries SET title = 'Winter'"))
    assert [problem.key for problem in verify_book(there, diaries, "d")] == ["summary"]
