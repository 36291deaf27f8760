"""Search: rules, words and articles by what people ask, in five languages."""
