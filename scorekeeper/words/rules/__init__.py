"""The rules of a game in sentences: every value of a rule set, for page and sheet."""
