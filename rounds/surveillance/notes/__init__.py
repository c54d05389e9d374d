"""Notes on rounds and on their steps."""
