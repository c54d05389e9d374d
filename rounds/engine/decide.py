"""From a command to events, or to a refusal. Nothing is changed here."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.money import dollars
from casino.rulebooks import Rules
from casino.rulebooks.house import sign_fault
from rounds.engine import (
    calling,
    dealing,
    deciding,
    insuring,
    permits,
    seats,
    settling,
    surrendering,
    wagering,
    withdrawing,
)
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine.corrections import correcting
from rounds.engine.dealing import hand_name
from rounds.engine.evolve import evolve
from rounds.engine.hands import current, to_show
from rounds.engine.irregularities import reporting
from rounds.engine.irregularities.values import Earlier
from rounds.engine.refusal import RuleViolation
from rounds.engine.setup import Carry, Setup, Sign, rules_of
from rounds.engine.shoe import changing, doing, telling
from rounds.engine.sides import asking, equipment, offered, prizes, riding
from rounds.engine.state import OVER, State

Made = list[on.Event]


def start(setup: Setup, round_no: int = 1) -> tuple[on.Event, ...]:
    """The events that open a round. Raises RuleBookError for an unknown book, game, election or reading,
    and RuleViolation for packs, boxes or signs that the book does not allow."""
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
    return (on.RoundOpened(round_no=round_no, setup=setup, clause=rules.steps.wager),)


def decide(
    rules: Rules, state: State, command: do.Command, earlier: Earlier | None = None
) -> tuple[on.Event, ...]:
    """The events that the command gives, all with the next tap's number. ``earlier`` gives rounds of the table that
    are over, where they are known.

    Raises RuleViolation, with clause and remedy, when the book or the moment does not allow it.
    """
    return apply(rules, state, command, earlier)[1]


_LOOK_BACK: Final = frozenset((do.Irregularity, do.Approve))
"""Commands that may be about a round that is over."""


def apply(
    rules: Rules, state: State, command: do.Command, earlier: Earlier | None = None
) -> tuple[State, tuple[on.Event, ...]]:
    """The state after the command, and its events. Raises RuleViolation as ``decide`` does."""
    if state.phase in OVER and not reporting.reopens(rules, state, command):
        raise RuleViolation(rules.steps.collect, "the round is over", "Take wagers for the next one.")
    reporting.nothing_else(state, command)
    decider = _DECIDERS[type(command)]
    looks_back = type(command) in _LOOK_BACK
    made = decider(rules, state, command, earlier) if looks_back else decider(rules, state, command)
    tap = state.tap + 1
    events: Made = []
    for event in made:
        event = replace(event, tap=tap)
        events.append(event)
        state = evolve(state, event)
    if not isinstance(events[0], on.Undone) and state.irregular is None:
        for event in follow(rules, state):
            event = replace(event, tap=tap)
            events.append(event)
            state = evolve(state, event)
    return state, tuple(events)


# --- what follows by itself


_ORDERS: Final = {
    offered: ("initial_deal", *between, "subsequent_deal", "dealer_draw")
    for offered, between in {
        "after_insurance": ("insurance", "interim_settlement", "surrender"),
        "before_insurance": ("interim_settlement", "surrender", "insurance"),
    }.items()
}
"""The phases of a round in their order, as surrender is offered (`OpenPoints`)."""
_FROM: Final = {
    (offered, phase): order[at:] for offered, order in _ORDERS.items() for at, phase in enumerate(order)
}
"""A phase and those that may follow it."""


def phase_now(rules: Rules, state: State) -> str:
    """The phase that has work: the present one while it has, else the next that does."""
    phase = state.phase
    if phase in ("wagers", "final_settlement", *OVER):
        return phase
    for one in _FROM[rules.surrender_offered.value, phase]:
        if _has_work(rules, state if one == phase else replace(state, phase=one)):
            return one
    return "final_settlement"


def _has_work(rules: Rules, state: State) -> bool:
    """Whether something is to be done in the state's phase."""
    match state.phase:
        case "initial_deal":
            if dealing.initial_target(rules, state) is not None:
                return True
            return bool(state.setup.offers) and _to_settle(rules, state)
        case "insurance":
            return not state.insurance_closed and bool(insuring.offers(rules, state))
        case "interim_settlement":
            return bool(to_show(rules, state)) or _to_settle(rules, state)
        case "surrender":
            return not state.surrender_closed and bool(surrendering.offers(rules, state))
        case "subsequent_deal":
            if current(rules, state) is not None or _to_settle(rules, state):
                return True
            return dealing.late_card(rules, state) is not None
        case _:
            return dealing.dealer_draws(rules, state) or _to_settle(rules, state)


