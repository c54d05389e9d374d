"""The wording of wager events."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import Cents
from casino.words import Phrase
from rounds.engine.phrases import Wording, bet_of, wager_key
from rounds.engine.wagers import events as on


def _sum(where: Phrase, amount: Cents) -> Phrase:
    return Phrase.of("event.sum", where=where, amount=amount)


def _on(event: on.WagerPlaced | on.WagerRefused) -> Phrase:
    """The wager with its amount, on its box or on one of the split hands there, even the first."""
    where = Phrase.of(
        "event.stake_on", place=(event.box, event.hand), player=event.player, bet=wager_key(event.bet)
    )
    return _sum(where, event.amount)


def _placed(event: on.WagerPlaced) -> Wording:
    wager = _on(event)
    if event.notice:
        wager = Phrase.of("event.noted", what=wager, note=event.notice)
    return "wager", wager, event.amount


def _called(event: on.BetsCalled) -> Wording:
    total = sum(wager.effective for wager in event.wagers)
    return "called", Phrase.of("event.called", wagers=len(event.wagers), total=total), total


def _on_box(event: on.WagerWithdrawn | on.WagerDeclared | on.OralWagerRejected) -> Phrase:
    return _sum(bet_of(event.box, event.player, event.bet), event.amount)


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.Seated: lambda e: ("caller", Phrase.of("event.caller", box=e.box, player=e.player), None),
    on.PlayerLeft: lambda e: ("left", Phrase.of("event.left", player=e.player), None),
    on.WagerPlaced: _placed,
    on.WagerWithdrawn: lambda e: ("withdrawn", _on_box(e), e.amount),
    on.WagerRefused: lambda e: ("wager_refused", _on(e), e.amount),
    on.WagerDeclared: lambda e: (
        "declared",
        Phrase.of("event.spoken", what=_on_box(e), backing=e.backing),
        e.amount,
    ),
    on.OralWagerRejected: lambda e: (
        "oral_rejected",
        Phrase.of("event.no_chips_before_call", what=_on_box(e)),
        e.amount,
    ),
    on.PlayerWarned: lambda e: ("warned", Phrase.of("event.warned", player=e.player), None),
    on.Arranged: lambda e: ("arranged", Phrase.of("event.arranged", box=e.box, players=[*e.players]), None),
    on.BetsCalled: _called,
}
