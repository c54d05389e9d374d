"""Notes on screens: beside a round, in the audit log, in the desk's list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.house_time import is_twofold
from casino.ledger import Entry
from casino.staff.models import Staff
from casino.translated import text
from rounds.surveillance.desk_settings.lists import off_words
from rounds.surveillance.notes.models import Note
from rounds.surveillance.notes.notes import visible

PAGE = 50


@dataclass(frozen=True, slots=True)
class Seen:
    """A camera with its own time and the house's time."""

    camera: str
    shown: str
    """The time that its clock showed; "" if none was given."""
    off: str
    """How far its clock is off."""
    house: str

    @classmethod
    def of(cls, facts: Mapping[str, Any]) -> Seen | None:
        """The camera of a note or a page; None without a camera."""
        if not facts.get("camera"):
            return None
        ahead = facts.get("ahead_ms")
        off = _("not known") if ahead is None else off_words(ahead)
        if ahead:
            off = text(_("{off} s"), off=off).replace(" slow s", " s slow").replace(" fast s", " s fast")
        elif ahead == 0:
            off = _("right")
        return cls(facts["camera"], tenths(facts.get("shown")), off, tenths(facts.get("house")))


def tenths(at: str | None) -> str:
    """A moment in ISO form by the house's clock, to a tenth of a second; "" for None."""
    if not at:
        return ""
    local = timezone.localtime(datetime.fromisoformat(at))
    words = f"{local:%H:%M:%S}.{local.microsecond // 100_000}"
    return f"{words} {local:%Z}" if is_twofold(local) else words


@dataclass(frozen=True, slots=True)
class NoteShown:
    """A note on the screen."""

    row: Note
    words: str
    tag: str
    seen: Seen | None
    why: str
    """The reason for withdrawing it."""
    step: int | None = None
    """The step of the replay that it is about."""

    @classmethod
    def of(cls, row: Note, steps: Mapping[int, int] | None = None) -> NoteShown:
        return cls(
            row=row,
            words=row.facts.get("words", ""),
            tag=row.facts.get("tag", ""),
            seen=Seen.of(row.facts),
            why=(row.withdrawal or {}).get("why", ""),
            step=(steps or {}).get(row.seq or 0),
        )


def of_round(person: Staff, table: str, round_no: int, steps: Mapping[int, int]) -> list[NoteShown]:
    """The notes on a round that a person may read, in order; `steps` maps entry numbers to replay steps."""
    rows = visible(person).filter(table=table, round_no=round_no).order_by("id")
    return [NoteShown.of(row, steps) for row in rows]


def flags(person: Staff, entries: Iterable[Entry]) -> dict[str, str]:
    """By ``chain-seq``, the notes on an entry that a person may read, for the audit log."""
    by_table: dict[str, list[int]] = defaultdict(list)
    for entry in entries:
        by_table[entry.chain].append(entry.seq)
    condition = Q()
    for table, seqs in by_table.items():
        condition |= Q(table=table, seq__in=seqs)
    if not condition:
        return {}
    lines: dict[str, str] = {}
    for row in visible(person).filter(condition, withdrawn_at=None, ended_at=None).order_by("id"):
        shown = NoteShown.of(row)
        name = f"{row.table}-{row.seq}"
        line = f"{row.by}: {shown.words or shown.tag}"
        lines[name] = f"{lines[name]} · {line}" if name in lines else line
    return lines


@dataclass(frozen=True, slots=True)
class Listed:
    """A page of notes, newest first."""

    notes: list[NoteShown]
    next: int | None
    """The key after which the next page begins; None at the end."""
    tag: str = ""
    table: str = ""
    words: str = ""
    tags: list[str] = field(default_factory=list)


def listed(person: Staff, given: Mapping[str, str], tags: list[str]) -> Listed:
    """The notes that a filter finds."""
    tag, table, words = (given.get(name, "").strip()[:60] for name in ("tag", "table", "words"))
    query = visible(person)
    if tag:
        query = query.filter(facts__tag=tag)
    if table:
        query = query.filter(table=table.upper())
    if words:
        query = query.filter(facts__words__icontains=words)
    before = given.get("before", "")
    if before.isascii() and before.isdigit() and len(before) < 19:
        query = query.filter(pk__lt=int(before))
    rows = list(query[: PAGE + 1])
    more = rows[PAGE - 1].pk if len(rows) > PAGE else None
    return Listed([NoteShown.of(row) for row in rows[:PAGE]], more, tag, table, words, tags)
