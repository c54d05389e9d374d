"""Further pair wagers on split hands, where the table has elected them: until each hand's second card."""

from casino.money import Cents, dollars
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager, count_of
from rounds.engine.refusal import RuleViolation
from rounds.engine.sides.offered import OnOffer, on_offer
from rounds.engine.state import State
from rounds.engine.wagers import wagering
from rounds.engine.wagers.commands import PlaceWager
from rounds.engine.wagers.events import WagerPlaced, WagerRefused
from rounds.engine.waiting import Offer
from sidebets import OnSplitHands, SideBet


def place(rules: Rules, state: State, command: PlaceWager, offer: OnOffer) -> list[Event]:
    """Chips on a split hand. Three players at most have one there; who comes first in the book's order takes the
    place of who comes last (NZ-15B.10-S2, NZ-15C.11-S2)."""
    bet = offer.bet
    how = _elected(rules, bet)
    box = wagering.box_on_layout(rules, state, command.box)
    player = wagering.player_mark(command.player)
    number = command.hand
    _in_time(state, box, number, bet, how)
    if command.medium != "chips":
        raise RuleViolation(
            rules.steps.chips_only,
            f"a wager is made in chips, not in {command.medium}",
            "Change it into chips and place those before the second card.",
        )
    wagering.amount_of(command.amount, bet.stake)
    _was_there(state, box, player, bet, how)
    there = waiting_on(box, number, bet.key)
    made = _room(state, box, number, there, player, bet, how)
    others = sum(wager.amount for wager in there)
    _on_sign(rules, state, bet, command.amount, others if rules.limits_on.value == "box" else 0)
    placed = WagerPlaced(
        box=box.number,
        player=player,
        amount=command.amount,
        bet=bet.key,
        hand=number,
        clause=bet.on_split_hands.clause,
    )
    return [*made, placed]


def waiting_on(box: Box, number: int, bet: str) -> list[Wager]:
    """The wagers on a split hand that its second card will decide."""
    return [wager for wager in box.sides if (wager.bet, wager.hand) == (bet, number) and not wager.settled]


def offers(rules: Rules, state: State) -> tuple[Offer, ...]:
    """The split hands on which somebody may still wager, with the largest amount on the sign, in cents."""
    if not state.setup.offers or not rules.pairs_on_split.value:
        return ()
    return tuple(
        [
            Offer(
                box.number,
                "",
                "pair",
                state.setup.sign(one.bet.key).maximum,
                one.bet.on_split_hands.clause,
                one.bet.key,
                number,
            )
            for one in on_offer(state.setup).values()
            if one.bet.split_hands is not None
            for box in state.boxes
            for number, hand in enumerate(box.hands, start=1)
            if hand.split and len(hand.cards) == 1
        ]
    )


def _elected(rules: Rules, bet: SideBet) -> OnSplitHands:
    if bet.split_hands is None:
        raise RuleViolation(
            bet.deadline,
            f"no wager on {bet.title} is placed on a split hand",
            "It waits for the next round.",
        )
    if not rules.pairs_on_split.value:
        raise RuleViolation(
            bet.on_split_hands.clause,
            f"this table has not elected {bet.title} on split hands",
            "Hand the chips back.",
            also=(bet.deadline,),
        )
    return bet.split_hands


def _in_time(state: State, box: Box, number: int, bet: SideBet, how: OnSplitHands) -> None:
    """Raises Refusal unless that hand was made by a split and waits for its second card."""
    if not 1 <= number <= len(box.hands) or not box.hands[number - 1].split:
        raise RuleViolation(
            bet.on_split_hands.clause,
            f"box {box.number} has no split hand {number}",
            "Name a hand that was made by a split.",
            also=(bet.deadline,),
        )
    if len(box.hands[number - 1].cards) > 1:
        raise RuleViolation(
            how.deadline,
            f"hand {number} of box {box.number} has its second card",
            "Hand the chips back.",
            also=(bet.deadline,),
        )


def _was_there(state: State, box: Box, player: str, bet: SideBet, how: OnSplitHands) -> None:
    """Raises Refusal for a player who did not wager before the round."""
    if how.wagered.value == "bet":
        was = any(wager.player == player and wager.bet == bet.key and not wager.hand for wager in box.sides)
        missing = f"no wager on {bet.title} on box {box.number}"
    else:
        was, missing = bool(state.boxes_of(player)), "no wager on a hand"
    if not was:
        raise RuleViolation(
            how.wagered.clause,
            f"player {player} had {missing} at the start of the round",
            "Hand the chips back; the next round is open to everybody.",
        )


def _preference(state: State, box: Box, player: str, bet: SideBet) -> tuple[int, int]:
    """A player's place in the order of preference, the least first: on the box, then with an earlier wager on its
    first two cards, then all others; within each from the dealer's left (NZ-15B.10(a) to NZ-15B.10(c))."""
    if box.wager_of(player):
        return 0, box.players.index(player)
    earlier = any(w.player == player and w.bet == bet.key and not w.hand for w in box.sides)
    return 1 if earlier else 2, min(state.boxes_of(player), default=0)


def _room(
    state: State, box: Box, number: int, there: list[Wager], player: str, bet: SideBet, how: OnSplitHands
) -> list[Event]:
    """The wager that goes back to make room; nothing while there is room. Raises Refusal where everybody
    there comes first."""
    if count_of(there) < how.most.value:
        return []
    last = max(there, key=lambda wager: _preference(state, box, wager.player, bet))
    mine = _preference(state, box, player, bet)
    order = (how.first, how.second, how.third)
    if _preference(state, box, last.player, bet) <= mine:
        raise RuleViolation(
            how.most.clause,
            f"{how.most.value} wagers on {bet.title} lie on hand {number} of box {box.number}, and their players"
            f" come before {player}",
            "Hand it back.",
            also=order,
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
    """Raises Refusal for an amount off the bet's sign: after the call there is nothing that could treat it."""
    sign = state.setup.sign(bet.key)
    if amount < sign.minimum or amount + others > sign.maximum:
        most = sign.maximum - others
        raise RuleViolation(
            bet.stake,
            f"{dollars(amount)} is not within {dollars(sign.minimum)} to {dollars(sign.maximum)} for {bet.title}"
            + (f" with the {dollars(others)} that lie there" if others else ""),
            f"Take {dollars(sign.minimum)} to {dollars(most)}." if most >= sign.minimum else "Hand it back.",
        )
