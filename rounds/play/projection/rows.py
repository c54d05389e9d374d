"""The rows of a round's state: hands, wagers, the round's own figures."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from casino.cards import UNKNOWN, is_natural
from rounds import engine
from rounds.engine import Setup, State
from rounds.engine.questions import beyond_due, dealer_points
from rounds.engine.values import INSURANCE, MAIN, Result, is_blackjack
from rounds.play.projection.bet_figures import Figures, by_bet, recorded

HandKey = tuple[int, int]

WagerKey = tuple[int, int, str, str]

Values = tuple[Any, ...]

PAYMENT: Final = "payment"
"""The bet named in a row for what a player has beyond, or less than, his settlement."""

HAND_KEY: Final = ("box", "hand")

HAND_VALUES: Final = ("cards", "total", "soft", "blackjack", "bust", "split", "doubled", "caller")

WAGER_KEY: Final = ("box", "hand", "player", "bet")

WAGER_VALUES: Final = ("amount", "effective", "treated", "result", "odds", "pays", "takes", "clause")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a state, by their key within the round, and the round's own figures (cents)."""

    phase: str
    handle: int
    win: int
    hands: Mapping[HandKey, Values]
    wagers: Mapping[WagerKey, Values]
    boxes: Mapping[int, tuple[str, list[str]]] = field(default_factory=dict)
    bets: Mapping[str, Figures] = field(default_factory=dict)
    recorded: Mapping[str, list[int]] = field(default_factory=dict)
    """The same as the round's row keeps it."""
    tournament: str = ""
    """The tournament and its session; then nothing of the round is money."""


NOTHING: Final = Rows("", 0, 0, {}, {})


def rows_of(state: State | None) -> Rows:
    """The rows of a state; none before the round was opened."""
    if state is None:
        return NOTHING
    bets = by_bet(state)
    return Rows(
        phase=state.phase,
        handle=handle_of(state),
        win=win_of(state),
        hands=_hands(state),
        wagers=_wagers(state),
        boxes={box.number: (box.caller, list(box.players)) for box in state.boxes},
        bets=bets,
        recorded=recorded(state, bets),
        tournament=tournament_of(state),
    )


def tournament_of(state: State) -> str:
    """The tournament and the session that a round belongs to; empty for one that is dealt for cash."""
    table = state.setup.tournament
    return f"{table.code} {table.session}" if table is not None else ""


def plain_setup(setup: Setup) -> Any:
    """The set-up as the column gives it back: JSON has lists where a Struct has tuples."""
    return msgspec.json.decode(msgspec.json.encode(setup, enc_hook=engine.values.name_of_edition))


def handle_of(state: State) -> int:
    """What the players put at stake, cents: wagers as the call fixed them, doubles, splits, insurance and what lies
    beside.

    Not in it: the house's own lammers (NZ-20.3, 20.4), an ante, which is a fee and is at no risk (NZ-1.1-B01),
    insurance that went back undecided (NZ-10.3), and what stays in action of a side wager and its payout, which was
    at stake before (NZ-15D.6). So a table's hold, win over handle, counts antes as won on nothing. Tournament chips
    are no money: of such a round it is 0.
    """
    if not state.called or state.setup.tournament is not None:
        return 0
    on_hands = sum(stake.money for box in state.boxes for hand in box.hands for stake in hand.stakes)
    beside = sum(side.effective for box in state.boxes for side in box.sides)
    return on_hands + beside + sum(insurance.amount for box in state.boxes for insurance in box.insurance)


def win_of(state: State) -> int:
    """What the house took less what it paid so far, cents: wagers, insurance, antes and bonuses, and wrong payments
    that were not put right. Tournament chips are no money."""
    if state.setup.tournament is not None:
        return 0
    due = sum(result.takes - result.pays for result in state.results)
    return due - sum(beyond_due(state).values())


