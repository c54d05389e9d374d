"""The wording of settlement events."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import Cents, dollars
from casino.words import Phrase
from rounds.engine.phrases import Wording, place_at, wager_key
from rounds.engine.settlement import events as on
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION

_PAID: Final = {
    (False, False): "event.paid",
    (True, False): "event.paid_on_stake",
    (False, True): "event.paid_at_odds",
    (True, True): "event.paid_on_stake_at_odds",
}
"""The codes for a payment, by whether it was on a stake and whether it was at odds."""


def stake_words(result: Result) -> Phrase:
    """Whose wager was settled, and where it was."""
    place, player = place_at(result.box, result.hand), result.player
    if result.bet == "main":
        return Phrase.of("event.stake", place=place, player=player)
    code = "event.stake_in_action" if result.wager == IN_ACTION else "event.stake_on"
    return Phrase.of(code, place=place, player=player, bet=wager_key(result.bet))


def _sum(where: Phrase, amount: Cents) -> Phrase:
    return Phrase.of("event.sum", where=where, amount=amount)


def _settled(event: on.Settled) -> Wording:
    result = event.result
    where = stake_words(result)
    if result.pays:
        code = _PAID[bool(result.stake), bool(result.odds)]
        words = Phrase.of(code, where=where, stake=result.stake, odds=result.odds, pays=result.pays)
        if result.chips and result.chips[0][0] > 1:  # without a float every cent is payable
            chips = " + ".join([f"{count}×{dollars(chip)}" for chip, count in result.chips])
            words = Phrase.of("event.in_chips", what=words, chips=chips)
        return "paid", words, result.pays
    if result.takes > 0:
        words, back = _sum(where, result.takes), result.stake - result.takes
        if back:
            words = Phrase.of("event.rest_returned", what=words, back=back)
        return "took", words, result.takes
    if result.takes < 0:
        return "gave_back", _sum(where, -result.takes), -result.takes
    words = Phrase.of("event.stays_with_player", where=where, stake=result.stake)
    return result.result, words, result.stake


def _collected(event: on.Collected) -> Wording:
    dealer = Phrase.of("then.dealer")
    order = [
        Phrase.of("event.place", place=place_at(box, hand)) if box else dealer for box, hand in event.order
    ]
    words = Phrase.of("event.collected", order=order)
    if event.lammers:
        words = Phrase.of("event.lammers", what=words, count=event.lammers)
    return "collected", words, None


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.DealerHandCleared: lambda e: (
        "dealer_hand",
        Phrase.of("event.dealer_hand", hand=e.number),
        None,
    ),
    on.Settled: _settled,
    on.Collected: _collected,
}
