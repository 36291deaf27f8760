"""What one can do with the club: its players and seasons, who may do what, and what it asks of every table."""
