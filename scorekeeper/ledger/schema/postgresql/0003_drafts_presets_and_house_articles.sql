-- Drafts of deals, presets and house articles.
CREATE TABLE drafts (
    match_id TEXT COLLATE "C" NOT NULL REFERENCES matches (id),
    deal BIGINT NOT NULL,
    body TEXT COLLATE "C" NOT NULL CHECK (CAST(body AS json) IS NOT NULL),
    version BIGINT NOT NULL,
    updated_at TEXT COLLATE "C" NOT NULL,
    device TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (match_id, deal)
);

CREATE TABLE presets (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL UNIQUE,
    rules TEXT COLLATE "C" NOT NULL,
    format TEXT COLLATE "C" NOT NULL,
    options TEXT COLLATE "C" NOT NULL CHECK (CAST(options AS json) IS NOT NULL),
    created_at TEXT COLLATE "C" NOT NULL
);

-- An article belongs to a match or to a preset. If both columns are NULL, it applies to every match.
CREATE TABLE house_articles (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    match_id TEXT COLLATE "C" REFERENCES matches (id),
    preset_id TEXT COLLATE "C" REFERENCES presets (id),
    body TEXT COLLATE "C" NOT NULL CHECK (CAST(body AS json) IS NOT NULL),
    created_at TEXT COLLATE "C" NOT NULL,
    retired_at TEXT COLLATE "C",
    CHECK (match_id IS NULL OR preset_id IS NULL)
);

CREATE INDEX house_articles_by_owner ON house_articles (match_id, preset_id);
