"""What was recorded of side bets after the deal, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.phrases import Said, bet_name
from rounds.engine.sides import events as on


def _rode(event: on.Rode) -> Said:
    where = f"box {event.box} {event.player} {bet_name(event.bet)}"
    if event.decided_first:
        return "rode", f"{where}: taken down, the hand was decided on first", None
    if not event.amount:
        return "rode", f"{where}: taken down", None
    return "rode", f"{where}: {dollars(event.amount)} stays in action", event.amount


def _prize(event: on.PrizeSelected) -> Said:
    who = f", pressed by {event.by}{' of the house' if event.staff else ''}" if event.by else ""
    drawn = ", drawn by the machine" if event.drawn else ""
    detail = f"box {event.box} {event.player} {bet_name(event.bet)}: {dollars(event.per_dollar)} for each $1"
    return "prize", f"{detail}{who}{drawn}", event.per_dollar


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.Rode: _rode,
    on.PrizeSelected: _prize,
    on.PressVoid: lambda e: (
        "press_void",
        f"{f'box {e.box} {e.player} ' if e.player else ''}{bet_name(e.bet)}: the button was pressed for nobody"
        f"{f' and showed {dollars(e.per_dollar)}' if e.per_dollar else ''}, without effect",
        None,
    ),
    on.Misfired: lambda e: (
        "misfired",
        f"box {e.box} {e.player} {bet_name(e.bet)}: the button was set off at {dollars(e.per_dollar)} for each $1",
        None,
    ),
    on.MisfireAnswered: lambda e: (
        "misfire_answered",
        f"box {e.box} {e.player} {bet_name(e.bet)}: {'takes what it shows' if e.accepted else 'presses again'}",
        None,
    ),
    on.BetSuspended: lambda e: (
        "bet_suspended",
        f"{bet_name(e.bet)} is not offered: {e.device} has failed ({e.role.replace('_', ' ')})",
        None,
    ),
    on.BetResumed: lambda e: (
        "bet_resumed",
        f"{bet_name(e.bet)} is offered again{f': {e.note}' if e.note else ''} ({e.role.replace('_', ' ')})",
        None,
    ),
}
