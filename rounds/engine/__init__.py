"""The state machine of a round: pure, the same for the tablet, a ``.round`` file, replay and the tests.

``decide`` turns a command into events or a refusal, ``evolve`` folds one event into the state, ``due`` says
what the table waits for. The state is the fold of the round's events.

A room is one noun of the game, and holds what is said of it (``commands``), what is recorded (``events``), the deciders
between the two, what the events make of the round (``folds``) and how they read (``words``): ``wagers`` up to the call,
``permits`` (what a role allows or imposes), ``cards``, ``insurance``, ``decisions``, ``sides`` (side bets),
``settlement``; ``shoe`` is what is done with the cards between two rounds, ``irregularities`` what went wrong at the
table and what the book does about it, ``corrections`` what went wrong in the record alone; ``redeal`` deals a round
again for both.

Put together from the rooms: ``commands`` and ``events`` (the two unions), ``decide``, ``evolve``, ``due``, ``words``.
The round itself: ``setup`` and ``state`` (what it starts from, what it is), ``layout`` (boxes, wagers, hands),
``hands`` (what a hand still needs), ``phases``, ``after_round`` (what it leaves to the next), ``waiting`` (what the
table can wait for).
"""

from rounds.engine.cards.commands import CutCard, DealCard, ShowCards
from rounds.engine.commands import Command, Undo, decode_command, encode_command
from rounds.engine.corrections.commands import (
    CorrectAnswer,
    CorrectCard,
    CorrectDecision,
    CorrectDouble,
    CorrectInsurance,
    Correction,
    CorrectPayment,
    CorrectWager,
)
from rounds.engine.decide import apply, carry, decide, start
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.due import due, figures, spoken
from rounds.engine.events import (
    Event,
    FormerRoundCorrected,
    FormerRoundVoid,
    RoundOpened,
    Undone,
    decode_event,
    encode_event,
)
from rounds.engine.evolve import evolve, fold
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.irregularities.commands import Approve, Irregularity, Refuse
from rounds.engine.irregularities.reporting import reopens
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand, Stake, is_blackjack
from rounds.engine.layout.wager import Insurance, Wager
from rounds.engine.permits.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    AllowWriting,
    LimitPlayers,
    PlaceMarker,
    RestrictPlayer,
    VacateSeat,
)
from rounds.engine.permits.permits import role_wanted
from rounds.engine.refusal import RuleViolation
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.settlement.result import Result
from rounds.engine.setup import (
    Carry,
    Idle,
    Limit,
    Restriction,
    Setup,
    SideBetConfig,
    Sign,
    rules_of,
)
from rounds.engine.shoe.commands import (
    AnnounceLastRounds,
    AskCards,
    BringCards,
    ChangeCards,
    CutCards,
    DeclineCut,
    OrderShuffle,
    ShoeStep,
    ShowBurn,
    Shuffle,
)
from rounds.engine.shoe.cutting import CutOffer, cut_offer, players_present
from rounds.engine.shoe.events import DealerCame, SetupRenewed, StepDone
from rounds.engine.shoe.shoe import Shoe
from rounds.engine.shoe.steps import ShoeDue, cards_in, new_shoe, pending, same_cards, shoe_due, unstarted
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Prize,
    Ride,
    VoidPress,
)
from rounds.engine.sides.offered import ActiveSideBet, offer_of, on_offer
from rounds.engine.state import PHASES, State
from rounds.engine.wagers.commands import (
    Arrange,
    CallBets,
    DeclareWager,
    Leave,
    PlaceWager,
    RefuseWager,
    Seat,
    WithdrawWager,
)
from rounds.engine.waiting import Blocker, Due, Item, PlayerOption, RefusedDecision
from rounds.engine.words import Description, describe

__all__ = [
    "PHASES",
    "AllowLimit",
    "AllowSeveralBoxes",
    "AllowWriting",
    "AnnounceLastRounds",
    "AnswerMisfire",
    "Approve",
    "Arrange",
    "AskDirection",
    "Blocker",
    "Box",
    "CallBets",
    "Carry",
    "CloseInsurance",
    "CloseSurrender",
    "Collect",
    "Command",
    "CorrectAnswer",
    "CorrectCard",
    "CorrectDecision",
    "CorrectDouble",
    "CorrectInsurance",
    "CorrectPayment",
    "CorrectWager",
    "Correction",
    "CutCard",
    "DealCard",
    "Decide",
    "DeclareWager",
    "Description",
    "DirectHand",
    "Due",
    "EquipmentFailed",
    "EquipmentRepaired",
    "EvenMoney",
    "Event",
    "Hand",
    "Idle",
    "Insurance",
    "Insure",
    "Irregularity",
    "Item",
    "Leave",
    "Limit",
    "LimitPlayers",
    "Misfire",
    "PlayerOption",
    "SideBetConfig",
    "ActiveSideBet",
    "PlaceMarker",
    "PlaceWager",
    "PlayOn",
    "Prize",
    "Refuse",
    "RefuseWager",
    "RefusedDecision",
    "Rescue",
    "RestrictPlayer",
    "Restriction",
    "Result",
    "Ride",
    "FormerRoundCorrected",
    "FormerRoundVoid",
    "RoundOpened",
    "RuleViolation",
    "Seat",
    "Settle",
    "Setup",
    "ShowBurn",
    "ShowCards",
    "AskCards",
    "BringCards",
    "ChangeCards",
    "CutCards",
    "DeclineCut",
    "OrderShuffle",
    "ShoeStep",
    "CutOffer",
    "cut_offer",
    "players_present",
    "Shoe",
    "ShoeDue",
    "cards_in",
    "new_shoe",
    "pending",
    "same_cards",
    "unstarted",
    "shoe_due",
    "DealerCame",
    "SetupRenewed",
    "StepDone",
    "Shuffle",
    "Sign",
    "Stake",
    "State",
    "Surrender",
    "Undo",
    "VacateSeat",
    "Undone",
    "VoidPress",
    "Wager",
    "WithdrawWager",
    "apply",
    "caller_of",
    "carry",
    "decide",
    "decode_command",
    "decode_event",
    "describe",
    "due",
    "encode_command",
    "encode_event",
    "evolve",
    "figures",
    "fold",
    "is_blackjack",
    "offer_of",
    "on_offer",
    "reopens",
    "role_wanted",
    "rules_of",
    "spoken",
    "start",
]
