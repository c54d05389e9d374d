"""Like cases decided differently, side by side: the same kind of irregularity under the same book and version, in the
same part of a round, with the same answers to questions that have few."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models import Count, F, Max, Min, QuerySet, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext as _

from casino.ledger import Entry
from casino.rulebooks import BOOKS
from casino.translated import recorded, text
from rounds.models import RoundCase, RoundFacts
from rounds.read_model.felt.words import phase_words
from rounds.surveillance.compare.asking import Comparing
from rounds.surveillance.facts.words import decision_words, words_of_kind
from rounds.surveillance.find.screen import RoundShown, rows_of
from rounds.surveillance.find.search import FindSearch

PAGE: Final = 20
"""How many groups of like cases a page shows."""
EACH: Final = 30
"""How many cases of each decision are searched for the two nearest each other in time."""

What = RoundCase.What


@dataclass(frozen=True, slots=True)
class Side:
    """One case, with a small picture of its round."""

    case: RoundCase
    round: RoundShown
    decision: str
    detail: str
    """The text of the deciding entry."""
    otherwise: bool
    """Whether it was decided differently from most cases like it."""

    @property
    def day(self) -> str:
        local = timezone.localtime(self.case.at)
        return f"{local.day} {local:%b %H:%M}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two like cases."""

    words: str
    where: str
    """Book, version and part of the round."""
    clause: str
    preferred: str
    """The book's first choice, "" if it prefers none."""
    sides: tuple[Side, Side]
    counts: str
    """How often each decision was made."""


def pairs_of(asked: Comparing, page: int = PAGE) -> list[Pair]:
    """The pairs, newest first."""
    decided = RoundCase.objects.filter(asked.during, decided_seq__isnull=False).exclude(alike="").order_by()
    if asked.kind:
        decided = decided.filter(kind=asked.kind)
    groups = (
        decided.values("alike")
        .annotate(decisions=Count("decision", distinct=True), newest=Max("at"))
        .filter(decisions__gt=1)
        .order_by("-newest")[:page]
    )
    alike = [group["alike"] for group in groups]
    chosen = _chosen(decided.filter(alike__in=alike), alike)
    cases = [case for first, second, _ in chosen for case in (first, second)]
    rounds = _rounds(cases)
    details = _details(cases)
    return [
        Pair(
            words_of_kind(first.what, first.kind),
            _where(first.alike),
            first.clause,
            decision_words(first.preferred),
            (
                _side(first, rounds, details, otherwise=False),
                _side(second, rounds, details, otherwise=True),
            ),
            "; ".join(text(_("{decision}: {count}"), decision=decision_words(d), count=c) for d, c in counts),
        )
        for first, second, counts in chosen
        if first.round_id in rounds and second.round_id in rounds
    ]


def _where(alike: str) -> str:
    book, game, _kind, phase, *_answers = alike.split(" ")
    known = BOOKS.get(book)
    titles = [known.title, known.games[game].game_title] if known and game in known.games else [book, game]
    return " · ".join([*titles, phase_words(phase)])


def _chosen(
    decided: QuerySet[RoundCase], alike: Sequence[str]
) -> list[tuple[RoundCase, RoundCase, list[tuple[str, int]]]]:
    """For each group of like cases, the newest case of each unusual decision, with the case of the usual decision
    nearest to it in time, decided by another person if possible."""
    rows = decided.values_list("alike", "decision", "preferred").annotate(count=Count("*"), first=Min("at"))
    of_group: dict[str, list[tuple[str, str, int, datetime]]] = defaultdict(list)
    for key, *row in rows:
        of_group[key].append(tuple(row))
    newest: dict[tuple[str, str], list[RoundCase]] = defaultdict(list)
    numbered = decided.annotate(
        nth=Window(RowNumber(), partition_by=[F("alike"), F("decision")], order_by=F("at").desc())
    )
    for case in numbered.filter(nth__lte=EACH).order_by("-at"):
        newest[case.alike, case.decision].append(case)
    chosen = []
    for key in alike:
        # If two decisions are equally frequent, the usual one is the book's preferred, otherwise the older.
        ordered = sorted(of_group[key], key=lambda row: (-row[2], row[0] != row[1], row[3]))
        counts = [(decision, count) for decision, _preferred, count, _first in ordered]
        usual = counts[0][0]
        # One decision may occur twice, beside two preferences.
        for decision in dict.fromkeys(decision for decision, _count in counts[1:] if decision != usual):
            other = newest[key, decision][0]
            nearest = min(
                newest[key, usual],
                key=lambda case: (
                    case.supervisor == other.supervisor, abs((case.at - other.at).total_seconds())
                ),
            )  # fmt: skip
            chosen.append((nearest, other, counts))
    return chosen


def _rounds(cases: Sequence[RoundCase]) -> dict[int, RoundShown]:
    facts = list(RoundFacts.objects.filter(round__in={case.round_id for case in cases}))
    search = FindSearch.parse({}, (), timezone.now())
    return {row.facts.round_id: row for row in rows_of(search, facts)}


def _details(cases: Sequence[RoundCase]) -> dict[tuple[str, int], str]:
    """The texts of the deciding entries; archived ones are left out."""
    details: dict[tuple[str, int], str] = {}
    by_chain: dict[str, list[int]] = defaultdict(list)
    for case in cases:
        by_chain[case.table].append(case.decided_seq or 0)
    for chain, numbers in by_chain.items():
        of_chain = Entry.objects.filter(chain=chain, seq__in=numbers).values_list("seq", "detail")
        details |= {(chain, seq): detail for seq, detail in of_chain}
    return details


def _side(
    case: RoundCase, rounds: dict[int, RoundShown], details: dict[tuple[str, int], str], *, otherwise: bool
) -> Side:
    detail = details.get((case.table, case.decided_seq or 0), "")
    return Side(case, rounds[case.round_id], decision_words(case.decision), recorded(detail), otherwise)
