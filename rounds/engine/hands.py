"""What the hands of a round still need: which is in turn, what may be added to it, what is to be settled."""

from casino.cards import is_ten
from casino.money import Cents
from casino.rulebooks import Rules
from rounds.engine.base import Value
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand, Stake, ace_may_double, blackjack, open_21
from rounds.engine.state import State
from rounds.engine.wagers.limits import maximum_on


def rules_for_wager(rules: Rules, box: Box, player: str) -> Rules:
    """The rules for one player's wager: the lower level's for a wager below the upper minimum (NZ-21.5)."""
    if rules.lower is None:
        return rules
    wager = box.wager_of(player)
    return rules.lower if wager and wager.amount < rules.upper_minimum.value else rules


def blackjacks_paid_now(rules: Rules, state: State) -> bool:
    """Whether a player's Blackjack is paid before the further deal, given the dealer's first card (VIC03-7.4.1(a),
    NZ-10.1)."""
    if not state.dealer:
        return False  # the dealer's first card was left out: nobody knows yet whether the dealer can tie (VIC03-9.6)
    first = state.dealer[0]
    when = rules.blackjack_paid_at_once.value
    return (
        when == "always"
        or (when == "dealer_cannot_tie" and first[0] != "A" and not is_ten(first))
        or (when == "no_ace_or_ten_spot" and first[0] not in "AT")
    )


def hand_to_show(rules: Rules, state: State) -> tuple[Box, int] | None:
    """The first hand dealt face down that must be shown before anything is called or paid, as (box, hand number),
    where that is the reading (VIC03-7.1.2); None if no hand must."""
    if rules.face_down_shown.value != "first" or not state.setup.face_down:
        return None
    hidden = ((box, number) for box, number, hand, _ in unsettled(state) if hand.hidden)
    return next(hidden, None)


def original_wager(rules: Rules, box: Box, stake: Stake) -> Cents:
    """The original wager behind a stake, in cents: the stake of a second hand may include what was then in action as
    well (NZ-15D.8, NZ-15E.7), which lammers and further wagers do not match (NZ-11.2(a), NZ-20.8-S1)."""
    wager = box.wager_of(stake.player, stake.bet)
    if wager is None or rules.split_match.value == "caller":
        return stake.base
    return min(stake.base, wager.effective)


def addition_base(rules: Rules, box: Box, stake: Stake) -> Cents:
    """The amount on which a stake's doubling or splitting wager is measured, in cents: the original wager, or all
    that was placed if it is above the maximum (`OpenPoints.further_wagers_on`)."""
    wager = box.wager_of(stake.player, stake.bet)
    if rules.further_wagers_on.value == "counted" or wager is None:
        return original_wager(rules, box, stake)
    return wager.amount if stake.base else 0


def split_wager(rules: Rules, box: Box, hand: Hand, stake: Stake) -> Cents:
    """What a player adds to split, in cents: as much as the player's own wager, or as the caller's
    (ACT96-12.1-S3)."""
    of_caller = hand.stake_of(caller_of(box), stake.bet)
    if rules.split_match.value == "caller" and of_caller is not None:
        stake = of_caller
    return addition_base(rules, box, stake)


def room_for(rules: Rules, state: State, box: Box, player: str) -> Cents | None:
    """How much a player may still add on a box, in cents, where the maximum covers doubling and splitting wagers
    too (`OpenPoints.maximum_covers`); None if there is no limit."""
    if rules.maximum_covers.value != "all":
        return None
    own = rules.limits_on.value == "player" or (
        state.limit_of(box.number, player) is not None and rules.personal_limit_covers.value != "box"
    )
    lies = sum(
        stake.money
        for hand in box.hands
        for stake in hand.stakes
        if not stake.settled and (stake.player == player or not own)
    )
    return max(0, maximum_on(rules, state, box, player, rules.wagers_on_hand.value[0]) - lies)


def next_action(rules: Rules, box: Box, hand: Hand) -> str:
    """What the hand waits for in the further deal: ``card``, ``decision`` or ``rescue``; empty when it is
    complete."""
    if not hand.live:
        return ""
    cards = len(hand.cards)
    if hand.turned_down and cards > 1:
        return ""
    if hand.aces and ace_may_double(rules, hand):
        return "decision"
    if hand.drawing or cards < 2:
        return "card"
    if hand.rescue and hand.total < 21:
        return "rescue"
    if hand.stood or hand.doubled:
        return ""
    if hand.hidden:
        return "decision"
    total, soft = hand.points
    # A Blackjack totals 21, unless its ace may not count eleven.
    if (total == 21 or hand.aces_low) and blackjack(rules, hand):
        return ""
    if hand.split and open_21(rules, hand):
        return "decision"
    if total >= rules.draw_below.value or 0 < rules.cards_most.value <= cards:
        return ""
    if hand.aces and rules.split_aces_one_card.value:
        again = cards == 2 and hand.cards[1][0] == "A" and _aces_split_again(rules, box)
        return "decision" if again else ""
    if hand.directed:
        stands_on = rules.absent_stands_soft if soft else rules.absent_stands_hard
        return "" if total >= stands_on.value else "card"
    return "decision"


def _aces_split_again(rules: Rules, box: Box) -> bool:
    """Whether an ace dealt to a split ace may be split again (UK-B22)."""
    return len(box.hands) < min(rules.split_aces_hands.value, rules.split_hands.value)


class Turn(Value, frozen=True):
    """The hand in turn."""

    box: Box
    number: int
    hand: Hand
    action: str
    """What it waits for: `next_action`."""


def hand_in_turn(rules: Rules, state: State) -> Turn | None:
    """The hand in turn: the first from the dealer's left that still needs something. None if all are complete."""
    at_once = rules.split_second_cards.value == "at_once"
    waits = ("", "rescue") if rules.rescue_until.value == "dealers_card" else ("",)
    for box in state.boxes:
        if at_once and len(box.hands) > 1:
            for number, hand in enumerate(box.hands, start=1):
                if len(hand.cards) < 2 and not hand.void:
                    return Turn(box, number, hand, next_action(rules, box, hand))
        for number, hand in enumerate(box.hands, start=1):
            if (action := next_action(rules, box, hand)) not in waits:
                return Turn(box, number, hand, action)
    return _last_asked(rules, state) if len(waits) > 1 else None


def _last_asked(rules: Rules, state: State) -> Turn | None:
    """The first doubled hand that may still be rescued, once all others are complete (`OpenPoints.rescue_until`)."""
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if action := next_action(rules, box, hand):
                return Turn(box, number, hand, action)
    return None


def unsettled(state: State, bet: str = "") -> list[tuple[Box, int, Hand, Stake]]:
    """Every stake still to be settled, on ``bet`` or, if empty, on any bet, as (box, hand number, hand, stake)."""
    return [
        (box, number, hand, stake)
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        for stake in hand.stakes
        if not stake.settled and bet in ("", stake.bet)
    ]
