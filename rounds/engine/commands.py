"""All commands in one union: what people say happened or decided. The tablet, a shoe reader, a ``.round`` file and the
tests all decode into these, so bad input is refused in one place. Each is in the room of what it is about."""

import msgspec

from rounds.engine.base import CommandBase as Base
from rounds.engine.base import canonical
from rounds.engine.cards import commands as cards
from rounds.engine.corrections import commands as corrections
from rounds.engine.decisions import commands as decisions
from rounds.engine.insurance import commands as insurance
from rounds.engine.irregularities import commands as irregularities
from rounds.engine.permits import commands as permits
from rounds.engine.settlement import commands as settlement
from rounds.engine.shoe import commands as shoe
from rounds.engine.sides import commands as sides
from rounds.engine.wagers import commands as wagers


class Undo(Base, frozen=True, tag="undo"):
    """The last tap is taken back: it did not happen at the table."""


Command = (
    wagers.Seat
    | wagers.Leave
    | wagers.PlaceWager
    | wagers.WithdrawWager
    | wagers.RefuseWager
    | wagers.DeclareWager
    | wagers.Arrange
    | permits.AllowSeveralBoxes
    | permits.AllowLimit
    | permits.PlaceMarker
    | permits.LimitPlayers
    | permits.RestrictPlayer
    | permits.AllowWriting
    | permits.VacateSeat
    | shoe.AnnounceLastRounds
    | shoe.ShowBurn
    | shoe.Shuffle
    | shoe.ShoeStep
    | shoe.CutCards
    | shoe.DeclineCut
    | shoe.OrderShuffle
    | shoe.ChangeCards
    | shoe.BringCards
    | shoe.AskCards
    | wagers.CallBets
    | cards.DealCard
    | cards.CutCard
    | cards.ShowCards
    | insurance.Insure
    | insurance.EvenMoney
    | insurance.CloseInsurance
    | decisions.Decide
    | decisions.Surrender
    | decisions.CloseSurrender
    | decisions.Rescue
    | decisions.PlayOn
    | decisions.AskDirection
    | decisions.DirectHand
    | sides.Ride
    | sides.Prize
    | sides.VoidPress
    | sides.Misfire
    | sides.AnswerMisfire
    | sides.EquipmentFailed
    | sides.EquipmentRepaired
    | irregularities.Irregularity
    | irregularities.Approve
    | irregularities.Refuse
    | corrections.CorrectCard
    | corrections.CorrectWager
    | corrections.CorrectDouble
    | corrections.CorrectInsurance
    | corrections.CorrectDecision
    | corrections.CorrectAnswer
    | corrections.CorrectPayment
    | settlement.Settle
    | settlement.Collect
    | Undo
)

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)

_encoder = msgspec.json.Encoder(order="sorted")


def decode_command(data: bytes | str) -> Command:
    """The command in a JSON text. Raises msgspec.ValidationError (or DecodeError) saying what is wrong."""
    return _decoder.decode(data)


def encode_command(command: Command) -> bytes:
    """The command in canonical form: JSON with sorted keys, defaults left out. Equal commands give the same bytes."""
    return _encoder.encode(canonical(command))
