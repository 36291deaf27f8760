-- Links of evenings.
--
-- A link with an `evening_id` opens the matches of the table `table_number` or, if that is NULL, shows the evening.
ALTER TABLE shares ADD COLUMN evening_id TEXT REFERENCES evenings (id);

ALTER TABLE shares ADD COLUMN table_number INTEGER;

CREATE INDEX shares_by_evening ON shares (evening_id) WHERE evening_id IS NOT NULL;
