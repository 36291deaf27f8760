"""The ledger: entries that are never changed, and rows derived from them for lists, in SQLite or PostgreSQL."""
