"""What a winner leaves in action: the choice, its effect on the main wager, and how it ends."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from casino.cards import is_natural
from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from rounds.engine.events import Event
from rounds.engine.hands import rules_for_wager
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Stake, blackjack
from rounds.engine.layout.wager import Wager
from rounds.engine.settlement.events import Settled
from rounds.engine.settlement.payments import win
from rounds.engine.settlement.result import Result
from rounds.engine.setup import IN_ACTION
from rounds.engine.sides.commands import Ride
from rounds.engine.sides.events import Rode
from rounds.engine.sides.offered import no_such_bet, offer_of, on_offer
from rounds.engine.sides.outcomes import (
    initial_deal_complete,
    outcome_of,
    paid_beside,
    result_of,
    results_due,
    unsettled,
)
from rounds.engine.sides.placing import side_wager
from rounds.engine.state import State
from rounds.engine.wagers.limits import counted_with, maximum_on
from rounds.engine.wagers.wagering import box_on_layout, refuse_excluded
from rounds.engine.waiting import PlayerOption
from sidebets import LOSE, OPEN, Riding, SideBet


class Choice(NamedTuple):
    """A winning wager whose player has yet to say how much of it stays."""

    box: Box
    player: str
    bet: SideBet
    riding: Riding
    won: Result
    """Its payment, which is made together with the choice."""
    most: Cents
    """The most of wager and payout that may stay, in cents."""

    @property
    def whole(self) -> Cents:
        """Wager and payout together, in cents."""
        return self.won.stake + self.won.pays


def choices(rules: Rules, state: State) -> tuple[Choice, ...]:
    """The choices that the table waits for, from the dealer's left. They come after the initial deal and before any
    Blackjack is paid, since what stays may win its odds (NZ-15D.6, NZ-15E.5)."""
    if state.phase != "initial_deal" or not state.setup.offers or not initial_deal_complete(state):
        return ()
    open_choices = []
    for offer in on_offer(state.setup).values():
        riding = offer.bet.riding
        if riding is None:
            continue
        for box, wager in unsettled(state, offer.bet.key):
            line = outcome_of(rules, state, box, wager, offer.bet) if wager.effective else OPEN
            if line in (LOSE, OPEN) or paid_beside(rules, state, box, wager, offer.bet):
                continue
            won = result_of(rules, state, box, wager, offer, line)
            assert won is not None, "what rides is won at odds"
            most = _most(rules, state, box, won, riding)
            open_choices.append(Choice(box, wager.player, offer.bet, riding, won, most))
    return tuple(open_choices)


def _most(rules: Rules, state: State, box: Box, won: Result, riding: Riding) -> Cents:
    """The most that may stay of a wager and its payout, in cents: together with the main wager, and whatever else
    counts with it, no more than its maximum (NZ-15D.6(b)-S3, NZ-15E.5(b)-S3)."""
    total = won.stake + won.pays
    main = box.wager_of(won.player)
    if main is None or not main.effective:
        return 0
    counted = main.effective + counted_with(rules, state, box, won.player, main.bet)
    counted += sum(
        side.riding if riding.limit.value == "wager_and_payout" else min(side.riding, side.effective)
        for side in box.sides
        if side.player == won.player or _counts_here(rules, state, box, won.player, side.player)
    )
    room = max(0, maximum_on(rules, state, box, won.player, main.bet) - counted)
    if riding.limit.value == "wager" and room >= won.stake:
        return total
    return min(total, room)


def _counts_here(rules: Rules, state: State, box: Box, player: str, other: str) -> bool:
    """Whether another player's money on the box counts against a player's maximum, as main wagers do in
    `counted_with`."""
    if rules.limits_on.value == "player":
        return False
    if rules.personal_limit_covers.value == "box":
        return True
    return state.limit_of(box.number, player) is None and state.limit_of(box.number, other) is None


def offers(rules: Rules, state: State) -> tuple[PlayerOption, ...]:
    """What each winner may leave in action."""
    return tuple(
        [
            PlayerOption(
                choice.box.number,
                choice.player,
                "ride",
                choice.most,
                choice.riding.offer.clause,
                choice.bet.key,
            )
            for choice in choices(rules, state)
        ]
    )


# --- the choice


def ride(rules: Rules, state: State, command: Ride) -> list[Event]:
    """Part of a winning wager and its payout stays; the rest goes to the player (NZ-15D.6(a), NZ-15E.5(a))."""
    offer = offer_of(state.setup, command.bet)
    if offer is None:
        raise no_such_bet(rules, state.setup, command.bet)
    bet, riding = offer.bet, offer.bet.riding
    if riding is None:
        raise Refusal("ride.not_this_bet", bet.settles.clause, bet=bet.title)
    box = box_on_layout(rules, state, command.box)
    open_to = [
        choice for choice in choices(rules, state) if (choice.box.number, choice.bet) == (box.number, bet)
    ]
    mine = [choice for choice in open_to if choice.player == command.player]
    if not mine:
        raise _no_choice(state, box, command.player, bet, riding)
    if results_due(rules, state):
        raise Refusal("ride.settle_first", bet.settles.clause, also=(riding.offer.clause,))
    if command.amount:
        refuse_excluded(state, command.player)
    if not command.decided_first:
        _may_stay(mine[0], command.amount)
        return _chosen(mine[0], command.amount, riding.stays if command.amount else riding.taken)
    if command.amount:
        raise Refusal(
            "ride.acted_first",
            riding.decided_first.clause,
            also=(riding.decided_out,),
            player=command.player,
            whole=mine[0].whole,
        )
    if riding.decided_first.value == "decider":
        mine = [choice for choice in open_to if choice.player == caller_of(box)]
    else:
        mine = open_to
    return [event for choice in mine for event in _chosen(choice, 0, riding.decided_first.clause, first=True)]


def _chosen(choice: Choice, amount: Cents, clause: str, *, first: bool = False) -> list[Event]:
    key = choice.bet.key
    return [
        Rode(
            box=choice.box.number,
            player=choice.player,
            bet=key,
            amount=amount,
            decided_first=first,
            clause=clause,
        ),
        Settled(result=choice.won, clause=choice.bet.settles.clause),
    ]


def _may_stay(choice: Choice, amount: Cents) -> None:
    """Raises Refusal for an amount that may not stay in action."""
    if not 0 <= amount <= choice.whole:
        raise Refusal(
            "ride.not_a_part" if choice.most else "ride.nothing_may_stay",
            choice.riding.stays,
            amount=amount,
            whole=choice.whole,
            player=choice.player,
            most=choice.most,
        )
    if amount > choice.most:
        raise Refusal(
            "ride.above_maximum" if choice.most else "ride.maximum_reached",
            choice.riding.limit.clause,
            amount=amount,
            box=choice.box.number,
            most=choice.most,
        )


def _no_choice(state: State, box: Box, player: str, bet: SideBet, riding: Riding) -> Refusal:
    """The refusal of a choice that is not open, with the reason."""
    wager = side_wager(box, player, bet.key)
    if wager is None:
        return Refusal("ride.no_wager", riding.offer.clause, player=player, bet=bet.title, box=box.number)
    if not wager.settled:
        return Refusal("ride.not_won", riding.offer.clause, bet=bet.title, box=box.number)
    return Refusal(
        "ride.settled",
        riding.decided_out if not wager.riding else riding.offer.clause,
        also=(riding.offer.clause, riding.taken, riding.committed),
        bet=bet.title,
        player=player,
        box=box.number,
    )


# --- the effect on the main wager


def money_in_action(state: State, box: Box, stake: Stake) -> Cents:
    """What the stake's player still has in action, in cents: it raises what is added on any hand of the box
    (NZ-15D.7, NZ-15D.8, NZ-15E.6, NZ-15E.7)."""
    return sum(wager.riding for wager, _ in _in_action(state, box, stake))


def _linked(state: State, box: Box, stake: Stake) -> Iterator[tuple[Wager, Riding]]:
    """The side wagers with a part that rides with the stake: it goes with the original wager, whichever hand that is
    on after a split (NZ-15D.6(b)-S2, NZ-15E.5(b)-S2), or with the player's last hand, by that reading of NZ-15D.8."""
    for wager, riding in _in_action(state, box, stake):
        if stake.first if riding.split.value == "first_hand" else stake is _last_stake(box, stake):
            yield wager, riding


