"""Penalty codes: their articles, the rules under which these apply, and rulings."""
