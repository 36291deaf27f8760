"""Acts on a match."""
