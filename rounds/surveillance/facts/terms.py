"""What happened in a round, as terms that a search can ask for.

A term is a short text, such as ``split:2`` (a box split twice). What happened on a box has three terms: alone, at its
box (``split:2@4``) and for each of its players (``split:2@F``), so that a search for several of these uses one index.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from casino.cards import UNKNOWN, points_of
from casino.rulebooks import Rules
from casino.staff.roles import Role
from rounds.engine import Event, State
from rounds.engine.events import (
    CorrectionAsked,
    HandDirected,
    IrregularityReported,
    PaymentCorrected,
    Undone,
)
from rounds.engine.questions import blackjack, dealer_points
from rounds.engine.values import ANTE, INSURANCE, Box, Hand
from rounds.read_model.log_rows import REFUSED

MANY_CARDS: Final = 5
"""A hand of this many cards or more has its own term."""
_WITHIN: Final = re.compile(r"[.(-]")
_SUPERVISORS: Final = (Role.GAME_SUPERVISOR, Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The parts of an entry by which its round can be searched."""

    kind: str
    actor: str
    role: str
    clause: str
    event: Event | None


def terms_of(
    state: State, rules: Rules, entries: Iterable[Recorded], before: Mapping[str, list[int]]
) -> set[str]:
    """Every term of a round. ``before``: each player's wagers and result in the table's previous round, from
    `players_of`."""
    terms = {*_of_dealer(state, rules), *_of_entries(entries), *_raised(state, before)}
    for box in state.boxes:
        if not box.wagers and not box.hands:
            continue
        places = [f"@{box.number}", *(f"@{player}" for player in box.players)]
        for term in {*_of_box(box, rules), *_of_results(state, box), "played"}:
            terms |= {term, *(f"{term}{place}" for place in places)}
        terms.add(f"box:{box.number}")
        terms |= {f"player:{player}" for player in box.players}
    if state.phase == "void":
        terms.add("void")
    return terms


def players_of(state: State) -> dict[str, list[int]]:
    """By player: [cents wagered on hands, cents won or lost in all]."""
    players: dict[str, list[int]] = {}
    for box in state.boxes:
        for wager in box.wagers:
            players.setdefault(wager.player, [0, 0])[0] += wager.amount
    for result in state.results:
        players.setdefault(result.player, [0, 0])[1] += result.pays - result.takes
    return players


def clause_terms(clause: str) -> Iterator[str]:
    """A clause and each clause above it: ``clause:VIC03-7.5.4(a)``, ``clause:VIC03-7.5.4``, ``clause:VIC03-7.5``,
    ``clause:VIC03-7``."""
    book, _, number = clause.partition("-")
    if number:
        yield f"clause:{clause}"
        for end in _WITHIN.finditer(number):
            if end.start():
                yield f"clause:{book}-{number[: end.start()]}"


def _of_dealer(state: State, rules: Rules) -> Iterator[str]:
    for cards in (*state.dealers, state.dealer):
        if not cards or UNKNOWN in cards:
            continue
        total, _ = dealer_points(rules, cards)
        yield f"dealer_cards:{len(cards)}"
        yield f"dealer_total:{total}" if total <= 21 else "dealer_bust"
        yield f"dealer:{len(cards)}:{total}"
    if state.dealer_blackjack:
        yield "dealer_blackjack"


def _of_box(box: Box, rules: Rules) -> Iterator[str]:
    splits = len(box.hands) - 1
    if splits > 0 and box.hands[0].split:
        yield "split"
        yield from (f"split:{count}" for count in range(1, splits + 1))
        rank = box.hands[0].cards[0][0] if box.hands[0].cards else ""
        if rank == "A":
            yield "split_aces"
        elif rank in ("T", "J", "Q", "K"):
            yield "split_tens"
    for hand in box.hands:
        yield from _of_hand(hand, rules)
    if box.insurance:
        yield "insured"
        yield from (f"insured_on:{_first_two(hand)}" for hand in box.hands[:1])
    if box.even_money:
        yield "even_money"


def _of_hand(hand: Hand, rules: Rules) -> Iterator[str]:
    if hand.doubled:
        yield "doubled"
        if hand.split:
            yield "doubled_after_split"
        total, soft = points_of(hand.cards[:-1] if len(hand.cards) > 2 else hand.cards)
        yield f"doubled_on:{total}"
        if soft:
            yield "doubled_soft"
    if hand.cards and not hand.hidden:
        if blackjack(rules, hand):
            yield "blackjack"
        if hand.bust:
            yield "bust"
        if len(hand.cards) >= MANY_CARDS:
            yield f"hand_cards:{len(hand.cards)}"
            if hand.total <= 21:
                yield f"hand:{len(hand.cards)}:{hand.total}"
    if hand.void:
        yield "hand_void"
    for stake in hand.stakes:
        if stake.surrendered:
            yield "surrendered"
        if stake.rescued:
            yield "rescued"


def _first_two(hand: Hand) -> str:
    """The total of the first two cards, which is what insurance is taken on."""
    return "?" if hand.hidden else str(points_of(hand.cards[:2])[0])


def _of_results(state: State, box: Box) -> Iterator[str]:
    sides = {side.bet for side in box.sides if side.bet != ANTE}
    for bet in sides:
        yield f"bet:{bet}"
    for result in state.results:
        if result.box != box.number:
            continue
        if result.bet == INSURANCE and result.pays:
            yield "insurance_paid"
        elif result.bet in sides and result.pays:
            yield "side_bet_paid"
            yield f"bet_paid:{result.bet}"
        if result.result == "void":
            yield "wager_void"


def _of_entries(entries: Iterable[Recorded]) -> Iterator[str]:
    for entry in entries:
        if entry.actor:
            yield f"by:{entry.actor}"
            if entry.role == Role.DEALER:
                yield f"dealt_by:{entry.actor}"
            elif entry.role in _SUPERVISORS:
                yield f"supervisor:{entry.actor}"
        yield from clause_terms(entry.clause)
        if entry.kind in REFUSED:
            yield "refused"
        match entry.event:
            case Undone():
                yield "taken_back"
            case IrregularityReported(kind=kind):
                yield "irregularity"
                yield f"irregularity:{kind}"
            case CorrectionAsked():
                yield "corrected"
            case PaymentCorrected():
                yield "wrong_payment"
            case HandDirected():
                yield "directed"


def _raised(state: State, before: Mapping[str, list[int]]) -> Iterator[str]:
    """Players who wagered at least twice as much as in the table's previous round, which they won."""
    for player, (laid, _) in players_of(state).items():
        had, won = before.get(player, (0, 0))
        if had and won > 0 and laid >= 2 * had:
            yield "raised_after_win"
            yield f"raised_after_win@{player}"
