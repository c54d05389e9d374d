"""A double or split that the dealer permitted in error: undone while that is possible; otherwise it counts (NZ-21.9).

The record may have accepted the decision, if the rules allowed it and something else was wrong, or refused it and
recorded its cards as drawn. In that case the record of the hand is first changed to what happened."""

from collections.abc import Callable
from typing import Final, NamedTuple

from casino.cards import HARD_VALUE, Card
from casino.money import Cents
from casino.rulebooks import Rules
from rounds.engine.cards.commands import DealCard
from rounds.engine.cards.events import CardDealt
from rounds.engine.decisions.events import Doubled, Drew, Split, Stood
from rounds.engine.events import Events, Reconstructed
from rounds.engine.evolve import evolve
from rounds.engine.hands import Turn, addition_base, hand_in_turn, split_wager
from rounds.engine.irregularities import voiding
from rounds.engine.irregularities.events import CardHeld, OnlyDrawOrStand
from rounds.engine.irregularities.named_cards import beyond
from rounds.engine.irregularities.redealing import dealt_with, displaced, facts_to_deal, rebuilt
from rounds.engine.irregularities.report import Report
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand
from rounds.engine.phrases import line
from rounds.engine.redeal import in_recorded_order
from rounds.engine.redeal.call import at_call
from rounds.engine.redeal.facts import Choice, facts_of
from rounds.engine.redeal.history import Step, steps_of
from rounds.engine.redeal.in_card_order import Edit
from rounds.engine.redeal.in_recorded_order import NoFit
from rounds.engine.redeal.money import to_move
from rounds.engine.sides.riding import money_in_action
from rounds.engine.state import State

LET_STAND: Final = "let_stand"


class _Reported(NamedTuple):
    """The hand of the report, and its double or split if the record has it."""

    box: Box
    number: int
    hand: Hand
    doubling: bool
    on_record: Choice | None

    @property
    def place(self) -> tuple[int, int]:
        return self.box.number, self.number


def _reported(state: State, report: Report) -> _Reported:
    """The hand that the report names. A recorded split of the box made both of its hands."""
    box, number, hand = report.hand()
    doubling = "double" in report.kind.kind
    of_box = [
        decision
        for decision in facts_of(state).choices
        if isinstance(decision.event, Doubled if doubling else Split) and decision.event.box == box.number
    ]
    of_hand = [decision for decision in of_box if getattr(decision.event, "hand", 0) == number]
    on_record = next(iter(of_hand if doubling else [*of_hand, *of_box]), None)
    return _Reported(box, number, hand, doubling, on_record)


