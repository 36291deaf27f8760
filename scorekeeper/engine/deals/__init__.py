"""One deal: its cards, its score and its irregularities."""
