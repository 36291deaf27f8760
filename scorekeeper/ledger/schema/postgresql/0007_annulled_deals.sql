-- Rulings that annul deals, in the view of deals; on a server, step 0002 has the same view already.
--
-- While a ruling that annuls a deal is in force, the deal has no totals.
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
