"""Acts on a club evening."""
