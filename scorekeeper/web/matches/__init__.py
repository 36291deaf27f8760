"""Matches: the list, opening one, its history, what may be done to it, taking it away."""
