"""The club evening: seatings and standings. Pure functions over immutable values."""
