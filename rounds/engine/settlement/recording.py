"""What the dealer did: chips taken and paid in their order, the cards picked up."""

from typing import Final

from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.cards.dealing import place_of
from rounds.engine.events import Events
from rounds.engine.settlement import settling
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.settlement.events import Collected, Settled
from rounds.engine.sides import asking, offered
from rounds.engine.state import State

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
"""Where the cards are picked up already."""


def settle(rules: Rules, state: State, command: Settle) -> Events:
    due = settling.items_due(rules, state)
    clause = rules.steps.pay_winners
    if not due:
        raise Refusal("settlement.nothing_due", clause)
    wanted = command.refs or tuple(item.ref for item in due)
    payments = {item.ref: settling.payment(item) for item in due}
    for ref in wanted:
        if ref not in payments:
            raise Refusal("settlement.not_due", clause, ref=ref)
    for ref, item in zip(wanted, due, strict=False):
        if ref != item.ref:
            raise Refusal(
                "settlement.out_of_order",
                rules.steps.clear_losers if item.action == "take" else clause,
                first=payments[item.ref],
                later=payments[ref],
            )
    if len(wanted) > len(due):
        raise Refusal("settlement.twice", clause)
    final = state.phase == "final_settlement"  # there the result's own clause says why
    return [
        Settled(
            result=item.result,
            clause=item.result.clause
            if final and not offered.offer_of(state.setup, item.result.bet)
            else settling.clause_of(rules, state, item),
        )
        for item in due[: len(wanted)]
    ]


def collect(rules: Rules, state: State, command: Collect) -> Events:
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
            payment=settling.payment(first),
        )
    asking.none_open(rules, state)
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.live:
                raise Refusal(
                    "collect.hand_not_shown", rules.face_down_allowed.clause, where=place_of(box, number)
                )
    order = tuple(
        [(box.number, n) for box in state.boxes for n, _ in enumerate(box.hands, start=1)] + [(0, 0)]
    )
    return [Collected(order=order, lammers=state.lammers, clause=clause)]
