"""Who may order something to be done with the cards: the role that the book names for each order, change and step."""

from typing import Final

from casino.cards import HARD_VALUE, Card, show
from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Change, Ordered, Prepared
from rounds.engine.commands import Command
from rounds.engine.phrases import line
from rounds.engine.shoe.commands import BringCards, ChangeCards, CutCards, OrderShuffle, ShoeStep
from rounds.engine.state import State

MOST_NAMED: Final = 24
"""Up to this many cards are named one by one."""
RequiredSignature = tuple[str, str, str]
"""The role, the clause, and the request to that supervisor in words."""


def order_of(rules: Rules, cause: str) -> Ordered | None:
    """The book's order with that cause, if it has one."""
    return next((order for order in rules.shoe.orders if order.cause == cause), None)


def change_of(rules: Rules, command: ChangeCards) -> Change | None:
    """The book's change of cards that the command means, if it has one."""
    what = "some" if command.cards else "all"
    return next(
        (change for change in rules.shoe.changes if (change.cause, change.what) == (command.cause, what)),
        None,
    )


def role_of(rules: Rules, allowed: Change) -> str:
    """Who decides on a change of cards: where the clause names nobody, the role by the reading in force
    (ACT96-3.3-S1)."""
    rule = rules.cards_changed_role
    return rule.value if rule.value and allowed.clause in rule.clauses else rules.acting(allowed.role)


def prepared_of(rules: Rules, status: str) -> Prepared | None:
    """The book's rules for cards prepared in that way, if it accepts them."""
    return next((preparation for preparation in rules.shoe.prepared if preparation.status == status), None)


BY_ROLE: Final = (ShoeStep, CutCards, OrderShuffle, ChangeCards, BringCards)
"""Commands about cards that may need a higher role than the dealer's."""


def required_role(rules: Rules, command: Command, state: State | None = None) -> RequiredSignature | None:
    """The lowest role for a command of `BY_ROLE`; None for a dealer's command."""
    match command:
        case ShoeStep(steps=steps):
            known = {step.name: step for step in (*rules.shoe.steps, *rules.shoe.spare)}
            for name in steps:
                if name in known and (step := known[name]).role:
                    return step.role, step.clause, step.words[:1].lower() + step.words[1:]
        case CutCards(player="", by=by):
            for who, clause in rules.shoe.cut_by:
                if who == by and who not in ("standing", "employee"):
                    return who, clause, line("kept.supervisor_cuts")
        case OrderShuffle(cause=cause, reason=reason):
            allowed = order_of(rules, cause)
            if allowed is not None and allowed.role:
                code = "kept.shuffle_because" if reason else "kept.shuffle"
                return allowed.role, allowed.clause, line(code, order=allowed.words, reason=reason)
        case ChangeCards(reason=reason, cards=cards):
            change = change_of(rules, command)
            if change is not None and role_of(rules, change) != "dealer":
                return role_of(rules, change), change.clause, f"{change.words}{_named(cards)}{_why(reason)}"
        case BringCards(status=status):
            ready = prepared_of(rules, status)
            if ready is not None:
                return ready.role, ready.clause, line("kept.cards_brought", status=ready.words)
        case _:
            pass
    return None


def _named(cards: tuple[Card, ...]) -> str:
    """The cards of a change in brackets, or their number if there are too many to read. Text that is not a card is
    shown as it is: it is refused when the command is decided."""
    if not cards:
        return ""
    if len(cards) > MOST_NAMED:
        return f" ({line('kept.cards', count=len(cards))})"
    return f" ({' '.join(show(card) if card in HARD_VALUE else card for card in cards)})"


def _why(reason: str) -> str:
    return f": {reason}" if reason else ""
