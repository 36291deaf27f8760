"""Who sits where in a round."""
