"""Club evenings and seasons in words."""
