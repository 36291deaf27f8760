"""To look things up: rules, comparisons, readings, words, help, search, and “May I?”."""
