-- Which match is the rematch of which.
--
-- A match that was opened as the rematch of another: the links to that one open it, too.
CREATE TABLE rematches (
    match_id TEXT NOT NULL PRIMARY KEY REFERENCES matches (id),
    follows TEXT NOT NULL REFERENCES matches (id)
) STRICT, WITHOUT ROWID;

CREATE INDEX rematches_by_first ON rematches (follows);
