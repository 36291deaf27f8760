"""One deal: what was on the table, what it scores, what is irregular about it."""
