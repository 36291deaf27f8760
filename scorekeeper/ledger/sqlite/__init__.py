"""The ledger in one SQLite file, through sqlite-utils: the default engine."""
