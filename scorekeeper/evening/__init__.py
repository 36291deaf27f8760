"""The club evening: seatings and standings. Pure functions over frozen values."""
