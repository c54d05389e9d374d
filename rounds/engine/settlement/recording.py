"""Record what the dealer did: chips taken and paid in order, cards picked up."""

from typing import Final

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.dealing import place_of
from rounds.engine.events import Events
from rounds.engine.phases import waits_for
from rounds.engine.settlement import settling
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.settlement.events import Collected, Settled
from rounds.engine.sides import asking, offered
from rounds.engine.state import State
from rounds.engine.waiting import Item

_FIRST: Final = {
    "pay": "collect.payment_first",
    "take": "collect.taking_first",
    "return": "collect.return_first",
}
_LAST: Final = {
    "pay": "collect.last_payment",
    "take": "collect.last_taking",
    "return": "collect.last_return",
}
"""The codes used when the cards have already been picked up."""


def settle(rules: Rules, state: State, command: Settle) -> Events:
    waiting = waits_for(rules, state)
    due = waiting.items if waiting is not None else ()
    if not due:
        raise Refusal("settlement.nothing_due", rules.steps.pay_winners)
    if command.refs:
        _in_order(rules, due, command.refs)
    # In the final settlement the result's own clause gives the reason, except for a side bet.
    final, offers = state.phase == "final_settlement", state.setup.offers
    return [
        Settled(
            result=item.result,
            clause=item.result.clause
            if final and not (offers and offered.offer_of(state.setup, item.result.bet))
            else settling.clause_of(rules, state, item),
        )
        for item in due[: len(command.refs) or None]
    ]


def _in_order(rules: Rules, due: tuple[Item, ...], refs: tuple[str, ...]) -> None:
    """Raises Refusal unless the named settlements are the first of those due, each named once."""
    clause = rules.steps.pay_winners
    payments = {item.ref: settling.parts_of_item(item) for item in due}
    for ref in refs:
        if ref not in payments:
            raise Refusal("settlement.not_due", clause, ref=ref)
    for ref, item in zip(refs, due, strict=False):
        if ref != item.ref:
            raise Refusal(
                "settlement.out_of_order",
                rules.steps.clear_losers if item.action == "take" else clause,
                first=payments[item.ref],
                later=payments[ref],
            )
    if len(refs) > len(due):
        raise Refusal("settlement.twice", clause)


def collect(rules: Rules, state: State, command: Collect) -> Events:
    waiting = waits_for(rules, state)
    if waiting is None or waiting.action != "collect":
        _not_yet(rules, state)
    order = [(box.number, number) for box in state.boxes for number in range(1, len(box.hands) + 1)]
    clause = rules.steps.collect
    return [Collected(order=(*order, (0, 0)), lammers=state.lammers, clause=clause)]


def _not_yet(rules: Rules, state: State) -> None:
    """Raises Refusal if the cards are picked up too early, naming what comes first."""
    clause = rules.steps.collect
    if state.phase != "final_settlement":
        raise Refusal("collect.too_early", clause)
    due = settling.items_due(rules, state)
    if due:
        first = due[0]
        raise Refusal(
            (_LAST if state.picked_up else _FIRST)[first.action],
            rules.steps.pay_winners if first.action == "pay" else rules.steps.clear_losers,
            also=(clause, settling.clause_of(rules, state, first)),
            payment=settling.parts_of_item(first),
        )
    asking.refuse_while_asking(rules, state)
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.live:
                raise Refusal(
                    "collect.hand_not_shown", rules.face_down_allowed.clause, where=place_of(box, number)
                )
