"""Notes on rounds and their steps."""
