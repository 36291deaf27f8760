"""The law of the game: pure functions over frozen values, see README.md."""
