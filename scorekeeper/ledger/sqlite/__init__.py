"""The ledger in one SQLite file, by sqlite-utils: the default engine."""
