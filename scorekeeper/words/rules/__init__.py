"""The rules of a game in words: every value of a rule set, for pages and sheets."""
