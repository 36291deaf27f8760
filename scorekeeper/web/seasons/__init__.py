"""Seasons: evenings counted together."""
