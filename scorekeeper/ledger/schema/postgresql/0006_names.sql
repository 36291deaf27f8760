-- New names of players, shown in place of those in the entries; and entries from which a name was removed.
--
-- `named` counts the renamings in a match, so that results computed from its entries before a renaming can be told
-- from those computed after it.
ALTER TABLE matches ADD COLUMN named BIGINT NOT NULL DEFAULT 0;

CREATE TABLE names (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    sealed TEXT COLLATE "C" NOT NULL,
    shown TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, sealed)
);

-- Entries from which a name was removed. `open` is 1 only within the transaction that removes it.
CREATE TABLE redactions (
    entry BIGINT PRIMARY KEY REFERENCES entries (id),
    seal TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    open BIGINT NOT NULL CHECK (open IN (0, 1))
);

CREATE FUNCTION redactions_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a redaction stays' USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER redactions_stay BEFORE DELETE ON redactions FOR EACH ROW EXECUTE FUNCTION redactions_stay();

CREATE TRIGGER redactions_stay_whole BEFORE TRUNCATE ON redactions
    FOR EACH STATEMENT EXECUTE FUNCTION redactions_stay();

DROP FUNCTION entries_no_update CASCADE;

-- Only `payload` and `body_hash` of an entry may be overwritten, and only while a redaction of this entry is open.
CREATE FUNCTION entries_no_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM redactions WHERE entry = OLD.id AND open = 1)
        OR (NEW.id, NEW.match_id, NEW.version, NEW.kind, NEW.key, NEW.actor, NEW.recorded_at, NEW.chain)
            <> (OLD.id, OLD.match_id, OLD.version, OLD.kind, OLD.key, OLD.actor, OLD.recorded_at, OLD.chain)
        OR NEW.deal IS DISTINCT FROM OLD.deal THEN
        RAISE EXCEPTION 'the ledger is append-only' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries FOR EACH ROW EXECUTE FUNCTION entries_no_update();
