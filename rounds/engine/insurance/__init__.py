"""Insurance and even money."""
