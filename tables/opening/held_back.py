"""A check of the cards that is held back: the book wants two, and neither sees the other's result before (NZ-6.1).

Until the second is given nobody is shown what the first found, not in the record either: it holds a digest,
by which it is known again when both are shown.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

GIVEN: Final = "cards_given"
"""Where a table's row has the checks that are given while another is still wanted."""


def digest(given: dict[str, Any]) -> str:
    """The SHA-256 of a check as it was given, its salt included."""
    return hashlib.sha256(json.dumps(given, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def as_recorded(checks: dict[str, Any]) -> dict[str, Any]:
    """The checks of a table's row as the record has them: of one that is held back, its digest alone."""
    if GIVEN not in checks:
        return checks
    return {**checks, GIVEN: [{"as": check["as"], "digest": digest(check)} for check in checks[GIVEN]]}
