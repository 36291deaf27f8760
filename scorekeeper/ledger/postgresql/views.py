"""Views for people who look into the database: the names and columns of those in SQLite, by its own words for JSON.

A number in JSON is a number here, and whatever a column holds in either of several kinds is text.
"""

_SIDES = """
CREATE OR REPLACE VIEW sides AS
SELECT side.match_id, matches.title, side.position, side.name,
    (SELECT string_agg(player.name, ', ' ORDER BY player.seat) FROM match_players AS player
     WHERE player.match_id = side.match_id AND player.side = side.position) AS players,
    side.score, side.outcome
FROM match_sides AS side JOIN matches ON matches.id = side.match_id
"""

_DEALS = """
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
)
"""

_LINES = """
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
WHERE NOT deals.annulled
"""

_RULINGS = """
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
)
"""

_EVENING_SEATINGS = """
CREATE OR REPLACE VIEW evening_seatings AS
SELECT entry.evening_id, evenings.title, evenings.date, entry.round,
    CAST(seated.value ->> 'table' AS BIGINT) AS "table",
    seated.value ->> 'sides' AS sides,
    seated.value ->> 'match' AS match_id,
    entry.kind = 'seating_corrected' AS corrected,
    entry.version, entry.actor, entry.recorded_at
FROM evening_entries AS entry
JOIN evenings ON evenings.id = entry.evening_id
CROSS JOIN LATERAL json_array_elements(CAST(entry.payload AS json) -> 'tables') AS seated (value)
WHERE entry.kind IN ('round_seated', 'seating_corrected') AND NOT EXISTS (
    SELECT 1 FROM evening_entries AS later
    WHERE later.evening_id = entry.evening_id AND later.version > entry.version AND later.round = entry.round
        AND later.kind IN ('round_seated', 'seating_corrected')
)
"""

_EVENING_PENALTIES = """
CREATE OR REPLACE VIEW evening_penalties AS
SELECT entry.evening_id, evenings.title, evenings.date, entry.round,
    CAST(entry.payload AS json) ->> 'penalty' AS penalty,
    CAST(entry.payload AS json) ->> 'entrant' AS entrant,
    CAST(entry.payload AS json) ->> 'kind' AS kind,
    CAST(entry.payload AS json) ->> 'points' AS points,
    CAST(entry.payload AS json) ->> 'difference' AS difference,
    CAST(entry.payload AS json) ->> 'article' AS article,
    CAST(entry.payload AS json) ->> 'reason' AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM evening_entries AS entry JOIN evenings ON evenings.id = entry.evening_id
WHERE entry.kind = 'penalty_given' AND NOT EXISTS (
    SELECT 1 FROM evening_entries AS later
    WHERE later.evening_id = entry.evening_id AND later.kind = 'penalty_withdrawn'
        AND CAST(later.payload AS json) ->> 'penalty' = CAST(entry.payload AS json) ->> 'penalty'
)
"""

#: Each by its name. `deals` is what it became when rulings could annul a deal.
VIEWS = {
    "sides": _SIDES,
    "deals": _DEALS,
    "lines": _LINES,
    "rulings": _RULINGS,
    "evening_seatings": _EVENING_SEATINGS,
    "evening_penalties": _EVENING_PENALTIES,
}
