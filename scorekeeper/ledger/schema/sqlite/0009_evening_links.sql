-- Links of an evening and of its tables.
--
-- A link of an evening: of a table there, or (no number) to watch it.
ALTER TABLE shares ADD COLUMN evening_id TEXT REFERENCES evenings (id);

ALTER TABLE shares ADD COLUMN table_number INTEGER;

CREATE INDEX shares_by_evening ON shares (evening_id) WHERE evening_id IS NOT NULL;
