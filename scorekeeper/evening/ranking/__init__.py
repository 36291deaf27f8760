"""The value of results, and the order of entrants: standings, seasons, ratings."""
