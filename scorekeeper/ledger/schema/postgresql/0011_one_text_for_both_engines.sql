-- What a match or an evening is known by stands in its row, and so does what statements asked of JSON.
--
-- The chain of the last entry in the row of its match or evening: one row to lock, and one to look at.
ALTER TABLE matches ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE evenings ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE seasons ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

UPDATE matches SET seal = coalesce(
    (SELECT chain FROM entries WHERE match_id = matches.id ORDER BY entries.version DESC LIMIT 1), '');

UPDATE evenings SET seal = coalesce(
    (SELECT chain FROM evening_entries AS entry WHERE evening_id = evenings.id ORDER BY entry.version DESC LIMIT 1), '');

UPDATE seasons SET seal = coalesce(
    (SELECT chain FROM season_entries AS entry WHERE season_id = seasons.id ORDER BY entry.version DESC LIMIT 1), '');

-- Has anything been typed of the deal? What else is in the draft is the form's own.
ALTER TABLE drafts ADD COLUMN begun BIGINT NOT NULL DEFAULT 0 CHECK (begun IN (0, 1));

-- The key that made an article: the same key again is the same article.
ALTER TABLE house_articles ADD COLUMN made_by TEXT COLLATE "C";
