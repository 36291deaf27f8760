"""Entries: how they are written, sealed onto their chain and read, and the rows kept in step with them."""
