"""The rules that a reviewer sets, and their entries in the desk's chain. Who is watched and what an alert says stays
with the desk: the record has only a digest that cannot be guessed from, which `verify_ledger` compares."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from casino import ledger
from casino.ledger import DESK, ChainHead
from casino.money import Cents
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.models import AlertRule, DeskAlert
from rounds.surveillance.record import SALT, worded, write

Kind = AlertRule.Kind

SETS: Final = Role.SURVEILLANCE
MOST_RULES: Final = 100

_PLAYER: Final = re.compile(r"[A-Za-z0-9_-]{1,16}")
_STAFF: Final = re.compile(r"[A-Za-z]-\d{1,6}")


def running() -> list[AlertRule]:
    """The rules in force."""
    return list(AlertRule.objects.filter(ended_at=None).order_by("pk"))


@dataclass(frozen=True, slots=True)
class WatchFor:
    """What the desk is to be alerted to; what its kind does not use stays empty."""

    kind: str
    amount: Cents = 0
    """Of a win or a wager, in cents."""
    times: int = 0
    span: int = 0
    """How often within how long: minutes for irregularities, days for a dealer and a player who meet."""
    table: str = ""
    """At this table alone."""
    player: str = field(default="", repr=False)
    """A patron number, or a mark at the table."""
    dealer: str = ""
    """With this dealer alone."""


def set_rule(watch_for: WatchFor, *, by: Staff, at: datetime) -> AlertRule:
    """Set a rule. Raises Refusal."""
    _require(by)
    kind, amount, times, span = watch_for.kind, watch_for.amount, watch_for.times, watch_for.span
    table, player = watch_for.table.strip().upper(), watch_for.player.strip()
    dealer = watch_for.dealer.strip().upper()
    if kind not in Kind.values:
        raise Refusal("desk_alert.kind")
    if table and not ChainHead.objects.filter(chain=table).exists():
        raise Refusal("table.unknown", table=table[:16])
    if kind in (Kind.WIN, Kind.WAGER) and amount <= 0:
        raise Refusal("desk_alert.amount")
    if kind == Kind.IRREGULARITIES and not (2 <= times <= 100 and 1 <= span <= 1440):
        raise Refusal("desk_alert.times", unit="minutes", most=1440)
    if kind == Kind.MEETS and not (2 <= times <= 100 and 1 <= span <= 90):
        raise Refusal("desk_alert.times", unit="days", most=90)
    if kind == Kind.WATCHED and not _PLAYER.fullmatch(player):
        raise Refusal("desk_alert.player")
    if dealer and not _STAFF.fullmatch(dealer):
        raise Refusal("desk_alert.dealer")
    facts = worded(amount=amount, times=times, span=span, table=table, player=player, dealer=dealer)
    with transaction.atomic():
        ledger.lock(DESK)
        if AlertRule.objects.filter(ended_at=None).count() >= MOST_RULES:
            raise Refusal("desk_alert.too_many", most=MOST_RULES)
        rule = AlertRule.objects.create(kind=kind, facts=facts, set_by=by.number, set_at=at)
        write("desk_alert_set", rule, by=by, at=at)
    return rule


def end_rule(number: int, *, by: Staff, at: datetime) -> AlertRule:
    """End a rule; does nothing if it has ended. Raises Refusal."""
    _require(by)
    with transaction.atomic():
        ledger.lock(DESK)
        rule = AlertRule.objects.select_for_update().filter(pk=number).first()
        if rule is None:
            raise Refusal("desk_alert.unknown")
        if rule.ended_at is None:
            rule.ended_by, rule.ended_at = by.number, at
            rule.save()
            write("desk_alert_ended", rule, by=by, at=at)
    return rule


def raise_alert(
    rule: AlertRule, subject: str, table: str, round_no: int | None, values: Mapping[str, Any], at: datetime
) -> DeskAlert | None:
    """Raise an alert, once for its subject; None if it was raised before."""
    once = Q(rule=rule, subject__in=(salted(rule, subject), subject[:80]))
    if DeskAlert.objects.filter(once).exists():
        return None
    with transaction.atomic():
        ledger.lock(DESK)
        # Another worker may have raised it while this one waited.
        if DeskAlert.objects.filter(once).exists():
            return None
        alert = DeskAlert.objects.create(
            rule=rule, subject=salted(rule, subject), table=table, round_no=round_no,
            facts=worded(**values), raised_at=ledger.not_before(DESK, at),
        )  # fmt: skip
        write("desk_alert_raised", alert, by=None, at=alert.raised_at)
    return alert


def salted(rule: AlertRule, subject: str) -> str:
    """The subject of an alert as its row stores it: the SHA-256 (hex) with the rule's salt, which is not recorded
    anywhere, since a table, a day and a mark would be easy to guess. Rows of earlier versions have the plain text."""
    return hashlib.sha256(f"{rule.facts[SALT]} {subject}".encode()).hexdigest()


def acknowledge(number: int, *, by: Staff, at: datetime) -> DeskAlert:
    """Record that an alert was seen. Raises Refusal for an unknown alert, and for one that somebody has already
    seen."""
    _require(by)
    with transaction.atomic():
        ledger.lock(DESK)
        alert = DeskAlert.objects.select_for_update().filter(pk=number).first()
        if alert is None:
            raise Refusal("desk_alert.unknown")
        if alert.seen_at is not None:
            if alert.seen_by == by.number:
                return alert
            raise Refusal("desk_alert.seen", by=alert.seen_by)
        alert.seen_by, alert.seen_at = by.number, at
        alert.save()
        write("desk_alert_seen", alert, by=by, at=at)
    return alert


def _require(by: Staff) -> None:
    if not by.has_role_at_least(SETS):
        raise Refusal("desk_alert.not_surveillance", number=by.number)
