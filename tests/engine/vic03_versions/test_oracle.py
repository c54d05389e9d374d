"""The versions' settlement against a second opinion: rules 10, 12 and 14 over 5 to 8, in plain words.

As for the base game, nothing here uses the engine's own reckoning; splits are compared by what a player gains
on a box.
"""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from rounds import engine, notation
from rounds.engine.questions import nets
from tests.engine.test_oracle import Gains, blackjack, count, payable_up, recorded
from tests.engine.vic03_versions.tables import pontoon_hand
from tests.examples import examples
from tests.strategies import played, seeds, setups

GAMES = ("crown_pontoon", "vegas_blackjack", "crown_blackjack")


def points(hand: engine.values.Hand, *, low: bool) -> int:
    """10.7.2: the aces of the first two cards of a doubled hand count one; others eleven while that fits."""
    if not (low and hand.doubled):
        return count(hand.cards)
    total = sum(1 if card[0] == "A" else count((card,)) for card in hand.cards[:2])
    rest = sum(1 if card[0] == "A" else count((card,)) for card in hand.cards[2:])
    aces = any(card[0] == "A" for card in hand.cards[2:])
    return total + rest + (10 if aces and total + rest + 10 <= 21 else 0)


def table_one(cards: tuple[str, ...]) -> int:
    """Half-units paid for one on an undoubled 21 (10.11.1): 2 is 1 to 1, 3 is 3 to 2, 4 and 6 are 2 and 3 to 1."""
    ranks, suits = sorted(card[0] for card in cards), {card[1] for card in cards}
    if ranks in (["6", "7", "8"], ["7", "7", "7"]):
        return 3 if len(suits) > 1 else 6 if suits == {"s"} else 4
    return {2: 2, 3: 2, 4: 2, 5: 3, 6: 4}.get(len(cards), 6)


def pontoon_bonus(state: engine.State) -> Gains:
    """The Super Bonus of a round: by wager."""
    won: dict[tuple[int, str], int] = defaultdict(int)
    for box in state.boxes:
        for hand in box.hands:
            first = hand.cards[0]
            suited_split = hand.split and box.suited_pair
            if hand.cards != (first,) * 3 or first[0] != "7" or state.dealer[0][0] != "7":
                continue
            if hand.doubled or suited_split:
                continue
            for stake in hand.stakes:
                wager = box.wager_of(stake.player)
                assert wager is not None
                if wager.effective >= 200:
                    won[box.number, stake.player] += 5_000_00 if wager.effective >= 25_00 else 1_000_00
    if not won:
        return {}
    gains: Gains = {(*key, "super_bonus"): (prize, 0) for key, prize in won.items()}
    for box in state.boxes:
        for wager in box.wagers:
            if (box.number, wager.player) not in won and wager.effective:
                gains[box.number, wager.player, "super_bonus"] = (50_00, 0)
    return gains


def settle(state: engine.State) -> Gains:
    """The round's settlement, from its cards, stakes and requests alone."""
    chips = state.setup.chips
    pontoon = state.setup.game == "crown_pontoon"
    dealer, dealer_natural = count(state.dealer), blackjack(state.dealer)
    gains: Gains = pontoon_bonus(state) if pontoon else {}
    for box in state.boxes:
        for insurance in box.insurance:
            won = len(state.dealer) > 1 and state.dealer[1][0] in "TJQK"
            pays, takes = (payable_up(chips, insurance.amount * 4), 0) if won else (0, insurance.amount)
            gains[box.number, insurance.player, "insurance"] = (pays, takes)
        split = len(box.hands) > 1
        for wager in box.wagers:
            original = wager.effective
            pays = broken = lost = capped = 0
            for hand in box.hands:
                (stake,) = [stake for stake in hand.stakes if stake.player == wager.player] or (None,)
                if stake is None or not original:
                    continue
                whole, total = stake.base + stake.added, points(hand, low=pontoon)
                natural = blackjack(hand.cards) and not split
                if stake.surrendered:
                    back = min(
                        stake.base, payable_up(chips, stake.base)
                    )  # a half in chips, the wager at the most
                    lost += stake.base if dealer_natural else stake.base - back
                    capped += stake.base
                elif stake.rescued:
                    broken += stake.base  # 10.7.5, at once
                elif (wager.player, "main") in box.even_money:
                    pays += payable_up(chips, whole * 2)
                elif natural and (pontoon or not dealer_natural):
                    pays += payable_up(chips, whole * 3)
                elif pontoon and total == 21:
                    pays += payable_up(chips, whole * (2 if hand.doubled else table_one(hand.cards)))
                elif total > 21 and stake.added and not split:
                    lost += (
                        whole  # 10.7.3, 7.5.4(b): the part added comes back against a Pontoon or Blackjack
                    )
                    capped += stake.base
                elif total > 21:
                    broken += whole
                elif dealer > 21 or total > dealer:
                    pays += payable_up(chips, whole * 2)
                elif total < dealer:
                    lost += whole
                    capped += stake.base
            if dealer_natural and not split:
                lost = capped
            elif dealer_natural:
                lost = max(broken, min(original, broken + lost)) - broken
            gains[box.number, wager.player, "main"] = (pays, broken + lost)
    return gains


@pytest.mark.parametrize("game", GAMES)
@given(st.data(), seeds())
@examples(35)
def test_settlement_agrees_with_the_books_words(game: str, data: st.DataObject, seed: int) -> None:
    setup = data.draw(setups(game=game))
    state, _ = played(replace(setup, readings=()), seed)
    assert recorded(state) == settle(state)


@pytest.mark.parametrize("game", GAMES)
@given(st.data(), seeds())
@examples(15)
def test_a_written_round_plays_back(game: str, data: st.DataObject, seed: int) -> None:
    setup = replace(data.draw(setups(game=game)), face_down=False)
    state, events = played(setup, seed)
    text = notation.write_round(setup, events)
    again = notation.play(text)
    assert again.ok, (text, again.error)
    assert again.state is not None
    assert (again.state.phase, again.state.drawn) == ("collected", state.drawn)
    assert [box.hands for box in again.state.boxes] == [box.hands for box in state.boxes]
    assert set(again.state.results) == set(state.results)
    assert nets(again.state) == nets(state)


def test_the_second_opinion_itself() -> None:
    """6-7-8 of spades on 20: 60."""
    story = pontoon_hand("6s 7s").hit(1).cards("8s").end()
    assert settle(story.state) == {(1, "A", "main"): (60_00, 0)}
