"""Club evenings: pages for the director, for the tables, and for everybody in the room."""
