"""Questions about side bets during the deal: what stays in action, who presses the button and what it shows, further
wagers on split hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar, Final

from casino.money import dollars
from casino.translated import gettext as _
from casino.translated import text
from rounds import engine
from rounds.engine import Due, Setup, State
from rounds.engine.commands import AnswerMisfire, Prize, Ride
from rounds.engine.values import Box, PlayerOption, Wager, float_of
from rounds.read_model.felt.spots import Spot, bet_words, spot_of, spots, spots_by_bet
from rounds.read_model.felt.words import hand_name
from rounds.read_model.taps import Tap, text_of
from sidebets import Prizes

# --- what stays in action


@dataclass(frozen=True, slots=True)
class RideRow:
    """A wager that has won, with how much of it may stay."""

    box: int
    player: str
    bet: str
    title: str
    most: str
    """The most that may stay, in words."""
    name: str
    taps: list[Tap]
    late: str
    """The command for a player who decided on the hand first."""


@dataclass(frozen=True, slots=True)
class RideDesk:
    """What stays in action."""

    kind: ClassVar[str] = "ride"
    rows: list[RideRow]


def ride(state: State, due: Due) -> RideDesk:
    """One cell per winner: take it down, leave all of it or the most that may stay, or leave another amount
    (NZ-15D.6, NZ-15E.5)."""
    return RideDesk([_ride_row(state, offer) for offer in due.offers if offer.kind == "ride"])


def _ride_row(state: State, offer: PlayerOption) -> RideRow:
    box = state.box(offer.box)
    chips = float_of(state.setup.chips)
    down = Ride(offer.box, offer.player, offer.wager)
    taps = [Tap(_("Take down"), text_of(down))]
    most = chips.lower_payable(offer.most)
    wager = box.side_of(offer.player, offer.wager)
    for amount, words in ((most, _("stays")), (most - wager.effective if wager else 0, _("wager back"))):
        if 0 < amount == chips.lower_payable(amount):
            stay = Ride(offer.box, offer.player, offer.wager, amount)
            taps.append(Tap(dollars(amount), text_of(stay), small=words))
    return RideRow(
        box=offer.box,
        player=offer.player,
        bet=offer.wager,
        title=bet_words(state.setup, offer.wager),
        most=dollars(offer.most),
        name=f"{offer.box}-{offer.player}-{offer.wager}",
        taps=taps,
        late=text_of(Ride(offer.box, offer.player, offer.wager, decided_first=True)),
    )


def all_down(due: Due) -> list[engine.Command]:
    """The commands that take down every waiting wager in one tap."""
    return [Ride(offer.box, offer.player, offer.wager) for offer in due.offers if offer.kind == "ride"]


# --- the button

PRESS: Final = "press"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the winner may answer after somebody else set the button off."""

    shown: str
    taps: list[Tap]


@dataclass(frozen=True, slots=True)
class PrizeDesk:
    """The button: who presses, and the prizes that the display may show; or the winner's answer."""

    kind: ClassVar[str] = "prize"
    title: str
    stake: str
    box: int
    player: str
    bet: str
    answer: Answer | None = None
    """Set if somebody else set the button off; nothing else is then open."""
    prizes: list[Tap] = field(default_factory=list)
    table: str = ""
    """The table of prizes, if the bet has several."""
    presser: str = ""
    nominees: list[str] = field(default_factory=list)
    anybody: bool = False
    """Whether any player without the bet may be named to press."""
    misfires: bool = False
    """Whether the book has a rule for a press by somebody not entitled."""
    clause: str = ""
    staff_clause: str = ""


def prize(state: State, due: Due) -> PrizeDesk:
    """The button: who presses, the house's own machine, or what the display shows (NZ-15A.7-S2, VIC03-11.6.1). After
    somebody else set it off, the winner's answer (VIC03-11.7.1)."""
    offer = next(offer for offer in due.offers if offer.kind in ("prize", "misfire"))
    spot = spot_of(state.setup, offer.wager)
    assert spot is not None, "the button is offered for a bet of the table"
    entries = prizes_of(state.setup, offer.wager).entries
    box = state.box(offer.box)
    stake = sum(
        side.effective
        for side in box.sides
        if side.bet == offer.wager and (spot.rules.turns.value == "box" or side.player == offer.player)
    )
    desk = PrizeDesk(spot.title, dollars(stake), offer.box, offer.player, offer.wager)
    if offer.kind == "misfire":
        return replace(desk, answer=_answers(offer))
    button = spot.rules.button
    assert button is not None, "a bet with prizes has a button"
    return replace(
        desk,
        prizes=[
            Tap(
                dollars(prize),
                text_of(Prize(offer.box, offer.player, offer.wager, prize)),
                id=f"prize-{prize}",
            )
            for prize in sorted({prize for prize, _ in entries}, reverse=True)
        ],
        table=spot.offer.scale.name if len(spot.rules.scales) > 1 else "",
        presser=offer.player,
        nominees=_nominees(state, spot, box, offer),
        anybody=button.nominee.value == "without",
        misfires=bool(button.misfire),
        clause=button.first,
        staff_clause=button.staff,
    )


