"""Documents of approved rules: two people add and withdraw them; each is in force from a day on and kept under its
hash."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from casino import ledger
from casino.ledger import HOUSE, Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.rulebooks import BOOKS
from casino.staff import two_people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.approved_rules.models import ApprovedRules

ADDED_BY: Final = Role.OPERATIONS_MANAGER
SIGNED_BY: Final = Role.CASINO_SUPERVISOR
"""The least role of the second person."""
MOST_BYTES: Final = 20 * 1024 * 1024
LONGEST_TITLE: Final = 120
PDF: Final = "application/pdf"
_END: Final = 2048
"""How many bytes at the end of a PDF are searched for its end mark."""


def in_force(book: str, game: str, day: date) -> ApprovedRules | None:
    """The document for a version on a day; the whole book's if the version has none."""
    held = ApprovedRules.objects.filter(book=book, game__in=(game, ""), from_day__lte=day).defer("content")
    holding = [document for document in held if document.holds_on(day)]
    return max(
        holding, key=lambda document: (document.game != "", document.from_day, document.pk), default=None
    )


def all_in_force(book: str, day: date) -> list[ApprovedRules]:
    """Every document of a book that is in force on a day."""
    held = ApprovedRules.objects.filter(book=book, from_day__lte=day).defer("content")
    return [document for document in held if document.holds_on(day)]


def in_force_at(book: str, game: str, at: datetime) -> ApprovedRules | None:
    """The same at a moment, by the house's clock."""
    return in_force(book, game, timezone.localtime(at).date())


def hash_at(book: str, game: str, at: datetime) -> str:
    """The SHA-256 of the document in force; "" if there is no such document."""
    document = in_force_at(book, game, at)
    return document.sha256 if document is not None else ""


def is_pdf(content: bytes) -> bool:
    """Whether the content is a PDF, whatever its name says."""
    return content.startswith((b"%PDF-1.", b"%PDF-2.")) and b"%%EOF" in content[-_END:]


@dataclass(frozen=True, slots=True)
class HandedIn:
    """A document as it was handed in: the rules of a book or of one of its versions, with the days of its force."""

    content: bytes = field(repr=False)
    book: str
    game: str
    """The version; "" for the whole book."""
    title: str
    from_day: date | None
    to_day: date | None = None


def add(handed_in: HandedIn, *, by: Staff, signed_by: Staff, at: datetime) -> ApprovedRules:
    """Keep a document, signed by two people. Raises Refusal for an unknown book or version, for content that is not
    a PDF or too large, and for impossible days."""
    _two(by, signed_by, at)
    content, book, game = handed_in.content, handed_in.book, handed_in.game
    title, from_day, to_day = handed_in.title.strip(), handed_in.from_day, handed_in.to_day
    if book not in BOOKS or (game and game not in BOOKS[book].games):
        raise Refusal("approved_rules.no_such_version", book=book[:8], game=game[:24])
    if not title or len(title) > LONGEST_TITLE:
        raise Refusal("approved_rules.title", longest=LONGEST_TITLE)
    if from_day is None or (to_day is not None and to_day < from_day):
        raise Refusal("approved_rules.days")
    if len(content) > MOST_BYTES:
        raise Refusal("approved_rules.too_large", most=MOST_BYTES // (1024 * 1024))
    if not is_pdf(content):
        raise Refusal("approved_rules.not_a_pdf")
    digest = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        ledger.lock(HOUSE)
        if ApprovedRules.objects.filter(
            book=book, game=game, sha256=digest, from_day=from_day, withdrawn_at=None
        ).exists():
            raise Refusal("approved_rules.there_already", sha256=digest[:12])
        document = ApprovedRules.objects.create(
            book=book, game=game, title=title, sha256=digest, size=len(content), content=content,
            from_day=from_day, to_day=to_day, added_by=by.number, signed_by=signed_by.number, at=at,
        )  # fmt: skip
        detail = Phrase.of(
            "entry.rules_approved",
            document=str(document),
            sha256=digest,
            day=str(from_day),
            signed=signed_by.number,
        )
        _write("approved_rules_added", detail, document, by, at)
    return document


def withdraw(number: int, *, by: Staff, signed_by: Staff, at: datetime) -> ApprovedRules:
    """Take a document out of force; it stays in the list, and anybody who has its hash can still get it. Raises
    Refusal."""
    _two(by, signed_by, at)
    with transaction.atomic():
        ledger.lock(HOUSE)
        document = ApprovedRules.objects.select_for_update().filter(pk=number).first()
        if document is None:
            raise Refusal("approved_rules.unknown")
        if document.withdrawn_at is None:
            document.withdrawn_by, document.withdrawn_at = by.number, at
            document.withdrawn_signed_by = signed_by.number
            document.save()
            detail = Phrase.of(
                "entry.rules_withdrawn",
                document=str(document),
                sha256=document.sha256,
                signed=signed_by.number,
            )
            _write("approved_rules_withdrawn", detail, document, by, at)
    return document


def _two(by: Staff, signed_by: Staff, at: datetime) -> None:
    if not by.has_role_at_least(ADDED_BY):
        raise Refusal(
            "staff.role_too_low", number=by.number, role=by.get_role_display(), wanted=str(ADDED_BY.label)
        )
    if by.number == signed_by.number:
        raise Refusal("signature.alone", number=by.number)
    if not signed_by.has_role_at_least(SIGNED_BY):
        raise Refusal(
            "staff.role_too_low",
            number=signed_by.number,
            role=signed_by.get_role_display(),
            wanted=str(SIGNED_BY.label),
        )
    if refusal := two_people.why_not_together(by.number, signed_by.number, at):
        raise refusal


def _write(kind: str, detail: Phrase, document: ApprovedRules, by: Staff, at: datetime) -> None:
    draft = Draft(kind=kind, detail=detail, body={"sha256": document.sha256, ROWS: rows_of(document)})
    ledger.append(HOUSE, [draft], actor=by.number, role=by.role, at=at)
