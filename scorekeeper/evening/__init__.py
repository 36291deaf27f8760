"""The club evening: who meets whom, and who stands where. Pure functions over frozen values."""
