"""The rows that lists and pages read, a module a noun."""
