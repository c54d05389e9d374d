"""A text of the record, read back into the code and the values that it was made of.

Events keep some of their words as texts in English (`casino.words.lines`), and so do entries from before they had code
and values beside the English (`casino.words.entries`). A screen in another language, or of a house that calls things
otherwise, needs the code and the values again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from string import Formatter
from typing import Any, Final, NamedTuple

from casino.cards import SUIT_GLYPH, parse_card
from casino.money import parse_amount
from casino.words.causes import CAUSES
from casino.words.entries import ENTRIES
from casino.words.events import EVENTS
from casino.words.faults import FAULTS
from casino.words.lines import LINES
from casino.words.restrictions import RESTRICTIONS
from casino.words.tournament_events import TOURNAMENT_EVENTS

Read = Callable[[str], Any]
"""From the text of a blank to its value. Raises ValueError for one that does not fit."""
Reading = tuple[str, dict[str, Any]]
"""A code and its values, as a `Phrase`."""
LONGEST: Final = 400
"""Characters; a longer text is somebody's own words."""


TOO_GENERAL: Final = frozenset(
    {
        *("entry.alert_answered", "entry.by", "entry.check_of", "entry.dispute_words", "entry.games_of"),
        *(
            "entry.lines",
            "entry.list",
            "entry.over",
            "entry.person_changed",
            "entry.piece",
            "entry.scale_state",
        ),
        *("entry.set_up_waits", "screen.address", "contest.stack"),
    }
)
"""Texts that others would be taken for."""


ALSO: Final = {
    **{code: EVENTS[code] for code in ("event.payment_put_right", "event.was_corrected")},
    **{code: text for code, text in CAUSES.items() if code.startswith("variance.")},
}
"""Texts that pages outside the rounds show too, or that are a part of what an entry says."""


class _Form(NamedTuple):
    """A text of the catalogue as a pattern, with how each of its blanks is read."""

    code: str
    pattern: re.Pattern[str]
    letters: int
    """How many the text has beside its blanks."""
    blanks: dict[str, Read]


def _place(text: str) -> tuple[int, int]:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    return (numbers[0], numbers[1] if len(numbers) > 1 else 0) if numbers else (0, 0)


def _phrase(text: str) -> Reading:
    reading = read_back(text)
    if reading is None:
        raise ValueError(text)
    return reading


def _each(text: str) -> list[Reading]:
    return [_phrase(part) for part in text.split(", ")]


def _words_or_phrase(text: str) -> Reading | str:
    """A text that may be somebody's own words."""
    return read_back_detail(text) or text


def _chips(text: str) -> list[tuple[int, int]]:
    pairs = [part.split(" × $") for part in text.split(", ")]
    return [(parse_amount(chip.replace(",", "")), int(number)) for number, chip in pairs]


_KINDS: Final[dict[str, tuple[str, Read]]] = {
    "money": (r"\$[\d,]+(?:\.\d\d)?", lambda text: parse_amount(text[1:].replace(",", ""))),
    "card": (rf"(?:10|[2-9AJQK])[{''.join(SUIT_GLYPH.values())}]", parse_card),
    "place": (r"box \d+(?: hand \d+)?|the dealer", _place),
    "name": (r"[^$,:;()]+?", str),
    "phrase": (r".+?", _phrase),
    "list:phrase": (r".+?", _each),
    "semicolons:phrase": (r".+", lambda text: [_phrase(part) for part in text.split("; ")]),
    "term": (r"[^:;]+", str),
    "odds": (r"\d+ to \d+", lambda text: text.replace(" to ", ":")),
}
"""By the specification of a blank: how it looks, and how it is read."""
_OF_ENTRIES: Final[dict[str, tuple[str, Read]]] = {
    "money": _KINDS["money"],
    "chips": (r"\d+ × \$\d(?:[\d,.]*\d)?(?:, \d+ × \$\d(?:[\d,.]*\d)?)*", _chips),
    ",": (r"[\d,]+", lambda text: int(text.replace(",", ""))),
    "term": (r"[^:;]+?", str),
    "role": (r"an? [^:;]+?", lambda text: text.partition(" ")[2]),
    "and": (r"[^:;]+?", lambda text: text.split(" and ")),
    "list": (r".+?", lambda text: text.split(", ")),
    "list:term": (r".+?", lambda text: text.split(", ")),
    "phrase": (r".+?", _words_or_phrase),
    "list:phrase": (r".+?", lambda text: [_words_or_phrase(part) for part in text.split(", ")]),
    "semicolons:phrase": (r".+?", lambda text: [_words_or_phrase(part) for part in text.split("; ")]),
    "": (r".+?", str),
}
"""The same in what an entry says."""
_NUMBER: Final[tuple[str, Read]] = (r"\d+", int)
_WORDS: Final[tuple[str, Read]] = (r".+", str)
_WORD: Final[tuple[str, Read]] = (r"[^\s,:;]+", str)
_DECISION: Final[tuple[str, Read]] = (r"hit|stand|double|split", str)
"""A decision of a player; other texts that begin alike are not about one."""
_SLIP: Final[tuple[str, Read]] = (r"fill|credit", str)
_ANSWER: Final[tuple[str, Read]] = (r"approved|refused|withdrawn|expired", str)
_NAMED: Final[tuple[str, Read]] = (r"\S+", str)
_OF_SHORT_ENTRIES: Final[dict[tuple[str, str], tuple[str, Read]]] = {
    ("entry.slip", "kind"): _SLIP,
    ("entry.slip", "series"): _NAMED,
    ("entry.slip", "number"): (r"\d+", str),
    ("entry.slip_number", "kind"): _SLIP,
    ("entry.slip_number", "number"): _NAMED,
    ("entry.answered", "state"): _ANSWER,
    ("entry.answered_because", "state"): _ANSWER,
    ("entry.person", "number"): _NAMED,
    ("entry.evidence", "number"): _NAMED,
    ("entry.leaves", "number"): _NAMED,
    ("entry.leaves", "table"): _NAMED,
    ("entry.deals", "number"): _NAMED,
    ("entry.deals", "table"): _NAMED,
    ("entry.table_closed", "table"): _NAMED,
    ("contest.signed_off", "number"): _NAMED,
}
"""The blanks of texts with few letters of their own: what people type would fit them."""
_TEXTS: Final[dict[str, tuple[str, Read]]] = {
    **dict.fromkeys(("player", "table", "person"), _WORD),
    **dict.fromkeys(("reason", "note", "text", "start", "listed", "field"), _WORDS),
}
"""By the name of a blank without a specification; others are numbers."""


