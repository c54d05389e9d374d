"""What is wrong with JSON that could not be read, as a text from the catalogue."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from casino.words import Phrase

_AT: Final = r"(?: - at `(?:\$\.?)?(?P<at>[^`]*)`)?"
_FORMS: Final = (
    ("fault.json_unknown_field", re.compile(rf"Object contains unknown field `(?P<field>[^`]*)`{_AT}")),
    ("fault.json_missing_field", re.compile(rf"Object missing required field `(?P<field>[^`]*)`{_AT}")),
    ("fault.json_value", re.compile(rf"(?:Expected|Invalid|Number|Integer).*?{_AT}")),
)
"""The decoder's messages about values that do not fit, and the catalogue's texts for them."""
LONGEST: Final = 80
"""How many characters of a field's name are repeated in a message."""


def fault_of(error: Exception) -> Phrase:
    """What was wrong with the JSON that raised this error."""
    if not isinstance(error, msgspec.ValidationError):
        return Phrase.of("fault.json")
    for code, form in _FORMS:
        if match := form.fullmatch(str(error)):
            parts = match.groupdict()
            path = ".".join(filter(None, (parts.get("at"), parts.get("field"))))
            return Phrase.of(code, field=path[:LONGEST]) if path else Phrase.of("fault.json_whole")
    return Phrase.of("fault.json_whole")
