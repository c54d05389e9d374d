"""The page of found rounds: a row for each, with a small felt."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.db.models.functions import Trunc
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from casino.house_time import seconds
from casino.money import Cents, dollars
from casino.translated import text
from rounds.models import Hand, RoundCase, RoundFacts, Wager
from rounds.read_model.felt.words import cards_html
from rounds.surveillance.facts.words import decision_words, words_of_kind
from rounds.surveillance.find.search import FindSearch
from rounds.surveillance.find.vocabulary import CHOICES, GROUPS, Happening
from tables.float.days import begins, gaming_day

BOXES = 3
"""How many boxes fit in a row."""
ROOM = 470
"""The pixels for hands in a row on a screen of 1280, beside the number of boxes left out."""
CARD_WIDE, SIDEWAYS, TOTAL_WIDE, BOX_WIDE = 26, 10, 34, 25
"""The pixels of a card, the extra width of one lying sideways, of a total, and of a box's number with its gaps."""
CLAUSES = 2
CASES = 2
"""How many irregularities fit in a row."""
OPENS_AT = ("irregularity", "void", "corrected", "wrong_payment")
"""Things to search for at which the replay opens."""
TALL = 40.0
"""The height of the strip, in its own units."""
BAR = timedelta(minutes=10)
"""The time covered by one bar of the day's strip."""


@dataclass(frozen=True, slots=True)
class HandShown:
    cards: SafeString
    total: str


@dataclass(frozen=True, slots=True)
class BoxShown:
    number: int
    hands: list[HandShown]


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One round found."""

    facts: RoundFacts
    day: str
    time: str
    boxes: list[BoxShown]
    more_boxes: int
    """How many boxes did not fit."""
    dealer: list[HandShown]
    opens_at: str
    """Where the replay opens; "" for the end of the round."""
    wrong: list[str]
    """Its irregularities: what went wrong, how it was decided, and by whom."""
    happened: list[str]
    """What was searched for that happened in it, or else the most important things that did."""
    dealers: list[str]
    supervisors: list[str]
    players: list[str]
    clauses: list[str]
    net: Cents
    """The result for the players shown, in cents; positive if the house paid."""
    whose: str

    @property
    def money(self) -> str:
        """The result in words: ``+$400``."""
        return f"+{dollars(self.net)}" if self.net > 0 else dollars(self.net)


@dataclass(frozen=True, slots=True)
class Bar:
    """Ten minutes of the gaming day."""

    at: datetime
    rounds: int
    irregular: int
    left: float
    """In per cent of the strip's width."""
    top: float
    height: float
    """In units of the strip's `TALL`."""


@dataclass(frozen=True, slots=True)
class Strip:
    """The gaming day on which the search ends, or today."""

    day: str
    start: datetime
    end: datetime
    bars: list[Bar]
    width: float
    """The width of a bar, in per cent."""
    hours: list[str]
    """The clock time at every twelfth of the day."""
    chosen: tuple[float, float] | None
    """The part of it that is searched: left edge and width, in per cent."""


def rows_of(search: FindSearch, rounds: Sequence[RoundFacts]) -> list[RoundShown]:
    """The rounds of a page in words and cards, with three queries for all of them."""
    ids = [facts.round_id for facts in rounds]
    hands: dict[int, dict[int, list[Hand]]] = defaultdict(lambda: defaultdict(list))
    for hand in Hand.objects.filter(round__in=ids).order_by("round", "box", "hand"):
        hands[hand.round_id][hand.box].append(hand)
    money: dict[int, list[Wager]] = defaultdict(list)
    for wager in Wager.objects.filter(round__in=ids):
        money[wager.round_id].append(wager)
    cases: dict[int, list[RoundCase]] = defaultdict(list)
    irregular = [facts.round_id for facts in rounds if facts.irregular]
    if irregular:
        reported = RoundCase.objects.filter(round__in=irregular, what=RoundCase.What.IRREGULARITY)
        for case in reported.order_by("seq"):
            cases[case.round_id].append(case)
    return [
        _row(
            search,
            facts,
            hands[facts.round_id],
            money[facts.round_id],
            [_case_words(case) for case in cases[facts.round_id][:CASES]],
        )
        for facts in rounds
    ]


