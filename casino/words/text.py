"""The texts of one code."""

from typing import NamedTuple


class Words(NamedTuple):
    """What a refusal says: ``what`` happened and why, and the ``remedy``, what to do now ("" if nothing)."""

    what: str
    remedy: str = ""


Catalogue = dict[str, Words]
"""Texts by code, such as ``wager.below_minimum``."""
