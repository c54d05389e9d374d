"""A box: its wagers, its hands, and who decides for it."""

from __future__ import annotations

from msgspec.structs import replace

from casino.cards import Card
from rounds.engine.base import Value
from rounds.engine.layout.hand import Hand
from rounds.engine.layout.wager import Insurance, Wager


class Box(Value, frozen=True):
    """A place to wager, numbered from the dealer's left."""

    number: int
    wagers: tuple[Wager, ...] = ()
    """Wagers on the hand, in line; the first is nearest the dealer."""
    sides: tuple[Wager, ...] = ()
    """The wagers beside them: the ante, the side bets."""
    caller: str = ""
    """The player who decides for the box."""
    hands: tuple[Hand, ...] = ()
    insurance: tuple[Insurance, ...] = ()
    even_money: tuple[tuple[str, str], ...] = ()
    """Wagers on a Blackjack whose players asked for even money, as (player, bet)."""
    absent: tuple[str, ...] = ()
    """Players who were absent when it was their turn to decide for the box."""
    declined: tuple[int, ...] = ()
    """Card values that its caller declined to split (VIC03-7.5.5(e))."""
    suited_pair: bool = False
    """Whether its first two cards were of one suit and were split (VIC03-10.8.1)."""
    dealt: tuple[Card, ...] = ()
    """The first three cards dealt to the box, in order, if it has a side bet."""

    def wager_of(self, player: str, bet: str = "") -> Wager | None:
        """The player's wager on the hand; the first of several unless ``bet`` names one."""
        for wager in self.wagers:
            if wager.player == player and bet in ("", wager.bet):
                return wager
        return None

    def side_of(self, player: str, bet: str) -> Wager | None:
        """The player's wager beside the hand on ``bet``, such as a side bet or the ante."""
        for wager in self.sides:
            if wager.player == player and wager.bet == bet:
                return wager
        return None

    @property
    def players(self) -> tuple[str, ...]:
        """The players on the box, each once, the one nearest the dealer first."""
        return tuple(dict.fromkeys(wager.player for wager in self.wagers))


def caller_of(box: Box) -> str:
    """Who decides for a box: after the call, the player named by it; before the call, the seated player if they have
    a wager there, otherwise the one nearest the dealer."""
    if box.caller and (box.hands or any(wager.player == box.caller for wager in box.wagers)):
        return box.caller
    return box.wagers[0].player if box.wagers else ""


def with_hand(box: Box, number: int, hand: Hand) -> Box:
    """The box with hand ``number`` replaced."""
    if len(box.hands) == 1:
        return replace(box, hands=(hand,))
    return replace(box, hands=(*box.hands[: number - 1], hand, *box.hands[number:]))