def _to_settle(rules: Rules, state: State) -> bool:
    if settling.items_due(rules, state):
        return True
    return bool(state.setup.offers) and asking.asked(rules, state)


def follow(rules: Rules, state: State) -> Made:
    """What the command brings about by itself: a new phase, and the wagers that go back untouched in the
    final settlement, since no chip moves for them."""
    made: Made = []
    phase = phase_now(rules, state)
    if phase != state.phase:
        made.append(on.PhaseBegan(phase=phase, clause=_phase_clause(rules, state, phase)))
        state = replace(state, phase=phase)
    if phase != "final_settlement":
        return made
    due = settling.items_due(rules, state)
    returned: Made = [
        on.Settled(result=item.result, clause=item.result.clause)
        for item in due
        if item.action == "return" and not item.result.takes
    ]
    made += returned
    if state.picked_up and not due:
        return [*made, on.PhaseBegan(phase="collected", clause=rules.steps.collect)]
    if len(returned) == len(due) and _another_dealer_hand(rules, state):
        for event in returned:
            state = evolve(state, replace(event, tap=state.tap))
        done = len(state.dealers)
        cleared = on.DealerHandCleared(number=done + 1, clause=rules.steps.hand_cleared[done])
        state = evolve(state, replace(cleared, tap=state.tap))
        return [*made, cleared, *follow(rules, state)]
    return made


def _another_dealer_hand(rules: Rules, state: State) -> bool:
    """Whether the dealer plays the same first card once more: a later hand has wagers (ACT96-22.13)."""
    if len(state.dealers) + 1 >= rules.dealer_hands.value:
        return False
    played = {f"hand_{number}" for number in range(1, len(state.dealers) + 2)}
    waiting = {
        stake.bet for box in state.boxes for hand in box.hands for stake in hand.stakes if not stake.settled
    }
    insured = {one.wager for box in state.boxes for one in box.insurance if not one.settled}
    return bool((waiting | insured) - played)


def _phase_clause(rules: Rules, state: State, phase: str) -> str:
    steps = rules.steps
    if (
        phase == "final_settlement"
        and dealing.no_dealer_card(rules, state)[0] == rules.dealer_draws_without_effect.clause
    ):
        return rules.dealer_draws_without_effect.clause
    return {
        "insurance": steps.insurance_offer,
        "interim_settlement": rules.blackjack_paid_at_once.clause,
        "surrender": steps.surrender,
        "subsequent_deal": steps.decision,
        "dealer_draw": steps.dealer_draw,
        "final_settlement": steps.clear_losers,
    }[phase]


# --- settlement, end, undo


def _settle(rules: Rules, state: State, command: do.Settle) -> Made:
    due = settling.items_due(rules, state)
    clause = rules.steps.pay_winners
    if not due:
        raise RuleViolation(clause, "nothing is to be taken or paid now", "Go on with what is due.")
    wanted = command.refs or tuple(item.ref for item in due)
    names = {item.ref: settling.in_words(item) for item in due}
    for ref in wanted:
        if ref not in names:
            raise RuleViolation(clause, f"no settlement {ref} is due", "Settle what is shown, in that order.")
    for ref, item in zip(wanted, due, strict=False):
        if ref != item.ref:
            raise RuleViolation(
                rules.steps.clear_losers if item.action == "take" else clause,
                f"{names[item.ref]} comes before {names[ref]}",
                "Settle in the order shown.",
            )
    if len(wanted) > len(due):
        raise RuleViolation(clause, "a settlement is named twice", "Name each once, in the order shown.")
    final = state.phase == "final_settlement"  # there the result's own clause says why
    return [
        on.Settled(
            result=item.result,
            clause=item.result.clause
            if final and not offered.offer_of(state.setup, item.result.bet)
            else settling.clause_of(rules, state, item),
        )
        for item in due[: len(wanted)]
    ]


