"""The seating of a round, before and after it is published."""
