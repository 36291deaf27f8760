"""Entering, saving and amending deals."""
