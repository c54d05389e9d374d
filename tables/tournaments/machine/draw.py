"""The draw: a seating that follows from a seed which nobody can change afterwards, and that anybody can check.

Before the field is known the house publishes the SHA-256 of a secret seed (its commitment). When entries are closed
an entrant may call a word, the cut; then the seed is revealed. The rest is arithmetic, described in
``docs/tournaments.md``: the entries in the order of SHA-256("seed:cut:stage:entry"), dealt round the tables.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Final

COMMITMENT: Final = re.compile(r"[0-9a-f]{64}")
"""A SHA-256 in hexadecimal."""
SEED: Final = re.compile(r"[0-9a-f]{32,128}")
"""A seed in hexadecimal; the text itself is hashed."""
CUT: Final = re.compile(r"[A-Za-z0-9 -]{0,40}")


def sha256(text: str) -> str:
    """SHA-256 of the text, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def commitment_of(seed: str) -> str:
    """The commitment to a seed, which is published beforehand."""
    return sha256(seed)


def order_of(entries: Sequence[int], seed: str, cut: str, stage: int) -> tuple[int, ...]:
    """The entries in the order in which they are dealt round the tables of the stage."""
    return tuple(sorted(entries, key=lambda entry: sha256(f"{seed}:{cut}:{stage}:{entry}")))


def seats_of(order: Sequence[int], tables: int) -> tuple[tuple[int, ...], ...]:
    """The entries of each table by box, from box 1: the first goes to table 1, the second to table 2, and so on
    round."""
    return tuple([tuple(order[table::tables]) for table in range(tables)])


def first_box_of(seed: str, cut: str, stage: int, table: int, players: int) -> int:
    """The box with the button in the first hand at a table of the stage; tables count from 1."""
    return int(sha256(f"{seed}:{cut}:{stage}:table {table}"), 16) % players + 1
