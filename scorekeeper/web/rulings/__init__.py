"""Rulings: from what happened to the line on the sheet; house articles and recounts."""
