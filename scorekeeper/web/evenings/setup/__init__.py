"""Setting up an evening, and changing its settings: the form, its house rules and its scoring."""
