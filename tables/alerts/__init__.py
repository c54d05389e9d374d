"""Alerts: what needs a supervisor's attention on the floor, until somebody has attended to it."""
