"""Commands that correct the record alone."""

from typing import Literal

from casino.cards import Card
from casino.money import Cents
from rounds.engine.base import CommandBase as Base
from rounds.engine.setup import MAIN


class CorrectCard(Base, frozen=True, tag="correct_card"):
    """A card was different from the record; ``number`` counts the cards that left the shoe in the round.

    ``then``, here and in the other corrections, are decisions that were taken at the table but not recorded,
    because the system did not ask for them.
    """

    number: int
    card: Card
    then: tuple[Literal["hit", "stand"], ...] = ()
    role: str = ""


class CorrectWager(Base, frozen=True, tag="correct_wager"):
    """A wager was on another box, another player's, or of another amount: exactly one of the three. ``bet`` is
    ``all`` for everything that the player has on the box, which then moves together."""

    box: int
    player: str
    bet: str = MAIN
    to_box: int = 0
    to_player: str = ""
    amount: Cents = 0
    then: tuple[Literal["hit", "stand"], ...] = ()
    role: str = ""


class CorrectDouble(Base, frozen=True, tag="correct_double"):
    """What a player added to a double was another amount; 0 if the player did not double with the caller."""

    box: int
    player: str
    amount: Cents
    hand: int = 1
    role: str = ""


class CorrectInsurance(Base, frozen=True, tag="correct_insurance"):
    """A player's insurance was another amount; 0 if the player did not insure."""

    box: int
    player: str
    amount: Cents
    wager: str = MAIN
    role: str = ""


class CorrectDecision(Base, frozen=True, tag="correct_decision"):
    """A decision was another. ``number`` counts the hand's decisions; ``decisions`` are the right one and any that
    followed from it and were not recorded; the amounts and matches are for a double or split among them."""

    box: int
    number: int
    decisions: tuple[Literal["hit", "stand", "double", "split"], ...]
    hand: int = 1
    adds: tuple[tuple[str, Cents], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()
    role: str = ""


class CorrectAnswer(Base, frozen=True, tag="correct_answer"):
    """A player took, or did not take, an offer: half for surrendering the hand, or the double back."""

    box: int
    player: str
    offer: Literal["surrender", "rescue"]
    taken: bool
    hand: int = 1
    then: tuple[Literal["hit", "stand"], ...] = ()
    role: str = ""


class CorrectPayment(Base, frozen=True, tag="correct_payment"):
    """A settlement was recorded as due, but the dealer paid or took something else.

    ``paid`` is what the house in fact added to the stake and ``took`` what it took of the stake, in cents and in
    all, earlier corrections of the same settlement included. If one is left out, the other implies it: a player who
    was paid kept the stake, and one whose stake was taken was not paid. ``to`` is the player who was paid, if that
    was another player.

    ``unrecovered`` cents of an overpayment are not got back, and ``unpaid`` cents of an underpayment are not paid,
    because the player has left, refuses, or for another reason (``why``); None means all of it.

    ``due`` is what the player should have beside the stake if the decision on a ``dispute`` differs from the record.
    ``round_no`` is an earlier round of the table; 0 is the round in progress.
    """

    box: int
    player: str
    bet: str = MAIN
    hand: int = 1
    wager: str = MAIN
    paid: Cents | None = None
    took: Cents | None = None
    to: str = ""
    unrecovered: Cents | None = 0
    unpaid: Cents | None = 0
    why: Literal["", "left", "refuses", "other"] = ""
    due: Cents | None = None
    dispute: int = 0
    round_no: int = 0
    role: str = ""


Correction = (
    CorrectCard
    | CorrectWager
    | CorrectDouble
    | CorrectInsurance
    | CorrectDecision
    | CorrectAnswer
    | CorrectPayment
)
