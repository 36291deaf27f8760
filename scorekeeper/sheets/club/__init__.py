"""The sheets of a club evening and of a season."""
