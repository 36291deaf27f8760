"""Copying a ledger, checking it, and moving all of it into another one."""
