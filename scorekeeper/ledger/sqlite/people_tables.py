"""The SQL of people: two players who are one, and devices called by a name. A released statement never changes."""

from scorekeeper.ledger.sqlite.evening_tables import EVENING_CHAIN
from scorekeeper.ledger.sqlite.season_tables import SEASON_CHAIN
from scorekeeper.ledger.sqlite.tables import ENTRIES_NO_UPDATE_BEFORE

#: Who said when that a player is the same person as another; without an `into_id` that is taken back. The last row of a
#: player holds, and stands in `same_as` as well.
MERGES = """
CREATE TABLE merges (
    id INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES players (id),
    into_id INTEGER REFERENCES players (id),
    actor TEXT NOT NULL,
    at TEXT NOT NULL
) STRICT
"""

MERGES_BY_PLAYER = "CREATE INDEX merges_by_player ON merges (player_id)"
PLAYERS_SAME_AS = "ALTER TABLE players ADD COLUMN same_as INTEGER"
PLAYERS_BY_PERSON = "CREATE INDEX players_by_person ON players (same_as) WHERE same_as IS NOT NULL"

#: The device that said so may be called by a name that is to be forgotten.
MERGES_NO_UPDATE = """
CREATE TRIGGER merges_no_update BEFORE UPDATE ON merges
WHEN (NEW.id, NEW.player_id, NEW.at) <> (OLD.id, OLD.player_id, OLD.at)
    OR NEW.into_id IS NOT OLD.into_id
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

MERGES_NO_DELETE = """
CREATE TRIGGER merges_no_delete BEFORE DELETE ON merges
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

MERGES_NO_REPLACE = """
CREATE TRIGGER merges_no_replace BEFORE INSERT ON merges
WHEN EXISTS (SELECT 1 FROM merges WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

#: What an entry says and the device that wrote it may be written over, only where a redaction tells of it.
ENTRIES_ALSO_WHO_WROTE = """
CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
WHEN NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
    OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.recorded_at, NEW.chain)
        <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.recorded_at, OLD.chain)
    OR NEW.deal IS NOT OLD.deal
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END
"""

PEOPLE = (
    MERGES,
    MERGES_BY_PLAYER,
    PLAYERS_SAME_AS,
    PLAYERS_BY_PERSON,
    MERGES_NO_UPDATE,
    MERGES_NO_DELETE,
    MERGES_NO_REPLACE,
    ENTRIES_NO_UPDATE_BEFORE,
    ENTRIES_ALSO_WHO_WROTE,
    EVENING_CHAIN.no_update_before,
    EVENING_CHAIN.also_who_wrote,
    SEASON_CHAIN.no_update_before,
    SEASON_CHAIN.also_who_wrote,
)
