"""The law of the game: pure functions over immutable values, see README.md."""
