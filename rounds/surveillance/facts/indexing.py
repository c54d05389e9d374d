"""The facts by which rounds are searched and people compared, written after the entries that they come from.

Play does not wait for them: a search first reads what the chains have had since (`catch_up`), and ``manage.py
index_rounds`` does so in advance. Facts are worked out from entries alone, so they can be deleted and written again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import Max

from casino.ledger import DESK, HOUSE, ChainHead, Entry
from casino.ledger.archives.months import gaps_of
from rounds.engine import State
from rounds.engine.values import ANTE, OVER
from rounds.models import ComparedRound, FactsProgress, PlayedRound, Round, RoundCase, RoundFacts
from rounds.play.projection.rows import win_of
from rounds.surveillance.entry_states import EntryState, entry_states
from rounds.surveillance.facts.cards import in_a_row, runs_of
from rounds.surveillance.facts.comparison import Comparison, TableContext, comparison_of
from rounds.surveillance.facts.terms import Recorded, players_of, terms_of

log = logging.getLogger(__name__)

WINDOW = 2_000
"""How many entries of a chain are read at a time."""

FIELDS = (
    "table", "round_no", "at", "terms", "runs", "left_shoe", "lay", "irregular", "seconds", "most_money",
    "best_odds", "win", "players",
)  # fmt: skip
COMPARED = ("table", "at", "dealer", "supervisor", "pace", "wrong_seconds", "tournament")


def catch_up(seconds: float | None = None) -> int:
    """Write the facts of every round with new entries, for about ``seconds`` at most; returns how many entries are
    still unread. Chains that another process is reading are left to it."""
    until = None if seconds is None else time.monotonic() + seconds
    done = dict(FactsProgress.objects.values_list("chain", "seq"))
    left = 0
    for chain, seq in ChainHead.objects.exclude(chain__in=(HOUSE, DESK)).values_list("chain", "seq"):
        reached = done.get(chain, 0)
        while reached < seq and (until is None or time.monotonic() < until):
            moved = _window(chain)
            if moved is None:
                break
            reached = moved
        left += max(0, seq - reached)
    return left


def catch_up_table(chain: str, seconds: float) -> None:
    """Write the facts of one table's rounds, for about ``seconds`` at most, for a page about that table."""
    until = time.monotonic() + seconds
    reached = FactsProgress.objects.filter(chain=chain).values_list("seq", flat=True).first() or 0
    seq = ChainHead.objects.filter(chain=chain).values_list("seq", flat=True).first() or 0
    while reached < seq and time.monotonic() < until:
        moved = _window(chain)
        if moved is None:
            break
        reached = moved


def start_anew() -> None:
    """Have the facts of every round written again. Meanwhile rounds stay in the lists as they are."""
    FactsProgress.objects.update(seq=0, supervisor="", patrons={})


def _window(chain: str) -> int | None:
    """Write the facts of the rounds in the next entries of a chain; returns how far they now reach, or None while
    another process is writing them or if the table has no rounds."""
    with transaction.atomic():
        FactsProgress.objects.get_or_create(chain=chain)
        progress = FactsProgress.objects.select_for_update(skip_locked=True).filter(chain=chain).first()
        if progress is None:
            return None
        window = Entry.objects.filter(chain=chain, seq__gt=progress.seq, seq__lte=progress.seq + WINDOW)
        last = window.aggregate(last=Max("seq"))["last"]
        if last is None:
            # Archived, or numbered from a later entry: go on with the first entry that exists.
            later = Entry.objects.filter(chain=chain, seq__gt=progress.seq).order_by("seq")
            last = (later.values_list("seq", flat=True).first() or progress.seq + 1) - 1
            numbers: list[int] = []
        else:
            of_rounds = window.filter(round_no__isnull=False).values_list("round_no", flat=True)
            numbers = sorted({number for number in of_rounds if number is not None})
        people = _People(progress.seq, progress.supervisor, progress.patrons)
        if last > progress.seq:
            people.read(window.filter(kind__in=PEOPLE).order_by("seq").values_list("seq", "kind", "body"))
        if numbers:
            _write(chain, numbers, people)
        progress.seq = last
        progress.supervisor, progress.patrons = people.last
        progress.save()
        return last