def _last_stake(box: Box, stake: Stake) -> Stake:
    """The player's stake on the same bet on the last hand of the box that has one."""
    stakes = [hand.stake_of(stake.player, stake.bet) for hand in box.hands]
    return [stake for stake in stakes if stake is not None][-1]


def _in_action(state: State, box: Box, stake: Stake) -> Iterator[tuple[Wager, Riding]]:
    """The side wagers of the stake's player that still ride in part."""
    main = box.wager_of(stake.player)
    if not state.setup.offers or main is None or main.bet != stake.bet:
        return
    for wager in box.sides:
        if wager.riding and wager.player == stake.player:
            offer = offer_of(state.setup, wager.bet)
            if offer is not None and offer.bet.riding is not None:
                yield wager, offer.bet.riding


def clauses_of_adding(state: State, box: Box, stake: Stake, decision: str) -> tuple[str, ...]:
    """The clauses by which riding money raises what is added in a double or split (NZ-15D.7, NZ-15E.6)."""
    return tuple(
        [
            riding.double if decision == "double" else riding.split.clause
            for _, riding in _in_action(state, box, stake)
        ]
    )


# --- how it ends


def with_main(rules: Rules, state: State, results: Iterable[Result]) -> list[Result]:
    """The results of wagers on hands, each followed by the result of the money riding with it; riding money whose
    wager was settled without it comes first."""
    in_order = [
        _ended(rules, state, box, wager, riding, main)
        for box in state.boxes
        for main, stake in _settled_alone(state, box)
        for wager, riding in _linked(state, box, stake)
    ]
    for result in results:
        in_order.append(result)
        box = state.box(result.box)
        stake = box.hands[result.hand - 1].stake_of(result.player, result.bet) if result.hand else None
        if stake is not None:
            in_order += [
                _ended(rules, state, box, wager, riding, result)
                for wager, riding in _linked(state, box, stake)
            ]
    return in_order


