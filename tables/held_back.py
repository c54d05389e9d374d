"""Holds back a check of the cards: the book requires two, and neither person may see the other's result first
(NZ-6.1).

Until the second is given, nobody is shown what the first found, not even in the record: it contains a digest, which
identifies the check when both are shown.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

GIVEN: Final = "cards_given"
"""The key in `Table.checks` of checks that were given while another is still required."""


def digest(given: dict[str, Any]) -> str:
    """The SHA-256 of a check as it was given, including its salt."""
    return hashlib.sha256(json.dumps(given, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def as_recorded(checks: dict[str, Any]) -> dict[str, Any]:
    """The checks of a table's row as the record has them: of one that is held back, only the digest."""
    if GIVEN not in checks:
        return checks
    return {**checks, GIVEN: [{"as": check["as"], "digest": digest(check)} for check in checks[GIVEN]]}
