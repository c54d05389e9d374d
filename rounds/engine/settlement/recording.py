"""What the dealer did: chips taken and paid in their order, the cards picked up."""

from casino.rulebooks import Rules
from rounds.engine.cards.dealing import hand_name
from rounds.engine.events import Events
from rounds.engine.refusal import RuleViolation
from rounds.engine.settlement import settling
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.settlement.events import Collected, Settled
from rounds.engine.sides import asking, offered
from rounds.engine.state import State


def settle(rules: Rules, state: State, command: Settle) -> Events:
    due = settling.items_due(rules, state)
    clause = rules.steps.pay_winners
    if not due:
        raise RuleViolation(clause, "nothing is to be taken or paid now", "Go on with what is due.")
    wanted = command.refs or tuple(item.ref for item in due)
    names = {item.ref: settling.in_words(item) for item in due}
    for ref in wanted:
        if ref not in names:
            raise RuleViolation(clause, f"no settlement {ref} is due", "Settle what is shown, in that order.")
    for ref, item in zip(wanted, due, strict=False):
        if ref != item.ref:
            raise RuleViolation(
                rules.steps.clear_losers if item.action == "take" else clause,
                f"{names[item.ref]} comes before {names[ref]}",
                "Settle in the order shown.",
            )
    if len(wanted) > len(due):
        raise RuleViolation(clause, "a settlement is named twice", "Name each once, in the order shown.")
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
        raise RuleViolation(clause, "the round is not finished", "Go on with what is due.")
    due = settling.items_due(rules, state)
    if due:
        first = due[0]
        raise RuleViolation(
            rules.steps.pay_winners if first.action == "pay" else rules.steps.clear_losers,
            f"still to be settled: {settling.in_words(first)}",
            "Settle it; that ends the round." if state.picked_up else "Settle it; then collect the cards.",
            also=(clause, settling.clause_of(rules, state, first)),
        )
    asking.none_open(rules, state)
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.live:
                raise RuleViolation(
                    rules.face_down_allowed.clause,
                    f"{hand_name(box, number)} has cards face down and is not settled",
                    "Have them shown; then settle the hand.",
                )
    order = tuple(
        [(box.number, n) for box in state.boxes for n, _ in enumerate(box.hands, start=1)] + [(0, 0)]
    )
    return [Collected(order=order, lammers=state.lammers, clause=clause)]
