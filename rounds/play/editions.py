"""Editions of the rules in the record. Each is recorded once, whole, in the house chain, before the first round dealt
under it; a row repeats it for quick loading, and `verify_ledger` compares the two.

An edition is named by the hash of its text, so what a process caches is never out of date.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from casino import ledger
from casino.ledger import HOUSE, Draft
from casino.ledger.rows import ROWS, rows_of
from casino.postgres.outages import NotYet
from casino.words import Phrase
from rounds import engine
from rounds.engine import Event, Setup
from rounds.engine.events import UnknownEvent
from rounds.engine.values import Edition, EditionError, LaterEdition, edition_from, name_of
from rounds.models import RulesEdition

Opening = engine.events.RoundOpened | engine.events.SetupRenewed
"""The events that name the rules of a round."""


class LaterVersion(NotYet):
    """A later version of the software recorded something unknown to this worker; a worker of that version can read
    it."""


KEPT: Final = 64
"""The most editions kept in memory: more than a house uses."""

_kept: dict[str, Edition] = {}


def edition(name: str) -> Edition:
    """The edition with that hash, with its values. Raises EditionError for one that is not in the record, or differs
    from what was recorded."""
    kept = _kept.get(name)
    if kept is not None:
        return kept
    text = RulesEdition.objects.filter(pk=name).values_list("text", flat=True).first()
    if text is None:
        raise EditionError(f"The edition {name} of the rules is not in the record.")
    if name_of(text) != name:
        raise EditionError(f"The edition {name} of the rules is not what was recorded.")
    read = edition_from(text)
    if len(_kept) >= KEPT:
        _kept.clear()
    _kept[name] = read
    return read


def every() -> list[Edition]:
    """Every edition that rounds were dealt under. Raises LaterVersion, EditionError."""
    try:
        return [edition(name) for name in RulesEdition.objects.values_list("pk", flat=True)]
    except LaterEdition as later:
        raise LaterVersion(str(later)) from later


def forget() -> None:
    """Empty the cache, as in a process that has just started."""
    _kept.clear()


def decoded(body: bytes | str) -> Event:
    """The event of an entry; if it opens a round or renews a set-up, with the values of its edition. Raises
    LaterVersion, EditionError, and msgspec.ValidationError for anything but an event."""
    try:
        return engine.decode_event(body, edition)
    except (UnknownEvent, LaterEdition) as later:
        raise LaterVersion(str(later)) from later


def record_new(openings: Iterable[Opening], dealt: Setup | None, at: datetime) -> None:
    """Record the editions of these set-ups that the record does not have yet. ``dealt`` is the set-up of the table's
    last round, whose edition is already recorded."""
    before = dealt.edition if dealt is not None else None
    for event in openings:
        named = event.setup.edition
        if named is not None and named != before and not _recorded(named):
            _record(named, at)


def _recorded(named: Edition) -> bool:
    return RulesEdition.objects.filter(pk=str(named)).exists()


def _record(named: Edition, at: datetime) -> None:
    head = ledger.lock(HOUSE)
    if _recorded(named):
        return  # another table has just begun to deal under it
    rules = named.rules
    row = RulesEdition.objects.create(hash=str(named), text=named.text)
    entry = Draft(
        kind="rules_edition",
        detail=Phrase.of("entry.edition", book=rules.book, game=rules.game, edition=named[:12]),
        body={ROWS: rows_of(row)},
    )
    ledger.append(HOUSE, [entry], at=ledger.not_before_last(head.at, at), head=head)
