"""Sessions of a tournament at a table."""
