"""Every text of the project that people read."""

from functools import cache

from babel.messages.catalog import Catalog

from tools import words


@cache
def every_text() -> Catalog:
    """Read when a test first asks: it takes two seconds, which the collection of every worker would take as well."""
    return words.catalogue()