PEOPLE = ("supervisor_assigned", "patron_attached", "patron_detached", "table_closed")
"""Kinds of entries that say who is responsible for a table, and which patrons its players are."""


class _Person(msgspec.Struct):
    number: str = ""
    player: str = ""


@dataclass(slots=True)
class _People:
    """Who was responsible for the table, and which patrons its players were, entry by entry of a window."""

    since: int
    """The entry before the window."""
    supervisor: str
    patrons: dict[str, str]
    changes: list[tuple[int, str, dict[str, str]]] = field(default_factory=list)

    def read(self, entries: Any) -> None:
        """Read the entries that change something, in order."""
        for seq, kind, body in entries:
            supervisor, patrons = self.last
            if kind == "table_closed":
                patrons = {}
            else:
                person = msgspec.json.decode(body, type=_Person)
                if kind == "supervisor_assigned":
                    supervisor = person.number
                else:
                    patrons = {mark: number for mark, number in patrons.items() if mark != person.player}
                    if kind == "patron_attached":
                        patrons[person.player] = person.number
            self.changes.append((seq, supervisor, patrons))

    @property
    def last(self) -> tuple[str, dict[str, str]]:
        """The state after the window."""
        return (self.changes[-1][1], self.changes[-1][2]) if self.changes else (self.supervisor, self.patrons)

    def at(self, seq: int) -> tuple[str, dict[str, str]]:
        """The state at an entry of the window."""
        supervisor, patrons = self.supervisor, self.patrons
        for changed, to_supervisor, to_patrons in self.changes:
            if changed > seq:
                break
            supervisor, patrons = to_supervisor, to_patrons
        return supervisor, patrons


def _write(chain: str, numbers: Sequence[int], people: _People) -> None:
    ids = dict(Round.objects.filter(table__code=chain, round_no__in=numbers).values_list("round_no", "pk"))
    previous = _before(chain, numbers[0])
    facts: list[RoundFacts] = []
    comparisons: list[Comparison] = []
    known = {row.round_id: row for row in ComparedRound.objects.filter(round__in=list(ids.values()))}
    known_patrons = _patrons_of(ids.values())
    away = gaps_of(chain)
    for number in numbers:
        # An archived round keeps the facts that it has: only some of its entries are here.
        if number not in ids or any(gap.has_round(number) for gap in away):
            previous = _Before(number)
            continue
        if previous.number != number - 1:
            previous = _before(chain, number)
        entries = Entry.objects.filter(chain=chain, round_no=number).order_by("seq")
        row, comparison = None, None
        try:
            lines = entry_states(entries)
            row = facts_of(ids[number], lines, previous.players)
            if row is not None:
                began = lines[0].entry.seq
                supervisor, patrons = people.at(lines[-1].entry.seq)
                if began <= people.since and (before := known.get(ids[number])) is not None:
                    # Dealt before these entries: who was there is known already.
                    supervisor, patrons = before.supervisor, known_patrons.get(ids[number], {})
                around = TableContext(supervisor, patrons, previous.at, previous.dealer)
                comparison = comparison_of(ids[number], row.at, lines, around)
        except Exception:
            # `verify_ledger` reports a round whose entries cannot be read; the other rounds can still be found.
            log.exception("The facts of round %s of %s could not be worked out.", number, chain)
            row, comparison = None, None
        previous = _Before(number)
        if row is not None:
            facts.append(row)
            previous.players, previous.at = row.players, row.at
        if comparison is not None:
            comparisons.append(comparison)
            previous.dealer = comparison.compared.dealer
    RoundFacts.objects.bulk_create(
        facts, update_conflicts=True, unique_fields=["round"], update_fields=FIELDS, batch_size=200
    )
    _keep(comparisons)


