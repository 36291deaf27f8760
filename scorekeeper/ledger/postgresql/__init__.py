"""The ledger in a PostgreSQL database, by psycopg; imported only when the address of one is opened."""
