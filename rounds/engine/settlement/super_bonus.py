"""The Super Bonus of Crown Pontoon: prizes for three sevens of one suit against a seven (VIC03-10.11.1-T1-N1)."""

from collections.abc import Sequence

from casino.money import Cents
from casino.rulebooks import Rules
from casino.rulebooks.rules import SuperBonus
from rounds.engine.layout.box import Box
from rounds.engine.layout.hand import Hand
from rounds.engine.layout.wager import Wager
from rounds.engine.settlement.result import Result
from rounds.engine.setup import SUPER_BONUS, float_of
from rounds.engine.state import State


def prizes(rules: Rules, state: State) -> list[Result]:
    """The prizes of the winning wagers, paid on top of the odds before the cards are collected, against a dealer's
    seven (VIC03-10.11.1-T1-N1)."""
    bonus = rules.super_bonus.value
    if bonus is None or not state.dealer or state.dealer[0][0] != "7":
        return []
    paid = {(result.box, result.hand, result.player) for result in state.results if result.bet == SUPER_BONUS}
    results = []
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if not _is_super(rules, box, hand):
                continue
            for wager in box.wagers:
                tier = _tier(rules, bonus, wager.effective)
                stake = hand.stake_of(wager.player)
                owner = (box.number, number, wager.player)
                if tier is None or stake is None or stake.added or owner in paid:
                    continue
                _, _, prize, clause = tier
                chips = float_of(state.setup.chips).break_down(prize) or ()
                results.append(Result(*owner, SUPER_BONUS, 0, "win", clause, pays=prize, chips=chips))
    return results


def _is_super(rules: Rules, box: Box, hand: Hand) -> bool:
    """Whether the hand is three sevens of one suit; not from a split of suited sevens (VIC03-10.8.1), nor a doubled
    hand, which may still win for a player who did not double (VIC03-10.7.4(a))."""
    if hand.doubled and rules.bonus_beside_double.value != "undoubled":
        return False
    if hand.split and (box.suited_pair or rules.bonus_after_split.value != "unsuited"):
        return False
    return (
        len(hand.cards) == 3
        and all(card[0] == "7" for card in hand.cards)
        and len({card[1] for card in hand.cards}) == 1
    )


Owner = tuple[int, str]
"""A wager, as (box, player)."""


def winners(rules: Rules, state: State) -> tuple[Owner, ...]:
    """The wagers that have won it in this round, one entry per winning hand. A void hand wins nothing and pays
    nothing to others, unless the house reads the clause otherwise (`OpenPoints.bonus_void_winner`)."""
    counts_void = rules.bonus_void_winner.value == "others"
    return tuple(
        [
            (result.box, result.player)
            for result in state.results
            if result.bet == SUPER_BONUS and result.hand and (counts_void or result.result == "win")
        ]
    )


def share_of(rules: Rules, won: Sequence[Owner], owner: Owner) -> Cents:
    """What a wager receives because others have won, in cents."""
    bonus = rules.super_bonus.value
    times = len(won) - won.count(owner)
    if rules.bonus_others_paid.value == "once":
        times = 0 if owner in won or not won else 1
    if not rules.bonus_others_own.value and any(player == owner[1] for _, player in won):
        times = 0
    return times * bonus.others if bonus is not None else 0


def shares_of_others(rules: Rules, state: State) -> list[Result]:
    """What every other original wager in a round with a Super Bonus receives, whatever its result, unless it is
    void."""
    bonus = rules.super_bonus.value
    if bonus is None:
        return []
    won = winners(rules, state)
    parts = {
        (result.box, result.player)
        for result in state.results
        if result.bet == SUPER_BONUS and not result.hand and result.result != "void"
    }
    if not won or _prize_due(rules, state):
        return []
    results = []
    for box in state.boxes:
        for wager in box.wagers:
            owner = box.number, wager.player
            pays = share_of(rules, won, owner)
            if not pays or owner in parts or not wager.effective:
                continue
            if _takes_part(rules, state, box, wager):
                chips = float_of(state.setup.chips).break_down(pays) or ()
                clause = bonus.others_clause
                results.append(
                    Result(*owner[:1], 0, wager.player, SUPER_BONUS, 0, "win", clause, "", pays, 0, chips)
                )
    return results


def _prize_due(rules: Rules, state: State) -> bool:
    """Whether a prize is still to be paid; only after that is the number of winners known."""
    return rules.bonus_paid_when.value == "round" and bool(prizes(rules, state))


def _tier(rules: Rules, bonus: SuperBonus, wager: Cents) -> tuple[int, int, int, str] | None:
    """The line of the table for an original wager, in cents: between two lines the lower one; None below the
    first."""
    for tier in bonus.tiers:
        least, most, _, _ = tier
        if wager >= least:
            beyond = bool(most) and wager > most
            return None if beyond and rules.bonus_between_tiers.value == "none" else tier
    return None


def _takes_part(rules: Rules, state: State, box: Box, wager: Wager) -> bool:
    """Whether a wager of somebody other than the winner receives its part (VIC03-10.11.1-T1-L12c)."""
    if rules.bonus_others.value == "every":
        return True
    own = [
        result
        for result in state.results
        if (result.box, result.player, result.bet) == (box.number, wager.player, wager.bet)
    ]
    return any(result.result in ("win", "lose") for result in own)
