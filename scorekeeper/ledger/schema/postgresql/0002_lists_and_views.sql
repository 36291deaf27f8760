-- The search index for titles and names, and views for people who read the ledger with SQL.
CREATE FUNCTION words_of(said TEXT) RETURNS tsvector IMMUTABLE LANGUAGE sql RETURN array_to_tsvector(array_remove(
    regexp_split_to_array(
        lower(regexp_replace(normalize(said, NFD), '[\u0300-\u036f]', '', 'g') COLLATE "und-x-icu"),
        '[^[:alnum:]]+'
    ), ''
));

ALTER TABLE matches ADD COLUMN words tsvector;

CREATE FUNCTION matches_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN NEW.words := words_of(NEW.title || ' ' || NEW.names); RETURN NEW; END
$$;

CREATE TRIGGER matches_words BEFORE INSERT OR UPDATE OF title, names ON matches
    FOR EACH ROW EXECUTE FUNCTION matches_words();

CREATE INDEX matches_by_words ON matches USING gin (words);

CREATE OR REPLACE VIEW sides AS
SELECT side.match_id, matches.title, side.position, side.name,
    (SELECT string_agg(player.name, ', ' ORDER BY player.seat) FROM match_players AS player
     WHERE player.match_id = side.match_id AND player.side = side.position) AS players,
    side.score, side.outcome
FROM match_sides AS side JOIN matches ON matches.id = side.match_id;

-- Deals as their latest entries have them, without removed ones. While a ruling that annuls a deal is in force, the
-- deal has no totals.
CREATE OR REPLACE VIEW deals AS
WITH annulled AS (
    SELECT ruling.match_id, ruling.deal FROM entries AS ruling
    CROSS JOIN LATERAL json_array_elements_text(CAST(ruling.payload AS json) -> 'outcomes') AS outcome (value)
    WHERE ruling.kind = 'ruling_applied' AND outcome.value IN ('ANNUL_DEAL', 'ANNUL_PREVIOUS_DEAL') AND NOT EXISTS (
        SELECT 1 FROM entries AS later
        WHERE later.match_id = ruling.match_id AND later.version > ruling.version
            AND later.kind IN ('ruling_applied', 'ruling_withdrawn')
            AND CAST(later.payload AS json) ->> 'ruling' = CAST(ruling.payload AS json) ->> 'ruling'
    )
)
SELECT entry.match_id, matches.title, entry.deal,
    CASE WHEN (entry.match_id, entry.deal) IN (SELECT match_id, deal FROM annulled) THEN NULL ELSE (
        SELECT json_agg(scorer.value -> 'total' ORDER BY scorer.place)
        FROM json_array_elements(CAST(entry.payload AS json) -> 'result') WITH ORDINALITY AS scorer (value, place)
    ) END AS totals,
    (entry.match_id, entry.deal) IN (SELECT match_id, deal FROM annulled) AS annulled,
    entry.kind = 'deal_amended' AS amended,
    CAST(entry.payload AS json) ->> 'agreed' AS agreed,
    CAST(CAST(entry.payload AS json) -> 'body' ->> 'cards_left' AS BIGINT) AS cards_left,
    CAST(entry.payload AS json) ->> 'reason' AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM entries AS entry JOIN matches ON matches.id = entry.match_id
WHERE entry.kind IN ('deal_recorded', 'deal_amended') AND NOT EXISTS (
    SELECT 1 FROM entries AS later
    WHERE later.match_id = entry.match_id AND later.version > entry.version AND later.deal = entry.deal
        AND later.kind IN ('deal_recorded', 'deal_amended', 'deal_removed')
);

CREATE OR REPLACE VIEW lines AS
SELECT entry.match_id, deals.title, entry.deal, scorer.place - 1 AS side,
    coalesce(scorer.value ->> 'name', side.name) AS side_name,
    line.value ->> 'key' AS key,
    line.value ->> 'detail' AS detail,
    CAST(line.value ->> 'count' AS BIGINT) AS count,
    CAST(line.value ->> 'each' AS BIGINT) AS each,
    CAST(line.value ->> 'points' AS BIGINT) AS points
FROM deals
JOIN entries AS entry ON entry.match_id = deals.match_id AND entry.version = deals.version
CROSS JOIN LATERAL json_array_elements(CAST(entry.payload AS json) -> 'result') WITH ORDINALITY AS scorer (value, place)
CROSS JOIN LATERAL json_array_elements(scorer.value -> 'lines') AS line (value)
LEFT JOIN match_sides AS side ON side.match_id = entry.match_id AND side.position = scorer.place - 1
WHERE NOT deals.annulled;

CREATE OR REPLACE VIEW rulings AS
SELECT entry.match_id, matches.title, CAST(entry.payload AS json) ->> 'ruling' AS ruling, entry.deal,
    CAST(CAST(entry.payload AS json) ->> 'side' AS BIGINT) AS side, side.name AS side_name,
    CAST(entry.payload AS json) ->> 'player' AS player,
    CAST(entry.payload AS json) ->> 'code' AS code,
    CAST(entry.payload AS json) ->> 'article' AS article,
    CAST(CAST(entry.payload AS json) ->> 'points' AS BIGINT) AS points,
    CAST(CAST(entry.payload AS json) ->> 'opening_raise' AS BIGINT) AS opening_raise,
    CAST(entry.payload AS json) ->> 'override' AS override,
    CAST(entry.payload AS json) ->> 'reason' AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM entries AS entry
JOIN matches ON matches.id = entry.match_id
LEFT JOIN match_sides AS side
    ON side.match_id = entry.match_id AND side.position = CAST(CAST(entry.payload AS json) ->> 'side' AS BIGINT)
WHERE entry.kind = 'ruling_applied' AND NOT EXISTS (
    SELECT 1 FROM entries AS later
    WHERE later.match_id = entry.match_id AND later.version > entry.version
        AND later.kind IN ('ruling_applied', 'ruling_withdrawn')
        AND CAST(later.payload AS json) ->> 'ruling' = CAST(entry.payload AS json) ->> 'ruling'
);
