"""Commands: what people decide about a tournament, or say has happened. The first line of each says who may give it.

The service passes in what the machine cannot know, from the house's own records and never from a browser: whether a
person is qualified or excluded, what a table deals, the chips that the rounds left.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from casino.money import Cents
from tables.tournaments.machine.base import CommandBase as Base
from tables.tournaments.machine.conditions import Conditions
from tables.tournaments.machine.moments import Moment

# --- the conditions, their approval, and who is responsible


class Draft(Base, frozen=True, tag="draft"):
    """The operator begins a tournament with its first conditions."""

    code: str
    conditions: Conditions
    previous_final: Moment | None = None
    """When the final of the series' last tournament ended."""


class Amend(Base, frozen=True, tag="amend"):
    """The operator rewrites the conditions: an approval becomes void, and they must be approved again."""

    conditions: Conditions


class Approve(Base, frozen=True, tag="approve"):
    """An inspector, or an operator who did not write the conditions, records the authority's written approval."""

    reference: str
    approved_by: str
    fingerprint: str
    """The fingerprint of the approved conditions (`conditions.fingerprint`)."""


class AppointDirector(Base, frozen=True, tag="appoint_director"):
    """The operator appoints the tournament director. ``qualified``: as a game supervisor, according to the staff
    file."""

    number: str
    qualified: bool


class NameDeputy(Base, frozen=True, tag="name_deputy"):
    """The operator names a deputy of the director. ``qualified``: as a game supervisor, according to the staff file."""

    number: str
    qualified: bool


class DismissDeputy(Base, frozen=True, tag="dismiss_deputy"):
    """The operator withdraws a deputy's nomination."""

    number: str


class SignOn(Base, frozen=True, tag="sign_on"):
    """The director, or a deputy in the director's absence, takes charge of the tournament."""


class SignOff(Base, frozen=True, tag="sign_off"):
    """The person in charge leaves; a director's absence is logged with its reason. The operator logs the absence of
    a director who is not there."""

    reason: str


# --- entries


class OpenEntries(Base, frozen=True, tag="open_entries"):
    """The operator opens the tournament for entries."""


class CommitSeed(Base, frozen=True, tag="commit_seed"):
    """The operator publishes the SHA-256 (hex) of the seed of a stage's draw."""

    stage: int
    digest: str


class Enter(Base, frozen=True, tag="enter"):
    """The desk takes an entry and its money. ``entitled``: neither excluded nor under age; ``suits``: meets the
    selection criteria, if the conditions have any."""

    player: str
    fee: Cents = 0
    buy_in: Cents = 0
    entitled: bool = True
    suits: bool = True
    source: str = ""
    """Where a series' entry was won, such as ``BJ-07/214 box 3``."""


class RefuseApplication(Base, frozen=True, tag="refuse_application"):
    """The desk turns an application down: the person may not enter or gamble, does not meet the criteria, or the
    operator exercises a discretion that the conditions reserve."""

    player: str
    ground: Literal["not_entitled", "criteria", "discretion"]
    reason: str


class SignConditions(Base, frozen=True, tag="sign_conditions"):
    """The desk records that the player signed a copy of the conditions in force."""

    entry: int


class Withdraw(Base, frozen=True, tag="withdraw"):
    """The desk records that an entrant withdraws before play, and what is refunded."""

    entry: int


class CloseEntries(Base, frozen=True, tag="close_entries"):
    """The operator or the director closes entries: the field is fixed, with its stages and prizes."""


class Defer(Base, frozen=True, tag="defer"):
    """The operator postpones a series that has too few entries."""

    reason: str


class Cancel(Base, frozen=True, tag="cancel"):
    """The operator calls the tournament off before play; all money is refunded."""

    reason: str


# --- draw, seats, tables, times


class Draw(Base, frozen=True, tag="draw"):
    """The director reveals the seed of the next stage, after an entrant has called the ``cut``: the seats follow."""

    seed: str
    cut: str = ""


class Designate(Base, frozen=True, tag="designate"):
    """The director designates the gaming table of a session. What the table deals comes from its set-up."""

    session: str
    table: str
    book: str
    game: str
    side_bets: tuple[str, ...] = ()
    decks: int = 0
    boxes: int = 0
    """Packs and boxes; 0 if they are not known, in which case they are not compared."""


class Schedule(Base, frozen=True, tag="schedule"):
    """The director sets the starting time of a session for the first time."""

    session: str
    starts_at: Moment


class MoveStart(Base, frozen=True, tag="move_start"):
    """The director moves a starting time after telling the players: who was told, and when."""

    session: str
    starts_at: Moment
    told: tuple[str, ...] = ()
    told_at: Moment | None = None


class NameSubstitute(Base, frozen=True, tag="name_substitute"):
    """The desk records whom a player names as a substitute: for a session or, with ``session`` "", for a further
    entry of a player who won several. ``entitled``: the substitute is neither excluded nor under age."""

    entry: int
    substitute: str
    session: str = ""
    entitled: bool = True


class ApproveSubstitute(Base, frozen=True, tag="approve_substitute"):
    """The director approves the substitute; the seat and its chips stay the entry's."""

    entry: int
    substitute: str
    session: str = ""


class RefuseSubstitute(Base, frozen=True, tag="refuse_substitute"):
    """The director does not approve the substitute."""

    entry: int
    substitute: str
    session: str = ""
    reason: str = ""


