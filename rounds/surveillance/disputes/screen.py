"""The list of disputes: first those that wait for an answer or a review, in the order recorded, then the others,
newest first."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from casino.money import Cents
from casino.translated import text
from tables.models import Dispute

PAGE: Final = 50
WAITING: Final = (Dispute.State.OPEN, Dispute.State.REVIEW)
_KEY: Final = re.compile(r"(waiting|ended)-([0-9]{1,18})", re.ASCII)
_FIELDS: Final = {"table": 16, "player": 16, "words": 60}


@dataclass(frozen=True, slots=True)
class DisputeShown:
    """A dispute as a row of the list."""

    row: Dispute
    time: str
    """How long the answer took, or how long the player has waited for it."""
    late: bool
    """Whether the player still waits."""
    awarded: Cents | None
    """What the last decision pays to the player, in cents; None before a decision, and if it pays nothing."""

    @classmethod
    def of(cls, row: Dispute, now: datetime) -> DisputeShown:
        """The row at that time. A requested review waits even though the dispute has an answer."""
        waits = row.decided_at is None
        seconds = max(0, round(((row.decided_at or now) - row.raised_at).total_seconds()))
        words = _("waits for {time:duration}") if waits else "{time:duration}"
        return cls(row, text(words, time=seconds), waits, row.to_pay or None)


@dataclass(frozen=True, slots=True)
class DisputeList:
    """A page of the list."""

    rows: list[DisputeShown]
    waiting: int
    """How many disputes in the whole house wait for an answer or a review."""
    next: str
    """The query string of the next page; "" on the last."""
    given: dict[str, str]
    """The values of the filter's fields."""
    filtered: bool
    """Whether a filter or a later page was asked for, so that an empty list may hide disputes."""


def waiting() -> QuerySet[Dispute]:
    """Disputes that wait for an answer or a review."""
    return Dispute.objects.filter(state__in=WAITING)


def listed(given: Mapping[str, str], now: datetime) -> DisputeList:
    """The page for a filter and a key. An invalid key gets the first page."""
    typed = {name: given.get(name, "").strip()[:most] for name, most in _FIELDS.items()}
    disputes = Dispute.objects.select_related("table")
    if typed["table"]:
        disputes = disputes.filter(table__code=typed["table"].upper())
    if typed["player"]:
        disputes = disputes.filter(player=typed["player"])
    if typed["words"]:
        disputes = disputes.filter(question__icontains=typed["words"])
    key = _KEY.fullmatch(given.get("after", ""))
    part, last = (key[1], int(key[2])) if key else ("waiting", 0)
    rows: list[Dispute] = []
    if part == "waiting":
        rows = list(disputes.filter(state__in=WAITING, pk__gt=last).order_by("pk")[: PAGE + 1])
    if len(rows) <= PAGE:
        ended = disputes.exclude(state__in=WAITING).order_by("-pk")
        if part == "ended":
            ended = ended.filter(pk__lt=last)
        rows += ended[: PAGE + 1 - len(rows)]
    after = _key_of(rows[PAGE - 1]) if len(rows) > PAGE else ""
    filled = {name: value for name, value in typed.items() if value}
    return DisputeList(
        [DisputeShown.of(row, now) for row in rows[:PAGE]],
        waiting().count(),
        urlencode(filled | {"after": after}) if after else "",
        typed,
        bool(filled or key),
    )


def _key_of(row: Dispute) -> str:
    return f"{'waiting' if row.state in WAITING else 'ended'}-{row.pk}"
