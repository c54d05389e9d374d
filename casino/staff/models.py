"""People, the tablets at the tables, guarded sign-in tries, and approvals by a second person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import ledger
from casino.forms.fields import FieldRefused
from casino.ledger.rows import ROWS, rows_of
from casino.ledger.triggers import kept_rows, named, stays
from casino.refusals import Refusal
from casino.staff.hashers import of_person
from casino.staff.roles import POWERS, READ_ONLY, Role
from casino.words import Phrase

NUMBER_FORM = re.compile(r"\A[A-Z]{1,3}-[0-9]{1,6}\Z")
NUMBER = RegexValidator(
    NUMBER_FORM.pattern, gettext_lazy("A staff number is letters, a dash and digits, such as D-114.")
)
PIN = RegexValidator(r"\A[0-9]{4,12}\Z", gettext_lazy("A PIN is 4 to 12 digits."))
TABLE_CODE = RegexValidator(
    r"\A[A-Z0-9][A-Z0-9-]{0,15}\Z", gettext_lazy("A table code is letters, digits and dashes, such as BJ-07.")
)


STAFF_AUDITED = ("number", "role", "is_active", "is_superuser", "pits", "pin_set_by", "password")
"""What the record keeps about a person; of the PIN's hash only its digest (`casino.staff.hashers`)."""
EVERY_PIT: Final = "*"
"""In place of pit codes: every pit, including new ones."""

_RUNS = ("01234567890123", "98765432109876")


GUESSABLE = "pin.guessable"
"""The error code of a PIN that a guesser tries first."""


