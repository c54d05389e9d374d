"""Comparing people."""
