"""Pits, tables and their boxes, the limit signs and the notices of changes to them.

Set-up is changed in the admin or by `tables.opening` and `tables.signs.signs`; only `rounds.play.projection.rows`
writes the columns of play (``version``, ``phase``, ``live``, the totals, the boxes).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from operator import attrgetter
from typing import Any, NotRequired, TypedDict

import msgspec
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.forms.fields import FieldRefused
from casino.ledger.triggers import kept_rows, named, stays
from casino.money import Chips, MoneyError, dollars
from casino.refusals import Refusal
from casino.rulebooks import BOOKS, RuleBookError, Rules, book_of, rules_for
from casino.rulebooks.elections import AMOUNT
from casino.rulebooks.house import house_of, set_up_faults, sign_fault
from casino.rulebooks.rule import spelled
from casino.staff.models import TABLE_CODE
from casino.translated import text
from sidebets import side_bets, side_bets_of_book
from tables.alerts.models import PitAlert
from tables.approved_rules.models import ApprovedRules
from tables.bets.models import Device, Fitting, HouseScale, Offer, ScaleOrder
from tables.disputes.models import Dispute
from tables.float.models import Alert, Count, DropBox, Exchange, Session, Signature, Slip, SlipBook, Tally
from tables.hours.models import Closure, GamingHours
from tables.readers.models import Reader, Report
from tables.rota.models import Duty, Stint
from tables.tournaments.models import Tournament

__all__ = [
    "MAIN",
    "Alert",
    "ApprovedRules",
    "Box",
    "Closure",
    "Count",
    "Device",
    "Dispute",
    "DropBox",
    "Duty",
    "Exchange",
    "Fitting",
    "GamingHours",
    "HouseScale",
    "Offer",
    "Pit",
    "PitAlert",
    "Reader",
    "Report",
    "ScaleOrder",
    "Session",
    "Sign",
    "SignChange",
    "Signature",
    "Slip",
    "SlipBook",
    "Stint",
    "Table",
    "Tally",
    "Tournament",
]

PIT_CODE = RegexValidator(
    r"\A[A-Z0-9][A-Z0-9-]{0,15}\Z", gettext_lazy("A pit code is letters, digits and dashes, such as P1.")
)
MAIN = "main"
NOTICES = "running"
"""The key in `Table.live` of the notices displayed at the table."""


class NoticeInShort(TypedDict):
    """A notice of a coming change, as the table's row has it. ``bet`` and its new ``minimum`` in cents belong to a
    change of limits."""

    what: str
    id: int
    at: str
    """When the change takes effect, as ISO 8601."""
    bet: NotRequired[str]
    minimum: NotRequired[int]


class Pit(models.Model):
    """A group of tables under one supervisor."""

    code = models.CharField(max_length=16, unique=True, validators=[PIT_CODE])
    name = models.CharField(max_length=60)

    class Meta:
        ordering = ("code",)
        triggers = (stays(),)

    def __str__(self) -> str:
        return self.code


@cache
def _row() -> Callable[[Table], tuple[Any, ...]]:
    """Reads all columns of a table as a tuple, which every tap and every ping needs."""
    return attrgetter(*[field.attname for field in Table._meta.concrete_fields])


class Table(models.Model):
    """One gaming table: what is dealt there, under which rules, and its current state.

    Its ``code`` names its chain of the ledger. ``version`` is the place in that chain of the last entry that changed
    what the table shows: it only rises, and a command that saw an older one is stale. ``play_hash`` is the hash of
    the last entry of play, by which a cached state is known to be current. Money is in cents.
    """

    class State(models.TextChoices):
        CLOSED = "closed"
        OPEN = "open"
        CLOSING = "closing"

    class CardsFrom(models.TextChoices):
        READER = "reader"
        HAND = "hand"

    # --- set-up
    code = models.CharField(max_length=16, unique=True, validators=[TABLE_CODE])
    pit = models.ForeignKey(Pit, on_delete=models.PROTECT, related_name="tables")
    book = models.CharField(max_length=8, default="VIC03")
    game = models.CharField(max_length=24, default="blackjack")
    decks = models.PositiveSmallIntegerField(default=8)
    boxes = models.PositiveSmallIntegerField(default=7)
    seats = models.PositiveSmallIntegerField(default=7)
    elections = models.JSONField(default=dict, blank=True)
    readings = models.JSONField(default=dict, blank=True)
    chips = models.JSONField(default=list)
    """The denominations in the float, in cents."""
    shoe_approval = models.CharField(max_length=60, blank=True)
    """The reference of the approval of an automatic shuffling shoe (VIC03-4.1.1(f))."""
    face_down = models.BooleanField(default=False)
    face_down_reference = models.CharField(max_length=60, blank=True)
    face_down_approved_by = models.CharField(max_length=60, blank=True)
    face_down_approved_on = models.DateField(null=True, blank=True)
    results_display = models.BooleanField(default=False)
    """Whether a screen at the table shows the results of its last rounds (NZ-3.6)."""
    results_display_reference = models.CharField(max_length=60, blank=True)
    results_display_approved_on = models.DateField(null=True, blank=True)
    """When its type was approved (NZ-3.6-S2)."""
    layout = models.JSONField(default=dict, db_default={}, blank=True, editable=False)
    """Where the boxes and the places of side bets lie (`tables.floor.layout`); empty if they lie on an arc."""
    bank = models.CharField(max_length=8, default="operator", editable=False)
    """Who holds the bank: only the operator may have a share in it (ACT96-2)."""
    offers = models.JSONField(default=list, editable=False)
    """The side bets of the next round, as `tables.offers.refresh` worked them out: [bet, scale, most paid in
    cents]."""
    tournament = models.JSONField(null=True, editable=False)
    """The session of a tournament that the table is set aside for (`tables.tournaments.at_table`); null if it deals
    for cash."""
    held = models.JSONField(default=list, editable=False)
    """Why no further round begins while a bet's scale is being changed: [{"clause", "words", "from"}]."""

    # --- state
    state = models.CharField(max_length=8, choices=State.choices, default=State.CLOSED, editable=False)
    checks = models.JSONField(default=dict, editable=False)
    """What was confirmed for this opening: {item: {"by", "at", …}}; see `tables.opening`."""
    opened_at = models.DateTimeField(null=True, editable=False)
    dealer = models.CharField(max_length=16, blank=True, editable=False)
    dealer_since = models.DateTimeField(null=True, editable=False)
    relief = models.CharField(max_length=16, blank=True, editable=False)
    """The dealer who has been sent to the table and has not signed in there yet; see `tables.floor.people`."""
    supervisor = models.CharField(max_length=16, blank=True, editable=False)
    """Who is responsible for the table."""
    called_at = models.DateTimeField(null=True, editable=False)
    called_by = models.CharField(max_length=16, blank=True, editable=False)
    coming = models.CharField(max_length=16, blank=True, editable=False)
    """Since when and by whom a supervisor has been called to the table, and who is coming; see
    `tables.floor.supervisor_calls`."""
    newcomer = models.CharField(max_length=16, blank=True, default="", db_default="", editable=False)
    newcomer_at = models.DateTimeField(null=True, editable=False)
    newcomer_answer = models.CharField(max_length=3, blank=True, default="", db_default="", editable=False)
    """The dealer who asks at another tablet to take the table over, since when, and the current dealer's answer
    (yes, no); see `tables.floor.take_overs`."""
    patrons = models.JSONField(default=dict, editable=False)
    """Patron numbers by the player's mark, until the table closes."""

    cards_from = models.CharField(max_length=8, choices=CardsFrom.choices, blank=True, editable=False)
    """While a reader is assigned to the table: whether its reports or the dealer's taps deal the cards; see
    `tables.readers.source`."""

    # --- play, written by the projection
    version = models.BigIntegerField(default=0, editable=False)
    play_hash = models.CharField(max_length=64, blank=True, editable=False)
    round_no = models.IntegerField(default=0, editable=False)
    """The last round opened; rounds are numbered through the life of the table."""
    phase = models.CharField(max_length=24, blank=True, editable=False)
    live = models.JSONField(default=dict, editable=False)
    """What a tile shows: see `rounds.play.projection.tile.tile_of`."""
    rounds = models.IntegerField(default=0, editable=False)
    """The rounds collected since the table was opened; likewise handle and win."""
    handle = models.BigIntegerField(default=0, editable=False)
    win = models.BigIntegerField(default=0, editable=False)
    bets = models.JSONField(default=dict, editable=False)
    """The same by bet: {bet: [handle, win, base]}; see `rounds.pit.bet_figures`."""
    edges = models.JSONField(default=dict, editable=False)
    """The house edge of every bet: {bet: fraction of the base}."""

    class Meta:
        ordering = ("code",)
        triggers = (stays(), named("code"))
        constraints = [
            # VIC03-2.1, 2.2.1: the widest limits of any book; clean() asks the table's own book.
            models.CheckConstraint(condition=Q(boxes__gte=1, boxes__lte=9), name="tables_table_boxes"),
            models.CheckConstraint(condition=Q(seats__gte=1, seats__lte=9), name="tables_table_seats"),
            models.CheckConstraint(condition=Q(decks__gte=1, decks__lte=8), name="tables_table_decks"),
            models.CheckConstraint(condition=Q(version__gte=0), name="tables_table_version"),
            models.CheckConstraint(
                condition=Q(bank="operator"),
                name="tables_table_bank",
                violation_error_message=gettext_lazy(
                    "Nobody but the operator has a share in the bank (ACT96-2)."
                ),
            ),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def mark(self) -> str:
        """A digest of the whole row. Much of what screens show about a table changes without a new version (a call,
        a waiting approval, a slip of its float): a screen with another mark is behind."""
        # A caller may set a moment in another zone; the database returns it in UTC.
        row = [value.astimezone(UTC) if type(value) is datetime else value for value in _row()(self)]
        return blake2b(msgspec.json.encode(row, order="deterministic"), digest_size=6).hexdigest()

    @property
    def election_pairs(self) -> tuple[tuple[str, str], ...]:
        """The elections, in the form that the rule books take."""
        return tuple(sorted(self.elections.items()))

    @property
    def reading_pairs(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self.readings.items()))

    @property
    def game_title(self) -> str:
        """The game's name in its book."""
        return BOOKS[self.book].games[self.game].game_title

    @property
    def book_title(self) -> str:
        """The rule book's name for people."""
        return BOOKS[self.book].title

    @property
    def rules(self) -> Rules:
        """The rules dealt here. Raises RuleBookError for a set-up that no book permits."""
        for name in ("elections", "readings"):
            if not _are_choices(getattr(self, name)):
                raise RuleBookError("rule_book.malformed", field=name)
        return rules_for(self.book, self.game, self.election_pairs, self.reading_pairs)

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN

    @property
    def in_hand(self) -> bool:
        """Whether a round has begun and its cards have not been collected. A round that was only opened to prepare
        the shoe has not begun."""
        return self.phase not in ("", "collected", "void") and not self.live.get("preparing")

    @property
    def notices(self) -> list[NoticeInShort]:
        """The notices displayed at the table, in the order in which they fall due (`tables.signs.notices`)."""
        notices: list[NoticeInShort] = (self.live or {}).get(NOTICES, [])
        return notices

    @property
    def last_over(self) -> int:
        """The number of the last round that is over; a later one may have been opened to prepare the shoe."""
        return self.round_no - (self.phase not in ("", "collected", "void"))

    @property
    def called(self) -> bool:
        """Whether a round is in hand whose wagers were called: it is finished, whatever has become due."""
        return self.in_hand and self.phase != "wagers"

    @property
    def sign_confirmed(self) -> bool:
        """Whether the current dealer has confirmed the limit sign (VIC03-6.1)."""
        return "sign" in self.checks

    def clean(self) -> None:
        """Raises ValidationError for what the table's book does not allow, with clauses.
        `tables.offers.check_set_up` checks the side bets."""
        rules = self._rules_or_refusal()
        wrong = {column: FieldRefused(refusal) for column, refusal in self._faults(rules)}
        if wrong:
            raise ValidationError(wrong)

    def _faults(self, rules: Rules) -> Iterator[tuple[str, Refusal]]:
        """What the table's book does not allow, each with its column."""
        columns = {"packs": "decks", "places": "seats"}
        faults = set_up_faults(rules, packs=self.decks, boxes=self.boxes or 0, places=self.seats or 0)
        for field, refusal in faults.items():
            yield columns.get(field, field), refusal
        if fault := _chips_fault(self.chips):
            yield "chips", fault
        sign = Sign.objects.filter(table=self, bet=MAIN).first() if self.pk else None
        if sign is not None and (fault := sign_fault(rules, sign.minimum, sign.maximum)):
            yield "elections", fault
        allowed, house = rules.face_down_allowed, house_of(rules)
        if self.face_down and not allowed.value:
            yield "face_down", Refusal("setup.dealt_face_up", allowed.clause)
        elif self.face_down and not self.has_face_down_approval:
            yield "face_down_reference", Refusal("setup.face_down_approval", allowed.also[0])
        if self.results_display and not house.results_display:
            yield "results_display", Refusal("setup.no_results_display", book=rules.book_title)
        elif self.results_display and not self.has_results_display_approval:
            yield (
                "results_display",
                Refusal("setup.results_display_approval", house.results_display_approved),
            )
        if self.in_hand:
            yield NON_FIELD_ERRORS, Refusal("setup.round_in_hand")

    def _rules_or_refusal(self) -> Rules:
        """The rules dealt here. Raises ValidationError on the field that no book permits."""
        if self.book not in BOOKS:
            try:
                book_of(self.book)
            except RuleBookError as refusal:
                raise ValidationError({"book": FieldRefused(refusal)}) from refusal
        if self.game not in (games := BOOKS[self.book].games):
            unknown = Refusal("rule_book.no_game", book=self.book, game=self.game, known=list(games))
            raise ValidationError({"game": FieldRefused(unknown)})
        for field in ("elections", "readings"):
            if not _are_choices(getattr(self, field)):
                raise ValidationError({field: FieldRefused(Refusal("setup.names_and_values"))})
        try:
            rules_for(self.book, self.game, self.election_pairs)
        except RuleBookError as refusal:
            fault = FieldRefused(refusal, _offered(self.book, self.game))
            raise ValidationError({"elections": fault}) from refusal
        try:
            side_bets_of_book(self.book, self.reading_pairs)
            return self.rules
        except RuleBookError as refusal:
            readable = ", ".join(_readable(self.book, self.game, self.election_pairs)) or _("none")
            may_read = text(_("Readings allowed: {readings}."), readings=readable)
            raise ValidationError({"readings": FieldRefused(refusal, may_read)}) from refusal

    @property
    def has_face_down_approval(self) -> bool:
        return bool(self.face_down_reference and self.face_down_approved_by and self.face_down_approved_on)

    @property
    def has_results_display_approval(self) -> bool:
        return bool(self.results_display_reference.strip() and self.results_display_approved_on)


