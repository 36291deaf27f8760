"""The score board of a match."""
