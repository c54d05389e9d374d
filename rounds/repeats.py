"""Whether a tap that is sent again is the same tap: a key belongs to one command.

What was refused or asked is recorded with its command. What was played is recorded as events, so the command is
decided once more on the state that it met: the same command gives the same events.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from casino.ledger import Entry
from casino.staff.models import Approval
from rounds import engine
from rounds.engine import Command, Event, RuleViolation, State

SHORT = 600
"""Bytes of a refused command that its entry keeps in full; of a longer one it keeps the beginning and a hash."""


def in_short(command: Command) -> Any:
    """The command as the entry of its refusal keeps it."""
    text = engine.encode_command(command)
    if len(text) <= SHORT:
        return msgspec.json.decode(text)
    return {
        "type": command.__struct_config__.tag,
        "begins": text[:SHORT].decode(errors="ignore"),
        "bytes": len(text),
        "sha256": hashlib.sha256(text).hexdigest(),
    }


def repeats(chain: str, key: str, command: Command) -> bool:
    """Whether `command` is what the entry with this key recorded. The key must be there."""
    entry = Entry.objects.get(chain=chain, key=key)
    if entry.folded:
        return _played(entry, command)
    body: dict[str, Any] = msgspec.json.decode(entry.body)
    if "approval" in body:
        asked = Approval.objects.get(pk=body["approval"]).command
        return bool(engine.decode_command(asked) == command)
    return bool(body.get("command") == in_short(command))


def _played(entry: Entry, command: Command) -> bool:
    """Whether the command, decided on what stood before the entry, gives the events that stand there."""
    recorded: list[Event] = []
    state: State | None = None
    in_round = Entry.objects.filter(chain=entry.chain, round_no=entry.round_no, folded=True).order_by("seq")
    for seq, other, body in in_round.values_list("seq", "key", "body"):
        event = engine.decode_event(body)
        if seq > entry.seq and (other or _is_next(recorded[-1], event)):
            break
        if seq >= entry.seq:
            recorded.append(event)
        else:
            state = engine.evolve(state, event)
    opened = recorded[0]
    try:
        first = engine.start(opened.setup, opened.round_no) if isinstance(opened, engine.RoundOpened) else ()
        for event in first:
            state = engine.evolve(state, event)
        assert state is not None, "a round begins with its opening"
        return (*first, *engine.decide(engine.rules_of(state.setup), state, command)) == tuple(recorded)
    except RuleViolation:
        return False


def _is_next(before: Event, event: Event) -> bool:
    """Whether the event is of another command: one that was approved has no key to tell it by."""
    return event.tap != before.tap and not isinstance(before, engine.RoundOpened)
