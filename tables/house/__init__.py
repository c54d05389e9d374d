"""Setting a new house up, from nothing to the day on which it opens: by a file or on pages, through one service."""