def _settled_alone(state: State, box: Box) -> Iterator[tuple[Result, Stake]]:
    """Original wagers on the box that are settled while something still rides with them, and their results."""
    if not any(wager.riding for wager in box.sides):
        return
    for number, hand in enumerate(box.hands, start=1):
        for stake in hand.stakes:
            if stake.settled and next(_linked(state, box, stake), None):
                spot = (box.number, number, stake.player, stake.bet)
                for result in reversed(state.results):
                    if (result.box, result.hand, result.player, result.bet) == spot:
                        yield result, stake
                        break


def _ended(rules: Rules, state: State, box: Box, wager: Wager, riding: Riding, main: Result) -> Result:
    """Riding money wins, loses or stands off with the main wager (NZ-15D.10-S1, NZ-15E.9-S1), but stands off against
    a dealer's Blackjack unless its hand had broken (NZ-15D.11, NZ-15E.10)."""
    hand = box.hands[main.hand - 1]
    ended = Result(
        box.number, 0, wager.player, wager.bet, wager.riding, main.result, riding.stand_off, wager=IN_ACTION
    )
    # A dealer's total against which the wager stands off in this version wins in Blackjack itself.
    by_blackjack = riding.win.value == "blackjack" and main.clause == rules.dealer_stands_off_on.clause
    if main.result == "win" or (main.result == "stand_off" and by_blackjack):
        odds = rules.even_odds.value
        if blackjack(rules, hand) and main.clause != rules.even_money.clause:
            odds = rules_for_wager(rules, box, wager.player).blackjack_odds.value
        return win(rules, state, replace(ended, clause=riding.win.clause), odds, wager.riding)
    if is_natural(state.dealer) and not hand.bust and riding.dealer_blackjack.value == "stand_off":
        return replace(ended, result="stand_off", clause=riding.dealer_blackjack.clause)
    if main.result == "lose":
        return replace(ended, clause=riding.lose, takes=wager.riding)
    return ended
