-- Which match is the rematch of which.
--
-- A match that was opened as the rematch of another: the links to that one open it, too.
CREATE TABLE rematches (
    match_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    follows TEXT COLLATE "C" NOT NULL REFERENCES matches (id)
);

CREATE INDEX rematches_by_first ON rematches (follows);
