"""Reference pages: rules, comparisons, readings, the glossary, help, search, and “May I?”."""