def _case_words(case: RoundCase) -> str:
    """What went wrong, how it was decided, and who signed."""
    signed = case.supervisor if case.decided_seq is not None else ""
    parts = [
        words_of_kind(case.what, case.kind),
        decision_words(case.decision) if case.decision else "",
        signed,
    ]
    return " · ".join(part for part in parts if part)


def _row(
    search: FindSearch,
    facts: RoundFacts,
    hands: Mapping[int, list[Hand]],
    wagers: Sequence[Wager],
    wrong: list[str],
) -> RoundShown:
    terms = frozenset(facts.terms)
    met = [happening for happening in search.happened if happening.term and _met(search, happening, terms)]
    boxes = [number for number in hands if number]
    asked = [number for number in boxes if any(f"{happening.term}@{number}" in terms for happening in met)]
    if search.box is not None:
        asked = [search.box]
    elif search.player and not asked:
        asked = sorted({wager.box for wager in wagers if wager.player == search.player})
    stakes = {number: sum(wager.amount for wager in wagers if wager.box == number) for number in boxes}
    shown = sorted(
        sorted(boxes, key=lambda number: (number not in asked, -stakes[number]))[
            : max(1, min(BOXES, len(asked) or BOXES))
        ]
    )
    shown = _that_fit(shown, hands)
    net, whose = _net(search, asked, wagers, facts)
    local = timezone.localtime(facts.at)
    return RoundShown(
        facts=facts,
        day=f"{local.day} {local:%b %Y}",
        time=seconds(facts.at),
        boxes=[BoxShown(number, [_shown(hand) for hand in hands[number]]) for number in shown],
        more_boxes=len(boxes) - len(shown),
        dealer=[_shown(hand) for hand in hands.get(0, ())],
        opens_at=next((happening.term for happening in met if happening.term in OPENS_AT), ""),
        wrong=wrong,
        happened=_happened(search, facts, terms, met, named=bool(wrong)),
        dealers=_after("dealt_by:", terms),
        supervisors=_after("supervisor:", terms),
        players=_after("player:", terms),
        clauses=_clauses(search, terms),
        net=net,
        whose=whose,
    )


def _that_fit(boxes: Sequence[int], hands: Mapping[int, list[Hand]]) -> list[int]:
    """The first boxes that leave room for the dealer's hand, at least one."""
    room = ROOM - sum(_wide(hand) for hand in hands.get(0, ()))
    fitting: list[int] = []
    for number in boxes:
        room -= BOX_WIDE + sum(_wide(hand) for hand in hands[number])
        if not fitting or room >= 0:
            fitting.append(number)
    return fitting


def _wide(hand: Hand) -> int:
    """The width of a hand in pixels: its cards, and its total."""
    return CARD_WIDE * len(hand.cards.split()) + TOTAL_WIDE + (SIDEWAYS if hand.doubled else 0)


def _met(search: FindSearch, happening: Happening, terms: frozenset[str]) -> bool:
    return terms.issuperset(search.terms_for(happening))


def _shown(hand: Hand) -> HandShown:
    cards = tuple(hand.cards.split())
    return HandShown(
        cards_html(cards, last_sideways=hand.doubled and len(cards) > 2),
        gettext("BJ") if hand.blackjack else str(hand.total),
    )


def _happened(
    search: FindSearch,
    facts: RoundFacts,
    terms: frozenset[str],
    met: Sequence[Happening],
    *,
    named: bool,
) -> list[str]:
    """What happened in the round; `named` if its irregularities are written beside it."""
    words = [happening.words for happening in met]
    for happening in search.happened:
        if happening.odds and facts.best_odds >= happening.odds:
            words.append(text(gettext("side bet paid {odds} to 1"), odds=f"{facts.best_odds / 100:g}"))
        elif (happening.slower or happening.faster) and facts.seconds is not None:
            words.append(text(gettext("{seconds} seconds"), seconds=facts.seconds))
        elif happening.hand or happening.shoe:
            words.append(happening.words)
    if not words:
        telling = ("irregularity", "void", "corrected", "wrong_payment", "split:2", "split", "doubled", "insured",
                   "blackjack", "dealer_blackjack")  # fmt: skip
        words = [str(CHOICES[term].words) for term in telling if term in terms][:2]
    elif "irregularity" in terms and str(CHOICES["irregularity"].words) not in words:
        words.append(str(CHOICES["irregularity"].words))
    if named:
        words = [word for word in words if word != str(CHOICES["irregularity"].words)]
    return list(dict.fromkeys(words))[:3]


