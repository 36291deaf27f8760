"""A match: its entries folded to a state, who has won, who deals and sits out."""
