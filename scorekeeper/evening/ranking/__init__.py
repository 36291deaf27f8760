"""What results are worth, and who stands where: standings, seasons, ratings."""
