"""Evenings and seasons in sentences: how people meet, how it counts, what happened."""
