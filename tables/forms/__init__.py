"""Makes sure that a step at a table is taken once, and only from an up-to-date page."""
