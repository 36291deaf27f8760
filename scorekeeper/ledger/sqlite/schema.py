"""The schema's history. A migration that was released never changes; what comes next is appended."""

from collections.abc import Callable, Iterable, Sequence

from sqlite_utils import Database, Migrations

from scorekeeper.ledger.sqlite.evening_tables import CLUB_EVENINGS, EVENING_LINKS
from scorekeeper.ledger.sqlite.people_tables import PEOPLE
from scorekeeper.ledger.sqlite.season_tables import CLUB_SEASONS
from scorekeeper.ledger.sqlite.tables import GOING_ON, LEDGER, LISTS, NAMING, ROWS_THAT_TELL, SHARING, TABLE_AIDS
from scorekeeper.ledger.sqlite.views import ANNULLED_DEALS, VIEWS

#: The name under which the file remembers which of these it has had.
MIGRATION_SET = "scorekeeper"

Step = Callable[[Database], None]


def m0001_matches_and_entries(db: Database) -> None:
    """Matches, sides, players and the append-only entries."""
    _run(db, LEDGER)


def m0002_lists_and_views(db: Database) -> None:
    """The search over titles and names, and the readable views."""
    _run(db, LISTS)
    _run(db, VIEWS)


def m0003_drafts_presets_and_house_articles(db: Database) -> None:
    """What a table keeps beside its matches."""
    _run(db, TABLE_AIDS)


def m0004_sharing_and_settings(db: Database) -> None:
    """Links for other devices, settings, and tries at the PIN."""
    _run(db, SHARING)


def m0005_rematches(db: Database) -> None:
    """Which match is the rematch of which."""
    _run(db, GOING_ON)


def m0006_names(db: Database) -> None:
    """What players are called beside the entries, and names taken out of them."""
    _run(db, NAMING)


def m0007_annulled_deals(db: Database) -> None:
    """The view of the deals knows the rulings that annul them."""
    _run(db, ("DROP VIEW deals", ANNULLED_DEALS))


def m0008_evenings(db: Database) -> None:
    """Evenings with a chain of entries of their own, and who was written down at a match and did not sit there."""
    _run(db, CLUB_EVENINGS)


def m0009_evening_links(db: Database) -> None:
    """Links of an evening and of its tables."""
    _run(db, EVENING_LINKS)


def m0010_seasons(db: Database) -> None:
    """Seasons with a chain of entries of their own, drafts of evenings, and what is kept worked out."""
    _run(db, CLUB_SEASONS)


def m0011_one_text_for_both_engines(db: Database) -> None:
    """What a match or an evening is known by stands in its row, and so does what statements asked of JSON."""
    _run(db, ROWS_THAT_TELL)


def m0012_people(db: Database) -> None:
    """Two players who are one, and the name of a device taken out of what it wrote."""
    _run(db, PEOPLE)


def _run(db: Database, statements: Iterable[str]) -> None:
    # One by one: executescript would commit the transaction that a migration stands in.
    for statement in statements:
        db.execute(statement)


#: Every step so far, oldest first.
STEPS: tuple[Step, ...] = (
    m0001_matches_and_entries,
    m0002_lists_and_views,
    m0003_drafts_presets_and_house_articles,
    m0004_sharing_and_settings,
    m0005_rematches,
    m0006_names,
    m0007_annulled_deals,
    m0008_evenings,
    m0009_evening_links,
    m0010_seasons,
    m0011_one_text_for_both_engines,
    m0012_people,
)


def migrations(steps: Sequence[Step] = STEPS) -> Migrations:
    """These steps as sqlite-utils applies them."""
    made = Migrations(MIGRATION_SET)
    for step in steps:
        made(name=step.__name__)(step)
    return made