def in_error(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Undo it until a later box has a third card or the dealer a second one, and offer the hand only cards; after
    that it counts (NZ-21.9(a)-S1, NZ-21.9(b)-S1)."""
    reported = _reported(state, report)
    later = any(len(hand.cards) > 2 for other in state.boxes[reported.box.number :] for hand in other.hands)
    drawn = len(state.dealer) > 1
    too_late = (later and drawn) if rules.in_error_until.value == "last_event" else (later or drawn)
    return _stands(rules, state, report, reported) if too_late else _undone(rules, state, report, reported)


def in_error_or_void(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Where the book is silent: undo it, void the hand, or let it count, as chosen."""
    reported = _reported(state, report)
    if choice == "undo":
        return _undone(rules, state, report, reported)
    if choice == LET_STAND:
        return _stands(rules, state, report, reported)
    if reported.hand.void:
        raise report.wrong("report.hand_void", place=reported.place)
    events = [] if reported.on_record is not None else _undone(rules, state, report, reported)
    for event in events:
        state = evolve(state, event)
    which = [(state.box(reported.box.number), reported.number)]
    return [*events, *voiding.hands(rules, state, which, report.kind.clause)]


def _undone(rules: Rules, state: State, report: Report, reported: _Reported) -> Events:
    """The card of a double stays on the hand; cards on the hands of a split become the next of the shoe."""
    first = reported.on_record
    number = reported.number
    if first is None and _waits(rules, state, reported):
        return _at_its_turn(state, report, reported)
    facts = facts_to_deal(state, report)
    edit = Edit()
    if first is None:
        _drew_first(state, report, reported)
        since = _drew_at(facts.choices, reported)
        if reported.doubling:
            box = reported.box.number
            edit = Edit(
                lapses=lambda decision: decision.at > since and getattr(decision.event, "box", 0) == box
            )
        else:
            edit = Edit(lapses=lambda decision: decision.at >= since)
    elif reported.doubling:
        assert isinstance(first.event, Doubled), "it was looked for"
        number = first.event.hand
        back = Drew(box=reported.box.number, hand=number, by=first.event.by, clause=report.kind.clause)
        choices = [
            decision._replace(event=back) if decision.at == first.at else decision
            for decision in facts.choices
        ]
        facts = facts._replace(choices=choices)
    else:
        assert isinstance(first.event, Split), "it was looked for"
        number = first.event.hand
        since = first.at
        edit = Edit(lapses=lambda decision: decision.at >= since)
    again = dealt_with(rules, state, report, facts, edit)
    events = rebuilt(rules, state, report, again, displaced(facts, again, line("kept.beside_shoe_in_order")))
    return [events, _plain(report, reported.box.number, number)]


def _plain(report: Report, box: int, hand: int) -> OnlyDrawOrStand:
    return OnlyDrawOrStand(box=box, hand=hand, clause=(*report.kind.also, report.kind.clause)[0])


# --- what the record refused but the table did


def _in_turn(turn: Turn | None, reported: _Reported) -> bool:
    return turn is not None and turn.box == reported.box and turn.number == reported.number


def _waits(rules: Rules, state: State, reported: _Reported) -> bool:
    return _in_turn(hand_in_turn(rules, state), reported) and len(reported.hand.cards) == 2


def _at_its_turn(state: State, report: Report, reported: _Reported) -> Events:
    """The record still waits for the decision: the wager goes back and the card is entered."""
    if not reported.doubling:
        _refuse_no_pair(report, reported)
    card = _card(report, reported)
    plain = _plain(report, reported.box.number, reported.number)
    if not reported.doubling:
        return [CardHeld(card=card, lasts=False, clause=report.kind.rest_clause or report.kind.clause), plain]
    drew = Drew(
        box=reported.box.number, hand=reported.number, by=caller_of(reported.box), clause=report.kind.clause
    )
    dealt = CardDealt(card=card, box=reported.box.number, hand=reported.number, clause=report.kind.clause)
    return [drew, dealt, plain]


def _card(report: Report, reported: _Reported) -> Card:
    if "card" not in report:
        raise report.wrong(
            "report.not_doubled" if reported.doubling else "report.not_split", place=reported.place
        )
    return report.card()


def _drew_first(state: State, report: Report, reported: _Reported) -> None:
    """Raises Refusal if the record has no card drawn to the hand's first two that can have been the card of the
    double or of the first split hand, or has a card other than the one reported."""
    drawn_to = any(_is_draw(decision.event, reported) for decision in facts_of(state).choices)
    if len(reported.hand.cards) < 3 or not drawn_to:
        raise report.wrong(
            "report.not_doubled_nor_drawn_to" if reported.doubling else "report.not_split_nor_drawn_to",
            place=reported.place,
        )
    drew = reported.hand.cards[2]
    if "card" in report and report.face() != drew:
        raise report.wrong("report.other_card_recorded", place=reported.place, card=drew)
    if not reported.doubling:
        _refuse_no_pair(report, reported)
    if reported.doubling and len(reported.hand.cards) > 3:
        raise report.wrong(
            "report.drew_more_than_one", place=reported.place, count=len(reported.hand.cards) - 2
        )


def _drew_at(choices: list[Choice], reported: _Reported) -> int:
    """The position among the facts of the first card that the hand drew."""
    return next(decision.at for decision in choices if _is_draw(decision.event, reported))


def _is_draw(choice: object, reported: _Reported) -> bool:
    """Whether the choice drew a card to the hand's first two."""
    return isinstance(choice, Drew) and (choice.box, choice.hand) == (reported.box.number, reported.number)


def _stands(rules: Rules, state: State, report: Report, reported: _Reported) -> Events:
    """Let it count and play on; if the record refused it, change the record to what happened."""
    if reported.on_record is not None:
        return []
    if not (waits := _waits(rules, state, reported)):
        _drew_first(state, report, reported)
    event = (
        _doubled(rules, state, report, reported)
        if reported.doubling
        else _split(rules, state, report, reported)
    )
    if waits:
        card = CardDealt(
            card=_card(report, reported),
            box=reported.box.number,
            hand=reported.number,
            clause=report.kind.clause,
        )
        return [event, card]
    steps = _as_it_happened(rules, state, report, reported, event)
    try:
        now = in_recorded_order.deal_again(report.machine, rules, at_call(state), steps)
    except NoFit as no:
        raise report.wrong("report.no_place_then", step=no.step, why=(no.why.code, no.why.values)) from None
    return [
        Reconstructed(
            events=now.events,
            money=to_move(state, now.state),
            clause=report.kind.clause,
        )
    ]


def _as_it_happened(
    rules: Rules, state: State, report: Report, reported: _Reported, event: Doubled | Split
) -> list[Step]:
    """The steps of the record with the double or split in place of the card that was drawn. Decisions recorded for a
    doubled hand after its card are dropped; those of a split hand belong to its first hand."""
    place = reported.box.number, reported.number
    steps = steps_of(state)
    at = next(at for at, step in enumerate(steps) if isinstance(step.event, Drew) and step.decides == place)
    of_hand = [
        number for number, step in enumerate(steps) if number > at and place in (step.decides, step.lies[:2])
    ]
    if isinstance(event, Doubled):
        void = {number for number in of_hand if steps[number].decides}
        later_steps = [step for number, step in enumerate(steps) if number > at and number not in void]
        return [*steps[:at], Step(event, None), *later_steps]
    end = max(of_hand) + 1
    return [
        *steps[:at],
        Step(event, None),
        *steps[at + 1 : end],
        *_second_hand(rules, state, report, reported),
        *steps[end:],
    ]


def _second_hand(rules: Rules, state: State, report: Report, reported: _Reported) -> list[Step]:
    """The steps of a split's second hand, which the record does not have: its cards, given with the report in shoe
    order, and its stand."""
    cards = beyond(report)
    if not cards and _in_turn(hand_in_turn(rules, state), reported):
        return []  # the first hand is still being played
    if not cards:
        raise report.wrong("report.second_hand_without_card")
    box, number, by = reported.box.number, reported.number + 1, caller_of(reported.box)
    # The first hand stood as well, if the record counts its three cards as broken.
    steps = [Step(Stood(box=box, hand=reported.number, by=by, clause=report.kind.clause), None)]
    for at, card in enumerate(cards):
        if at:
            steps.append(Step(Drew(box=box, hand=number, by=by, clause=report.kind.clause), None))
        steps.append(Step(CardDealt(card=card, box=box, hand=number), DealCard(card)))
    return [*steps, Step(Stood(box=box, hand=number, by=by, clause=report.kind.clause), None)]


def _refuse_no_pair(report: Report, reported: _Reported) -> None:
    first, second = reported.hand.cards[:2]
    if HARD_VALUE[first] != HARD_VALUE[second]:
        raise report.wrong("report.not_a_pair", place=reported.place)


def _players(report: Report, reported: _Reported) -> list[str]:
    """The players who were permitted it: the caller, if nobody is named."""
    named = [name for name in report.values.get("player", "").split(",") if name]
    for name in named:
        if reported.hand.stake_of(name) is None:
            raise report.wrong("report.player_not_on_hand", player=name, place=reported.place)
    return named or [caller_of(reported.box)]


def _doubled(rules: Rules, state: State, report: Report, reported: _Reported) -> Doubled:
    who = _players(report, reported)
    several = len(rules.wagers_on_hand.value) > 1
    adds: list[tuple[str, Cents]] = []
    for stake in reported.hand.stakes if not several else ():
        most = addition_base(rules, reported.box, stake) + money_in_action(state, reported.box, stake)
        amount = report.cents("amount") if "amount" in report else most
        if stake.player in who and not 0 < amount <= most:
            raise report.wrong("report.added_too_much")
        adds.append((stake.player, amount if stake.player in who else 0))
    return Doubled(
        box=reported.box.number,
        hand=reported.number,
        by=caller_of(reported.box),
        adds=tuple(adds),
        in_error=report.kind.clause,
        clause=report.kind.clause,
    )


def _split(rules: Rules, state: State, report: Report, reported: _Reported) -> Split:
    _refuse_no_pair(report, reported)
    who = _players(report, reported)
    matches = tuple(
        [
            (
                stake.player,
                stake.base,
                split_wager(rules, reported.box, reported.hand, stake)
                + money_in_action(state, reported.box, stake)
                if stake.player in who
                else 0,
            )
            for stake in (reported.hand.stakes if len(rules.wagers_on_hand.value) == 1 else ())
        ]
    )
    return Split(
        box=reported.box.number,
        hand=reported.number,
        by=caller_of(reported.box),
        matches=matches,
        in_error=report.kind.clause,
        clause=report.kind.clause,
    )


PERMITTED: Final[dict[str, Callable[[Rules, State, Report, str], Events]]] = {
    "in_error": in_error,
    "in_error_or_void": in_error_or_void,
}
