"""The display of results at a table: its last completed rounds, and nothing of the one in progress."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.http import require_safe

from casino.refusals import Refusal
from casino.rulebooks.house import house_of
from casino.translated import text
from rounds.engine.values import OVER
from rounds.models import Hand, Round, Wager
from rounds.read_model.felt.words import phase_words
from tables.models import Table

LAST = 20
"""Rounds on the display."""
WORDS = {
    "win": gettext_noop("wins"),
    "lose": gettext_noop("loses"),
    "stand_off": gettext_noop("stands off"),
    "void": gettext_noop("void"),
    "surrender": gettext_noop("surrendered"),
}


@require_safe
def results(request: HttpRequest, code: str) -> HttpResponse:
    """The display for everybody at the table, where the operator has installed one (NZ-3.6)."""
    table = Table.objects.filter(code=code, results_display=True).first()
    if table is None:
        raise Http404(Refusal("table.no_display", table=code))
    context = {"table": table, "rounds": latest(table), "clause": house_of(table.rules).results_display}
    return render(request, "pages/results.html", context)


@dataclass(frozen=True, slots=True)
class RoundResult:
    """A completed round, in words."""

    number: int
    dealer: str
    boxes: list[tuple[int, str]]


def latest(table: Table, last: int = LAST) -> list[RoundResult]:
    """The last completed rounds, the latest first: the dealer's hands and the result of each box."""
    over = (
        Round.objects.filter(table=table, phase__in=OVER)
        .order_by("-round_no")
        .prefetch_related(
            Prefetch("hands", Hand.objects.filter(box=0).order_by("hand"), to_attr="dealers"),
            Prefetch("wagers", Wager.objects.filter(hand__gt=0).order_by("box", "hand"), to_attr="of_hands"),
        )[:last]
    )
    bets = table.rules.wagers_on_hand.value
    return [
        RoundResult(
            number=row.round_no,
            dealer=", ".join(_dealer(table, hand) for hand in row.dealers) or phase_words(row.phase),
            boxes=_boxes([wager for wager in row.of_hands if wager.bet in bets]),
        )
        for row in over
    ]


def _dealer(table: Table, hand: Hand) -> str:
    if hand.blackjack:
        return _(table.rules.natural)
    return text(_("{total}, bust"), total=hand.total) if hand.bust else str(hand.total)


def _boxes(wagers: list[Wager]) -> list[tuple[int, str]]:
    """The results of each box, equal ones only once."""
    lines: dict[int, list[str]] = {}
    for wager in wagers:
        words = _(WORDS.get(wager.result, wager.result))
        if words not in lines.setdefault(wager.box, []):
            lines[wager.box].append(words)
    return [(box, ", ".join(words)) for box, words in sorted(lines.items())]
