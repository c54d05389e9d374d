"""The wording of decision events."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.decisions import events as on
from rounds.engine.phrases import Wording, box_player, place_at, signed


def _added(player: str, amount: int, *, free: bool) -> Phrase:
    if free:
        code = "event.adds_free" if amount else "event.stays_free"
    else:
        code = "event.adds" if amount else "event.stays"
    return Phrase.of(code, player=player, amount=amount)


def _doubled(event: on.Doubled) -> Wording:
    place, by = place_at(event.box, event.hand), event.by
    if not event.adds:
        return "doubled", Phrase.of("event.doubled_all", place=place, by=by), None
    wagers = [_added(player, cents, free=player in event.free) for player, cents in event.adds]
    words = Phrase.of("event.decided", place=place, by=by, wagers=wagers)
    return "doubled", words, sum(cents for _, cents in event.adds)


def _split(event: on.Split) -> Wording:
    place, by = place_at(event.box, event.hand), event.by
    if not event.matches:
        return "split", Phrase.of("event.split_all", place=place, by=by), None
    wagers = [
        Phrase.of("event.adds" if new else "event.rides", player=player, amount=new)
        for player, _, new in event.matches
    ]
    words = Phrase.of("event.decided", place=place, by=by, wagers=wagers)
    return "split", words, sum(new for _, _, new in event.matches)


def _surrender_closed(event: on.SurrenderClosed) -> Wording:
    if not event.without:
        return "surrender_closed", Phrase.of("event.closed"), None
    wagers = [box_player(box, player) for box, player in event.without]
    return "surrender_closed", Phrase.of("event.play_on", wagers=wagers), None


def _directed(event: on.HandDirected) -> Wording:
    code = "event.wait_for_player" if event.wait else "event.complete_hand"
    return "directed", signed(Phrase.of(code, place=place_at(event.box, event.hand)), event.role), None


def _played_on(event: on.PlayedOn) -> Wording:
    code = "event.played_on" if event.players else "event.nobody_played_on"
    place = place_at(event.box, event.hand)
    return "played_on", Phrase.of(code, place=place, players=[*event.players]), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.Surrendered: lambda e: (
        "surrendered",
        Phrase.of("event.surrendered", box=e.box, player=e.player),
        None,
    ),
    on.SurrenderClosed: _surrender_closed,
    on.Rescued: lambda e: (
        "rescued",
        Phrase.of("event.rescued", place=place_at(e.box, e.hand), player=e.player, back=e.back),
        e.back,
    ),
    on.PlayedOn: _played_on,
    on.Drew: lambda e: ("drew", Phrase.of("event.drew", place=place_at(e.box, e.hand), by=e.by), None),
    on.Stood: lambda e: ("stood", Phrase.of("event.stood", place=place_at(e.box, e.hand), by=e.by), None),
    on.Doubled: _doubled,
    on.Split: _split,
    on.DirectionAsked: lambda e: (
        "direction_asked",
        Phrase.of(
            "event.player_absent" if e.reason == "absent" else "event.player_does_not_act",
            place=place_at(e.box, e.hand),
        ),
        None,
    ),
    on.CallerPassed: lambda e: (
        "caller_passed",
        Phrase.of("event.caller_passed", place=place_at(e.box, e.hand), absent=e.absent, player=e.player),
        None,
    ),
    on.HandDirected: _directed,
}