def _reader_fault(text: str) -> Reading:
    """Any text before a colon would do otherwise, and what follows would be a note."""
    reading = _phrase(text)
    if reading[0] not in ("kept.reader_fault", "kept.reader_fault_door"):
        raise ValueError(text)
    return reading


def _blank(code: str, name: str, kind: str) -> tuple[str, Read]:
    if code == "kept.reader_fault_noted" and name == "fault":
        return _KINDS["phrase"][0], _reader_fault
    if "|" in kind:
        return rf"\d+ (?:{kind})", lambda text: int(text.partition(" ")[0])
    if (name, kind) == ("decision", "name"):
        return _DECISION
    return _KINDS[kind] if kind else _TEXTS.get(name, _NUMBER)


def _blank_of_entry(code: str, name: str, kind: str) -> tuple[str, Read]:
    if (code, name) in _OF_SHORT_ENTRIES:
        return _OF_SHORT_ENTRIES[code, name]
    return _WORD if name in ("chain", "last") else _OF_ENTRIES[kind]


def _form(code: str, text: str, blank: Callable[[str, str, str], tuple[str, Read]] = _blank) -> _Form:
    pattern, letters, blanks = "", 0, {}
    for literal, name, kind, _ in Formatter().parse(text):
        pattern += re.escape(literal)
        letters += len(literal)
        if name:
            looks, blanks[name] = blank(code, name, kind or "")
            pattern += f"(?P<{name}>{looks})"
    return _Form(code, re.compile(pattern), letters, blanks)


@lru_cache(maxsize=1)
def _forms() -> tuple[_Form, ...]:
    """Of the texts in events. Put together when the first is read, which a command that only computes never does."""
    return tuple(_form(code, text) for code, text in {**LINES, **RESTRICTIONS, **FAULTS}.items())


@lru_cache(maxsize=1)
def _forms_of_entries() -> tuple[_Form, ...]:
    """Of the texts in entries. The one with the most letters of its own first: it is the least likely to fit by
    accident."""
    forms = (
        _form(code, text, _blank_of_entry)
        for code, text in {**ENTRIES, **TOURNAMENT_EVENTS, **ALSO}.items()
        if code not in TOO_GENERAL
    )
    return tuple(sorted(forms, key=lambda form: -form.letters))


def load() -> None:
    """Put all patterns together now, before anybody waits for them."""
    _forms()
    _forms_of_entries()


def _values(form: _Form, text: str) -> dict[str, Any] | None:
    """The values of a text that has that form; None for another."""
    match = form.pattern.fullmatch(text)
    if match is None:
        return None
    try:
        return {name: read(match[name]) for name, read in form.blanks.items()}
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def read_back(text: str) -> Reading | None:
    """The code and the values of a text of the record; None where no text of the catalogue gives it."""
    if len(text) <= LONGEST:
        for form in _forms():
            if (values := _values(form, text)) is not None:
                return form.code, values
    return None


@lru_cache(maxsize=4096)
def read_back_detail(text: str) -> Reading | None:
    """The same of what an entry says as a whole; what people typed in it stays as they typed it."""
    if not text or len(text) > LONGEST:
        return None
    for form in _forms_of_entries():
        if (values := _values(form, text)) is not None:
            return form.code, values
    return read_back(text)
