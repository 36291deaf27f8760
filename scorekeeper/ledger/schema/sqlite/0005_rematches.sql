-- Rematches.
--
-- `match_id` is a rematch of `follows`: links to `follows` open it, too.
CREATE TABLE rematches (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    follows TEXT NOT NULL REFERENCES matches (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rematches_by_first ON rematches (follows);
