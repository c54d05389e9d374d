"""Notes: written by surveillance on a round or an entry, withdrawn by another entry, never changed. The pit may read
only those addressed to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from casino import ledger
from casino.ledger import DESK, Entry
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.models import Round
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.desk_settings.cameras import sighting
from rounds.surveillance.notes.models import Note
from rounds.surveillance.record import reads, require_writer, worded, write

WORDS: Final = 1_000
"""The most characters of a note."""


def visible(person: Staff) -> QuerySet[Note]:
    """The notes that a person may read."""
    if reads(person):
        return Note.objects.all()
    if person.has_role_at_least(Role.GAME_SUPERVISOR):
        return Note.objects.filter(to_pit=True, withdrawn_at=None, ended_at=None)
    return Note.objects.none()


@dataclass(frozen=True, slots=True)
class Written:
    """What a reviewer wrote: words or a tag, what a camera showed and when by its own clock, and whether the pit
    reads it."""

    words: str = ""
    tag: str = ""
    camera: str = ""
    camera_time: str = ""
    to_pit: bool = False


def add(
    table: str, round_no: int, written: Written, *, seq: int | None = None, by: Staff, at: datetime
) -> Note:
    """Keep a note on a round, or on the entry `seq` of it. Raises Refusal for a person who may not write at the
    desk, for an unknown round, entry or tag, and for a note without words and tag."""
    require_writer(by)
    round_row = Round.objects.filter(table__code=table, round_no=round_no).first()
    if round_row is None:
        raise Refusal("round.unknown", table=table, round=round_no)
    if seq is not None and not Entry.objects.filter(chain=table, round_no=round_no, seq=seq).exists():
        raise Refusal("note.no_such_entry", table=table, seq=seq)
    words, tag = written.words.strip()[:WORDS], written.tag
    if tag and tag not in lists.tags():
        raise Refusal("note.no_such_tag", tag=tag)
    if not words and not tag:
        raise Refusal("note.empty")
    if written.to_pit and not words:
        raise Refusal("note.to_pit_without_words")
    seen = sighting(written.camera, written.camera_time, at, round_row.collected_at or round_row.opened_at)
    with transaction.atomic():
        ledger.lock(DESK)
        note = Note.objects.create(
            table=table,
            round_no=round_no,
            seq=seq,
            to_pit=written.to_pit,
            facts=worded(words=words, tag=tag, **seen),
            by=by.number,
            at=at,
        )
        write("desk_note", note, by=by, at=at)
        return note


def withdraw(note_id: int, why: str, *, by: Staff, at: datetime) -> Note:
    """Withdraw a note, which stays but is marked. Raises Refusal for an unknown or withdrawn note, and without a
    reason."""
    require_writer(by)
    with transaction.atomic():
        ledger.lock(DESK)
        note = Note.objects.filter(pk=note_id).first()
        if note is None or note.ended_at is not None:
            raise Refusal("note.unknown")
        if note.withdrawn_at is not None:
            raise Refusal("note.withdrawn", by=note.withdrawn_by)
        if not why.strip():
            raise Refusal("note.why_missing")
        note.withdrawn_by, note.withdrawn_at = by.number, at
        note.withdrawal = worded(why=why.strip()[:WORDS])
        note.save()
        write("desk_note_withdrawn", note, by=by, at=at)
        return note
