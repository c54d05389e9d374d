"""Alerts that a reviewer sets: raised by what is recorded, shown live, acknowledged."""