def _after(prefix: str, terms: frozenset[str]) -> list[str]:
    return sorted(term.removeprefix(prefix) for term in terms if term.startswith(prefix))


def _clauses(search: FindSearch, terms: frozenset[str]) -> list[str]:
    """The clauses that were searched for."""
    clause_terms = [term for asked in search.terms for term in asked.split("|") if term.startswith("clause:")]
    return [term.removeprefix("clause:") for term in clause_terms if term in terms][:CLAUSES]


def _net(
    search: FindSearch, asked: Sequence[int], wagers: Sequence[Wager], facts: RoundFacts
) -> tuple[Cents, str]:
    """The round's result for the players searched for, and who they are."""
    mine = [
        wager
        for wager in wagers
        if (not asked or wager.box in asked) and (not search.player or wager.player == search.player)
    ]
    if not asked and not search.player:
        return -facts.win, gettext("all players")
    net = sum(wager.pays - wager.takes for wager in mine)
    names = sorted({wager.player for wager in mine})
    if len(asked) == 1 and len(names) == 1:
        return net, text(gettext("{player}, box {box}"), player=names[0], box=asked[0])
    if len(asked) == 1:
        return net, text(gettext("box {box}"), box=asked[0])
    return net, ", ".join(names) if len(names) <= BOXES else text(
        gettext("{count} players"), count=len(names)
    )


def strip_of(search: FindSearch, now: datetime) -> Strip:
    """Rounds per ten minutes of the gaming day on which the search ends."""
    day = gaming_day(min(search.span[1], now) if search.span else now)
    start, end = begins(day), begins(day + timedelta(days=1))
    whole = end - start
    per_bar: dict[datetime, list[int]] = defaultdict(lambda: [0, 0])
    counted = (
        RoundFacts.objects.filter(
            at__gte=start, at__lt=end, **({"table__in": search.tables} if search.tables else {})
        )
        .order_by()
        .annotate(minute=Trunc("at", "minute"))
        .values("minute")
        .annotate(rounds=Count("pk"), irregular=Count("pk", filter=Q(irregular=True)))
    )
    for row in counted:
        at = start + (row["minute"] - start) // BAR * BAR
        per_bar[at][0] += row["rounds"]
        per_bar[at][1] += row["irregular"]
    most = max((rounds for rounds, _ in per_bar.values()), default=1)
    bars = [
        Bar(at, rounds, irregular, 100 * ((at - start) / whole), TALL - height, height)
        for at, (rounds, irregular) in sorted(per_bar.items())
        for height in [max(0.08, rounds / most) * TALL]
    ]
    hours = [f"{timezone.localtime(start + number * whole / 12):%H:%M}" for number in range(12)]
    chosen = None
    if search.span and search.span[0] < end and search.span[1] >= start:
        left, right = max(search.span[0], start), min(search.span[1], end)
        chosen = (100 * ((left - start) / whole), max(0.3, 100 * ((right - left) / whole)))
    return Strip(f"{day.day} {day:%b %Y}", start, end, bars, 100 * (BAR / whole) * 0.8, hours, chosen)


@dataclass(frozen=True, slots=True)
class ChoiceShown:
    code: str
    words: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class ChoicesShown:
    """The choices to tap: the first in sight, the others by group."""

    first: list[ChoiceShown]
    groups: list[tuple[str, list[ChoiceShown]]] = field(default_factory=list)


def choices_of(search: FindSearch, first: Sequence[str]) -> ChoicesShown:
    """The choices, with those of the search marked."""
    show = {
        code: ChoiceShown(code, str(choice.words), code in search.what) for code, choice in CHOICES.items()
    }
    in_sight = [*first, *(code for code in search.what if code not in first)]
    return ChoicesShown(
        [show[code] for code in in_sight],
        [
            (str(name), [show[choice.code] for choice in choices if choice.code not in in_sight])
            for name, choices in GROUPS
        ],
    )
