"""Sheets as HTML pages and as PDF."""
