"""Acts on the club: its players and seasons, rights, and settings for every table."""
