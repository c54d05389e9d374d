"""The pictures of README and docs, taken from the running product: ``python -m tools.pictures``."""
