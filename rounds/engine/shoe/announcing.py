"""Announcing the last rounds and showing the burn card."""

from casino.cards import HARD_VALUE, UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.dealing import not_in_shoe
from rounds.engine.events import Event
from rounds.engine.permits.permits import role_for
from rounds.engine.shoe.commands import AnnounceLastRounds, ShowBurn
from rounds.engine.shoe.events import BurnShown, LastRoundsAnnounced
from rounds.engine.state import State

NOT_ANNOUNCED = -1
"""The value of `Carry.rounds_left` while no last rounds are announced."""


def announce_last(rules: Rules, state: State, command: AnnounceLastRounds) -> list[Event]:
    """The last rounds before the table closes, counting the round now taking wagers (ACT03-5.6)."""
    number, needed = rules.last_rounds, rules.last_rounds_role
    if not number.value:
        raise Refusal("last_rounds.not_announced", number.clause)
    role_for(rules, command.role, needed.value, needed.clause)
    if state.drawn:
        raise Refusal("last_rounds.round_open", number.clause)
    if state.carry.rounds_left != NOT_ANNOUNCED:
        raise Refusal("last_rounds.announced", number.clause, left=state.carry.rounds_left)
    return [LastRoundsAnnounced(rounds=number.value, role=command.role, clause=number.clause)]


def put_aside(state: State) -> bool:
    """Whether a cutting card that comes out now is put aside and dealing goes on."""
    return state.carry.rounds_left > 0


def show_burn(rules: Rules, state: State, command: ShowBurn) -> list[Event]:
    """A player asks to see the card burnt after the shuffle; the dealer may enter it (NZ-8.1)."""
    rule = rules.burn_shown
    if not rule.value:
        raise Refusal("burn_card.shown_to_nobody", rule.clause)
    shoe, to = state.carry.shoe, rules.burn_shown_to
    if shoe is not None and to.value == "cutter" and command.player != shoe.cutter:
        raise Refusal("burn_card.for_the_cutter", to.clause)
    card, known = command.card, state.carry.burn
    if card and (card not in HARD_VALUE or card == UNKNOWN):
        raise Refusal("burn_card.not_a_card", rules.steps.face_up, card=card)
    if card and known and card != known:
        raise Refusal("burn_card.seen_already", rule.clause, card=known)
    if card and not known and (refusal := not_in_shoe(rules, state, card)):
        raise refusal
    return [BurnShown(player=command.player, card=card, clause=rule.clause)]
