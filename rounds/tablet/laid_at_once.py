"""Wagers that one tap placed together, as “same again” does: an undo takes them back together."""

from __future__ import annotations

from casino.ledger import Entry
from rounds import engine
from rounds.engine.events import Undone, WagerPlaced
from rounds.play.snapshot import Live

OPENING = 0
"""The tap number of the event that opens a round; those of commands have the number of their tap."""


def placed_at_once(live: Live) -> list[WagerPlaced]:
    """The wagers of the last tap in force if it placed several, in order; otherwise an empty list."""
    taps = _last_wagers(live)
    if len(taps) < 2:
        return []
    keys = dict(
        Entry.objects.filter(
            chain=live.table.code,
            round_no=live.round_no,
            folded=True,
            tap__in=[OPENING, *(event.tap for event in taps)],
        )
        .exclude(key="")
        .values_list("tap", "key")
    )
    # A command's first entry has the key: for the first command of a round, the entry that opens the round.
    of_event = [_of_tap(keys.get(event.tap) or keys.get(OPENING, "")) for event in taps]
    together: list[WagerPlaced] = []
    for event, tap in zip(reversed(taps), reversed(of_event), strict=True):
        if not tap or tap != of_event[-1]:
            break
        together.insert(0, event)
    return together if len(together) > 1 else []


def _last_wagers(live: Live) -> list[WagerPlaced]:
    """The wagers, each its own command, that end what is in force and were recorded at the same time."""
    undone = {event.undone_tap for event in live.events if isinstance(event, Undone)}
    last: list[WagerPlaced] = []
    recorded = None
    for event, at in zip(reversed(live.events), reversed(live.times), strict=True):
        if isinstance(event, Undone) or event.tap in undone:
            continue
        if not isinstance(event, WagerPlaced) or recorded not in (None, at):
            break
        recorded = at
        last.insert(0, event)
    return last


def _of_tap(key: str) -> str:
    """The key of the tap that a command's own key belongs to (`rounds.play.service.key_in_tap`)."""
    tap, colon, number = key.rpartition(":")
    return tap if colon and number.isdigit() else key


def all_taken_back(live: Live) -> list[engine.Command]:
    """The commands that undo the last tap: one per wager if it placed several."""
    return [engine.Undo()] * max(1, len(placed_at_once(live)))
