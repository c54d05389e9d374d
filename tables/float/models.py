"""The rows of the float: sessions, counts, slips with their signatures, exchanges, drop boxes, alerts.

Only the room `tables.float` writes them, each with an entry of the table's chain. Finished rows never change:
database triggers refuse it, and number the slips without a gap.
"""

from __future__ import annotations

from typing import Final

from django.db import models
from django.db.models import F, Q

from casino.ledger.triggers import append_only, kept_rows
from casino.money import dollars
from casino.translated import phrase
from tables.float import triggers

HOUSE: Final = "casino"
"""The series of a house that numbers its slips through the whole casino."""

KEY = 64
"""The longest idempotency key, in characters."""
WHO = 16


class Count(models.Model):
    """A count of the float by denomination, signed by two. ``expected`` is what should have been there (cents): the
    last closing for an opening, otherwise what the float's books and the rounds say; None if that is unknown."""

    class Kind(models.TextChoices):
        OPENING = "opening"
        MID = "mid", "mid-shift"
        CLOSING = "closing"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="float_counts")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    chips = models.JSONField()
    """[[denomination, number], …], see `tables.float.chips`."""
    total = models.BigIntegerField()
    expected = models.BigIntegerField(null=True)
    win = models.BigIntegerField(default=0)
    """What the recorded rounds of the session had won at the time of the count, in cents."""
    note = models.TextField(blank=True)
    counted_by = models.CharField(max_length=WHO)
    signed_by = models.CharField(max_length=WHO)
    at = models.DateTimeField()
    key = models.CharField(max_length=KEY, blank=True)

    class Meta:
        ordering = ("table", "at", "id")
        constraints = [
            models.CheckConstraint(
                condition=~Q(counted_by=F("signed_by")), name="tables_count_signed_by_two"
            ),
            models.CheckConstraint(condition=Q(total__gte=0), name="tables_count_total"),
            models.UniqueConstraint(fields=["table", "key"], condition=~Q(key=""), name="tables_count_key"),
        ]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.get_kind_display().lower()} count of {dollars(self.total)}"

    @property
    def variance(self) -> int:
        """By how much it was over (or, negative, short), in cents; 0 if nothing was expected."""
        return 0 if self.expected is None else self.total - self.expected


class Session(models.Model):
    """A table from its opening count to its close. The figures of play are those at its close."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="sessions")
    number = models.PositiveIntegerField()
    """Counts up through the life of the table."""
    pit = models.CharField(max_length=16)
    book = models.CharField(max_length=8)
    game = models.CharField(max_length=24)
    decks = models.PositiveSmallIntegerField()
    opening = models.ForeignKey(Count, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(null=True)
    opened_by = models.CharField(max_length=WHO, blank=True)
    closing = models.ForeignKey(Count, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)
    closed_by = models.CharField(max_length=WHO, blank=True)
    after_round = models.IntegerField(default=0)
    """The number of the last round before it was opened."""
    last_round = models.IntegerField(null=True)
    """The number of the last round when it closed."""
    rounds = models.IntegerField(default=0)
    handle = models.BigIntegerField(default=0)
    win = models.BigIntegerField(default=0)
    edges = models.JSONField(default=dict)
    """The edge of every bet, from `Table.edges`."""
    drop = models.BigIntegerField(default=0)
    """The cash that went into the drop box, as recorded, in cents."""
    counted_win = models.BigIntegerField(null=True)
    """What was won according to the counts, in cents: see `tables.float.balance`."""

    class Meta:
        ordering = ("table", "number")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="tables_session_number"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(closed_at__isnull=True), name="tables_session_running"
            ),
        ]
        indexes = [models.Index(fields=["opened_at"], name="tables_session_opened")]
        # Before its opening it may be counted again; at its close its figures are written.
        triggers = kept_rows(
            moving="pit,book,game,decks,opening_id,closing_id,after_round,rounds,handle,win,edges,drop",
            filled="opened_at,opened_by,closed_at,closed_by,last_round,counted_win",
            ended="OLD.closed_at IS NOT NULL",
        )

    def __str__(self) -> str:
        return f"{self.table_id} session {self.number}"


class Tally(models.Model):
    """What a closed session won in one gaming day and shift under one dealer, for reports to add up. ``theo`` is in
    cents, ``variance`` in cents squared; see `tables.float.tallies`."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="tallies")
    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="tallies")
    day = models.DateField()
    shift = models.CharField(max_length=24)
    dealer = models.CharField(max_length=WHO, blank=True)
    rounds = models.IntegerField()
    handle = models.BigIntegerField()
    win = models.BigIntegerField()
    theo = models.FloatField()
    variance = models.FloatField()
    drop = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        ordering = ("session", "day", "shift", "dealer")
        constraints = [
            models.UniqueConstraint(fields=["session", "day", "shift", "dealer"], name="tables_tally_place")
        ]
        indexes = [models.Index(fields=["day"], name="tables_tally_day")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.session_id} {self.day} {self.shift} {self.dealer}"


