"""The wording of side-bet events after the deal."""

from collections.abc import Callable
from typing import Any, Final

from casino.words import Phrase
from rounds.engine.phrases import Wording, because, bet_of, signed, wager_key
from rounds.engine.sides import events as on

_DOLLAR: Final = 100
"""The stake, in cents, for which a prize is quoted."""


def _rode(event: on.Rode) -> Wording:
    where = bet_of(event.box, event.player, event.bet)
    if event.decided_first:
        return "rode", Phrase.of("event.taken_down_decided", where=where), None
    if not event.amount:
        return "rode", Phrase.of("event.taken_down", where=where), None
    return "rode", Phrase.of("event.stays_in_action", where=where, amount=event.amount), event.amount


def _shown(code: str, event: on.PrizeSelected | on.Misfired) -> Phrase:
    where = bet_of(event.box, event.player, event.bet)
    return Phrase.of(code, where=where, prize=event.per_dollar, unit=_DOLLAR)


def _prize(event: on.PrizeSelected) -> Wording:
    words = _shown("event.prize", event)
    if event.by:
        code = "event.pressed_by_house" if event.staff else "event.pressed_by"
        words = Phrase.of(code, what=words, by=event.by)
    if event.drawn:
        words = Phrase.of("event.drawn_by_machine", what=words)
    return "prize", words, event.per_dollar


def _press_void(event: on.PressVoid) -> Wording:
    bet = Phrase.of("event.bet", bet=wager_key(event.bet))
    where = bet_of(event.box, event.player, event.bet) if event.player else bet
    code = "event.press_void_showed" if event.per_dollar else "event.press_void"
    return "press_void", Phrase.of(code, where=where, prize=event.per_dollar), None


def _suspended(event: on.BetSuspended) -> Wording:
    words = Phrase.of("event.not_offered", bet=wager_key(event.bet), device=event.device)
    return "bet_suspended", signed(words, event.role), None


def _resumed(event: on.BetResumed) -> Wording:
    words = because(Phrase.of("event.offered_again", bet=wager_key(event.bet)), event.note)
    return "bet_resumed", signed(words, event.role), None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.Rode: _rode,
    on.PrizeSelected: _prize,
    on.PressVoid: _press_void,
    on.Misfired: lambda e: ("misfired", _shown("event.misfired", e), None),
    on.MisfireAnswered: lambda e: (
        "misfire_answered",
        Phrase.of(
            "event.takes_prize" if e.accepted else "event.presses_again",
            where=bet_of(e.box, e.player, e.bet),
        ),
        None,
    ),
    on.BetSuspended: _suspended,
    on.BetResumed: _resumed,
}
