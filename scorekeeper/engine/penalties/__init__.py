"""Penalty codes: articles as values, whether they apply, and what a ruling decides."""
