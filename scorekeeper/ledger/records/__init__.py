"""The rows that lists and pages read, one module for each kind of record."""
