"""A match: its state after its entries, its result, and the seating of each deal."""
