"""Commands: what people say happened or decided. The tablet, a shoe reader, a ``.round`` file and the
tests all decode into these, so bad input is refused in one place."""

from typing import Literal

import msgspec

from casino.cards import Card
from casino.money import Cents
from rounds.engine.base import CommandBase as Base
from rounds.engine.setup import MAIN
from rounds.engine.shoe import commands as shoe

# What is said of the shoe has a module of its own.
AskCards = shoe.AskCards
BringCards = shoe.BringCards
ChangeCards = shoe.ChangeCards
CutCards = shoe.CutCards
DeclineCut = shoe.DeclineCut
OrderShuffle = shoe.OrderShuffle
ShoeStep = shoe.ShoeStep


# --- wagers


class Seat(Base, frozen=True, tag="seat"):
    """The player calls the decisions for the box."""

    box: int
    player: str


class Leave(Base, frozen=True, tag="leave"):
    """The player leaves the table; warnings and allowances end with that."""

    player: str


class PlaceWager(Base, frozen=True, tag="place_wager"):
    """Chips laid on a box. A second time on the same bet adds to it."""

    box: int
    player: str
    amount: Cents
    bet: str = MAIN
    medium: str = "chips"
    hand: int = 0
    """A split hand, for a further pair bet on it (NZ-15B.9); 0 for the box."""


class WithdrawWager(Base, frozen=True, tag="withdraw_wager"):
    """A wager taken back by its player."""

    box: int
    player: str
    bet: str = MAIN


class RefuseWager(Base, frozen=True, tag="refuse_wager"):
    """The dealer hands back a wager that could not be paid exactly (VIC03-5.13), or one under the minimum of
    a warned player (VIC03-6.2.1)."""

    box: int
    player: str
    bet: str = MAIN


class DeclareWager(Base, frozen=True, tag="declare_wager"):
    """A spoken wager, with what backs it: ``chips``, ``cash``, ``voucher``, ``token`` or ``nothing``."""

    box: int
    player: str
    amount: Cents
    backing: Literal["chips", "cash", "voucher", "token", "nothing"]
    bet: str = MAIN


class Arrange(Base, frozen=True, tag="arrange"):
    """The wagers of a box laid in line, the first nearest the dealer."""

    box: int
    players: tuple[str, ...]


class AllowSeveralBoxes(Base, frozen=True, tag="allow_several_boxes"):
    """A role lets a player wager on more than one box, or ends it. ``extra`` is how many more at most, 0 for no
    such limit; with ``behind`` only boxes on which somebody else decides (NZ-14.4, NZ-14.5)."""

    player: str
    role: str
    revoke: bool = False
    extra: int = 0
    behind: bool = False


class AllowLimit(Base, frozen=True, tag="allow_limit"):
    """A role agrees a personal limit for a player on a box. A maximum of 0 ends it."""

    box: int
    player: str
    maximum: Cents
    role: str
    minimum: Cents = 0


class PlaceMarker(Base, frozen=True, tag="place_marker"):
    """The marker of a personal limit has been laid at the box."""

    box: int
    player: str


class LimitPlayers(Base, frozen=True, tag="limit_players"):
    """A role allows fewer players on a box than the book does."""

    box: int
    most: int
    role: str
    reason: str = ""


class RestrictPlayer(Base, frozen=True, tag="restrict_player"):
    """A role holds a player to the table minimum: on one box (VIC03-5.11), or until the shuffle
    (VIC03-5.12); without ``minimum`` to one box alone (ACT96-5.10-S1). ``notified``
    names whom the regulator's side was told through and when."""

    player: str
    one_box: bool
    role: str
    notified: str = ""
    reason: str = ""
    lift: bool = False
    minimum: bool = True


class AllowWriting(Base, frozen=True, tag="allow_writing"):
    """A role lets a person use something to write with at the table, or ends it (NZ-8.10)."""

    player: str
    role: str
    revoke: bool = False


class VacateSeat(Base, frozen=True, tag="vacate_seat"):
    """A role has a player give up the seat who let rounds pass with every other place taken (VIC03-17.8)."""

    player: str
    role: str


class AnnounceLastRounds(Base, frozen=True, tag="announce_last_rounds"):
    """A role announces the last rounds before the table closes (ACT03-5.6)."""

    role: str


class ShowBurn(Base, frozen=True, tag="show_burn"):
    """A player asks to see the card that was burnt after the shuffle (NZ-8.1); ``card`` if the dealer enters it."""

    player: str = ""
    card: Card = ""


class Shuffle(Base, frozen=True, tag="shuffle"):
    """The cards have been shuffled: a new shoe begins."""

    cause: str = ""


