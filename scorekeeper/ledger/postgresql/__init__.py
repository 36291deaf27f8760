"""The ledger in a PostgreSQL database, reached through psycopg: what only an address of one imports."""
