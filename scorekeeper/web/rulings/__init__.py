"""Rulings: the steps from an offence to its ruling, the penalty code of a match, house articles, recounts."""
