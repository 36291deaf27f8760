"""The database: entries that are never changed, and the rows that lists need besides, in one SQLite file."""
