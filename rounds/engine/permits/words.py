"""The wording of events about permits and restrictions."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.permits import events as on
from rounds.engine.phrases import Wording, signed


def restriction_words(one_box: bool, minimum: bool, lifted: bool = False) -> Phrase:
    """What a player is restricted to, such as ``held to the minimum on one box``; or that the restriction ends."""
    if lifted:
        return Phrase.of("held.released")
    if not one_box:
        return Phrase.of("held.minimum")
    return Phrase.of("held.both" if minimum else "held.one_box")


def _restricted(event: on.PlayerRestricted) -> Wording:
    restriction = restriction_words(event.one_box, event.minimum, event.lifted)
    words = Phrase.of("event.restricted", player=event.player, restriction=restriction, role=event.role)
    if event.notified:
        words = Phrase.of("event.notified", what=words, time=event.notified)
    if event.reason:
        words = Phrase.of("event.and_why", what=words, reason=event.reason)
    return "restricted", words, None


def _several_boxes(event: on.SeveralBoxesAllowed) -> Wording:
    code = "event.several_boxes_ended" if event.revoked else "event.several_boxes"
    words = Phrase.of(code, player=event.player)
    if event.extra:
        words = Phrase.of("event.boxes_more", what=words, extra=event.extra)
    if event.behind:
        words = Phrase.of("event.behind_others", what=words)
    return "allowed", signed(words, event.role), None


def _limit(event: on.LimitAllowed) -> Wording:
    code = "event.limit" if event.maximum else "event.limit_ended"
    words = Phrase.of(code, box=event.box, player=event.player, limit=event.maximum)
    return "limit", signed(words, event.role), event.maximum or None


def _players_limited(event: on.PlayersLimited) -> Wording:
    code = "event.players_limited" if event.reason else "event.players_limited_bare"
    return "players_limited", Phrase.of(code, box=event.box, most=event.most, reason=event.reason), None


def _writing(event: on.WritingAllowed) -> Wording:
    code = "event.may_not_write" if event.revoked else "event.may_write"
    return "allowed", signed(Phrase.of(code, player=event.player), event.role), None


def _seat(event: on.SeatVacated) -> Wording:
    words = Phrase.of("event.seat", box=event.box, player=event.player, rounds=event.rounds)
    return "seat", signed(words, event.role), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.SeveralBoxesAllowed: _several_boxes,
    on.LimitAllowed: _limit,
    on.MarkerPlaced: lambda e: ("marker", Phrase.of("event.marker", box=e.box, player=e.player), None),
    on.PlayersLimited: _players_limited,
    on.PlayerRestricted: _restricted,
    on.WritingAllowed: _writing,
    on.SeatVacated: _seat,
}
