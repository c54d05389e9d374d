"""Settlement against a second opinion: rules 5.6, 5.7, 6.2, 7.5.4(b), 7.5.5(h), (i) and 8.1 in plain words.

Nothing here uses the engine's own reckoning: cards are counted and chips tried again. Splits are compared by
what a player gains on a box, since the book does not say which of several hands bears a capped loss.
"""

from collections import defaultdict
from functools import lru_cache
from math import gcd

import pytest
from hypothesis import given
from msgspec.structs import replace

from rounds import engine
from tests.engine.story import Story, deal
from tests.examples import examples
from tests.strategies import played, seeds, setups

Gains = dict[tuple[int, str, str], tuple[int, int]]
"""By box, player and bet: what the house pays and what it takes, in cents."""


def count(cards: tuple[str, ...]) -> int:
    """3.2: faces; J, Q, K are ten; an ace is eleven unless that takes the hand above 21."""
    total = 0
    for card in cards:
        rank = card[0]
        if rank == "A":
            total += 11
        elif rank in "TJQK":
            total += 10
        else:
            total += int(rank)
    for card in cards:
        if card[0] == "A" and total > 21:
            total -= 10
    return total


def blackjack(cards: tuple[str, ...]) -> bool:
    """1.1: an ace and a card worth ten as the initial two cards."""
    return len(cards) == 2 and sorted(c[0] == "A" for c in cards) == [False, True] and count(cards) == 21


@lru_cache(maxsize=32)
def sums(chips: tuple[int, ...], most: int) -> frozenset[int]:
    """Every amount up to ``most`` that those chips make."""
    unit = 0
    for chip in chips:
        unit = gcd(unit, chip)
    can_be = [False] * (most // unit + 1)
    can_be[0] = True
    for chip in chips:
        step = chip // unit
        for at in range(step, len(can_be)):
            can_be[at] = can_be[at] or can_be[at - step]
    return frozenset(at * unit for at, can in enumerate(can_be) if can)


def payable_up(chips: tuple[int, ...], twice: int) -> int:
    """6.2.3: half of ``twice``, or the next higher amount that chips make."""
    amount = -(-twice // 2)
    if min(chips) == 1:
        return amount
    payable = sums(chips, 4_000_000)
    while amount not in payable:
        amount += 1
    return amount


def settle(state: engine.State) -> Gains:
    """The round's settlement, from its cards, stakes and requests alone."""
    chips = state.setup.chips
    dealer = count(state.dealer)
    dealer_blackjack = blackjack(state.dealer)
    gains: Gains = {}
    for box in state.boxes:
        for insurance in box.insurance:
            # 5.7: wins if the dealer's second card has a value of ten, at 2 to 1; otherwise loses.
            if len(state.dealer) > 1 and state.dealer[1][0] in "TJQK":
                gains[box.number, insurance.player, "insurance"] = (
                    payable_up(chips, insurance.amount * 4),
                    0,
                )
            else:
                gains[box.number, insurance.player, "insurance"] = (0, insurance.amount)
        split = len(box.hands) > 1
        for wager in box.wagers:
            original = wager.effective
            pays = broken = lost = doubled_loss = 0
            for hand in box.hands:
                stakes = [stake for stake in hand.stakes if stake.player == wager.player]
                if not stakes or not original:
                    continue
                stake = stakes[0].base + stakes[0].added
                total = count(hand.cards)
                natural = blackjack(hand.cards) and not split  # 7.5.5(g)
                if (wager.player, "main") in box.even_money:
                    pays += payable_up(chips, stake * 2)  # 7.4.1(b)
                elif natural and not dealer_blackjack:
                    pays += payable_up(chips, stake * 3)  # 5.6.1 at 3 to 2
                elif total > 21:
                    broken += stake  # 5.6.5, 7.5.5(h)
                elif dealer > 21 or total > dealer:
                    pays += payable_up(chips, stake * 2)  # 5.6.2, 5.6.3 at 1 to 1
                elif total < dealer:
                    lost += stake  # 5.6.6
                    doubled_loss += stakes[0].base
            if dealer_blackjack and not split:
                lost = doubled_loss  # 7.5.4(b): only the original wager
            elif dealer_blackjack:
                # 7.5.5(i): only the original wager; (h): broken hands regardless of the dealer's.
                lost = max(broken, min(original, broken + lost)) - broken
            gains[box.number, wager.player, "main"] = (pays, broken + lost)
    return gains


def recorded(state: engine.State) -> Gains:
    """The same, as the engine settled it."""
    pays: dict[tuple[int, str, str], int] = defaultdict(int)
    takes: dict[tuple[int, str, str], int] = defaultdict(int)
    side_bets = engine.questions.on_offer(state.setup)
    for result in [result for result in state.results if result.bet not in side_bets]:
        pays[result.box, result.player, result.bet] += result.pays
        takes[result.box, result.player, result.bet] += result.takes
    return {key: (pays[key], takes[key]) for key in pays}


@given(setups(), seeds())
@examples(80)
def test_settlement_agrees_with_the_books_words(setup: engine.Setup, seed: int) -> None:
    state, _ = played(replace(setup, readings=()), seed)
    assert recorded(state) == settle(state)


def broken_eight(dealer: str) -> Story:
    """Two eights, the first of which broke with 8, 6 and T and was taken."""
    story = deal().bet(1, "A", 10).call().initial(dealer, "8s 8h").split(1)
    return story.cards("6c").hit(1).cards("Tc").settle()


@pytest.mark.clause("VIC03-7.5.5(i)")
def test_the_second_opinion_itself() -> None:
    """8+6+T broke and lost 10; 8+T = 18 against a Blackjack adds no loss beyond one original wager."""
    story = broken_eight("Kd").cards("Td").stand(1, hand=2).cards("Ac").end()
    assert settle(story.state) == {(1, "A", "main"): (0, 10_00)}
    story = broken_eight("6d").cards("Td").stand(1, hand=2).cards("Td Kc").end()
    assert settle(story.state) == {(1, "A", "main"): (10_00, 10_00)}
