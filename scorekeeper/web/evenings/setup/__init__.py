"""Setting an evening up, and changing its settings: the form, its house rules and its scoring."""
