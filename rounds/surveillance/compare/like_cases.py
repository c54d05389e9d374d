"""How cases like one in a round were decided, and by whom: what other supervisors have done."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlencode

from django.db.models import Count
from django.utils.translation import gettext as _

from casino.translated import text
from rounds.models import RoundCase
from rounds.surveillance.facts import indexing
from rounds.surveillance.facts.words import decision_words

BACK: Final = timedelta(days=400)
MOST: Final = 8
"""How many supervisors are listed, those who have decided the most."""
PATIENCE: Final = 0.5


@dataclass(frozen=True, slots=True)
class DecidedBy:
    """One supervisor's decisions in such cases."""

    number: str
    words: str


@dataclass(frozen=True, slots=True)
class LikeCases:
    """The cases like the one to which a step of the replay belongs."""

    count: int
    by: list[DecidedBy]
    address: str
    """The address of the pairs that were decided differently."""


def like_cases(code: str, seq: int) -> LikeCases | None:
    """The cases like the one that entry `seq` of the table reports; None if there are no others."""
    reported = RoundCase.objects.filter(table=code, seq=seq).exclude(alike="")
    case = reported.first()
    if case is None:
        indexing.catch_up_table(code, PATIENCE)
        case = reported.first()
    if case is None:
        return None
    decided = RoundCase.objects.filter(
        alike=case.alike, at__gte=case.at - BACK, at__lte=case.at + BACK, decided_seq__isnull=False
    ).exclude(pk=case.pk)
    by: dict[str, list[tuple[int, str]]] = defaultdict(list)
    rows = decided.order_by().values_list("supervisor", "decision").annotate(count=Count("*"))
    for supervisor, decision, count in rows:
        by[supervisor].append((count, decision))
    if not by:
        return None
    ordered = sorted(by.items(), key=lambda item: (-sum(count for count, _ in item[1]), item[0]))
    lines = [
        DecidedBy(
            number or _("nobody named"),
            "; ".join(
                text(_("{decision}: {count}"), decision=decision_words(decision), count=count)
                for count, decision in sorted(decisions, reverse=True)
            ),
        )
        for number, decisions in ordered[:MOST]
    ]
    address = urlencode({"view": "pairs", "kind": case.kind, "when": f"last {BACK.days} days"})
    return LikeCases(sum(count for counts in by.values() for count, _ in counts), lines, address)
