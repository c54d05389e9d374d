"""Incidents: the file on what happened, with a number of its own."""
