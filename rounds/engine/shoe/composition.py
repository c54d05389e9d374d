"""What the packs of a table hold: a card that cannot have left the shoe is a likely slip, or they are wrong."""

from typing import Final

from casino.cards import Card, show
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.refusal import RuleViolation
from rounds.engine.state import State

LOOK_AGAIN: Final = (
    "Look at the card again: this is a likely slip. If it is really there, the packs are wrong: "
    "have it dealt with as an irregularity."
)


def none_of_these(rules: Rules, card: Card) -> Refusal | None:
    """The refusal of a card that the game's packs are without (VIC03-10.4.1); None for one that they hold."""
    if card[0] not in rules.missing_ranks.value:
        return None
    return RuleViolation(rules.missing_ranks.clause, f"this game's packs hold no {show(card)}", LOOK_AGAIN)


def cannot_come(rules: Rules, state: State, card: Card, count: int = 1) -> Refusal | None:
    """The refusal of a card, or so many alike, of which the shoe can hold no more (VIC03-9.12, ACT96-3.1); None where
    it may have come from there."""
    if missing := none_of_these(rules, card):
        return missing
    if state.out(card) + count <= state.setup.decks:
        return None
    since = "in this round" if state.carry.shoe is None else "since the shuffle"
    return RuleViolation(
        rules.decks.clause, f"all {state.setup.decks} of {show(card)} have left the shoe {since}", LOOK_AGAIN
    )
