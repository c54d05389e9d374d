"""What each player has gained or lost in a round."""

from collections.abc import Mapping

from casino.money import Cents
from rounds.engine.settlement.put_right import Settlement, settlement_of
from rounds.engine.state import State


def beyond_due(state: State) -> Mapping[tuple[Settlement, str], Cents]:
    """What players have beyond what was settled, in cents, by settlement and player; below zero if they have less: what
    was paid wrongly and not put right, and what a decision on a dispute gave. Zeros are left out."""
    beyond: dict[tuple[Settlement, str], Cents] = {}
    for payment in state.payments:
        settlement = settlement_of(payment)
        for share in payment.shares:
            beyond[settlement, share.player] = share.beyond
    return {key: cents for key, cents in beyond.items() if cents}


def nets(state: State) -> dict[str, Cents]:
    """Each player's gain over the round so far, in cents, from the dealer's left; everyone who wagered is in. It is the
    money that the player has: what was paid wrongly and not recovered counts."""
    net: dict[str, Cents] = {}
    for box in state.boxes:
        for wager in (*box.wagers, *box.sides):
            net.setdefault(wager.player, 0)
    for result in state.results:
        net[result.player] = net.get(result.player, 0) + result.pays - result.takes
    for (_, player), cents in beyond_due(state).items():
        net[player] = net.get(player, 0) + cents
    return net
