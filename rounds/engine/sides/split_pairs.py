"""Further pair wagers on split hands, where the table has elected them: until each hand's second card."""

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager, count_of
from rounds.engine.sides.offered import ActiveSideBet, on_offer
from rounds.engine.state import State
from rounds.engine.wagers import wagering
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import WagerPlaced, WagerRefused
from rounds.engine.waiting import PlayerOption
from sidebets import OnSplitHands, SideBet


def place(rules: Rules, state: State, command: PlaceWager, offer: ActiveSideBet) -> list[Event]:
    """Chips on a split hand. At most three players have a wager there; a player who comes first in the book's order
    takes the place of the last (NZ-15B.10-S2, NZ-15C.11-S2)."""
    bet = offer.bet
    how = _elected(rules, bet)
    box = wagering.box_on_layout(rules, state, command.box)
    player = wagering.player_mark(command.player)
    number = command.hand
    _in_time(state, box, number, bet, how)
    if command.medium != "chips":
        raise Refusal("split_wager.chips_only", rules.steps.chips_only)
    wagering.amount_of(command.amount, bet.stake)
    _was_there(state, box, player, bet, how)
    waiting = waiting_on(box, number, bet.key)
    events = _room(state, box, number, waiting, player, bet, how)
    others = sum(wager.amount for wager in waiting)
    _on_sign(rules, state, bet, command.amount, others if rules.limits_on.value == "box" else 0)
    placed = WagerPlaced(
        box=box.number,
        player=player,
        amount=command.amount,
        bet=bet.key,
        hand=number,
        clause=bet.on_split_hands.clause,
    )
    return [*events, placed]


def waiting_on(box: Box, number: int, bet: str) -> list[Wager]:
    """The wagers on a split hand that its second card will decide."""
    return [wager for wager in box.sides if (wager.bet, wager.hand) == (bet, number) and not wager.settled]


def offers(rules: Rules, state: State) -> tuple[PlayerOption, ...]:
    """The split hands that still take a wager, with the largest amount on the sign, in cents."""
    if not state.setup.offers or not rules.pairs_on_split.value:
        return ()
    return tuple(
        [
            PlayerOption(
                box.number,
                "",
                "pair",
                state.setup.sign(offer.bet.key).maximum,
                offer.bet.on_split_hands.clause,
                offer.bet.key,
                number,
            )
            for offer in on_offer(state.setup).values()
            if offer.bet.split_hands is not None
            for box in state.boxes
            for number, hand in enumerate(box.hands, start=1)
            if hand.split and len(hand.cards) == 1
        ]
    )


def _elected(rules: Rules, bet: SideBet) -> OnSplitHands:
    if bet.split_hands is None:
        raise Refusal("split_wager.not_this_bet", bet.deadline, bet=bet.title)
    if not rules.pairs_on_split.value:
        raise Refusal(
            "split_wager.not_elected", bet.on_split_hands.clause, also=(bet.deadline,), bet=bet.title
        )
    return bet.split_hands


def _in_time(state: State, box: Box, number: int, bet: SideBet, how: OnSplitHands) -> None:
    """Raises Refusal unless that hand was made by a split and waits for its second card."""
    if not 1 <= number <= len(box.hands) or not box.hands[number - 1].split:
        raise Refusal(
            "split_wager.no_such_hand",
            bet.on_split_hands.clause,
            also=(bet.deadline,),
            box=box.number,
            hand=number,
        )
    if len(box.hands[number - 1].cards) > 1:
        raise Refusal(
            "split_wager.second_card", how.deadline, also=(bet.deadline,), hand=number, box=box.number
        )


def _was_there(state: State, box: Box, player: str, bet: SideBet, how: OnSplitHands) -> None:
    """Raises Refusal for a player who had no wager before the round."""
    if how.wagered.value == "bet":
        was = any(wager.player == player and wager.bet == bet.key and not wager.hand for wager in box.sides)
        missing = "split_wager.no_earlier_bet"
    else:
        was, missing = bool(state.boxes_of(player)), "split_wager.no_earlier_wager"
    if not was:
        raise Refusal(missing, how.wagered.clause, player=player, bet=bet.title, box=box.number)


def _preference(state: State, box: Box, player: str, bet: SideBet) -> tuple[int, int]:
    """A player's rank in the order of preference, the lowest first: players on the box, then those with an earlier
    wager on its first two cards, then all others; within each group from the dealer's left (NZ-15B.10(a) to
    NZ-15B.10(c))."""
    if box.wager_of(player):
        return 0, box.players.index(player)
    earlier = any(w.player == player and w.bet == bet.key and not w.hand for w in box.sides)
    return 1 if earlier else 2, min(state.boxes_of(player), default=0)


def _room(
    state: State,
    box: Box,
    number: int,
    wagers_there: list[Wager],
    player: str,
    bet: SideBet,
    how: OnSplitHands,
) -> list[Event]:
    """The event that returns a wager to make room; empty while there is room. Raises Refusal if everybody there has
    precedence."""
    if count_of(wagers_there) < how.most.value:
        return []
    last = max(wagers_there, key=lambda wager: _preference(state, box, wager.player, bet))
    mine = _preference(state, box, player, bet)
    order = (how.first, how.second, how.third)
    if _preference(state, box, last.player, bet) <= mine:
        raise Refusal(
            "split_wager.hand_full",
            how.most.clause,
            also=order,
            hand=number,
            box=box.number,
            most=how.most.value,
            bet=bet.title,
            player=player,
        )
    return [
        WagerRefused(
            box=box.number,
            player=last.player,
            amount=last.amount,
            bet=bet.key,
            hand=number,
            clause=order[mine[0]],
        )
    ]


def _on_sign(rules: Rules, state: State, bet: SideBet, amount: Cents, others: Cents) -> None:
    """Raises Refusal for an amount off the bet's sign: after the call no rule could reduce it."""
    sign = state.setup.sign(bet.key)
    if amount < sign.minimum or amount + others > sign.maximum:
        room = sign.maximum - others
        if not others:
            code = "split_wager.outside_limits"
        elif room >= sign.minimum:
            code = "split_wager.outside_limits_with_others"
        else:
            code = "split_wager.maximum_reached"
        raise Refusal(
            code,
            bet.stake,
            amount=amount,
            minimum=sign.minimum,
            maximum=sign.maximum,
            bet=bet.title,
            others=others,
            room=room,
        )
