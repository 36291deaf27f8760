"""What a table does, one function each; see README.md."""