def _collect(rules: Rules, state: State, command: do.Collect) -> Made:
    clause = rules.steps.collect
    if state.phase != "final_settlement":
        raise RuleViolation(clause, "the round is not finished", "Go on with what is due.")
    due = settling.items_due(rules, state)
    if due:
        first = due[0]
        raise RuleViolation(
            rules.steps.pay_winners if first.action == "pay" else rules.steps.clear_losers,
            f"still to be settled: {settling.in_words(first)}",
            "Settle it; that ends the round." if state.picked_up else "Settle it; then collect the cards.",
            also=(clause, settling.clause_of(rules, state, first)),
        )
    asking.none_open(rules, state)
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.live:
                raise RuleViolation(
                    rules.face_down_allowed.clause,
                    f"{hand_name(box, number)} has cards face down and is not settled",
                    "Have them shown; then settle the hand.",
                )
    order = tuple(
        [(box.number, n) for box in state.boxes for n, _ in enumerate(box.hands, start=1)] + [(0, 0)]
    )
    return [on.Collected(order=order, lammers=state.lammers, clause=clause)]


def _undo(rules: Rules, state: State, command: do.Undo) -> Made:
    if state.past is None:
        raise RuleViolation("", "nothing in this round can be taken back", "Go on with what is due.")
    if state.ruled:
        raise RuleViolation(
            "",
            f"a {state.ruled.replace('_', ' ')} decided that on the last tap",
            "That role decides otherwise by a decision of its own: a new figure, an end, a lift.",
        )
    if state.past.state.moved != state.moved:
        raise RuleViolation(
            rules.steps.pay_winners,
            "chips were taken or paid on the last tap",
            "Call a supervisor: what was settled is corrected, not undone.",
        )
    if state.past.state.presses != state.presses:
        raise RuleViolation(
            "",
            "the machine drew a prize on the last tap",
            "It stands: pay it, or call a supervisor.",
        )
    return [on.Undone(undone_tap=state.last)]


_DECIDERS: Final[dict[type, Callable[..., Made]]] = {
    do.Seat: wagering.seat,
    do.Leave: wagering.leave,
    do.PlaceWager: calling.place,
    do.WithdrawWager: withdrawing.withdraw,
    do.RefuseWager: withdrawing.refuse,
    do.DeclareWager: wagering.declare,
    do.Arrange: calling.arrange,
    do.AllowSeveralBoxes: permits.allow_several,
    do.AllowLimit: permits.allow_limit,
    do.PlaceMarker: permits.place_marker,
    do.LimitPlayers: permits.limit_players,
    do.RestrictPlayer: permits.restrict,
    do.AllowWriting: permits.allow_writing,
    do.VacateSeat: seats.vacate,
    do.AnnounceLastRounds: telling.announce_last,
    do.ShowBurn: telling.show_burn,
    do.Shuffle: calling.shuffle,
    do.ShoeStep: doing.steps_made,
    do.CutCards: doing.cut,
    do.DeclineCut: doing.declined,
    do.OrderShuffle: changing.order,
    do.ChangeCards: changing.change,
    do.BringCards: changing.bring,
    do.AskCards: changing.ask,
    do.CallBets: calling.call,
    do.DealCard: dealing.deal,
    do.CutCard: dealing.cut_card,
    do.ShowCards: dealing.show_cards,
    do.Insure: insuring.insure,
    do.EvenMoney: insuring.even_money,
    do.CloseInsurance: insuring.close,
    do.Decide: deciding.decide,
    do.Surrender: surrendering.surrender,
    do.CloseSurrender: surrendering.close,
    do.Rescue: surrendering.rescue,
    do.PlayOn: surrendering.play_on,
    do.AskDirection: deciding.ask_direction,
    do.DirectHand: deciding.direct,
    do.Ride: riding.ride,
    do.Prize: prizes.prize,
    do.VoidPress: prizes.void_press,
    do.Misfire: prizes.misfire,
    do.AnswerMisfire: prizes.answer,
    do.EquipmentFailed: equipment.failed,
    do.EquipmentRepaired: equipment.repaired,
    do.Irregularity: reporting.report,
    do.Approve: reporting.approve,
    do.Refuse: reporting.refuse,
    do.CorrectCard: correcting.correct,
    do.CorrectWager: correcting.correct,
    do.CorrectDouble: correcting.correct,
    do.CorrectInsurance: correcting.correct,
    do.CorrectDecision: correcting.correct,
    do.CorrectAnswer: correcting.correct,
    do.Settle: _settle,
    do.Collect: _collect,
    do.Undo: _undo,
}


def carry(state: State) -> Carry:
    """What the next round at the table inherits."""
    return state.carry
