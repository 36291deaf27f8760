"""The ledger: append-only entries, and rows derived from them for lists, in SQLite or PostgreSQL."""
