"""A model set as a page and printed as PDF."""