# --- sessions


class Stack(Struct, frozen=True, omit_defaults=True):
    """An entry's chips after the last round, and the hand in which the last of them were lost."""

    entry: int
    chips: int
    out_in_hand: int = 0


class PayBonus(Base, frozen=True, tag="pay_bonus"):
    """The desk pays an entry's bonus to the player who won it; a second person signs as witness."""

    entry: int
    witness: str


class Brief(Base, frozen=True, tag="brief"):
    """The director has briefed the players of a session and is satisfied that they understand the conditions."""

    session: str
    understood: tuple[int, ...]


class BeginSession(Base, frozen=True, tag="begin_session"):
    """The director begins a session. ``absent`` are the entries whose players are not seated."""

    session: str
    absent: tuple[int, ...] = ()


class Arrive(Base, frozen=True, tag="arrive"):
    """The director seats a late player after briefing that player."""

    session: str
    entry: int


class Forfeit(Base, frozen=True, tag="forfeit"):
    """The director takes chips from an absent player's stack, as the conditions say for missed hands."""

    session: str
    entry: int
    hands: int


class ReportChips(Base, frozen=True, tag="report_chips"):
    """The rounds report the stacks of a running session and how much of its length has been played."""

    session: str
    stacks: tuple[Stack, ...]
    played: int


class BuyBackIn(Base, frozen=True, tag="buy_back_in"):
    """The desk lets an eliminated player back in; the price has been paid."""

    entry: int
    price: Cents


class EndSession(Base, frozen=True, tag="end_session"):
    """The director ends a session that has reached its full length, with the final stacks from the rounds."""

    session: str
    stacks: tuple[Stack, ...]
    played: int


class EndEarly(Base, frozen=True, tag="end_early"):
    """The director ends a session before its full length: it is already determined who goes on and, if chips become
    cash, all players at the table agree (``consents``). ``waived``: players without chips who will not buy back."""

    session: str
    stacks: tuple[Stack, ...]
    played: int
    reason: str
    consents: tuple[int, ...] = ()
    waived: tuple[int, ...] = ()


class BreakTie(Base, frozen=True, tag="break_tie"):
    """The director calls the tied players to the deciding play: the next tie that ``due`` names."""


class Retire(Base, frozen=True, tag="retire"):
    """The director records that a player retires once play has begun."""

    entry: int
    reason: str = ""


class Disqualify(Base, frozen=True, tag="disqualify"):
    """The director disqualifies a player on a ground stated in the conditions."""

    entry: int
    ground: str
    reason: str


class GiveRuling(Base, frozen=True, tag="give_ruling"):
    """The director decides a dispute or an irregularity, and gives the reason."""

    subject: str
    ruling: str
    reason: str
    session: str = ""


class ConcludeStage(Base, frozen=True, tag="conclude_stage"):
    """The director concludes a stage: the chips decide who goes on."""


# --- results


class AwardPrizes(Base, frozen=True, tag="award_prizes"):
    """The director awards the prizes by the places of the final."""


class PayPrize(Base, frozen=True, tag="pay_prize"):
    """The desk pays a prize; the player signs the ``receipt``, and a second member of the staff is witness."""

    entry: int
    witness: str
    receipt: str


class RedeemChips(Base, frozen=True, tag="redeem_chips"):
    """The desk pays a player for tournament chips that have a value."""

    entry: int
    witness: str


class Close(Base, frozen=True, tag="close"):
    """The operator closes the tournament: everything is paid and the books balance."""


Command = (
    Draft
    | Amend
    | Approve
    | AppointDirector
    | NameDeputy
    | DismissDeputy
    | SignOn
    | SignOff
    | OpenEntries
    | CommitSeed
    | Enter
    | RefuseApplication
    | SignConditions
    | Withdraw
    | CloseEntries
    | Defer
    | Cancel
    | Draw
    | Designate
    | Schedule
    | MoveStart
    | NameSubstitute
    | ApproveSubstitute
    | RefuseSubstitute
    | PayBonus
    | Brief
    | BeginSession
    | Arrive
    | Forfeit
    | ReportChips
    | BuyBackIn
    | EndSession
    | EndEarly
    | BreakTie
    | Retire
    | Disqualify
    | GiveRuling
    | ConcludeStage
    | AwardPrizes
    | PayPrize
    | RedeemChips
    | Close
)

_decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
_encoder = msgspec.json.Encoder()


def decode_command(data: bytes | str) -> Command:
    """The command in JSON. Raises msgspec.ValidationError if it is not one, and for an unknown field at any depth."""
    command = _decoder.decode(data)
    _known(msgspec.json.decode(data), command)
    return command


def _known(given: object, read: object) -> None:
    """Raise msgspec.ValidationError for fields that were ignored: a command's content is recorded, and events
    tolerate unknown fields."""
    if isinstance(given, dict) and isinstance(read, Struct):
        fields = {field.encode_name: field.name for field in msgspec.structs.fields(read)}
        for name, value in given.items():
            if name in fields:
                _known(value, getattr(read, fields[name]))
            elif name != "type":
                raise msgspec.ValidationError(f"Object contains unknown field `{name}`")
    elif isinstance(given, list) and isinstance(read, tuple):
        for value, part in zip(given, read, strict=True):
            _known(value, part)


def encode_command(command: Command) -> bytes:
    """The command as JSON."""
    return _encoder.encode(command)
