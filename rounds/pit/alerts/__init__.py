"""What on the floor needs a supervisor, until somebody has acknowledged it."""