def _nominees(state: State, spot: Spot, box: Box, offer: PlayerOption) -> list[str]:
    """Players who may be named to press: if it must be another winner, those with the bet on the box; otherwise those
    at the table without it. A player who may not be is refused with the clause."""
    assert spot.rules.button is not None
    if spot.rules.button.nominee.value == "winner":
        has = [side.player for side in box.sides if side.bet == offer.wager and side.effective]
        return [player for player in dict.fromkeys(has) if player != offer.player and player in box.players]
    winners = {side.player for other in state.boxes for side in other.sides if side.bet == offer.wager}
    return [player for player in box.players if player not in winners and player != offer.player]


def _answers(offer: PlayerOption) -> Answer:
    take = AnswerMisfire(offer.box, offer.player, offer.wager, True)
    again = AnswerMisfire(offer.box, offer.player, offer.wager, False)
    return Answer(
        shown=dollars(offer.most),
        taps=[
            Tap(
                text(_("{player} takes {amount:money}"), player=offer.player, amount=offer.most),
                text_of(take),
                small=text(_("for each {unit:money}"), unit=100),
                id="take-shown",
            ),
            Tap(_("Press again"), text_of(again), small=_("what it showed is void"), id="press-again"),
        ],
    )


def undrawn(due: Due) -> engine.Prize | None:
    """The press that the table waits for, with its prize still open; None if it waits for none."""
    for offer in due.offers:
        if due.action == "prize" and offer.kind == "prize":
            return Prize(offer.box, offer.player, offer.wager, 0)
    return None


def prizes_of(setup: Setup, bet: str) -> Prizes:
    """The table of prizes in operation for a bet that has one."""
    spot = spot_of(setup, bet)
    prizes = spot.offer.scale.prizes if spot else None
    assert prizes is not None, "a press is due for such a bet alone"
    return prizes


@dataclass(frozen=True, slots=True)
class Machine:
    """A bet that is played with a button, and its equipment."""

    bet: str
    title: str
    suspended: bool
    things: list[str]


def machine(state: State) -> list[Machine]:
    """The bets that are played with a button, with what may be recorded beside a winner's press."""
    return [
        Machine(
            bet=spot.bet,
            title=spot.title,
            suspended=spot.bet in state.carry.suspended,
            things=[equipment.item for equipment in spot.rules.equipment],
        )
        for spot in spots(state.setup)
        if spot.rules.button is not None
    ]


# --- further wagers on split hands


@dataclass(frozen=True, slots=True)
class FurtherHand:
    """A split hand on which further wagers may be placed."""

    box: int
    hand: int
    name: str
    players: list[str]
    """In order of preference."""
    bets: list[Spot]
    placed: list[str]


def further(state: State, due: Due) -> list[FurtherHand]:
    """Further wagers on the split hands that wait for their second card, if the table has elected them (NZ-15B.9,
    NZ-15C.10): the bets, and the players in order of preference."""
    bets: dict[tuple[int, int], list[str]] = {}
    for offer in due.offers:
        if offer.kind == "pair":
            bets.setdefault((offer.box, offer.hand), []).append(offer.wager)
    known = spots_by_bet(state.setup)
    return [
        FurtherHand(
            box=number,
            hand=hand,
            name=hand_name(number, hand, len(state.box(number).hands)),
            players=_in_order(state, state.box(number), of),
            bets=[known[bet] for bet in of],
            placed=[_placed_on(state, side) for side in state.box(number).sides if side.hand == hand],
        )
        for (number, hand), of in bets.items()
    ]


def _in_order(state: State, box: Box, bets: Sequence[str]) -> list[str]:
    """Players on the box, then those who had such a bet on its first cards, then all others; each from the dealer's
    left."""
    had = {side.player for side in box.sides if side.bet in bets and not side.hand}
    seated = list(dict.fromkeys(player for other in state.boxes for player in other.players))
    second = [player for player in seated if player in had]
    return list(dict.fromkeys([*box.players, *second, *seated]))


def _placed_on(state: State, wager: Wager) -> str:
    return f"{wager.player} {bet_words(state.setup, wager.bet)} {dollars(wager.amount)}"
