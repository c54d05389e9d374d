"""Tournaments: their conditions, entries, sessions, results and books."""
