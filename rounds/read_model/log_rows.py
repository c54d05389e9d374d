"""The rows of the audit log: on its page, on its next pages and in the live tail."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import dateformat, timezone

from casino.house_time import is_twofold
from casino.ledger import Entry
from casino.money import dollars
from casino.staff.roles import Role
from casino.translated import gettext as _
from casino.translated import message, phrase, term, text
from casino.web import fragments
from rounds import engine
from rounds.play import answer
from rounds.play.editions import decoded
from rounds.play.snapshot import LaterVersion

IRREGULAR = frozenset(
    {
        "irregularity",
        "reconstructed",
        "correction",
        "corrected",
        "payment_corrected",
        "chain_broken",
        "locked_out",
        "rate_limited",
    }
)
REFUSED = frozenset(
    {"refused", "approval_refused", "irregularity_refused", "correction_refused", "sign_in_refused"}
)
SUPERVISOR = frozenset(
    {
        "approved",
        "asked",
        "approval_asked",
        "approval_approved",
        "approval_seen",
        "approval_withdrawn",
        "approval_expired",
        "irregularity_approved",
        "correction_approved",
    }
)
UNDONE = frozenset({"undone", "undo"})

MARKS = {"bad": "▲", "no": "⊘", "sup": "◆", "undo": "↶", "": ""}
"""A sign beside the colour, since not everybody can tell colours apart."""


def tone(kind: str) -> str:
    """``bad`` (an irregularity), ``no`` (refused), ``sup`` (a supervisor's), ``undo``, or plain."""
    if kind in IRREGULAR:
        return "bad"
    if kind in REFUSED:
        return "no"
    if kind in SUPERVISOR:
        return "sup"
    return "undo" if kind in UNDONE else ""


@dataclass(frozen=True, slots=True)
class Row:
    """An entry as shown on screen."""

    entry: Entry
    time: str
    day: str
    kind: str
    tone: str
    mark: str
    amount: str
    role: str
    detail: str
    hash: str
    short_hash: str

    @classmethod
    def of(cls, entry: Entry) -> Row:
        at = timezone.localtime(entry.at)
        role = _role(entry.role)
        if entry.acting_as:
            role = text(_("{role}, acting as {acting}"), role=role, acting=_role(entry.acting_as))
        mood = tone(entry.kind)
        return cls(
            entry=entry,
            time=_time(at),
            day=dateformat.format(at, "j M Y"),
            kind=kind_words(entry.kind),
            tone=mood,
            mark=MARKS[mood],
            amount="" if entry.amount is None else dollars(entry.amount),
            role=role,
            detail=detail_of(entry),
            hash=(hash_text := bytes(entry.hash).hex()),
            short_hash=hash_text[:8],
        )


def render_rows(entries: Sequence[Entry] | Iterable[Entry]) -> str:
    """The rows of these entries, in the order given. Each has the data that a filter of the live tail needs, so that
    one rendering serves every reviewer."""
    return fragments.render("surveillance/_rows.html", {"rows": [Row.of(entry) for entry in entries]})


def detail_of(entry: Entry) -> str:
    """The entry in the house's words: for a round, what happened; for a refusal, what was refused; otherwise the
    words that it keeps by code and values."""
    if entry.folded:
        try:
            return phrase(engine.describe(decoded(entry.body)).words)
        except (LaterVersion, ValueError):
            return phrase(entry.detail)  # of a later version: in its own English
    if entry.kind == answer.REFUSED and (refusal := answer.refusal_in(entry)) is not None:
        return message(refusal)
    return phrase(entry.words)


def kind_words(kind: str) -> str:
    """The name of a kind of entry."""
    return _(kind.replace("_", " "))


def _role(role: str) -> str:
    return term(Role(role).label) if role in Role.values else role


def _time(local: datetime) -> str:
    """The time to the millisecond, with the zone during the hour that occurs twice when clocks change."""
    words = f"{local:%H:%M:%S}.{local.microsecond // 1000:03d}"
    return f"{words} {local:%Z}" if is_twofold(local) else words
