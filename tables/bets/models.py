"""The rows of the house's side bets: which a table offers, the equipment that some need, the scales that hold
everywhere.

Written by `tables.bets.offering`, `tables.bets.equipment` and `tables.bets.scales`. What a round starts with is
summarised on the table's row (`Table.offers`), so that play reads none of these rows.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import models
from django.db.models import Q

from casino.ledger.triggers import kept_rows, stays

REFERENCE = 60
"""The longest reference of an approval or certificate, in characters."""


class Offer(models.Model):
    """A side bet as it is set up at a table. ``on``: whether it is offered; the set-up stays when it is withdrawn."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="offer_set")
    bet = models.CharField(max_length=24)
    on = models.BooleanField(default=False)
    scale = models.CharField(max_length=8)
    """The pay scale; for a bet with one scale everywhere, the house's (`HouseScale`)."""
    cloth_approval = models.CharField(max_length=REFERENCE, blank=True)
    """The approval of the layout (ACT03-17.2, 18.2)."""
    amount_approval = models.CharField(max_length=REFERENCE, blank=True)
    """The approval of the amounts on the sign (ACT03-17.4)."""
    most_paid = models.BigIntegerField(default=0)
    """The most that one wager is paid, in cents (NZ-15F.12); 0 for no limit."""
    most_paid_approval = models.CharField(max_length=REFERENCE, blank=True)
    most_paid_shown = models.BooleanField(default=False)
    """Whether that limit is displayed: it applies only while it is."""
    set_by = models.CharField(max_length=16)
    set_at = models.DateTimeField()

    class Meta:
        ordering = ("table", "bet")
        triggers = (stays(),)
        constraints = [
            models.UniqueConstraint(fields=["table", "bet"], name="tables_offer_bet"),
            models.CheckConstraint(condition=Q(most_paid__gte=0), name="tables_offer_most_paid"),
        ]

    def __str__(self) -> str:
        return f"{self.bet} on scale {self.scale}{'' if self.on else ', withdrawn'}"


class HouseScale(models.Model):
    """The scale of a bet that is the same at every table (NZ-15B.8, VIC03-13.7.2)."""

    book = models.CharField(max_length=8)
    bet = models.CharField(max_length=24)
    scale = models.CharField(max_length=8, blank=True)
    """"" until a table has offered the bet."""
    set_by = models.CharField(max_length=16, blank=True)
    set_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("book", "bet")
        triggers = (stays(),)
        constraints = [models.UniqueConstraint(fields=["book", "bet"], name="tables_house_scale_bet")]

    def __str__(self) -> str:
        return f"{self.book} {self.bet}: {self.scale}"


class ScaleOrder(models.Model):
    """An order to replace the house's scale, and how far that has come."""

    class State(models.TextChoices):
        SHOWN = "shown"
        CLOSED = "closed"
        IN_FORCE = "in_force"
        DROPPED = "dropped"

    book = models.CharField(max_length=8)
    bet = models.CharField(max_length=24)
    before = models.CharField(max_length=8)
    after = models.CharField(max_length=8)
    notice = models.CharField(max_length=200, blank=True)
    """The text of the notice; "" if no notice is needed."""
    shown_from = models.DateTimeField()
    notice_minutes = models.PositiveIntegerField(default=0)
    """How long it is displayed before the games close, as the operator set for this change."""
    change_at = models.DateTimeField(null=True)
    """The date and time at which the games close, if they were named."""
    closed_minutes = models.PositiveIntegerField(default=0)
    """How long they stay closed, as the operator set for this change."""
    field = models.PositiveIntegerField(default=0)
    """The number of entrants declared for the tournament; 0 if there is no tournament."""
    entries = models.PositiveIntegerField(default=0)
    """How many entries had been won when the games closed."""
    state = models.CharField(max_length=12, choices=State.choices, default=State.SHOWN)
    ordered_by = models.CharField(max_length=16)
    closed_by = models.CharField(max_length=16, blank=True)
    closed_at = models.DateTimeField(null=True)
    ended_by = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("shown_from",)
        triggers = kept_rows(
            moving="state,entries",
            filled="closed_by,closed_at,ended_by,ended_at",
            ended="OLD.ended_at IS NOT NULL",
        )
        constraints = [
            models.UniqueConstraint(
                fields=["book", "bet"],
                condition=Q(state__in=("shown", "closed")),
                name="tables_scale_order_running",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book} {self.bet} from {self.before} to {self.after}"

    @property
    def closes_at(self) -> datetime:
        """The earliest time at which the games close: the one that was named, or the end of the notice."""
        return self.change_at or self.shown_from + timedelta(minutes=self.notice_minutes)

    @property
    def reopens_at(self) -> datetime:
        """The earliest time at which closed games resume; never before they close."""
        return (self.closed_at or self.closes_at) + timedelta(minutes=self.closed_minutes)


class Device(models.Model):
    """Equipment that serves more than one table, such as the controller of Madness 21 (NZ-3.5(a))."""

    code = models.CharField(max_length=16, unique=True)
    working = models.BooleanField(default=True)

    class Meta:
        ordering = ("code",)
        triggers = (stays(),)

    def __str__(self) -> str:
        return self.code


class Fitting(models.Model):
    """A piece of a side bet's equipment at a table, as somebody saw it there."""

    table = models.ForeignKey("tables.Table", on_delete=models.CASCADE, related_name="fittings")
    bet = models.CharField(max_length=24)
    item = models.CharField(max_length=60)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, related_name="fittings")
    """The device, if it serves several tables."""
    approval = models.CharField(max_length=REFERENCE, blank=True)
    """The approval of its type (NZ-3.5)."""
    approved_on = models.DateField(null=True)
    certificate = models.CharField(max_length=REFERENCE, blank=True)
    working = models.BooleanField(default=True)
    seen_by = models.CharField(max_length=16)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ("table", "bet", "item")
        constraints = [models.UniqueConstraint(fields=["table", "bet", "item"], name="tables_fitting_item")]

    def __str__(self) -> str:
        return f"{self.item} of {self.bet}{f' ({self.device_id})' if self.device_id else ''}"
