"""A correction that pays what a dispute was decided to pay names that dispute, the record has its decision, and then
which entry put it right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from casino.ledger import Entry
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.corrections import corrections
from rounds import engine
from rounds.engine import Event, State
from rounds.engine.events import FormerRoundCorrected, PaymentCorrected
from rounds.play.tap import Tap
from tables.disputes import disputes, followed
from tables.models import Dispute, Table


def refuse_undecided(table: Table, rules: Rules, state: State, command: engine.CorrectPayment) -> None:
    """Raises Refusal for a payment put right by a decision on a dispute that the record does not have: there is no
    such dispute at the table, it is not decided, or it is about another round."""
    if command.due is None and not command.dispute:
        return
    clause = corrections(rules)["payment"].clause
    if not command.dispute:
        raise Refusal("dispute.not_named", clause)
    dispute = table.disputes.filter(pk=command.dispute).first()
    if dispute is None:
        raise Refusal("dispute.no_such_number", clause, table=table.code, dispute=command.dispute)
    if not dispute.ends or dispute.state == Dispute.State.SETTLED:
        raise Refusal("dispute.undecided", clause)
    if dispute.round_no != (command.round_no or state.round_no):
        raise Refusal("dispute.other_round", clause, player=dispute.player)


def refuse_other_payment(table: Table, rules: Rules, events: Iterable[Event]) -> None:
    """Raises Refusal for a payment put right otherwise than its dispute was decided last: it is undecided, or under
    review, by now; it was put right already; or it is another sum than what is still to be paid or taken back. Asked
    when the payment is shown, and again when it is signed, since a review may lie between the two."""
    for event in _payments(events):
        dispute = table.disputes.filter(pk=event.correction.dispute).first()
        if dispute is None:
            continue
        clause = corrections(rules)["payment"].clause
        if not dispute.ends or dispute.state == Dispute.State.SETTLED:
            raise Refusal("dispute.undecided", clause)
        after = followed.corrections([dispute])[dispute.pk]
        if followed.is_put_right(dispute, after):
            raise Refusal("dispute.put_right_already", clause, player=dispute.player)
        owed = followed.owed(dispute, after)
        payment = event.put_right
        change = sum(share.due - share.was for share in payment.shares if share.player == payment.player)
        if owed and not 0 < change * (1 if owed > 0 else -1) <= abs(owed):
            code = "dispute.more_than_owed" if owed > 0 else "dispute.more_than_taken_back"
            raise Refusal(code, clause, player=dispute.player, amount=abs(owed))


def _payments(events: Iterable[Event]) -> Iterator[PaymentCorrected]:
    """The payments put right by the decision on a dispute."""
    for event in events:
        for corrected in event.events if isinstance(event, FormerRoundCorrected) else (event,):
            if isinstance(corrected, PaymentCorrected) and corrected.correction.dispute:
                yield corrected


def name_what_put_it_right(tap: Tap, events: tuple[Event, ...]) -> None:
    """After a correction that pays by the decision on a dispute: record at the dispute which entry that is."""
    for corrected in _payments(events):
        entry = Entry.objects.filter(
            chain=tap.table.code, kind="payment_corrected", seq__gt=tap.since
        ).order_by("-seq")[0]
        disputes.put_right(tap.table, corrected.correction.dispute, entry.seq, by=tap.by, at=entry.at)
