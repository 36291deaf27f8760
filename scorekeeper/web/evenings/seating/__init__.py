"""Who sits where in a round: the seating before and after it is published."""
