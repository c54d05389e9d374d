"""What was recorded of what went wrong at the table and what was done about it, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.cards import UNKNOWN, show
from casino.money import dollars
from rounds.engine.irregularities import events as on
from rounds.engine.irregularities.in_words import phrase
from rounds.engine.phrases import Said, bet_name, hand_at
from rounds.engine.setup import IN_ACTION


def _face(card: str) -> str:
    return "a card that nobody has seen" if card == UNKNOWN else show(card)


def _reshuffled(event: on.CardsReshuffled) -> Said:
    which = "of the rack" if event.what == "rack" else "left in the shoe"
    count = f"{event.count} cards" if event.count else "the cards"
    boxes = ", ".join(map(str, event.cut))
    cut = f"; the cut is offered to box {boxes}, then a supervisor" if boxes else ""
    burnt = "; one is burnt before they are dealt" if event.burn else ""
    return "reshuffled", f"{count} {which} are shuffled{cut}{burnt}", None


def _reported(event: on.IrregularityReported) -> Said:
    values = ", ".join(phrase(name, value) for name, value in event.values)
    waits = f"; {event.wants.replace('_', ' ')} decides" if event.wants else ""
    return "irregularity", f"{event.title}{f': {values}' if values else ''}{waits}", None


def _decided(event: on.IrregularityDecided) -> Said:
    what = "approved" if event.approved else "refused"
    chosen = f", {event.choice.replace('_', ' ')}" if event.choice else ""
    note = f": {event.note}" if event.note else ""
    return (
        f"irregularity_{what}",
        f"{event.kind.replace('_', ' ')} {what}{chosen} ({event.role.replace('_', ' ')}){note}",
        None,
    )


def _voided(event: on.Voided) -> Said:
    result = event.result
    where = f"{hand_at(result.box, result.hand)} {result.player}"
    if result.bet != "main":
        where += f" {bet_name(result.bet)}{' in action' * (result.wager == IN_ACTION)}"
    stays = "kept by the house" if result.takes else "is the player's"
    moved = ""
    if event.back > 0:
        moved = f"; give back {dollars(event.back)}"
    elif event.back < 0 and not result.takes:
        moved = f"; recover {dollars(-event.back)}"
    return "voided", f"{where} {dollars(result.stake)} {stays}{moved}", abs(event.back) or result.stake


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.IrregularityReported: _reported,
    on.IrregularityDecided: _decided,
    on.Voided: _voided,
    on.HandVoided: lambda e: (
        "hand_voided",
        f"{hand_at(e.box, e.hand)} is void: its cards to the discards",
        None,
    ),
    on.RoundVoided: lambda e: (
        "round_voided",
        f"the round is void{f': {e.cause}' if e.cause else ''}"
        f"{'; the cards are replaced or shuffled before the next' if e.shuffle else ''}",
        None,
    ),
    on.CardLate: lambda e: ("card_late", f"box {e.box} gets its second card at its turn", None),
    on.DealerWithoutCard: lambda e: ("dealer_without_card", "the dealer took no first card", None),
    on.DealerCardDue: lambda e: (
        "dealer_card_due",
        f"player {e.player}: the dealer takes a first card "
        f"{'at once' if e.now else f'when {hand_at(e.box, e.hand)} is complete'}",
        None,
    ),
    on.OnlyDrawOrStand: lambda e: (
        "undone_choice",
        f"{hand_at(e.box, e.hand)} is offered cards, and no double or split",
        None,
    ),
    on.InsuranceReopened: lambda e: ("insurance_reopened", "insurance is offered again", None),
    on.CardDiscarded: lambda e: (
        "discarded",
        f"{_face(e.card)} to the discards, on no hand",
        None,
    ),
    on.CardHeld: lambda e: ("held", f"{_face(e.card)} was drawn in error and comes next", None),
    on.CardTurnedDown: lambda e: (
        "turned_down",
        f"{hand_at(e.box, e.hand)} turns the card down and gets no further one",
        None,
    ),
    on.CardsReshuffled: _reshuffled,
    on.ShuffleDue: lambda e: ("shuffle_due", "the cards are shuffled before the next round", None),
    on.BurnMissed: lambda e: ("burn_missed", "no card was burnt: one more is in the shoe", None),
    on.CardDamaged: lambda e: (
        "damaged",
        f"{show(e.card)} {'was replaced' if e.replaced else 'is replaced before the next round'}",
        None,
    ),
    on.WinningsHeld: lambda e: (
        "winnings_held",
        f"{dollars(e.gross)} that player {e.player} won since round {e.since} are held, case {e.case}"
        f" (net {dollars(e.net)})",
        e.gross,
    ),
    on.PlayerExcluded: lambda e: (
        "excluded",
        f"player {e.player} takes no further part in the game{f': {e.reason}' if e.reason else ''}",
        None,
    ),
}
