"""What goes wrong on a shift and how it is reported: each mishap looks at the table and waits for a suitable
moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from casino.rulebooks.irregularities import Kind, irregularities
from rounds import engine
from rounds.engine import Command
from rounds.play.snapshot import Live
from rounds.simulation import guests
from rounds.simulation.autoplay import Croupier

Wishes = Callable[[Croupier, Live], Iterator[Command]]


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that goes wrong: its report at a suitable moment, and whether the person who is asked signs it.

    ``just_over``: it concerns the round whose cards were just collected.
    """

    name: str
    wishes: Wishes
    signed: bool = True
    just_over: bool = False
    then: Callable[[Croupier, Live, Command], None] = lambda croupier, live, command: None
    """Updates the shoe or the guests after it."""

    def report(self, croupier: Croupier, live: Live) -> Command | None:
        """The report of it now, if the table accepts it; None at any other moment."""
        over = live.previous
        state = live.state if not self.just_over or over is None else over
        return guests.first_taken(live.rules, state, self.wishes(croupier, live))


def _kinds(live: Live, *procedures: str) -> list[Kind]:
    return [
        irregularity
        for irregularity in irregularities(live.rules).values()
        if irregularity.procedure in procedures
    ]


def _report(kind: str, **values: str) -> engine.Irregularity:
    return engine.Irregularity(kind, tuple(values.items()), "dealer")


def misplaced(croupier: Croupier, live: Live) -> Iterator[Command]:
    """The last two cards of the initial deal were swapped."""
    state = live.state
    if live.due.action == "card" and state.phase == "initial_deal" and len(state.drawn) > 2:
        yield _report(croupier.misplaced(live), lies=croupier.swapped(live))


def drawn_in_excess(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A card slipped out of the shoe while a player decides, and everybody has seen it."""
    shoe = croupier.shoe
    if live.due.action == "decision" and shoe is not None and len(shoe.cards) > shoe.cut_at + 20:
        yield _report("excess_card", seen="yes", card=shoe.cards[-1])


def not_carried_out(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A player asked for a card, and the next box was served."""
    if live.due.action != "decision":
        return
    for kind in _kinds(live, "rewind"):
        for box in live.state.boxes:
            if box.number < live.due.box and any(hand.stood for hand in box.hands):
                yield _report(kind.kind, hand=str(box.number))


def wager_to_be_void(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A dealer lets a player wager too late, against the rules."""
    if live.due.action == "decision":
        box = live.state.box(live.due.box)
        yield _report("void_wager", box=str(box.number), player=live.due.player, reason="late_wager")


def disrupted(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A fire alarm in the middle of the deal: the round is void or, if the book has no such rule, the hand in
    turn."""
    hand = f"{live.due.box}.{live.due.hand}"
    known = {"cause": "fire", "affects": "yes", "reason": "fire_alarm", "hands": hand}
    if live.due.action == "decision":
        for kind in (*_kinds(live, "void_round"), *_kinds(live, "void_hands")):
            if set(kind.needs) <= known.keys() and not kind.shoe and not kind.shuffle:
                yield _report(kind.kind, **{name: known[name] for name in kind.needs})


def excluded(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A player on a box with other players takes no further part."""
    if live.due.action == "collect" and len(croupier.guests) > croupier.fewest:
        yield _report("exclude_player", player=croupier.guests[-1].mark, reason="abuse")


def misread_card(croupier: Croupier, live: Live) -> Iterator[Command]:
    """The suit of a card in the initial deal was entered wrongly; the card meant is still in the simulated shoe."""
    shoe, drawn = croupier.shoe, live.state.drawn
    if live.due.action == "decision" and shoe is not None and drawn:
        for suit in "shdc":
            if (card := drawn[0][0] + suit) != drawn[0] and card in shoe.cards:
                yield engine.CorrectCard(1, card)


def another_amount(croupier: Croupier, live: Live) -> Iterator[Command]:
    """A wager in the round just over was larger than recorded."""
    over = live.previous
    if live.begun or over is None or over.phase != "collected":
        return
    unit = max(min(live.setup.chips), live.setup.main_sign.minimum)
    for box in over.boxes:
        for wager in box.wagers:
            if any(result.player == wager.player and result.result == "lose" for result in over.results):
                yield engine.CorrectWager(box.number, wager.player, wager.bet, amount=wager.amount + unit)


def _left_the_shoe(croupier: Croupier, live: Live, command: Command) -> None:
    assert croupier.shoe is not None
    croupier.shoe.cards.pop()


def _meant(croupier: Croupier, live: Live, command: Command) -> None:
    """The card that was meant has left the shoe; the one that was entered is still in it."""
    assert croupier.shoe is not None
    assert isinstance(command, engine.CorrectCard)
    cards = croupier.shoe.cards
    cards[cards.index(command.card)] = live.state.drawn[command.number - 1]


def _leaves(croupier: Croupier, live: Live, command: Command) -> None:
    croupier.guests.pop()


IRREGULARITIES: Final = (
    Mishap("cards misplaced", misplaced),
    Mishap("a card in excess", drawn_in_excess, then=_left_the_shoe),
    Mishap("a decision not carried out", not_carried_out),
    Mishap("a wager to be void", wager_to_be_void, signed=False),
    Mishap("a fire alarm", disrupted),
    Mishap("a player excluded", excluded, then=_leaves),
)
CARD, AMOUNT = (
    Mishap("a card misread", misread_card, then=_meant),
    Mishap("another amount wagered", another_amount, just_over=True),
)