def _are_choices(choices: Any) -> bool:
    """Whether these can be elections or readings: names and values as text."""
    return isinstance(choices, dict) and all(isinstance(value, str) for value in choices.values())


def _any_of(values: Iterable[str]) -> str:
    return text("{values:or}", values=list(values))


def _offered(book: str, game: str) -> str:
    """What a book lets a house elect in that game."""
    offered = "; ".join(
        f"{rule.name}: {_('an amount') if rule.values == AMOUNT else _any_of(rule.values)} ({rule.clause})"
        for rule in BOOKS[book].elections[game]
    )
    return text(_("What may be elected: {offered}."), offered=offered)


def _readable(book: str, game: str, elections: tuple[tuple[str, str], ...]) -> list[str]:
    """The rules that the house may read in more than one way, with their readings."""
    rules = rules_for(book, game, elections).rules()
    for key, bet in side_bets(book, game).items():
        rules |= {f"{key}.{name}": rule for name, rule in bet.rules().items()}
    return [
        f"{name}: {_any_of(map(spelled, rule.readings))} ({rule.clause})"
        for name, rule in rules.items()
        if rule.readings
    ]


def _chips_fault(chips: Any) -> Refusal | None:
    if not isinstance(chips, list) or not all(isinstance(chip, int) for chip in chips):
        return Refusal("setup.chips_in_cents")
    try:
        Chips(chips)
    except MoneyError as wrong:
        return Refusal("setup.denominations", fault=wrong.fault)
    return None


