"""What a reader sends and receives, as JSON. `docs/shoe-reader.md` is the specification for manufacturers.

POST /reader/reports      {"reports": [{"sequence": 42, "what": "card", "card": "Ts", "age": 120}, …]}
GET  /reader/             its progress: the next number, and what the table waits for
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec

from casino.decoding import fault_of
from casino.refusals import UnreadableRequest

LARGEST: Final = 2**53 - 1
"""The largest integer that JSON carries exactly on every device."""
MOST_REPORTS: Final = 100
"""The most reports in one post."""
LONGEST_POST: Final = 32_000
"""The most bytes of a post: that many reports with notes of some length."""
LONGEST_AGE: Final = 7 * 24 * 60 * 60 * 1000

Number = Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
What = Literal[
    "card", "unread", "lost", "cutting_card", "shuffled", "door_open", "door_closed", "fault", "works"
]


class SentReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One report. ``sequence`` is the reader's running number: each report has the next one, and keeps it when it is
    sent again. ``age`` is how many milliseconds ago it happened, by the reader's own clock."""

    sequence: Number
    what: What = "card"
    card: Annotated[str, msgspec.Meta(max_length=16)] = ""
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""
    age: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_AGE)] = 0


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Reports in order."""

    reports: Annotated[tuple[SentReport, ...], msgspec.Meta(max_length=MOST_REPORTS)]


class ReportAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a report. ``outcome`` is one of

    ``dealt``     the card is in the round, at ``place``
    ``waits``     it is recorded as reported, and the dealer is asked what it was: ``message`` says why, and ``code``
                  is that of what was refused
    ``known``     the dealer had entered it by hand
    ``excess``    ``aside``  what the dealer has since said about a report that waited
    ``noted``     recorded; nothing follows from it
    ``out_of_order``  not recorded: the reader must continue from ``expected``
    ``conflict``  not recorded: the number belongs to another report
    """

    sequence: int
    outcome: str
    card: str = ""
    place: str = ""
    message: str = ""
    clause: str = ""
    remedy: str = ""
    duplicate: bool = False
    code: str = ""

    @property
    def taken(self) -> bool:
        """Whether the report is recorded, now or before."""
        return self.outcome not in (OUT_OF_ORDER, CONFLICT)


OUT_OF_ORDER: Final = "out_of_order"
CONFLICT: Final = "conflict"
DEALER: Final = "dealer"


class Answer(msgspec.Struct, frozen=True):
    """The answer to a post or a query. ``expected`` is the number of the reader's next report."""

    reader: str
    table: str
    expected: int
    cards_from: str
    answers: tuple[ReportAnswer, ...] = ()
    waits_for: str = ""
    """What the table waits for, only in the answer to a query: a value of `engine.Due.action`, or ``shoe`` for a step
    with the cards, ``burn`` for the burn card, ``dealer`` for the dealer's explanation of a reported card."""


def decoded(body: bytes) -> Post:
    """The reports of a post. Raises UnreadableRequest, in which case none of it is recorded."""
    if len(body) > LONGEST_POST:
        raise UnreadableRequest("reader.post_too_long", most=LONGEST_POST)
    try:
        return msgspec.json.decode(body, type=Post)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise UnreadableRequest("reader.post", fault=fault_of(fault)) from fault


def encoded(value: Any) -> bytes:
    """An answer as JSON."""
    return msgspec.json.encode(value)