class CallBets(Base, frozen=True, tag="call_bets"):
    """The dealer calls that no more bets may be placed."""


# --- cards


class DealCard(Base, frozen=True, tag="deal_card"):
    """The next card left the shoe."""

    card: Card


class CutCard(Base, frozen=True, tag="cut_card"):
    """The cutting card came out before the next card."""


class ShowCards(Base, frozen=True, tag="show_cards"):
    """A player shows the cards that were dealt face down."""

    box: int
    hand: int
    cards: tuple[Card, ...]


# --- insurance


class Insure(Base, frozen=True, tag="insure"):
    """An insurance wager; ``wager`` names the one it goes with where a hand has several."""

    box: int
    player: str
    amount: Cents
    wager: str = MAIN


class EvenMoney(Base, frozen=True, tag="even_money"):
    """A player with a Blackjack asks to be paid one to one now."""

    box: int
    player: str
    wager: str = MAIN


class CloseInsurance(Base, frozen=True, tag="close_insurance"):
    """Every player has been asked; those who placed none do not insure."""


# --- decisions


class Decide(Base, frozen=True, tag="decide"):
    """The decision for a hand. ``by`` is the player who called it, the box's caller if empty.

    ``adds`` (double) and ``matches`` (split) say what each player on the box does: cents added, or ``split``,
    ``hand1`` or ``hand2``; ``free`` names players who do it with the house's lammer. A player not named takes
    the book's default; the caller doubles fully and splits.
    """

    box: int
    decision: Literal["hit", "stand", "double", "split"]
    hand: int = 1
    by: str = ""
    adds: tuple[tuple[str, Cents], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()


class Surrender(Base, frozen=True, tag="surrender"):
    """Who on the box gives up half; the box's caller alone if nobody is named."""

    box: int
    players: tuple[str, ...] = ()


class CloseSurrender(Base, frozen=True, tag="close_surrender"):
    """Every box has been asked; the others play on."""


class Rescue(Base, frozen=True, tag="rescue"):
    """The player takes the doubled part back and gives up the original wager (VIC03-10.7.5)."""

    box: int
    player: str
    hand: int = 1


class PlayOn(Base, frozen=True, tag="play_on"):
    """Nobody (else) takes the doubled part back."""

    box: int
    hand: int = 1


class AskDirection(Base, frozen=True, tag="ask_direction"):
    """The dealer asks a supervisor to direct a hand whose player does not act or is not there."""

    box: int
    hand: int
    reason: Literal["no_action", "absent"]


class DirectHand(Base, frozen=True, tag="direct_hand"):
    """A supervisor directs that hand to be completed as the book says, or tells the dealer to wait."""

    box: int
    hand: int
    role: str
    wait: bool = False


# --- side bets


class Ride(Base, frozen=True, tag="ride"):
    """How much of a winning wager with its payout stays in action; 0 takes all of it down (NZ-15D.6).
    ``decided_first``: the hand was decided on before the choice, which takes it down (NZ-16.14)."""

    box: int
    player: str
    bet: str
    amount: Cents = 0
    decided_first: bool = False


class Prize(Base, frozen=True, tag="prize"):
    """What the button selected, in cents for each dollar wagered. ``by`` is the mark of who pressed, the person
    entitled if empty; ``staff`` that one of the house did, because nobody else would (VIC03-11.6.4, NZ-15A.9);
    ``drawn`` that the house's own machine drew it, which nothing takes back."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    by: str = ""
    staff: bool = False
    drawn: bool = False


class VoidPress(Base, frozen=True, tag="void_press"):
    """The button was pressed where no wager waited for it: what it showed has no effect (VIC03-11.6.5, 11.7.2)."""

    bet: str
    per_dollar: Cents = 0
    box: int = 0
    player: str = ""


class Misfire(Base, frozen=True, tag="misfire"):
    """Somebody or something else set the button off while it was offered; the winner then takes what it showed or
    presses again (VIC03-11.7.1)."""

    box: int
    player: str
    bet: str
    per_dollar: Cents
    drawn: bool = False


class AnswerMisfire(Base, frozen=True, tag="answer_misfire"):
    """What the winner chose: the prize shown, or another press."""

    box: int
    player: str
    bet: str
    accept: bool


class EquipmentFailed(Base, frozen=True, tag="equipment_failed"):
    """What a side bet is played with has failed: it is not offered until that works again, and who won it in this
    round is paid what the book sets (VIC03-11.7.3, NZ-16.12)."""

    bet: str
    device: str
    role: str


class EquipmentRepaired(Base, frozen=True, tag="equipment_repaired"):
    """It works again: the bet is offered from the next round."""

    bet: str
    role: str
    note: str = ""


# --- irregularities


class Irregularity(Base, frozen=True, tag="irregularity"):
    """Something went wrong: its kind, of those that the book knows, with what must be known of it."""

    kind: str
    values: tuple[tuple[str, str], ...] = ()
    role: str = ""


class Approve(Base, frozen=True, tag="approve"):
    """A role signs what is to be done about the irregularity that is open."""

    role: str
    choice: str = ""
    note: str = ""


class Refuse(Base, frozen=True, tag="refuse"):
    """A role does not sign it: the round goes on as it stood."""

    role: str
    note: str = ""


# --- corrections of the record


class CorrectCard(Base, frozen=True, tag="correct_card"):
    """A card was another than the record says; ``number`` counts those that left the shoe in the round.

    ``then``, here and in the other corrections, are decisions that the table took and the record does not have
    because it did not ask for them.
    """

    number: int
    card: Card
    then: tuple[Literal["hit", "stand"], ...] = ()
    role: str = ""


class CorrectWager(Base, frozen=True, tag="correct_wager"):
    """A wager lay on another box, was another player's, or was of another amount: one of the three. ``bet`` is
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
    """What a player added to a double was another amount; nothing, where he did not double with the caller."""

    box: int
    player: str
    amount: Cents
    hand: int = 1
    role: str = ""


class CorrectInsurance(Base, frozen=True, tag="correct_insurance"):
    """What a player insured with was another amount; nothing, where he did not insure."""

    box: int
    player: str
    amount: Cents
    wager: str = MAIN
    role: str = ""


class CorrectDecision(Base, frozen=True, tag="correct_decision"):
    """A decision was another. ``number`` counts those of the hand; ``decisions`` are what it was, and what followed
    from that on the hand and was not recorded; the amounts and matches are those of a double or split among them."""

    box: int
    number: int
    decisions: tuple[Literal["hit", "stand", "double", "split"], ...]
    hand: int = 1
    adds: tuple[tuple[str, Cents], ...] = ()
    matches: tuple[tuple[str, str], ...] = ()
    free: tuple[str, ...] = ()
    role: str = ""


class CorrectAnswer(Base, frozen=True, tag="correct_answer"):
    """A player took, or did not take, what he was offered: half for the hand given up, the double back."""

    box: int
    player: str
    offer: Literal["surrender", "rescue"]
    taken: bool
    hand: int = 1
    then: tuple[Literal["hit", "stand"], ...] = ()
    role: str = ""


Correction = CorrectCard | CorrectWager | CorrectDouble | CorrectInsurance | CorrectDecision | CorrectAnswer


# --- settlement and end


class Settle(Base, frozen=True, tag="settle"):
    """Chips taken or paid: the settlements named, which must be the next due; all that are due if empty."""

    refs: tuple[str, ...] = ()


class Collect(Base, frozen=True, tag="collect"):
    """The cards are picked up in an order from which the hands can be rebuilt."""


class Undo(Base, frozen=True, tag="undo"):
    """The last tap is taken back: it did not happen at the table."""


Command = (
    Seat
    | Leave
    | PlaceWager
    | WithdrawWager
    | RefuseWager
    | DeclareWager
    | Arrange
    | AllowSeveralBoxes
    | AllowLimit
    | PlaceMarker
    | LimitPlayers
    | RestrictPlayer
    | AllowWriting
    | VacateSeat
    | AnnounceLastRounds
    | ShowBurn
    | Shuffle
    | ShoeStep
    | CutCards
    | DeclineCut
    | OrderShuffle
    | ChangeCards
    | BringCards
    | AskCards
    | CallBets
    | DealCard
    | CutCard
    | ShowCards
    | Insure
    | EvenMoney
    | CloseInsurance
    | Decide
    | Surrender
    | CloseSurrender
    | Rescue
    | PlayOn
    | AskDirection
    | DirectHand
    | Ride
    | Prize
    | VoidPress
    | Misfire
    | AnswerMisfire
    | EquipmentFailed
    | EquipmentRepaired
    | Irregularity
    | Approve
    | Refuse
    | CorrectCard
    | CorrectWager
    | CorrectDouble
    | CorrectInsurance
    | CorrectDecision
    | CorrectAnswer
    | Settle
    | Collect
    | Undo
)

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_encoder = msgspec.json.Encoder(order="sorted")


def decode_command(data: bytes | str) -> Command:
    """The command in a JSON text. Raises msgspec.ValidationError (or DecodeError) saying what is wrong."""
    return _decoder.decode(data)


def encode_command(command: Command) -> bytes:
    """The command as JSON with sorted keys."""
    return _encoder.encode(command)