def _hands(state: State) -> dict[HandKey, Values]:
    rows: dict[HandKey, Values] = {}
    rules = engine.rules_of(state.setup)
    split_counts = rules.split_blackjack.value
    # Where the dealer plays the same first card more than once, each is a hand of box 0.
    for number, cards in enumerate((*state.dealers, state.dealer)):
        if cards:
            total, soft = dealer_points(rules, cards)
            rows[0, number] = (" ".join(cards), total, soft, is_natural(cards), total > 21, False, False, "")
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not hand.cards:
                continue
            total, soft = hand.points
            natural = UNKNOWN not in hand.cards and is_blackjack(hand, split_counts=split_counts)
            rows[box.number, number] = (
                " ".join(hand.cards),
                total,
                soft,
                natural,
                total > 21,
                hand.split,
                hand.doubled,
                box.caller,
            )
    return rows


def bet_in_row(bet: str, wager: str = MAIN) -> str:
    """The bet that a row names: that of the result, with the wager of several that an insurance goes with, or with
    ``in_action`` for what stayed in action of a side wager."""
    return bet if wager == MAIN else f"{bet}_{wager}"


def _free(taken: Container[WagerKey], key: WagerKey) -> WagerKey:
    """A key of its own: on a hand that is split again a player may have a second pair wager (NZ-15B.10-S1)."""
    while key in taken:
        key = (*key[:3], f"{key[3]}_again")
    return key


def _beyond(state: State) -> dict[WagerKey, Values]:
    """What players have beyond, or less than, their settlements, each in a row of its own beside the wager:
    ``overpaid`` is what was paid wrongly and not recovered, ``underpaid`` what is still owed."""
    clause = engine.rules_of(state.setup).payment_role.clause
    beyond: dict[WagerKey, Values] = {}
    for (place, player), cents in beyond_due(state).items():
        key = _free(beyond, (place.box, place.hand, player, PAYMENT))
        result = "overpaid" if cents > 0 else "underpaid"
        beyond[key] = (0, 0, "", result, "", max(cents, 0), max(-cents, 0), clause)
    return beyond


def _wagers(state: State) -> dict[WagerKey, Values]:
    results: dict[WagerKey, Result] = {}
    for settled in state.results:
        key = _free(
            results, (settled.box, settled.hand, settled.player, bet_in_row(settled.bet, settled.wager))
        )
        results[key] = settled
    money: dict[WagerKey, tuple[int, int, str]] = {}
    for box in state.boxes:
        # Before the first hand a wager is on what will be hand 1; a split may carry it to another.
        for wager in () if box.hands else box.wagers:
            money[box.number, 1, wager.player, wager.bet] = (wager.amount, wager.effective, wager.treated)
        for side in box.sides:
            key = _free(money, (box.number, side.hand, side.player, side.bet))
            money[key] = (side.amount, side.effective, side.treated)
            if side.riding:
                key = (box.number, side.hand, side.player, bet_in_row(side.bet, "in_action"))
                money[key] = (side.riding, side.riding, "")
        for number, hand in enumerate(box.hands, start=1):
            for stake in hand.stakes:
                laid = box.wager_of(stake.player, stake.bet) if stake.first else None
                amount = laid.amount + stake.added if laid else stake.money
                money[box.number, number, stake.player, stake.bet] = (
                    amount,
                    stake.whole,
                    laid.treated if laid else "",
                )
        for insured in box.insurance:
            key = (box.number, 0, insured.player, bet_in_row(INSURANCE, insured.wager))
            money[key] = (insured.amount, insured.amount, "")
    for key, settled in results.items():
        money.setdefault(key, (settled.stake, settled.stake, ""))
    rows: dict[WagerKey, Values] = _beyond(state)
    for key, (amount, effective, treated) in money.items():
        result = results.get(key)
        if result is None:
            rows[key] = (amount, effective, treated, "", "", 0, 0, "")
        else:
            rows[key] = (
                amount, effective, treated, result.result, result.odds, result.pays, result.takes, result.clause,
            )  # fmt: skip
    return rows
