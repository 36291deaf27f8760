"""Search: rules, words and articles by what people ask, in every language."""
