"""The seating of a round."""
