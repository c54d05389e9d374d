"""What each player has gained or lost in a round."""

from casino.money import Cents
from rounds.engine.corrections.payments import beyond_due
from rounds.engine.state import State


def nets(state: State) -> dict[str, Cents]:
    """Each player's gain over the round so far, in cents, from the dealer's left; everyone who wagered is included.
    It is the money that the players really have: wrong payments that were not recovered count."""
    net: dict[str, Cents] = {}
    for box in state.boxes:
        for wager in (*box.wagers, *box.sides):
            net.setdefault(wager.player, 0)
    for result in state.results:
        net[result.player] = net.get(result.player, 0) + result.pays - result.takes
    for (_, player), cents in beyond_due(state).items():
        net[player] = net.get(player, 0) + cents
    return net
