"""What a reader sends, and what it is answered, as JSON. `docs/shoe-reader.md` tells it to who builds one.

POST /reader/reports      {"reports": [{"sequence": 42, "what": "card", "card": "Ts", "age": 120}, …]}
GET  /reader/             how far it is: the next number, and what the table waits for
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from casino.decoding import fault_of
from casino.refusals import Refusal

LARGEST: Final = 2**53 - 1
"""No number of JSON is larger on every device."""
MOST_REPORTS: Final = 100
"""Of one post."""
LONGEST_POST: Final = 32_000
"""Bytes of a post: that many reports with a note of some length each."""
LONGEST_AGE: Final = 7 * 24 * 60 * 60 * 1000

Number = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
What = Literal[
    "card", "unread", "lost", "cutting_card", "shuffled", "door_open", "door_closed", "fault", "works"
]


class SentReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One report. ``sequence`` is the reader's running number: each report has the next one, and keeps it when it is
    sent again. ``age``: how many milliseconds ago it happened, by the reader's own clock."""

    sequence: Number
    what: What = "card"
    card: Annotated[str, msgspec.Meta(max_length=16)] = ""
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""
    age: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_AGE)] = 0


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reports in their order."""

    reports: Annotated[tuple[SentReport, ...], msgspec.Meta(max_length=MOST_REPORTS)]


class ReportAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a report. ``outcome`` is one of

    ``dealt``     the card is in the round, at ``place``
    ``waits``     it is recorded as reported, and the dealer is asked what it was: ``message`` says why
    ``known``     the dealer had entered it by hand
    ``excess``    ``aside``  what the dealer has said since of one that waited
    ``noted``     recorded; nothing follows from it
    ``out_of_order``  not recorded: the reader goes on from ``expected``
    ``conflict``  not recorded: that number was another report's
    """

    sequence: int
    outcome: str
    card: str = ""
    place: str = ""
    message: str = ""
    clause: str = ""
    remedy: str = ""
    duplicate: bool = False

    @property
    def taken(self) -> bool:
        """Whether the report is recorded, now or before."""
        return self.outcome not in (OUT_OF_ORDER, CONFLICT)


OUT_OF_ORDER: Final = "out_of_order"
CONFLICT: Final = "conflict"
DEALER: Final = "dealer"


class Answer(msgspec.Struct, frozen=True):
    """The answer to a post or a question. ``expected`` is the number of the reader's next report."""

    reader: str
    table: str
    expected: int
    cards_from: str
    answers: tuple[ReportAnswer, ...] = ()
    waits_for: str = ""
    """What the table waits for, in the answer to a question alone: as `engine.Due.want` says it, ``shoe`` for a step
    with the cards, ``burn`` for the burn card, ``dealer`` for the dealer's word on a card that was reported."""


class Unreadable(Refusal, ValueError):
    """A post of reports that cannot be read."""


def decoded(body: bytes) -> Post:
    """The reports of a post. Raises Unreadable; then nothing of it was taken."""
    if len(body) > LONGEST_POST:
        raise Unreadable("reader.post_too_long", most=LONGEST_POST)
    try:
        return msgspec.json.decode(body, type=Post)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise Unreadable("reader.post", fault=fault_of(fault)) from fault


def encoded(value: Any) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(value)