def check_new_pin(pin: str, number: str = "") -> None:
    """Raises ValidationError for a text that is not a PIN, and for a PIN that a guesser tries first. Every way of
    giving somebody a PIN goes through here, by way of `pin_hash`."""
    try:
        PIN(pin)
    except ValidationError as wrong:
        raise FieldRefused(Refusal("pin.form")) from wrong
    pair = pin[:2] * (len(pin) // 2) == pin
    if pair or len(set(pin)) == 1 or any(pin in run for run in _RUNS) or pin == number.rpartition("-")[2]:
        raise FieldRefused(Refusal(GUESSABLE))


def pin_hash(number: str, pin: str) -> str:
    """The hash of a person's PIN. It takes long, so make it before locking anything. Raises ValidationError for a
    PIN that `check_new_pin` refuses."""
    check_new_pin(pin, number)
    return make_password(of_person(number, pin))


class PinValidator:
    """The same check for Django's own commands, which use AUTH_PASSWORD_VALIDATORS."""

    def validate(self, password: str, user: Any = None) -> None:
        check_new_pin(password, str(getattr(user, "number", "")))

    def get_help_text(self) -> str:
        return _("A PIN is 4 to 12 digits, and not one that anybody would try first.")


class StaffRegister(BaseUserManager["Staff"]):
    """Creates people."""

    def create_user(self, number: str, pin: str, *, role: str = Role.DEALER, **fields: Any) -> Staff:
        """A person with `number`, `pin` and `role`. Raises ValidationError for a bad value.

        Used by programs, with a PIN that its owner is told or has typed, so it need not be changed: the printed PINs
        of the demonstration, and that of `createsuperuser`. The person acts in every pit unless `pits` are named.
        """
        fields.setdefault("pits", [EVERY_PIT])
        person = self.model(number=number, role=role, **fields)
        person.set_pin(pin)
        person.full_clean()
        self._enter(person)
        return person

    def create_without_pin(self, number: str, role: str) -> Staff:
        """A person who never signs in, such as in a simulated shift."""
        person = self.model(number=number, role=role, pits=[EVERY_PIT])
        person.set_unusable_password()
        self._enter(person)
        return person

    def _enter(self, person: Staff) -> None:
        """Save a new person, recorded as an act of the system."""
        with transaction.atomic():
            person.save(using=self._db)
            detail = Phrase.of("entry.person", number=person.number, role=str(person.get_role_display()))
            self.record(person, "staff_added", detail)

    def record(self, person: Staff, kind: str, detail: Phrase, *more: models.Model) -> None:
        """Record the current row of a person, and `more` rows that have changed with it, as an act of the system;
        call it in the transaction of the change."""
        body = {"number": person.number, "role": str(person.role), ROWS: rows_of(person, *more)}
        ledger.append(ledger.HOUSE, [ledger.Draft(kind=kind, detail=detail, body=body)], at=timezone.now())

    def create_superuser(self, number: str, password: str = "", **fields: Any) -> Staff:
        """A person who may also use the admin for set-up data; `password` is the PIN."""
        fields.setdefault("role", Role.OPERATIONS_MANAGER)
        return self.create_user(number, password, is_superuser=True, **fields)


class Staff(AbstractBaseUser, PermissionsMixin):
    """A person of the house, known by number (never by name) and PIN.

    `role` decides what the person may do; `is_superuser` only opens the admin for set-up data and gives no power at
    a table. The PIN is kept as a peppered Argon2 hash (`casino.staff.hashers`).
    """

    number = models.CharField(max_length=16, unique=True, validators=[NUMBER])
    role = models.CharField(max_length=24, choices=Role.choices)
    is_active = models.BooleanField("active", default=True)
    screen = models.CharField(max_length=40, blank=True, editable=False)
    """The session in which a person who acts is signed in (`casino.staff.one_screen`); a cache of the sessions."""
    sign_in = models.CharField(max_length=32, blank=True, editable=False)
    """Renewed when a person who acts signs in, so that no earlier session opens anything."""

    pits = models.JSONField(default=list, blank=True)
    """The codes of the pits in which a supervisor acts, or `EVERY_PIT`. Empty: no pit for a game supervisor, every
    pit for a casino supervisor and an operations manager. Dealers act where they deal."""
    pin_set_by = models.CharField(max_length=16, blank=True, editable=False)
    """Who set the current PIN, if not its owner: until the owner has changed it, it opens no other page."""

    USERNAME_FIELD = "number"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects: ClassVar[StaffRegister] = StaffRegister()

    class Meta:
        verbose_name = "staff member"
        verbose_name_plural = "staff"
        ordering = ("number",)
        triggers = (stays(), named("number"))
        # Every request looks up whose screen it comes from (`casino.staff.arrival`).
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["screen"], name="staff_screen", condition=~Q(screen="")),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def is_staff(self) -> bool:
        """Whether the person may enter the admin (set-up data only)."""
        return self.is_superuser

    @property
    def is_read_only(self) -> bool:
        """Whether the person sees everything and changes nothing: surveillance and inspector."""
        return self.role in READ_ONLY

    def has_role_at_least(self, role: str) -> bool:
        """Whether this person has the powers of `role` (VIC03-1.2): never those of a higher one."""
        return self.is_active and role in POWERS.get(self.role, ())

    def acting_as(self, role: str) -> str:
        """What the record says beside the person's own role: `role`, or "" if it is the same."""
        return "" if self.role == role else str(role)

    def acts_in(self, pit: str) -> bool:
        """Whether a supervisor acts in the pit with that code; for dealers the table decides
        (`casino.staff.places`)."""
        if not self.has_role_at_least(Role.GAME_SUPERVISOR):
            return False
        if not self.pits:
            return self.has_role_at_least(Role.CASINO_SUPERVISOR)
        return EVERY_PIT in self.pits or pit in self.pits

    def get_session_auth_hash(self) -> str:
        """What a session is bound to: the person, the PIN and the last sign-in. A change to any of them ends it."""
        return self._of_this_sign_in(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """The same under each earlier signing key."""
        for key in settings.SECRET_KEY_FALLBACKS:
            yield self._of_this_sign_in(self._get_session_auth_hash(secret=key), key)  # type: ignore[attr-defined]  # the stubs leave it out

    def _of_this_sign_in(self, bound: str, key: str | None = None) -> str:
        return salted_hmac(
            "casino.staff.sign_in", f"{self.number} {bound}{self.sign_in}", secret=key, algorithm="sha256"
        ).hexdigest()

    def is_bound(self, bound: object) -> bool:
        """Whether `bound` is the binding of the last sign-in's session, under the current or an earlier signing key."""
        hashes = (self.get_session_auth_hash(), *self.get_session_auth_fallback_hash())
        return isinstance(bound, str) and any(constant_time_compare(bound, known) for known in hashes)

    def set_pin(self, pin: str) -> None:
        """Set `pin` as the new PIN (not saved). Raises ValidationError for one that `check_new_pin` refuses."""
        self.set_password(pin)

    def set_password(self, raw_password: str | None) -> None:
        """`set_pin`, under the name that Django uses."""
        self.password = pin_hash(self.number, raw_password or "")

    def check_password(self, raw_password: str | None) -> bool:
        """Whether this is the person's PIN. The hash is not renewed: see `casino.staff.pin`."""
        return check_password(of_person(self.number, raw_password or ""), self.password)


class StaffChange(models.Model):
    """A change to somebody's powers that one person made alone: it waits in the pit until a third person
    acknowledges it.

    `what` names it: "new", "role", "PIN", "active", "set-up", several separated by commas. It belongs to an entry of
    the house chain; `casino.staff.two_people` reads from it who was recently set up by whom.
    """

    number = models.CharField(max_length=16)
    what = models.CharField(max_length=60)
    words = models.CharField(max_length=200)
    set_by = models.CharField(max_length=16)
    set_at = models.DateTimeField()
    seen_by = models.CharField(max_length=16, blank=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("set_at", "id")
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["set_at"], name="staff_change_set_at"),
            models.Index(fields=["id"], name="staff_change_waiting", condition=Q(seen_by="")),
        ]
        triggers = kept_rows(filled="seen_by,seen_at", ended="OLD.seen_at IS NOT NULL")

    def __str__(self) -> str:
        return self.words


