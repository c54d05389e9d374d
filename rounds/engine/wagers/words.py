"""What was recorded of wagers, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.phrases import Said, bet_name, where_it_lies
from rounds.engine.wagers import events as on


def _placed(event: on.WagerPlaced) -> Said:
    notice = f" ({event.notice})" if event.notice else ""
    where = where_it_lies(event.box, event.hand)
    detail = f"{where} {event.player} {bet_name(event.bet)} {dollars(event.amount)}{notice}"
    return "wager", detail, event.amount


def _called(event: on.BetsCalled) -> Said:
    total = sum(wager.effective for wager in event.wagers)
    count = f"{len(event.wagers)} wager{'' if len(event.wagers) == 1 else 's'}"
    return "called", f"no more bets: {count}, {dollars(total)} in play", total


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.Seated: lambda e: ("caller", f"box {e.box}: {e.player} calls the decisions", None),
    on.PlayerLeft: lambda e: ("left", f"player {e.player} left the table", None),
    on.WagerPlaced: _placed,
    on.WagerWithdrawn: lambda e: (
        "withdrawn",
        f"box {e.box} {e.player} {bet_name(e.bet)} {dollars(e.amount)}",
        e.amount,
    ),
    on.WagerRefused: lambda e: (
        "wager_refused",
        f"{where_it_lies(e.box, e.hand)} {e.player} {bet_name(e.bet)} {dollars(e.amount)}",
        e.amount,
    ),
    on.WagerDeclared: lambda e: (
        "declared",
        f"box {e.box} {e.player} {bet_name(e.bet)} {dollars(e.amount)}, spoken, with {e.backing}",
        e.amount,
    ),
    on.OralWagerRejected: lambda e: (
        "oral_rejected",
        f"box {e.box} {e.player} {bet_name(e.bet)} {dollars(e.amount)}: no chips before the call",
        e.amount,
    ),
    on.PlayerWarned: lambda e: (
        "warned",
        f"player {e.player}: further wagers under the minimum are returned",
        None,
    ),
    on.Arranged: lambda e: (
        "arranged",
        f"box {e.box}: {', '.join(e.players)} from the dealer outwards",
        None,
    ),
    on.BetsCalled: _called,
}
