"""Words for what the dealer says aloud."""

from typing import Final

ANNOUNCEMENTS: Final[dict[str, str]] = {
    "announce.no_more_bets": "no more bets",
    "announce.insurance": "insurance",
    "announce.surrender": "surrender",
    "announce.total": "{total:number}",
    "announce.soft_total": "{low:number} or {high:number}",
    "announce.natural": "{natural:term}",
}
"""Texts by code."""
