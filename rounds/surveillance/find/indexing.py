"""The facts by which rounds are searched, written after the entries that they come from.

Play does not wait for them: a search first reads what the chains have had since (`catch_up`), and
``manage.py index_rounds`` does so before anybody asks. Facts are worked out from entries alone, so they can be thrown
away and written again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import Max

from casino.ledger import HOUSE, ChainHead, Entry
from casino.ledger.archives.months import gaps_of
from rounds import engine
from rounds.engine import State
from rounds.engine.values import ANTE, OVER
from rounds.models import FactsProgress, Round, RoundFacts
from rounds.play.editions import decoded
from rounds.play.projection.rows import win_of
from rounds.surveillance.find.cards import in_a_row, runs_of
from rounds.surveillance.find.terms import Recorded, players_of, terms_of

log = logging.getLogger(__name__)

WINDOW = 2_000
"""Entries of a chain that are read at a time."""

FIELDS = (
    "table", "round_no", "at", "terms", "runs", "left_shoe", "lay", "irregular", "seconds", "most_money",
    "best_odds", "win", "players",
)  # fmt: skip


def catch_up(seconds: float | None = None) -> int:
    """Write the facts of every round that had an entry by now, for at most about so many seconds; returns how many
    entries are still to be read. What another process is at is left to it."""
    until = None if seconds is None else time.monotonic() + seconds
    done = dict(FactsProgress.objects.values_list("chain", "seq"))
    left = 0
    for chain, seq in ChainHead.objects.exclude(chain=HOUSE).values_list("chain", "seq"):
        reached = done.get(chain, 0)
        while reached < seq and (until is None or time.monotonic() < until):
            moved = _window(chain)
            if moved is None:
                break
            reached = moved
        left += max(0, seq - reached)
    return left


def start_anew() -> None:
    """Have the facts of every round written again. Rounds stay in the lists meanwhile, as they were."""
    FactsProgress.objects.update(seq=0)


def _window(chain: str) -> int | None:
    """Write the facts of the rounds in the next entries of a chain; returns how far they reach now, None while another
    process is at it or where no such table has rounds."""
    with transaction.atomic():
        FactsProgress.objects.get_or_create(chain=chain)
        progress = FactsProgress.objects.select_for_update(skip_locked=True).filter(chain=chain).first()
        if progress is None:
            return None
        window = Entry.objects.filter(chain=chain, seq__gt=progress.seq, seq__lte=progress.seq + WINDOW)
        last = window.aggregate(last=Max("seq"))["last"]
        if last is None:
            # Archived, or numbered from later: go on with the first entry that is there.
            later = Entry.objects.filter(chain=chain, seq__gt=progress.seq).order_by("seq")
            last = (later.values_list("seq", flat=True).first() or progress.seq + 1) - 1
            numbers: list[int] = []
        else:
            of_rounds = window.filter(round_no__isnull=False).values_list("round_no", flat=True)
            numbers = sorted({number for number in of_rounds if number is not None})
        if numbers:
            _write(chain, numbers)
        progress.seq = last
        progress.save(update_fields=["seq"])
        return last


def _write(chain: str, numbers: Sequence[int]) -> None:
    ids = dict(Round.objects.filter(table__code=chain, round_no__in=numbers).values_list("round_no", "pk"))
    before = (
        RoundFacts.objects.filter(table=chain, round_no__lt=numbers[0])
        .order_by("-round_no")
        .values_list("round_no", "players")
        .first()
    )
    previous: Mapping[str, list[int]] = before[1] if before and before[0] == numbers[0] - 1 else {}
    facts: list[RoundFacts] = []
    away = gaps_of(chain)
    for number in numbers:
        # One that is archived keeps the facts that it has: only some of its entries are here.
        if number not in ids or any(gap.has_round(number) for gap in away):
            previous = {}
            continue
        entries = list(Entry.objects.filter(chain=chain, round_no=number).order_by("seq"))
        try:
            row = facts_of(ids[number], entries, previous)
        except Exception:
            # A round whose entries cannot be read is for `verify_ledger` to name; the others are found all the same.
            log.exception("The facts of round %s of %s could not be worked out.", number, chain)
            row = None
        previous = row.players if row is not None else {}
        if row is not None:
            facts.append(row)
    RoundFacts.objects.bulk_create(
        facts, update_conflicts=True, unique_fields=["round"], update_fields=FIELDS, batch_size=200
    )


def facts_of(round_id: int, entries: Iterable[Entry], before: Mapping[str, list[int]]) -> RoundFacts | None:
    """The facts of a round from all its entries in order; None if it has no event. ``before``: what each player of the
    table's round before had."""
    state: State | None = None
    recorded: list[Recorded] = []
    last: Entry | None = None
    called: Any = None
    ended: Any = None
    for entry in entries:
        event = decoded(entry.body) if entry.folded else None
        if event is not None:
            was_called, was_over = (state.called, state.phase in OVER) if state else (False, False)
            state = engine.evolve(state, event)
            if state.called != was_called:
                called = entry.at if state.called else None
            if (state.phase in OVER) != was_over:
                ended = entry.at if state.phase in OVER else None
        recorded.append(Recorded(entry.kind, entry.actor, entry.role, entry.clause, event))
        last = entry
    if state is None or last is None:
        return None
    rules = engine.rules_of(state.setup)
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
