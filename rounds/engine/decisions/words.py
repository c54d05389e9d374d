"""What was recorded of the decisions, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.decisions import events as on
from rounds.engine.phrases import Said, hand_at


def _doubled(event: on.Doubled) -> Said:
    adds = "; ".join(
        f"{player} {'+' + dollars(cents) if cents else 'stays'}{' free' if player in event.free else ''}"
        for player, cents in event.adds
    )
    return (
        "doubled",
        f"{hand_at(event.box, event.hand)} by {event.by}: {adds or 'every wager on it, fully'}",
        sum(cents for _, cents in event.adds) if event.adds else None,
    )


def _split(event: on.Split) -> Said:
    choices = "; ".join(
        f"{player} {'+' + dollars(new) if new else 'rides on the first'}" for player, _, new in event.matches
    )
    return (
        "split",
        f"{hand_at(event.box, event.hand)} by {event.by}: {choices or 'every wager on it, matched'}",
        sum(new for _, _, new in event.matches) if event.matches else None,
    )


def _directed(event: on.HandDirected) -> Said:
    what = "wait for the player" if event.wait else "complete it as the book says"
    return "directed", f"{hand_at(event.box, event.hand)}: {what} ({event.role.replace('_', ' ')})", None


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.Surrendered: lambda e: ("surrendered", f"box {e.box} {e.player} gives up half", None),
    on.SurrenderClosed: lambda e: (
        "surrender_closed",
        ", ".join(f"box {box} {player}" for box, player in e.without)
        + (" play on" if e.without else "closed"),
        None,
    ),
    on.Rescued: lambda e: (
        "rescued",
        f"{hand_at(e.box, e.hand)} {e.player} takes {dollars(e.back)} back and gives up the original",
        e.back,
    ),
    on.PlayedOn: lambda e: (
        "played_on",
        f"{hand_at(e.box, e.hand)}: {', '.join(e.players) or 'nobody'} plays on with the double",
        None,
    ),
    on.Drew: lambda e: ("drew", f"{hand_at(e.box, e.hand)} asks for a card, called by {e.by}", None),
    on.Stood: lambda e: ("stood", f"{hand_at(e.box, e.hand)}, called by {e.by}", None),
    on.Doubled: _doubled,
    on.Split: _split,
    on.DirectionAsked: lambda e: (
        "direction_asked",
        f"{hand_at(e.box, e.hand)}: player {'absent' if e.reason == 'absent' else 'does not act'}",
        None,
    ),
    on.CallerPassed: lambda e: (
        "caller_passed",
        f"{hand_at(e.box, e.hand)}: player {e.absent} is not there, player {e.player} decides",
        None,
    ),
    on.HandDirected: _directed,
}
