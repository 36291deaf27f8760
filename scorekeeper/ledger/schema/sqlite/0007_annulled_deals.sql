-- Rulings that annul deals, in the view of deals.
DROP VIEW deals;

-- While a ruling that annuls a deal is in force, the deal has no totals.
CREATE VIEW deals AS
WITH annulled AS (
    SELECT ruling.match_id, ruling.deal FROM entries AS ruling JOIN json_each(ruling.payload, '$.outcomes') AS outcome
    WHERE ruling.kind = 'ruling_applied' AND outcome.value IN ('ANNUL_DEAL', 'ANNUL_PREVIOUS_DEAL') AND NOT EXISTS (
        SELECT 1 FROM entries AS later
        WHERE later.match_id = ruling.match_id AND later.version > ruling.version
            AND later.kind IN ('ruling_applied', 'ruling_withdrawn')
            AND json_extract(later.payload, '$.ruling') = json_extract(ruling.payload, '$.ruling')
    )
)
SELECT entry.match_id, matches.title, entry.deal,
    CASE WHEN (entry.match_id, entry.deal) IN annulled THEN NULL ELSE (
        SELECT json_group_array(json_extract(scorer.value, '$.total'))
        FROM json_each(entry.payload, '$.result') AS scorer
    ) END AS totals,
    (entry.match_id, entry.deal) IN annulled AS annulled,
    entry.kind = 'deal_amended' AS amended,
    json_extract(entry.payload, '$.agreed') AS agreed,
    json_extract(entry.payload, '$.body.cards_left') AS cards_left,
    json_extract(entry.payload, '$.reason') AS reason,
    entry.version, entry.actor, entry.recorded_at
FROM entries AS entry JOIN matches ON matches.id = entry.match_id
WHERE entry.kind IN ('deal_recorded', 'deal_amended') AND NOT EXISTS (
    SELECT 1 FROM entries AS later
    WHERE later.match_id = entry.match_id AND later.version > entry.version AND later.deal = entry.deal
        AND later.kind IN ('deal_recorded', 'deal_amended', 'deal_removed')
);
