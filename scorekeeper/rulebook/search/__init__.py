"""The search for articles, rules and terms by what people type, in every language."""
