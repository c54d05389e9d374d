"""Incidents: numbered files on what happened."""
