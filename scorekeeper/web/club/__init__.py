"""The club: sharing with other devices, the director's PIN, copies of the database, archived matches."""
