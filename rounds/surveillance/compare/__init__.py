"""Comparing people: dealers and supervisors by irregularities, like cases decided differently, and a player's wagers
against the cards gone from the shoe."""
