"""What one can do with a match."""
