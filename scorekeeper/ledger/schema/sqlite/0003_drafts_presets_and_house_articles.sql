-- Drafts of deals, presets and house articles.
CREATE TABLE drafts (
    match_id TEXT NOT NULL REFERENCES matches (id),
    deal INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    version INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    device TEXT NOT NULL,
    PRIMARY KEY (match_id, deal)
) STRICT;

CREATE TABLE presets (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    rules TEXT NOT NULL,
    format TEXT NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    created_at TEXT NOT NULL
) STRICT;

-- An article belongs to a match or to a preset. If both columns are NULL, it applies to every match.
CREATE TABLE house_articles (
    id TEXT NOT NULL PRIMARY KEY,
    match_id TEXT REFERENCES matches (id),
    preset_id TEXT REFERENCES presets (id),
    body TEXT NOT NULL CHECK (json_valid(body)),
    created_at TEXT NOT NULL,
    retired_at TEXT,
    CHECK (match_id IS NULL OR preset_id IS NULL)
) STRICT;

CREATE INDEX house_articles_by_owner ON house_articles (match_id, preset_id);
