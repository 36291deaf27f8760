-- The search index for titles and names, and views for people who read the ledger with SQL.
CREATE VIRTUAL TABLE matches_search USING fts5 (
    title, names, status, content = 'matches', content_rowid = 'number',
    tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
);

CREATE TRIGGER matches_search_insert AFTER INSERT ON matches BEGIN
    INSERT INTO matches_search (rowid, title, names, status) VALUES (NEW.number, NEW.title, NEW.names, NEW.status);
END;

CREATE TRIGGER matches_search_update AFTER UPDATE OF title, names, status ON matches
WHEN OLD.title <> NEW.title OR OLD.names <> NEW.names OR OLD.status <> NEW.status BEGIN
    INSERT INTO matches_search (matches_search, rowid, title, names, status)
    VALUES ('delete', OLD.number, OLD.title, OLD.names, OLD.status);
    INSERT INTO matches_search (rowid, title, names, status) VALUES (NEW.number, NEW.title, NEW.names, NEW.status);
END;

INSERT INTO matches_search (matches_search) VALUES ('rebuild');

CREATE VIEW sides AS
SELECT side.match_id, matches.title, side.position, side.name,
    (SELECT group_concat(name, ', ') FROM (
        SELECT player.name FROM match_players AS player
        WHERE player.match_id = side.match_id AND player.side = side.position ORDER BY player.seat
    )) AS players,
    side.score, side.outcome
FROM match_sides AS side JOIN matches ON matches.id = side.match_id;

-- Deals as their latest entries have them, without removed ones. An annulled deal has no totals. In this first version,
-- a deal is annulled by an entry `deal_annulled`; no such entry was ever written, and step 0007 replaces the view.
CREATE VIEW deals AS
SELECT entry.match_id, matches.title, entry.deal,
    CASE entry.kind WHEN 'deal_annulled' THEN NULL ELSE (
        SELECT json_group_array(json_extract(scorer.value, '$.total'))
        FROM json_each(entry.payload, '$.result') AS scorer
    ) END AS totals,
    entry.kind = 'deal_annulled' AS annulled,
    entry.kind = 'deal_amended' AS amended,
    json_extract(entry.payload, '$.agreed') AS agreed,
    json_extract(entry.payload, '$.body.cards_left') AS cards_left,
    json_extract(entry.payload, '$.reason') AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM entries AS entry JOIN matches ON matches.id = entry.match_id
WHERE entry.kind IN ('deal_recorded', 'deal_amended', 'deal_annulled') AND NOT EXISTS (
    SELECT 1 FROM entries AS later
    WHERE later.match_id = entry.match_id AND later.version > entry.version AND later.deal = entry.deal
        AND later.kind IN ('deal_recorded', 'deal_amended', 'deal_annulled', 'deal_removed')
);

CREATE VIEW lines AS
SELECT entry.match_id, deals.title, entry.deal, scorer.key AS side,
    coalesce(json_extract(scorer.value, '$.name'), side.name) AS side_name,
    json_extract(line.value, '$.key') AS key,
    json_extract(line.value, '$.detail') AS detail,
    json_extract(line.value, '$.count') AS count,
    json_extract(line.value, '$.each') AS each,
    json_extract(line.value, '$.points') AS points
FROM deals
JOIN entries AS entry ON entry.match_id = deals.match_id AND entry.version = deals.version
JOIN json_each(entry.payload, '$.result') AS scorer
JOIN json_each(scorer.value, '$.lines') AS line
LEFT JOIN match_sides AS side ON side.match_id = entry.match_id AND side.position = scorer.key
WHERE NOT deals.annulled;

CREATE VIEW rulings AS
SELECT entry.match_id, matches.title, json_extract(entry.payload, '$.ruling') AS ruling, entry.deal,
    json_extract(entry.payload, '$.side') AS side, side.name AS side_name,
    json_extract(entry.payload, '$.player') AS player,
    json_extract(entry.payload, '$.code') AS code,
    json_extract(entry.payload, '$.article') AS article,
    json_extract(entry.payload, '$.points') AS points,
    json_extract(entry.payload, '$.opening_raise') AS opening_raise,
    json_extract(entry.payload, '$.override') AS override,
    json_extract(entry.payload, '$.reason') AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM entries AS entry
JOIN matches ON matches.id = entry.match_id
LEFT JOIN match_sides AS side
    ON side.match_id = entry.match_id AND side.position = json_extract(entry.payload, '$.side')
WHERE entry.kind = 'ruling_applied' AND NOT EXISTS (
    SELECT 1 FROM entries AS later
    WHERE later.match_id = entry.match_id AND later.version > entry.version
        AND later.kind IN ('ruling_applied', 'ruling_withdrawn')
        AND json_extract(later.payload, '$.ruling') = json_extract(entry.payload, '$.ruling')
);
