"""The club’s own matters: sharing with other devices, the director’s PIN, copies of the file."""
