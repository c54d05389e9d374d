"""The desk's alerts."""
