"""What every page shares: the language, the look of errors, who may come in, the desk."""
