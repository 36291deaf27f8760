"""Matches: their list, and the pages of one: its opening, board, history, further acts and files."""
