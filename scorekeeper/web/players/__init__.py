"""The people who have played here."""