class Box(models.Model):
    """One wagering area of a layout, numbered from the dealer's left."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="box_set")
    number = models.PositiveSmallIntegerField()
    caller = models.CharField(max_length=16, blank=True, editable=False)
    """The player who calls the decisions, according to the last round."""
    players = models.JSONField(default=list, editable=False)
    """Players with a wager on it in the round in hand, nearest to the dealer first."""

    class Meta:
        verbose_name_plural = "boxes"
        ordering = ("table", "number")
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="tables_box_number"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=9), name="tables_box_on_layout"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} box {self.number}"


class Sign(models.Model):
    """The limits of one bet on the table's sign, in cents. ``multiple`` is the unit above the minimum; 0 if the
    notice states none (VIC03-6.5)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="signs")
    bet = models.CharField(max_length=24, default=MAIN)
    minimum = models.BigIntegerField()
    maximum = models.BigIntegerField()
    multiple = models.BigIntegerField(default=0)

    class Meta:
        ordering = ("table", "bet")
        constraints = [
            models.UniqueConstraint(fields=["table", "bet"], name="tables_sign_bet"),
            models.CheckConstraint(
                condition=Q(minimum__gte=1, maximum__gte=F("minimum"), multiple__gte=0),
                name="tables_sign_limits",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bet} {dollars(self.minimum)} to {dollars(self.maximum)}"


class SignChange(models.Model):
    """A notice of a higher minimum: what it announces, since when it is displayed, and what became of it.

    The display log that section 66(2) requires is in the table's chain of the ledger; this row is the running
    notice.
    """

    class State(models.TextChoices):
        SHOWN = "shown"
        TAKEN_DOWN = "taken_down"
        IN_FORCE = "in_force"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="sign_changes")
    bet = models.CharField(max_length=24, default=MAIN)
    minimum = models.BigIntegerField()
    maximum = models.BigIntegerField()
    multiple = models.BigIntegerField(default=0)
    change_at = models.DateTimeField()
    shown_from = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.SHOWN)
    put_up_by = models.CharField(max_length=16)
    ended_by = models.CharField(max_length=16, blank=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("change_at",)
        triggers = kept_rows(moving="state", filled="ended_by,ended_at", ended="OLD.ended_at IS NOT NULL")
        constraints = [
            models.UniqueConstraint(
                fields=["table", "bet"], condition=Q(state="shown"), name="tables_sign_change_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.bet} from {dollars(self.minimum)} at {self.change_at:%H:%M}"
