"""The equipment of a side bet fails, or works again."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.permits.permits import role_for
from rounds.engine.setup import every_side_bet_of
from rounds.engine.sides.commands import EquipmentFailed, EquipmentRepaired
from rounds.engine.sides.events import BetResumed, BetSuspended
from rounds.engine.sides.offered import no_such_bet, offer_of
from rounds.engine.state import State
from rounds.engine.wagers.calling import called_again
from rounds.engine.wagers.events import WagerRefused
from sidebets import Button, SideBet


def failed(rules: Rules, state: State, command: EquipmentFailed) -> list[Event]:
    """The bet is no longer offered and the game goes on without it: before the first card, wagers on it go back
    (NZ-16.12-S1, NZ-16.12-S2, VIC03-11.7.3(a)); after that its winners are paid what the book sets, while prizes
    already selected stay valid (NZ-16.12-S3, VIC03-11.7.3(b))."""
    bet, button = _with_equipment(rules, state, command.bet)
    role_for(rules, command.role, button.failed_role.value, bet.failure_suspends)
    if bet.key in state.carry.suspended:
        raise Refusal(
            "side_bet.failed_already", bet.failure_suspends, also=(bet.failure_goes_on,), bet=bet.title
        )
    if not command.device.strip():
        raise Refusal("side_bet.no_device", bet.failure_suspends)
    events: list[Event] = [
        BetSuspended(
            bet=bet.key, device=command.device.strip(), role=command.role, clause=bet.failure_suspends
        )
    ]
    if state.drawn:
        return events
    back: list[Event] = [
        WagerRefused(
            box=box.number,
            player=wager.player,
            amount=wager.amount,
            bet=bet.key,
            clause=bet.failure_suspends,
        )
        for box in state.boxes
        for wager in box.sides
        if wager.bet == bet.key
    ]
    return [*events, *back, *(called_again(rules, state, back) if state.called and back else ())]


def repaired(rules: Rules, state: State, command: EquipmentRepaired) -> list[Event]:
    """The bet is offered again, before a card of the round is dealt (NZ-16.12-S1, VIC03-11.7.3(a))."""
    bet, button = _in_the_book(rules, state, command.bet)
    role_for(
        rules,
        command.role,
        button.repaired_role.value,
        bet.failure_suspends,
    )
    if bet.key not in state.carry.suspended:
        raise Refusal("side_bet.not_failed", bet.failure_suspends, bet=bet.title)
    return [BetResumed(bet=bet.key, role=command.role, note=command.note, clause=bet.failure_suspends)]


def _with_equipment(rules: Rules, state: State, key: str) -> tuple[SideBet, Button]:
    if offer_of(state.setup, key) is None:
        raise no_such_bet(rules, state.setup, key)
    return _in_the_book(rules, state, key)


def _in_the_book(rules: Rules, state: State, key: str) -> tuple[SideBet, Button]:
    """A bet of the book, even while the table does not offer it because of its equipment."""
    bet = every_side_bet_of(state.setup).get(key)
    if bet is None:
        raise no_such_bet(rules, state.setup, key)
    button = bet.button
    if button is None:
        raise Refusal("side_bet.no_equipment", bet.clause, bet=bet.title)
    return bet, button