class Tablet(models.Model):
    """A tablet that a supervisor has assigned to a table.

    The tablet holds a random token in a signed cookie, the database only its SHA-256.
    """

    token_hash = models.CharField(max_length=64, unique=True, editable=False)
    table_code = models.CharField(max_length=16, validators=[TABLE_CODE], db_index=True)
    enrolled_by = models.CharField(max_length=16, editable=False)
    enrolled_at = models.DateTimeField(editable=False)
    revoked_by = models.CharField(max_length=16, blank=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("table_code", "-enrolled_at")
        triggers = kept_rows(filled="revoked_by,revoked_at")

    def __str__(self) -> str:
        return f"tablet {self.pk} at {self.table_code}"


class TabletHeard(models.Model):
    """When a tablet was last heard from, to within seconds (`casino.staff.tablet_contact`). Not part of the record."""

    tablet = models.OneToOneField(Tablet, on_delete=models.CASCADE, primary_key=True, related_name="heard")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.tablet} heard {self.at}"


class Guard(models.Model):
    """How often a subject has tried a PIN recently: "number D-114" with the place (`casino.staff.devices`), "address
    10.0.0.7", "tablet 5", "house".

    It is in the database so that it holds across workers and restarts. A number that belongs to nobody is guarded in
    the same way: the answers must not reveal which numbers exist.
    """

    subject = models.CharField(max_length=64, primary_key=True)
    window_start = models.DateTimeField()
    tries = models.IntegerField(default=0)
    wrong = models.IntegerField(default=0)
    lockouts = models.IntegerField(default=0)
    locked_until = models.DateTimeField(null=True)
    numbers = models.JSONField(default=list, db_default=[])
    """For an address or a device: the numbers that were tried wrongly since `window_start`."""

    def __str__(self) -> str:
        return self.subject


class GuessAlert(models.Model):
    """Attempts to guess PINs, shown to the pit until a supervisor has acknowledged them; each step is an entry of
    the house chain."""

    class Kind(models.TextChoices):
        NUMBER = "number", "number locked"
        SOURCE = "source", "guesses at many numbers"
        HOUSE = "house", "many wrong tries in the house"

    kind = models.CharField(max_length=8, choices=Kind.choices)
    source = models.CharField(max_length=64)
    number = models.CharField(max_length=16, blank=True)
    words = models.TextField()
    raised_at = models.DateTimeField()
    seen_by = models.CharField(max_length=16, blank=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("raised_at", "id")
        triggers = kept_rows(filled="seen_by,seen_at")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.UniqueConstraint(
                fields=["kind", "source", "number"],
                condition=Q(seen_at__isnull=True),
                name="staff_guessalert_standing",
            )
        ]

    def __str__(self) -> str:
        return self.words


class Approval(models.Model):
    """Something that waits for a second person's decision, or has had it.

    `command` is the encoded command that the approval lets through, as JSON text. `version` is the table's version
    at the time of asking: the caller judges whether it still fits. Each step is also in the table's chain of the
    ledger, which is the record; this row is where it waits.
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        APPROVED = "approved"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"
        EXPIRED = "expired"

    table_code = models.CharField(max_length=16)
    round_no = models.IntegerField(null=True)
    kind = models.CharField(max_length=40)
    text = models.TextField()
    clause = models.CharField(max_length=40, blank=True)
    role_wanted = models.CharField(max_length=24, choices=Role.choices)
    command = models.TextField(blank=True)
    version = models.BigIntegerField(null=True)
    asked_by = models.CharField(max_length=16)
    asked_role = models.CharField(max_length=24)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=12, choices=State.choices, default=State.WAITING)
    decided_by = models.CharField(max_length=16, blank=True)
    decided_role = models.CharField(max_length=24, blank=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    choice = models.CharField(max_length=40, blank=True)
    seen_by = models.CharField(max_length=16, blank=True)
    seen_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["table_code", "asked_at"],
                name="staff_approval_waiting",
                condition=Q(state="waiting"),
            ),
            models.Index(fields=["table_code", "round_no"], name="staff_approval_round"),
        ]
        triggers = kept_rows(
            moving="state",
            filled="decided_by,decided_role,decided_at,reason,choice,seen_by,seen_at",
            ended="OLD.decided_at IS NOT NULL",
        )

    def __str__(self) -> str:
        return f"{self.table_code}: {self.text}"

    @property
    def is_waiting(self) -> bool:
        """Whether it can still be decided."""
        return self.state == self.State.WAITING