class SlipBook(models.Model):
    """A series of slips and the last number used in it. The database itself counts up when a slip is added."""

    series = models.CharField(max_length=16, primary_key=True)
    last = models.IntegerField(default=0)

    class Meta:
        triggers = triggers.book_moves()

    def __str__(self) -> str:
        return f"{self.series} to {self.last}"


class Slip(models.Model):
    """A fill (chips to the table) or a credit (chips to the cage). Its number is the next in its series, assigned
    when it is made out and never used again; a slip that is not carried out stays, void."""

    class Kind(models.TextChoices):
        FILL = "fill"
        CREDIT = "credit"

    class State(models.TextChoices):
        REQUESTED = "requested"
        APPROVED = "approved"
        SENT = "sent"
        RECEIVED = "received"
        VOID = "void"

    ENDED = (State.RECEIVED, State.VOID)

    series = models.CharField(max_length=16)
    number = models.IntegerField()
    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="slips")
    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="slips")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    chips = models.JSONField()
    amount = models.BigIntegerField()
    steps = models.JSONField()
    """The steps required when it was made out: [[state, [roles that sign]], …]."""
    state = models.CharField(max_length=12, choices=State.choices, default=State.REQUESTED)
    requested_by = models.CharField(max_length=WHO)
    at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    """When it was received or voided."""
    reason = models.TextField(blank=True)
    """Why it was voided."""
    key = models.CharField(max_length=KEY, blank=True)

    class Meta:
        ordering = ("series", "number")
        constraints = [
            models.UniqueConstraint(fields=["series", "number"], name="tables_slip_number"),
            models.UniqueConstraint(fields=["table", "key"], condition=~Q(key=""), name="tables_slip_key"),
            models.CheckConstraint(condition=Q(amount__gt=0, number__gte=1), name="tables_slip_amount"),
            models.CheckConstraint(
                condition=~Q(state="void") | ~Q(reason=""), name="tables_slip_void_reason"
            ),
        ]
        indexes = [
            models.Index(
                fields=["table", "state"],
                name="tables_slip_open",
                condition=~Q(state__in=("received", "void")),
            )
        ]
        triggers = triggers.slips_numbered()

    def __str__(self) -> str:
        return f"{self.kind} {self.serial}"

    @property
    def serial(self) -> str:
        """Its number as a slip has it printed: `000104`, with the pit before it where each pit numbers its own."""
        number = f"{self.number:06d}"
        return number if self.series == HOUSE else f"{self.series}-{number}"

    @property
    def is_open(self) -> bool:
        """Whether it has still to be carried out."""
        return self.state not in self.ENDED

    @classmethod
    def under_way(cls) -> models.QuerySet[Slip]:
        """The open slips, oldest first."""
        return cls.objects.exclude(state__in=cls.ENDED).order_by("at", "id")

    @property
    def moved(self) -> bool:
        """Whether its chips count: a fill's once the table has them, a credit's once they have left."""
        done = (
            (self.State.RECEIVED,) if self.kind == self.Kind.FILL else (self.State.SENT, self.State.RECEIVED)
        )
        return self.state in done


class Signature(models.Model):
    """One person's signature on a slip, for one step, in one role."""

    slip = models.ForeignKey(Slip, on_delete=models.PROTECT, related_name="signatures")
    step = models.CharField(max_length=12, choices=Slip.State.choices)
    role = models.CharField(max_length=24)
    """The role in which it was required."""
    by = models.CharField(max_length=WHO)
    at = models.DateTimeField()

    class Meta:
        ordering = ("slip", "id")
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.by} for {self.step}"


