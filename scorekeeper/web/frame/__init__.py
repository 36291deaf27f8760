"""Shared by every page: the language, the look of errors, access, the desk."""
