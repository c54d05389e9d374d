"""From a command to events, or to a refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.money import dollars
from casino.rulebooks import Rules
from casino.rulebooks.house import sign_fault
from rounds.engine.cards import dealing
from rounds.engine.cards.commands import CutCard, DealCard, ShowCards
from rounds.engine.commands import Command, Undo
from rounds.engine.corrections import correcting
from rounds.engine.corrections.commands import (
    CorrectAnswer,
    CorrectCard,
    CorrectDecision,
    CorrectDouble,
    CorrectInsurance,
    CorrectPayment,
    CorrectWager,
)
from rounds.engine.decisions import deciding, surrendering
from rounds.engine.decisions.commands import (
    AskDirection,
    CloseSurrender,
    Decide,
    DirectHand,
    PlayOn,
    Rescue,
    Surrender,
)
from rounds.engine.due import due
from rounds.engine.events import Event, Made, RoundOpened, Undone
from rounds.engine.evolve import evolve
from rounds.engine.insurance import insuring
from rounds.engine.insurance.commands import CloseInsurance, EvenMoney, Insure
from rounds.engine.irregularities import reporting
from rounds.engine.irregularities.commands import Approve, Irregularity, Refuse
from rounds.engine.machine import Earlier, Machine
from rounds.engine.permits import permits, seats
from rounds.engine.permits.commands import (
    AllowLimit,
    AllowSeveralBoxes,
    AllowWriting,
    LimitPlayers,
    PlaceMarker,
    RestrictPlayer,
    VacateSeat,
)
from rounds.engine.phases import follow
from rounds.engine.refusal import RuleViolation
from rounds.engine.settlement.commands import Collect, Settle
from rounds.engine.settlement.recording import collect, settle
from rounds.engine.setup import Carry, Setup, Sign, rules_of
from rounds.engine.shoe import changing, doing, telling
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
from rounds.engine.sides import equipment, offered, prizes, riding
from rounds.engine.sides.commands import (
    AnswerMisfire,
    EquipmentFailed,
    EquipmentRepaired,
    Misfire,
    Prize,
    Ride,
    VoidPress,
)
from rounds.engine.state import OVER, State
from rounds.engine.wagers import calling, wagering, withdrawing
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


def start(setup: Setup, round_no: int = 1) -> tuple[Event, ...]:
    """The events that open a round. Raises RuleBookError for an unknown book, game, election or reading,
    and Refusal for packs, boxes or signs that the book does not allow."""
    rules = rules_of(setup)
    if setup.decks not in rules.decks.value:
        allowed = ", ".join(map(str, rules.decks.value))
        raise RuleViolation(
            rules.decks.clause, f"{setup.decks} packs are not allowed", f"Use one of {allowed}."
        )
    if rules.shoe.two_sets and len(set(rules.shoe.sets)) < 2:
        raise RuleViolation(
            rules.shoe.two_sets,
            "this shuffler needs two sets of cards, each of a colour of its own",
            "Elect two colours for its sets, or a Continuous Shuffler.",
        )
    if not 1 <= setup.boxes <= rules.boxes_most.value:
        most = rules.boxes_most
        raise RuleViolation(most.clause, f"{setup.boxes} boxes are not allowed", f"Use 1 to {most.value}.")
    for sign in setup.signs:
        if not 0 < sign.minimum <= sign.maximum:
            raise RuleViolation(
                rules.limits_on.clause,
                f"the sign of {sign.bet} runs from {dollars(sign.minimum)} to {dollars(sign.maximum)}",
                "Set a minimum above zero and a maximum not below it.",
            )
    offered.check(rules, setup)
    main = setup.sign()
    # Where no sign is up there is no minimum to measure an ante or an upper minimum by.
    fault = sign_fault(rules, main.minimum, main.maximum) if main != Sign() else None
    if fault is not None:
        raise RuleViolation(fault.clause, fault.message, fault.remedy, also=fault.also)
    if not setup.chips or min(setup.chips) <= 0:
        raise RuleViolation(
            rules.unpayable.clause, "the float needs chips, each worth something", "Enter its denominations."
        )
    if setup.face_down and not rules.face_down_allowed.value:
        raise RuleViolation(
            rules.steps.face_up,
            "this book deals the cards face up",
            "Open the round without cards face down.",
        )
    return (RoundOpened(round_no=round_no, setup=setup, clause=rules.steps.wager),)


def decide(rules: Rules, state: State, command: Command, earlier: Earlier | None = None) -> tuple[Event, ...]:
    """The events that the command gives, all with the next tap's number. ``earlier`` gives rounds of the table that
    are over, where they are known.

    Raises Refusal, with clause and remedy, when the book or the moment does not allow it.
    """
    return apply(rules, state, command, earlier)[1]


def apply(
    rules: Rules, state: State, command: Command, earlier: Earlier | None = None
) -> tuple[State, tuple[Event, ...]]:
    """The state after the command, and its events. Raises Refusal as ``decide`` does."""
    if state.phase in OVER and not reporting.reopens(rules, state, command):
        raise RuleViolation(rules.steps.collect, "the round is over", "Take wagers for the next one.")
    reporting.nothing_else(state, command)
    if (deals_again := _DEAL_AGAIN.get(type(command))) is not None:
        made = deals_again(rules, state, command, _MACHINE, earlier)
    else:
        made = _DECIDERS[type(command)](rules, state, command)
    tap = state.tap + 1
    events: Made = []
    for event in made:
        event = replace(event, tap=tap)
        events.append(event)
        state = evolve(state, event)
    if not isinstance(events[0], Undone) and state.irregular is None:
        for event in follow(rules, state):
            event = replace(event, tap=tap)
            events.append(event)
            state = evolve(state, event)
    return state, tuple(events)


def _undo(rules: Rules, state: State, command: Undo) -> Made:
    if state.past is None:
        raise RuleViolation("", "nothing in this round can be taken back", "Go on with what is due.")
    if state.ruled:
        raise RuleViolation(
            "",
            f"the last tap was a decision of the {state.ruled.replace('_', ' ')}",
            "That role decides otherwise by a decision of its own: a new figure, an end, a lift.",
        )
    if state.past.state.moved != state.moved:
        raise RuleViolation(
            rules.steps.pay_winners,
            "chips were taken or paid on the last tap",
            "What was paid or taken wrongly is put right: “Something is wrong”, then “A payment”.",
        )
    if state.past.state.presses != state.presses:
        raise RuleViolation(
            "",
            "the machine drew a prize on the last tap",
            "It stands: pay it, or call a supervisor.",
        )
    return [Undone(undone_tap=state.last)]


_DECIDERS: Final[dict[type, Callable[..., Made]]] = {
    Seat: wagering.seat,
    Leave: wagering.leave,
    PlaceWager: calling.place,
    WithdrawWager: withdrawing.withdraw,
    RefuseWager: withdrawing.refuse,
    DeclareWager: wagering.declare,
    Arrange: calling.arrange,
    AllowSeveralBoxes: permits.allow_several,
    AllowLimit: permits.allow_limit,
    PlaceMarker: permits.place_marker,
    LimitPlayers: permits.limit_players,
    RestrictPlayer: permits.restrict,
    AllowWriting: permits.allow_writing,
    VacateSeat: seats.vacate,
    AnnounceLastRounds: telling.announce_last,
    ShowBurn: telling.show_burn,
    Shuffle: calling.shuffle,
    ShoeStep: doing.steps_made,
    CutCards: doing.cut,
    DeclineCut: doing.declined,
    OrderShuffle: changing.order,
    ChangeCards: changing.change,
    BringCards: changing.bring,
    AskCards: changing.ask,
    CallBets: calling.call,
    DealCard: dealing.deal,
    CutCard: dealing.cut_card,
    ShowCards: dealing.show_cards,
    Insure: insuring.insure,
    EvenMoney: insuring.even_money,
    CloseInsurance: insuring.close,
    Decide: deciding.decide,
    Surrender: surrendering.surrender,
    CloseSurrender: surrendering.close,
    Rescue: surrendering.rescue,
    PlayOn: surrendering.play_on,
    AskDirection: deciding.ask_direction,
    DirectHand: deciding.direct,
    Ride: riding.ride,
    Prize: prizes.prize,
    VoidPress: prizes.void_press,
    Misfire: prizes.misfire,
    AnswerMisfire: prizes.answer,
    EquipmentFailed: equipment.failed,
    EquipmentRepaired: equipment.repaired,
    Refuse: reporting.refuse,
    Settle: settle,
    Collect: collect,
    Undo: _undo,
}
_DEAL_AGAIN: Final[dict[type, Callable[..., Made]]] = {
    Irregularity: reporting.report,
    Approve: reporting.approve,
    CorrectCard: correcting.correct,
    CorrectWager: correcting.correct,
    CorrectDouble: correcting.correct,
    CorrectInsurance: correcting.correct,
    CorrectDecision: correcting.correct,
    CorrectAnswer: correcting.correct,
    CorrectPayment: correcting.correct,
}
"""Deciders that may deal the round again, or look at a round that is over."""
_MACHINE: Final = Machine(apply, due, follow)


def carry(state: State) -> Carry:
    """What the next round at the table inherits."""
    return state.carry
