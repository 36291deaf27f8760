"""Deals: the entry page in all its ways and moments, checking, saving, amending."""
