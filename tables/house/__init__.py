"""Sets up a new house, from nothing to the day on which it opens: from a file or on pages, through one service."""
