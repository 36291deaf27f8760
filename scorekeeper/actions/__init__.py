"""The program's acts, one function each; see README.md."""
