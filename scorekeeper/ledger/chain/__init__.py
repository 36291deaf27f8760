"""Entries: writing, sealing and reading them, and the rows derived from them."""
