"""What was recorded of what a role allows or imposes, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from casino.words import Phrase
from rounds.engine.permits import events as on
from rounds.engine.phrases import Said


def restriction_words(one_box: bool, minimum: bool, lifted: bool = False) -> Phrase:
    """What a player is held to: ``held to the minimum on one box``; or that it ends."""
    if lifted:
        return Phrase.of("held.released")
    if not one_box:
        return Phrase.of("held.minimum")
    return Phrase.of("held.both" if minimum else "held.one_box")


def _restricted(event: on.PlayerRestricted) -> Said:
    what = restriction_words(event.one_box, event.minimum, event.lifted).english
    notified = f", notified: {event.notified}" if event.notified else ""
    why = f", {event.reason}" if event.reason else ""
    return (
        "restricted",
        f"player {event.player} {what} by {event.role.replace('_', ' ')}{notified}{why}",
        None,
    )


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.SeveralBoxesAllowed: lambda e: (
        "allowed",
        f"player {e.player} {'no longer' if e.revoked else 'may wager'} on several boxes"
        f"{f', {e.extra} more' if e.extra else ''}{', behind others alone' if e.behind else ''}"
        f" ({e.role.replace('_', ' ')})",
        None,
    ),
    on.LimitAllowed: lambda e: (
        "limit",
        f"box {e.box} {e.player}: personal limit {dollars(e.maximum) if e.maximum else 'ended'} "
        f"({e.role.replace('_', ' ')})",
        e.maximum or None,
    ),
    on.MarkerPlaced: lambda e: ("marker", f"box {e.box} {e.player}: marker laid", None),
    on.PlayersLimited: lambda e: (
        "players_limited",
        f"box {e.box}: at most {e.most} ({e.reason or 'no reason'})",
        None,
    ),
    on.PlayerRestricted: _restricted,
    on.WritingAllowed: lambda e: (
        "allowed",
        f"player {e.player} may {'no longer ' if e.revoked else ''}write at the table ({e.role.replace('_', ' ')})",
        None,
    ),
    on.SeatVacated: lambda e: (
        "seat",
        f"box {e.box}: player {e.player} gives up the seat after {e.rounds} rounds without a wager "
        f"({e.role.replace('_', ' ')})",
        None,
    ),
}
