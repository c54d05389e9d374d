"""What the packs of a table hold: a card that cannot have left the shoe is a likely slip, or they are wrong."""

from casino.cards import Card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.state import State


def none_of_these(rules: Rules, card: Card) -> Refusal | None:
    """The refusal of a card that the game's packs are without (VIC03-10.4.1); None for one that they hold."""
    if card[0] not in rules.missing_ranks.value:
        return None
    return Refusal("packs.without_card", rules.missing_ranks.clause, card=card)


def cannot_come(rules: Rules, state: State, card: Card, count: int = 1) -> Refusal | None:
    """The refusal of a card, or so many alike, that the shoe can no longer hold (VIC03-9.12, ACT96-3.1); None where
    it may have come from there."""
    if card[0] in rules.missing_ranks.value:
        return none_of_these(rules, card)
    if state.out(card) + count <= state.setup.decks:
        return None
    code = "packs.used_up_in_round" if state.carry.shoe is None else "packs.used_up"
    return Refusal(code, rules.decks.clause, packs=state.setup.decks, card=card)
