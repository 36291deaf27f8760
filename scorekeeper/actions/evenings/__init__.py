"""What one can do with a club evening."""
