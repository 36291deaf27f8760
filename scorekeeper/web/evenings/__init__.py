"""Club evenings: the director's pages, the tables', and those for everybody in the room."""
