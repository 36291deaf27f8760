-- Columns for values that statements read from the entries or from JSON before.
--
-- `seal` is the chain of the last entry, so that one row can be locked and read instead of the entries.
ALTER TABLE matches ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE evenings ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

ALTER TABLE seasons ADD COLUMN seal TEXT COLLATE "C" NOT NULL DEFAULT '';

UPDATE matches SET seal = coalesce(
    (SELECT chain FROM entries WHERE match_id = matches.id ORDER BY entries.version DESC LIMIT 1), '');

UPDATE evenings SET seal = coalesce(
    (SELECT chain FROM evening_entries AS entry WHERE evening_id = evenings.id ORDER BY entry.version DESC LIMIT 1), '');

UPDATE seasons SET seal = coalesce(
    (SELECT chain FROM season_entries AS entry WHERE season_id = seasons.id ORDER BY entry.version DESC LIMIT 1), '');

-- 1 if a field of the deal was filled in. A draft may also contain nothing but the chosen ways of entering the deal.
ALTER TABLE drafts ADD COLUMN begun BIGINT NOT NULL DEFAULT 0 CHECK (begun IN (0, 1));

-- The idempotency key with which an article was made: a second request with it makes no second article.
ALTER TABLE house_articles ADD COLUMN made_by TEXT COLLATE "C";