def _keep(comparisons: Sequence[Comparison]) -> None:
    """Write the rows for comparisons, replacing earlier rows of these rounds."""
    rounds = [comparison.compared.round_id for comparison in comparisons]
    RoundCase.objects.filter(round__in=rounds).delete()
    PlayedRound.objects.filter(round__in=rounds).delete()
    ComparedRound.objects.bulk_create(
        [comparison.compared for comparison in comparisons],
        update_conflicts=True, unique_fields=["round"], update_fields=COMPARED, batch_size=200,
    )  # fmt: skip
    RoundCase.objects.bulk_create([case for comparison in comparisons for case in comparison.cases])
    PlayedRound.objects.bulk_create([played for comparison in comparisons for played in comparison.played])


def _patrons_of(rounds: Iterable[int]) -> dict[int, dict[str, str]]:
    known: dict[int, dict[str, str]] = {}
    for played in PlayedRound.objects.filter(round__in=list(rounds)).exclude(patron=""):
        known.setdefault(played.round_id, {})[played.player] = played.patron
    return known


@dataclass(slots=True)
class _Before:
    """What is needed of the table's previous round."""

    number: int
    players: Mapping[str, list[int]] = field(default_factory=dict)
    at: datetime | None = None
    dealer: str = ""


def _before(chain: str, number: int) -> _Before:
    before = (
        RoundFacts.objects.filter(table=chain, round_no=number - 1).select_related("round__compared").first()
    )
    if before is None:
        return _Before(number - 1)
    compared = getattr(before.round, "compared", None)
    return _Before(number - 1, before.players, before.at, compared.dealer if compared is not None else "")


def facts_of(
    round_id: int, lines: Sequence[EntryState], before: Mapping[str, list[int]]
) -> RoundFacts | None:
    """The facts of a round from all its entries in order; None if it has no event. ``before``: the wagers and results
    of each player in the table's previous round."""
    state: State | None = None
    recorded: list[Recorded] = []
    called: Any = None
    ended: Any = None
    for line in lines:
        entry = line.entry
        if line.event is not None:
            was_called, was_over = (
                (line.before.called, line.before.phase in OVER) if line.before else (False, False)
            )
            state = line.after
            assert state is not None
            if state.called != was_called:
                called = entry.at if state.called else None
            if (state.phase in OVER) != was_over:
                ended = entry.at if state.phase in OVER else None
        recorded.append(Recorded(entry.kind, entry.actor, entry.role, entry.clause, line.event))
    if state is None:
        return None
    last = lines[-1].entry
    rules = state.setup.rules
    terms = terms_of(state, rules, recorded, before)
    hands = [(0, cards) for cards in (*state.dealers, state.dealer) if cards]
    hands += [(box.number, hand.cards) for box in state.boxes for hand in box.hands if hand.cards]
    runs = {*runs_of(state.drawn, of_hand=False)}
    for _, cards in hands:
        runs |= set(runs_of(cards, of_hand=True))
    return RoundFacts(
        round_id=round_id,
        table=last.chain,
        round_no=state.round_no,
        at=ended or last.at,
        terms=sorted(terms),
        runs=sorted(runs),
        left_shoe=in_a_row(state.drawn),
        lay="".join(f"|{box}:{in_a_row(cards)}" for box, cards in hands),
        irregular="irregularity" in terms,
        seconds=round((ended - called).total_seconds()) if called and ended else None,
        most_money=_most_money(state),
        best_odds=_best_odds(state),
        win=win_of(state),
        players=players_of(state),
    )


def _most_money(state: State) -> int:
    """The largest stake or payment of one wager, in cents."""
    laid = (wager.amount for box in state.boxes for wager in (*box.wagers, *box.sides))
    return max((*laid, *(max(result.stake, result.pays) for result in state.results)), default=0)


def _best_odds(state: State) -> int:
    """The best odds at which a side bet was paid, to 1, in hundredths."""
    sides = {(box.number, side.bet) for box in state.boxes for side in box.sides if side.bet != ANTE}
    paid = [
        Fraction(result.pays, result.stake)
        for result in state.results
        if (result.box, result.bet) in sides and result.pays and result.stake
    ]
    return int(max(paid) * 100) if paid else 0
