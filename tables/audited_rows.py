"""Which rows of the tables repeat what the record says, so that `verify_ledger` rebuilds them
(`casino.ledger.rows`).

Not here, because `rounds.read_model.replay_check` compares them with the rounds: a table's ``phase``, ``version``,
running totals and what its tile shows of play (except the words of ``live``, which a later version may change); who
is at each `Box`. Checked nowhere, because they are worked out again when needed and nothing depends on them:
``edges``, and whether an alert is on the pit's list (`PitAlert`; its acknowledgement is here), which the next look
at the pit decides. Restrictions and exclusions of players have no rows: they are events of play, folded into the
set-up of every round, which replay compares. What Django keeps for itself is not part of the record and is not
rebuilt: sessions (each is bound to its holder by a key that the database does not have), the admin's own log (each
change in it is an entry), the count of wrong PINs in the last hour (each is an entry).
"""

from __future__ import annotations

from typing import Final

from django.db.models import Q

from casino.ledger.rows import AuditedModel
from tables import held_back
from tables.models import (
    Alert,
    ApprovedRules,
    Closure,
    Count,
    Device,
    Dispute,
    DropBox,
    Duty,
    Exchange,
    Fitting,
    GamingHours,
    HouseScale,
    Offer,
    Pit,
    PitAlert,
    Reader,
    Report,
    ScaleOrder,
    Session,
    Signature,
    SignChange,
    Slip,
    Stint,
    Table,
    Tally,
)

AT_TABLE: Final = "table__code"
SET_UP: Final = (
    "pit", "book", "game", "decks", "boxes", "seats", "elections", "readings", "chips", "shoe_approval", "face_down",
    "face_down_reference", "face_down_approved_by", "face_down_approved_on", "results_display",
    "results_display_reference", "results_display_approved_on", "layout",
)  # fmt: skip
"""The columns of a table's set-up, which change while it is closed."""
STATE: Final = (
    "state", "checks", "opened_at", "dealer", "dealer_since", "relief", "supervisor", "patrons", "cards_from", "offers",
    "held", "called_at", "called_by", "coming", "newcomer", "newcomer_at", "newcomer_answer", "tournament",
)  # fmt: skip
"""The columns of a table's state outside play: whichever of them a step saves, its entry says."""

AUDITED: Final = (
    # The record mentions a table from its set-up, or its first step, on.
    AuditedModel(
        "table",
        Table,
        "code",
        (*SET_UP, *STATE),
        recorded=None,
        default_until_recorded=(*STATE, "layout"),
        written_as={"checks": held_back.as_recorded},
    ),
    AuditedModel("pit", Pit, fields=("code", "name"), recorded=None),
    AuditedModel("sign_change", SignChange, AT_TABLE),
    AuditedModel("closure", Closure, AT_TABLE),
    AuditedModel("gaming_hours", GamingHours),
    AuditedModel("approved_rules", ApprovedRules, fields=(
        "book", "game", "title", "sha256", "size", "from_day", "to_day", "added_by", "signed_by", "at",
        "withdrawn_by", "withdrawn_signed_by", "withdrawn_at",
    )),
    AuditedModel("dispute", Dispute, AT_TABLE),
    AuditedModel("duty", Duty),
    # A dealer may have come to a table before the record mentioned their time there.
    AuditedModel("stint", Stint, AT_TABLE, recorded=None),
    AuditedModel("pit_alert", PitAlert, AT_TABLE,
         ("table", "kind", "subject", "raised_at", "seen_by", "seen_at", "escalated_at"),
         recorded=Q(seen_at__isnull=False) | Q(escalated_at__isnull=False)),
    # The float.
    AuditedModel("session", Session, AT_TABLE),
    AuditedModel("tally", Tally, AT_TABLE),
    AuditedModel("count", Count, AT_TABLE),
    AuditedModel("slip", Slip, AT_TABLE),
    AuditedModel("signature", Signature, "slip__table__code"),
    AuditedModel("drop_box", DropBox, AT_TABLE),
    AuditedModel("exchange", Exchange, AT_TABLE),
    AuditedModel("alert", Alert, AT_TABLE),
    # The side bets.
    AuditedModel("offer", Offer, AT_TABLE),
    AuditedModel("fitting", Fitting, AT_TABLE),
    AuditedModel("device", Device),
    AuditedModel("house_scale", HouseScale, recorded=~Q(scale="")),
    AuditedModel("scale_order", ScaleOrder),
    # The readers. How far one has come, what is wrong with it and what was entered by hand meanwhile is part of its
    # reports.
    AuditedModel("reader", Reader, AT_TABLE,
         ("table", "kind", "label", "token_hash", "issued_by", "issued_at", "revoked_by", "revoked_at", "turned_at")),
    # A report that was dealt where a card was due has the card's entry: `rounds.play.readers.check`.
    AuditedModel("report", Report, "reader__table__code", recorded=~Q(outcome=Report.Outcome.DEALT)),
)  # fmt: skip
