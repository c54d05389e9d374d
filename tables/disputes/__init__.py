"""Disputes at a table: raised, decided, reviewed."""
