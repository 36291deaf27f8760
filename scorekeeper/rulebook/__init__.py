"""The sources as data, and the strict loaders that read them; see README.md."""
