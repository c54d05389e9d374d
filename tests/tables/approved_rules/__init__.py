"""The house's own copy of the approved rules."""
