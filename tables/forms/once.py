"""Takes the step of a form once, however often the form is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from django.db import IntegrityError, transaction

from casino.ledger import Request, carried
from casino.refusals import Refusal
from casino.staff.models import Staff
from tables.record import answered, form_request

BESIDE: Final = frozenset(
    {"csrfmiddlewaretoken", "key", "pin", "back", "pit", "expected", "sure", "table", "tries"}
)
"""Fields that are not part of the step at one table: where it came from, its token, its confirmation, and where to
go afterwards. A PIN is never part of what is recorded, not even as a SHA-256."""
SHOWED: Final = "showed"
"""The prefix of fields that say what the page showed: they belong to the moment, not to the request."""

T = TypeVar("T")


def of_form(fields: Mapping[str, Any], by: Staff, **more: object) -> Request:
    """The request in the fields of a form, stripped of blanks. Raises KeyRefused."""
    names = [name for name in fields if name not in BESIDE and not name.startswith(SHOWED)]
    values = {name: str(fields[name]).strip() for name in names}
    return form_request(str(fields.get("key", "")), "form", by, fields=values, **more)


def first_time(chain: str, request: Request, take: Callable[[], T]) -> T | None:
    """Take the step as `once` does; returns what came of it, or None if it was already taken."""
    outcomes: list[T] = []
    return outcomes[0] if once(chain, request, lambda: outcomes.append(take())) else None


def once(chain: str, request: Request, take: Callable[[], object]) -> bool:
    """Take the step unless it was already taken under this key; returns whether it was taken now.

    The first entry that the step appends to `chain` carries the request. If two copies of a form come at the same
    moment, the second finds what the first has done and gets the same answer. Raises KeyTaken if the key belongs to
    another request, and whatever the step raises.
    """
    if answered(chain, request) is not None:
        return False
    if not request.key:
        take()
        return True
    try:
        with transaction.atomic(), carried(chain, request):
            take()
    except (Refusal, IntegrityError):
        if answered(chain, request) is not None:
            return False
        raise
    return True
