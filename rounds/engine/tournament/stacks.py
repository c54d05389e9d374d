"""How many tournament chips each player has: in all, and free for a further wager."""

from casino.money import Cents
from rounds.engine.layout.box import Box
from rounds.engine.layout.wager import Wager
from rounds.engine.nets import nets
from rounds.engine.setup import ANTE
from rounds.engine.state import OVER, State


def stacks_of(state: State) -> dict[str, Cents]:
    """Each player's chips in the session now, those at stake included, in hundredths of a unit."""
    standing = state.carry.tournament
    if standing is None:
        return {}
    net = nets(state)
    return {player: chips + net.get(player, 0) for player, chips in standing.stacks}


def at_stake(state: State) -> dict[str, Cents]:
    """Each player's unsettled chips on the layout, in hundredths of a unit."""
    lies: dict[str, Cents] = {}
    if state.phase in OVER:
        return lies
    for box in state.boxes:
        for player, chips in _on_box(state, box):
            lies[player] = lies.get(player, 0) + chips
    return lies


def _on_box(state: State, box: Box) -> list[tuple[str, Cents]]:
    if not state.called:
        return [(wager.player, wager.amount) for wager in (*box.wagers, *box.sides)]
    hands = [(stake.player, stake.money) for hand in box.hands for stake in hand.stakes if not stake.settled]
    beside = [(side.player, _unsettled(state, box, side)) for side in box.sides]
    insured = [(insured.player, insured.amount) for insured in box.insurance if not insured.settled]
    return [*hands, *beside, *insured]


def _unsettled(state: State, box: Box, side: Wager) -> Cents:
    """How much of a wager beside the hand is still at risk, in hundredths of a unit."""
    if side.bet == ANTE:
        taken = any(
            (result.box, result.player, result.bet) == (box.number, side.player, ANTE)
            for result in state.results
        )
        return 0 if taken else side.amount
    # A pair bet on a split hand comes after the call, which fixes the others.
    return side.riding if side.settled else side.effective or (side.amount if side.hand else 0)


def before_player(state: State) -> dict[str, Cents]:
    """What each player has in front of them and may still wager, in hundredths of a unit."""
    lies = at_stake(state)
    return {player: chips - lies.get(player, 0) for player, chips in stacks_of(state).items()}


def in_reach(state: State, player: str) -> Cents:
    """What a player of the session may still wager, in hundredths of a unit."""
    return max(before_player(state).get(player, 0), 0)
