"""Measuring the live path on this machine: `manage.py bench`. Nothing here is used by the house itself."""
