"""A correction that pays what a dispute was decided to pay names that dispute, and the record has its decision."""

from __future__ import annotations

from casino.rulebooks import Rules
from casino.rulebooks.corrections import corrections
from rounds import engine
from rounds.engine import Command, State
from tables.models import Dispute, Table
from tables.refusal import TableRefusal


def refuse_undecided(table: Table, rules: Rules, state: State, command: Command) -> None:
    """Raises Refusal for a payment put right by a decision on a dispute that the record does not have: there is no
    such dispute at the table, it is not decided, or it is about another round."""
    if not isinstance(command, engine.CorrectPayment) or (command.due is None and not command.dispute):
        return
    clause = corrections(rules)["payment"].clause
    if not command.dispute:
        raise TableRefusal(
            clause,
            "it is not said on which dispute that was decided",
            "Record the dispute and have it decided; what it pays is put right from its page.",
        )
    dispute = table.disputes.filter(pk=command.dispute).first()
    if dispute is None:
        raise TableRefusal(
            clause,
            f"{table.code} has no dispute {command.dispute}",
            "Put it right from the page of the dispute.",
        )
    if not dispute.ends or dispute.state == Dispute.State.SETTLED:
        raise TableRefusal(clause, f"the dispute of {dispute.player} is not decided", "Decide it first.")
    if dispute.round_no != (command.round_no or state.round_no):
        raise TableRefusal(
            clause,
            f"the dispute of {dispute.player} is about "
            + (f"round {dispute.round_no}" if dispute.round_no else "no round of the record"),
            "Put right the payment of the round that it is about.",
        )
