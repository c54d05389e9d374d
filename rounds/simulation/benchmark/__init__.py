"""Measuring the live path on this machine: `manage.py bench`. Production code uses none of it."""
