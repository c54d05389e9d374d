"""Tell the round in progress when a side bet's equipment fails or works again.

The pit records the failure (`tables.bets.equipment`); the round then returns the wagers on the bet, or pays its
winners what the book sets for a failure (NZ-16.12-S3, VIC03-11.7.3(b)).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from secrets import token_hex

from django.db import transaction

from casino.ledger import Entry
from casino.staff.models import Staff
from rounds import engine
from rounds.engine.events import BetSuspended
from rounds.engine.questions import offer_of
from rounds.play import service
from tables.bets import equipment


def tell_the_round(
    code: str, bet: str, item: str, *, works: bool, by: Staff, at: datetime, **_: object
) -> None:
    """Receiver of `tables.signals.equipment_reported`: play the failure, or the repair, at the table, if it concerns
    the round. The table must be locked."""
    state = service.current(code).state
    suspended = bet in state.carry.suspended
    command: engine.EquipmentFailed | engine.EquipmentRepaired
    if works and suspended:
        command = engine.EquipmentRepaired(bet, "", item)
    elif not works and not suspended and offer_of(state.setup, bet) and _in_hand(state):
        command = engine.EquipmentFailed(bet, item, "")
    else:
        return
    service.play(code, command, by=by, key=f"equipment-{token_hex(8)}", at=at)


def report_elsewhere(chain: str, entries: Sequence[Entry], **_: object) -> None:
    """Receiver of `rounds.play.signals.suspended`: a device reported at one table has failed at every table that it
    serves (NZ-16.12-S1). Runs once the report is committed: the other tables are locked one at a time."""
    for entry in entries:
        event = engine.decode_event(entry.body) if entry.folded and entry.kind == "bet_suspended" else None
        if isinstance(event, BetSuspended):
            transaction.on_commit(_reporting(chain, event, entry), robust=True)


def _reporting(chain: str, event: BetSuspended, entry: Entry) -> Callable[[], None]:
    def report() -> None:
        item = equipment.shared_and_working(chain, event.bet, event.device)
        if item:
            by = Staff.objects.get(number=entry.actor)
            equipment.fail(chain, event.bet, item, by=by, at=entry.at)

    return report


def _in_hand(state: engine.State) -> bool:
    """Whether anything has been recorded of the round; otherwise the next round begins without the bet."""
    return state.tap > 0
