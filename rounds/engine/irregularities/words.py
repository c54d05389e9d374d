"""The wording of irregularity events."""

from collections.abc import Callable
from typing import Any, Final

from casino.cards import UNKNOWN, Card
from casino.words import Phrase
from rounds.engine.irregularities import events as on
from rounds.engine.irregularities.value_words import phrase
from rounds.engine.phrases import Wording, because, place_at, signed
from rounds.engine.settlement.words import stake_words


def _of_card(code: str, unseen: str, card: Card) -> Phrase:
    """The text of ``code`` for a card, or of ``unseen`` for a card that nobody has seen."""
    return Phrase.of(unseen) if card == UNKNOWN else Phrase.of(code, card=card)


def _reshuffled(event: on.CardsReshuffled) -> Wording:
    if event.what == "rack":
        code = "event.rack_shuffled" if event.count else "event.rack_shuffled_all"
    else:
        code = "event.rest_shuffled" if event.count else "event.rest_shuffled_all"
    words = Phrase.of(code, count=event.count)
    if event.cut:
        words = Phrase.of("event.cut_offered", what=words, boxes=[*event.cut])
    if event.burn:
        words = Phrase.of("event.burnt_before", what=words)
    return "reshuffled", words, None


def _reported(event: on.IrregularityReported) -> Wording:
    values = [phrase(name, value) for name, value in event.values]
    code = "event.irregularity_values" if values else "event.irregularity"
    words = Phrase.of(code, title=event.title, values=values)
    if event.wants:
        words = Phrase.of("event.role_decides", what=words, role=event.wants)
    return "irregularity", words, None


def _decided(event: on.IrregularityDecided) -> Wording:
    words = Phrase.of("event.kind_approved" if event.approved else "event.kind_refused", kind=event.kind)
    if event.choice:
        words = Phrase.of("event.chosen", what=words, choice=event.choice)
    kind = "irregularity_approved" if event.approved else "irregularity_refused"
    return kind, because(signed(words, event.role), event.note), None


def _voided(event: on.Voided) -> Wording:
    result = event.result
    code = "event.void_kept" if result.takes else "event.void_returned"
    words = Phrase.of(code, where=stake_words(result), stake=result.stake)
    if event.back > 0:
        words = Phrase.of("event.give_back", what=words, amount=event.back)
    elif event.back < 0 and not result.takes:
        words = Phrase.of("event.recover", what=words, amount=-event.back)
    return "voided", words, abs(event.back) or result.stake


def _round_void(event: on.RoundVoided) -> Wording:
    words = because(Phrase.of("event.this_round_void"), event.cause)
    if event.shuffle:
        words = Phrase.of("event.cards_before_next", what=words)
    return "round_voided", words, None


def _dealer_card(event: on.DealerCardDue) -> Wording:
    code = "event.dealer_card_now" if event.now else "event.dealer_card_when"
    place = place_at(event.box, event.hand)
    return "dealer_card_due", Phrase.of(code, player=event.player, place=place), None


def _winnings_held(event: on.WinningsHeld) -> Wording:
    words = Phrase.of(
        "event.winnings_held",
        gross=event.gross,
        player=event.player,
        since=event.since,
        case=event.case,
        net=event.net,
    )
    return "winnings_held", words, event.gross


WORDS: Final[dict[type, Callable[[Any], Wording]]] = {
    on.IrregularityReported: _reported,
    on.IrregularityDecided: _decided,
    on.Voided: _voided,
    on.HandVoided: lambda e: (
        "hand_voided",
        Phrase.of("event.hand_void", place=place_at(e.box, e.hand)),
        None,
    ),
    on.RoundVoided: _round_void,
    on.CardLate: lambda e: ("card_late", Phrase.of("event.card_late", box=e.box), None),
    on.DealerWithoutCard: lambda e: (
        "dealer_without_card",
        Phrase.of("event.dealer_without_card"),
        None,
    ),
    on.DealerCardDue: _dealer_card,
    on.OnlyDrawOrStand: lambda e: (
        "undone_choice",
        Phrase.of("event.only_cards", place=place_at(e.box, e.hand)),
        None,
    ),
    on.InsuranceReopened: lambda e: ("insurance_reopened", Phrase.of("event.insurance_again"), None),
    on.CardDiscarded: lambda e: (
        "discarded",
        _of_card("event.discarded", "event.discarded_unseen", e.card),
        None,
    ),
    on.CardHeld: lambda e: ("held", _of_card("event.held", "event.held_unseen", e.card), None),
    on.CardTurnedDown: lambda e: (
        "turned_down",
        Phrase.of("event.turned_down", place=place_at(e.box, e.hand)),
        None,
    ),
    on.CardsReshuffled: _reshuffled,
    on.ShuffleDue: lambda e: ("shuffle_due", Phrase.of("event.shuffle_due"), None),
    on.BurnMissed: lambda e: ("burn_missed", Phrase.of("event.burn_missed"), None),
    on.CardDamaged: lambda e: (
        "damaged",
        Phrase.of("event.damaged_replaced" if e.replaced else "event.damaged", card=e.card),
        None,
    ),
    on.WinningsHeld: _winnings_held,
    on.PlayerExcluded: lambda e: (
        "excluded",
        because(Phrase.of("event.excluded", player=e.player), e.reason),
        None,
    ),
}
