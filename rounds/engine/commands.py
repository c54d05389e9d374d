"""All commands in one union: what people report or decide. The tablet, a shoe reader, a ``.round`` file and the tests
all decode into these, so bad input is refused in one place. Each command is in the room that it concerns."""

from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from rounds.engine.base import CommandBase as Base
from rounds.engine.cards.commands import CutCard, DealCard, ShowCards
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
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.irregularities.commands import Approve, Irregularity, Refuse
from rounds.engine.permits.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    AllowWriting,
    LimitPlayers,
    PlaceMarker,
    RestrictPlayer,
    VacateSeat,
)
from rounds.engine.settlement.commands import Collect, Settle
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
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Prize,
    Ride,
    VoidPress,
)
from rounds.engine.tournament.commands import PassTurn
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

__all__ = [
    "AllowLimit",
    "AllowSeveralBoxes",
    "AllowWriting",
    "AnnounceLastRounds",
    "AnswerMisfire",
    "Approve",
    "Arrange",
    "AskCards",
    "AskDirection",
    "BringCards",
    "CallBets",
    "ChangeCards",
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
    "CutCards",
    "DealCard",
    "Decide",
    "DeclareWager",
    "DeclineCut",
    "DirectHand",
    "EquipmentFailed",
    "EquipmentRepaired",
    "EvenMoney",
    "Insure",
    "Irregularity",
    "Leave",
    "LimitPlayers",
    "Misfire",
    "OrderShuffle",
    "PassTurn",
    "PlaceMarker",
    "PlaceWager",
    "PlayOn",
    "Prize",
    "Refuse",
    "RefuseWager",
    "Rescue",
    "RestrictPlayer",
    "Ride",
    "Seat",
    "Settle",
    "ShoeStep",
    "ShowBurn",
    "ShowCards",
    "Shuffle",
    "Surrender",
    "Undo",
    "VacateSeat",
    "VoidPress",
    "WithdrawWager",
    "decode_command",
    "encode_command",
]


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
    | PassTurn
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
    | CorrectPayment
    | Settle
    | Collect
    | Undo
)

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)

_encoder = msgspec.json.Encoder(order="sorted")


def decode_command(data: bytes | str) -> Command:
    """The command in a JSON text. Raises msgspec.ValidationError or DecodeError, which says what is wrong."""
    return _decoder.decode(data)


def encode_command(command: Command) -> bytes:
    """The command in canonical form: JSON with sorted keys, defaults left out. Equal commands give the same bytes."""
    return _encoder.encode(_canonical(command))


def _canonical(value: Any) -> Any:
    """An equal value that msgspec always writes as the same bytes.

    ``omit_defaults`` leaves out a field only if it *is* the default object: text read from JSON equals the default
    but is another object, and would be written.
    """
    if isinstance(value, tuple):
        items = [_canonical(item) for item in value]
        return value if all(map(_is, items, value)) else tuple(items)
    if not isinstance(value, Struct):
        return value
    changes = {}
    for name, default in _defaults(type(value)):
        held = getattr(value, name)
        plain = default if type(held) is type(default) and held == default else _canonical(held)
        if plain is not held:
            changes[name] = plain
    return msgspec.structs.replace(value, **changes) if changes else value


def _is(value: Any, other: Any) -> bool:
    return value is other


@cache
def _defaults(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """The fields of a struct type with their defaults; a field without a default has `NODEFAULT`, equal to
    nothing."""
    return tuple((field.name, field.default) for field in msgspec.structs.fields(kind))
