"""The ledger in a PostgreSQL database, through psycopg. It is imported only when such a database is opened."""
