"""Figures of the house and the report of a session: as pages, PDF and CSV."""
