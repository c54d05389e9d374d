"""Alerts that a reviewer sets for himself: raised by what is recorded, shown live, acknowledged."""
