-- Rematches.
--
-- `match_id` is a rematch of `follows`: links to `follows` open it, too.
CREATE TABLE rematches (
    match_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES matches (id),
    follows TEXT COLLATE "C" NOT NULL REFERENCES matches (id)
);

CREATE INDEX rematches_by_first ON rematches (follows);
