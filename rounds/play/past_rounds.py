"""Earlier rounds of a table: looking one up, and recording what a later round found out about it.

Such a finding has its own entries (`engine.FormerRoundVoid`, `engine.FormerRoundCorrected`): in the chain they come
among those of the later round, but they belong to the earlier one, so that its rows, its replay and the table's
totals follow.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import msgspec

from casino.ledger import Draft, Entry
from casino.ledger.archives.months import gap_of_round, refuse_round_away
from rounds import engine
from rounds.engine import Event, State
from rounds.play.editions import decoded
from rounds.play.projection import rows
from rounds.play.snapshot import draft_of
from tables.models import Table


def past_round(code: str, round_no: int) -> State | None:
    """A round of the table as it is now, by its number; None if it is not in the record. Raises Refusal for one in an
    archived month."""
    refuse_round_away(code, round_no)
    state: State | None = None
    entries = Entry.objects.filter(chain=code, round_no=round_no, folded=True).order_by("seq")
    for body in entries.values_list("body", flat=True):
        state = engine.evolve(state, decoded(body))
    return state


def round_shown(code: str, round_no: int) -> State | None:
    """The round as it is now, for a screen; None if it is not in the record, or in an archived month."""
    return None if gap_of_round(code, round_no) is not None else past_round(code, round_no)


@dataclass(frozen=True, slots=True)
class Revised:
    """An earlier round before and after a finding, with the finding's events."""

    before: State
    after: State
    events: tuple[Event, ...]


FINDINGS: Final = (engine.events.FormerRoundVoid, engine.events.FormerRoundCorrected)
"""Events about an earlier round."""


def findings_of(code: str, events: Iterable[Event]) -> dict[int, Revised]:
    """What the events of a command change in earlier rounds, by their number."""
    undone: dict[int, Revised] = {}
    for event in events:
        if isinstance(event, FINDINGS) and event.events:
            before = past_round(code, event.round_no)
            assert before is not None, "it was looked up to be decided"
            tap = before.tap + 1
            inner = tuple([msgspec.structs.replace(finding, tap=tap) for finding in event.events])
            after = before
            for finding in inner:
                after = engine.evolve(after, finding)
            undone[event.round_no] = Revised(before, after, inner)
    return undone


def drafts(undone: dict[int, Revised], acting: str) -> list[Draft]:
    """The ledger entries for those rounds."""
    return [
        draft_of(event, round_no, acting) for round_no, earlier in undone.items() for event in earlier.events
    ]


def project(table: Table, undone: dict[int, Revised]) -> None:
    """Write the rows of those rounds, and add the changes to the table's own figures, which are saved with the round
    in progress."""
    for earlier in undone.values():
        rows.project_earlier(table, earlier.before, earlier.after)
