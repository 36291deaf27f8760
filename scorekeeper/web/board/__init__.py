"""The score board: what it shows and what may be done from it."""
