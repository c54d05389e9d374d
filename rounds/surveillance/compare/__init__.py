"""Comparing people: dealers and supervisors by what went wrong, like cases decided differently, and a player's wagers
beside what had left the shoe."""
