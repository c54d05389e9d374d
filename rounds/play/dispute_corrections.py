"""Link corrections to disputes: a correction that pays a dispute decision names the dispute, and the dispute's record
then names the entry that put it right."""

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
    """Raises Refusal if a correction names a dispute decision that is not in the record: no such dispute at the
    table, not decided, or about another round."""
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
    """Raises Refusal if a correction differs from the dispute's last decision: undecided or under review by now,
    already put right, or another sum than is still to be paid or taken back. Checked when the payment is shown and
    again when it is signed, since a review may come in between."""
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
    """The payments that carry out a dispute decision."""
    for event in events:
        for corrected in event.events if isinstance(event, FormerRoundCorrected) else (event,):
            if isinstance(corrected, PaymentCorrected) and corrected.correction.dispute:
                yield corrected


def name_what_put_it_right(tap: Tap, events: tuple[Event, ...]) -> None:
    """Record with the dispute which entry put it right, after a correction that pays its decision."""
    for corrected in _payments(events):
        entry = Entry.objects.filter(
            chain=tap.table.code, kind="payment_corrected", seq__gt=tap.since
        ).order_by("-seq")[0]
        disputes.put_right(tap.table, corrected.correction.dispute, entry.seq, by=tap.by, at=entry.at)
