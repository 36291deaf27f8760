"""The ledger in one SQLite file, reached through sqlite-utils: the engine that is there without anything else."""