class DropBox(models.Model):
    """A drop box from when it is put on a table until its money is counted."""

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="drop_boxes")
    number = models.CharField(max_length=12)
    on_at = models.DateTimeField()
    on_by = models.JSONField()
    """The two people who signed for it."""
    off_at = models.DateTimeField(null=True)
    off_by = models.JSONField(default=list)
    counted = models.BigIntegerField(null=True)
    counted_at = models.DateTimeField(null=True)
    counted_by = models.JSONField(default=list)
    note = models.TextField(blank=True)

    class Meta:
        verbose_name_plural = "drop boxes"
        ordering = ("table", "on_at", "id")
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(off_at__isnull=True), name="tables_dropbox_on_table"
            ),
            models.UniqueConstraint(
                fields=["number"], condition=Q(counted_at__isnull=True), name="tables_dropbox_in_use"
            ),
        ]
        triggers = kept_rows(filled="off_at,off_by,counted,counted_at,counted_by,note")

    def __str__(self) -> str:
        return f"box {self.number}"


class Exchange(models.Model):
    """Money or chips changed at the table: cash for chips (a buy-in: the cash goes into the drop box), or chips for
    chips of other denominations. An exchange that was entered wrongly is reversed by a row that names it."""

    class Kind(models.TextChoices):
        BUY_IN = "buy_in", "buy-in"
        COLOUR_UP = "colour_up", "colour-up"

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="exchanges")
    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="exchanges")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    player = models.CharField(max_length=WHO, blank=True)
    cash = models.BigIntegerField(default=0)
    """Cents into the drop box; negative if a buy-in is reversed."""
    given = models.JSONField(default=list)
    """Chips out of the float."""
    taken = models.JSONField(default=list)
    """Chips into the float."""
    amount = models.BigIntegerField()
    box = models.ForeignKey(DropBox, on_delete=models.PROTECT, null=True, related_name="exchanges")
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversal")
    dealer = models.CharField(max_length=WHO, blank=True)
    """Who was dealing at the table."""
    by = models.CharField(max_length=WHO)
    signed_by = models.CharField(max_length=WHO, blank=True)
    note = models.TextField(blank=True)
    at = models.DateTimeField()
    key = models.CharField(max_length=KEY, blank=True)

    class Meta:
        ordering = ("table", "at", "id")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "key"], condition=~Q(key=""), name="tables_exchange_key"
            ),
            models.CheckConstraint(condition=Q(amount__gt=0), name="tables_exchange_amount"),
        ]
        indexes = [models.Index(fields=["at"], name="tables_exchange_at")]
        triggers = append_only()

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {dollars(self.amount)}"


class Alert(models.Model):
    """A problem with the float that stays open until a supervisor has answered it with a note."""

    class Kind(models.TextChoices):
        OPENING = "opening", "opening float"
        VARIANCE = "variance"
        DROP = "drop", "drop box"

    table = models.ForeignKey("tables.Table", on_delete=models.PROTECT, related_name="float_alerts")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    text = models.TextField()
    """Its words in the record's English."""
    phrase = models.JSONField(null=True)
    """The same as [code, values] (`casino.words`), for screens in the house's words; None on older rows."""
    amount = models.BigIntegerField()
    """The amount it is about, in cents."""
    raised_at = models.DateTimeField()
    answered_by = models.CharField(max_length=WHO, blank=True)
    answered_at = models.DateTimeField(null=True)
    note = models.TextField(blank=True)

    class Meta:
        ordering = ("raised_at", "id")
        indexes = [
            models.Index(fields=["table"], name="tables_alert_open", condition=Q(answered_at__isnull=True))
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(answered_at__isnull=True) | (~Q(note="") & ~Q(answered_by="")),
                name="tables_alert_answered",
            )
        ]
        triggers = kept_rows(filled="answered_by,answered_at,note")

    def __str__(self) -> str:
        return self.text

    @property
    def words(self) -> str:
        """What is wrong, in the house's words."""
        return phrase(self.phrase or self.text)
