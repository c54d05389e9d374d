"""Finding a round by what happened in it."""
