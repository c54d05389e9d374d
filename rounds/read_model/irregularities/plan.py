"""What would be or was done about an irregularity: the layout before and after, card moves in order, money, and the
decisions that are asked again."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.text import capfirst
from msgspec.structs import replace

from casino.cards import UNKNOWN, Card, show
from casino.money import Cents, dollars
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind, role_of
from casino.translated import gettext as _
from casino.translated import phrase, recorded
from casino.words import Phrase
from rounds import engine
from rounds.engine import State
from rounds.engine.events import (
    BurnMissed,
    CardDamaged,
    CardLate,
    CardsReshuffled,
    CardTurnedDown,
    DealerCardDue,
    FormerRoundCorrected,
    FormerRoundVoid,
    HandVoided,
    InsuranceReopened,
    OnlyDrawOrStand,
    PaymentCorrected,
    PlayerExcluded,
    Reconstructed,
    RecordCorrected,
    RoundVoided,
    ShuffleDue,
    Voided,
    WinningsHeld,
)
from rounds.engine.questions import Place, facts_of, irregularity_kind
from rounds.engine.values import Earlier, float_of, with_box, with_hand
from rounds.read_model.felt.spots import bet_words
from rounds.read_model.felt.words import whose
from rounds.read_model.taps import role_words

_MOVE: Final = re.compile(r"^\d+\.\s*")
_TO_THE_HOUSE: Final = ("recover", "take")
"""How recorded lines begin if their chips come back to the house; other chips go to a player."""
_AMOUNT: Final = re.compile(r"\$([\d,]+(?:\.\d\d)?)")
_OF_RECORD: Final = ("without_wager", "no_cards", "one_card", "dealer_without_card")
"""Procedures after which cards stay where they are, except those that go to the discards."""
_SAYS_WHAT_TO_DO: Final = (
    CardsReshuffled
    | ShuffleDue
    | BurnMissed
    | CardDamaged
    | PlayerExcluded
    | InsuranceReopened
    | OnlyDrawOrStand
    | CardLate
    | CardTurnedDown
    | RoundVoided
    | FormerRoundVoid
    | WinningsHeld
    | DealerCardDue
)
"""Events whose own words say what has to be done."""


def choice_words(choice: str) -> str:
    """A signer's choice in words; "" if there was none to make."""
    return _(choice.replace("_", " ")) if choice else ""


@dataclass(slots=True)
class Task:
    """One thing to do at the table."""

    no: int
    words: str
    css: str
    """``moves``, ``money`` or ``say``; ``money in`` if chips come back to the house."""
    chips: str = ""


@dataclass(slots=True)
class Plan:
    """What one choice leads to."""

    choice: str
    before: State
    after: State
    tasks: list[Task] = field(default_factory=list)
    lapsed: list[str] = field(default_factory=list)
    payment: PaymentCorrected | None = None
    """The payment that is put right, if that is what it is about."""

    @property
    def words(self) -> str:
        return choice_words(self.choice)

    @property
    def changes(self) -> bool:
        """Whether the layout changes."""
        return _lies(self.before) != _lies(self.after)


@dataclass(slots=True)
class Case:
    """Everything the signer must see before signing or reporting an irregularity."""

    title: str
    clause: str
    also: tuple[str, ...]
    role: str
    role_words: str
    silent: bool
    values: tuple[tuple[str, str], ...]
    plans: list[Plan]
    of_record: bool = False
    """Whether the layout is right and only the record changes."""
    astray: tuple[str, ...] = ()
    """Cards that are where the felt shows no hand, in words."""
    corrects: tuple[str, ...] = ()
    """For a correction of the record: what it said, and what really happened."""

    @property
    def payment(self) -> bool:
        """Whether only a payment is put right, with record and layout both correct."""
        return any(plan.payment is not None for plan in self.plans)


def case_of_report(
    rules: Rules, state: State, command: engine.Irregularity, earlier: Earlier | None = None
) -> Case:
    """What a report would lead to. Raises Refusal if it would be refused. ``earlier`` gives earlier rounds of the
    table."""
    kind = irregularity_kind(rules, state.setup, command.kind, dict(command.values).get("bet", ""))
    reported, events = engine.apply(rules, state, command, earlier)
    role = role_of(rules, kind)
    lies, astray = layout(state, command.values)
    plans = _plans(rules, lies, reported, role, earlier) if role else [plan_of(rules, lies, reported, events)]
    return _case(kind, role, command.values, plans, astray)


def case_of_open(rules: Rules, state: State, earlier: Earlier | None = None) -> Case | None:
    """The irregularity that waits for a signature, or None."""
    open_irregularity = state.irregular
    if open_irregularity is None:
        return None
    if open_irregularity.correction is not None:
        plans = _plans(rules, closed(state), state, open_irregularity.wants, earlier)
        return Case(
            recorded(open_irregularity.title),
            open_irregularity.clause,
            (),
            open_irregularity.wants,
            role_words(open_irregularity.wants),
            False,
            (),
            plans,
            True,
            (),
            tuple([recorded(line) for line in open_irregularity.plan[:2]]),
        )
    kind = irregularity_kind(
        rules, state.setup, open_irregularity.kind, dict(open_irregularity.values).get("bet", "")
    )
    lies, astray = layout(closed(state), open_irregularity.values)
    return _case(
        kind,
        open_irregularity.wants,
        open_irregularity.values,
        _plans(rules, lies, state, open_irregularity.wants, earlier),
        astray,
    )


def _case(
    kind: Kind, role: str, values: tuple[tuple[str, str], ...], plans: list[Plan], astray: tuple[str, ...]
) -> Case:
    return Case(
        recorded(kind.title),
        kind.clause,
        kind.also,
        role,
        role_words(role),
        kind.silent,
        values,
        plans,
        kind.procedure in _OF_RECORD,
        astray,
    )


def closed(state: State) -> State:
    """The state with nothing open, which shows the layout."""
    return replace(state, irregular=None)


def layout(state: State, values: tuple[tuple[str, str], ...]) -> tuple[State, tuple[str, ...]]:
    """The layout as it really is: the record's, with the cards that were reported elsewhere in their places. Those on
    a box without a hand are returned in words."""
    lies = dict(values).get("lies", "")
    if not lies or not state.called:
        return state, ()
    elsewhere: dict[int, Place] = {}
    for pair in lies.split(","):
        number, _, where = pair.partition(":")
        on_box, _, on_hand = where.partition(".")
        if number.isdecimal():
            hand_no = int(on_hand) if on_hand.isdecimal() else 1
            elsewhere[int(number)] = (int(on_box), hand_no) if on_box.isdecimal() else (0, 0)
    places: dict[Place, list[Card]] = {}
    for at, fact in enumerate(facts_of(state).cards, start=1):
        place = elsewhere.get(at, fact.place)
        if place is not None:
            places.setdefault(place, []).append(fact.card)
    state = replace(state, dealer=tuple(places.pop((0, 0), ())))
    for box in state.boxes:
        laid = box
        for at, hand in enumerate(box.hands, start=1):
            laid = with_hand(laid, at, replace(hand, cards=tuple(places.pop((box.number, at), ()))))
        state = replace(state, boxes=with_box(state, laid))
    astray = [
        phrase(Phrase.of("task.card_on_box", card=card, box=box_no))
        for (box_no, _hand), cards in places.items()
        for card in cards
    ]
    return state, tuple(astray)


def _plans(rules: Rules, before: State, reported: State, role: str, earlier: Earlier | None) -> list[Plan]:
    assert reported.irregular is not None, "a role signs for it"
    plans = []
    for choice in reported.irregular.choices or ("",):
        try:
            after, events = engine.apply(rules, reported, engine.Approve(role, choice), earlier)
        except Refusal:
            continue  # choosing it gives the table's own refusal with the reason
        plans.append(plan_of(rules, before, after, events, choice))
    return plans


def plan_of(rules: Rules, before: State, after: State, events: Iterable[Any], choice: str = "") -> Plan:
    """What the dealer must do for the events of a decision, between the layouts before and after them."""
    plan = Plan(choice, before, after)
    moves: list[str] = []
    recorded_moves: list[str] = []
    money: list[_Move] = []
    texts: list[str] = []
    picked_up: Counter[Card] = Counter()
    for event in events:
        if isinstance(event, Reconstructed | RecordCorrected):
            recorded_moves += [_MOVE.sub("", move) for move in getattr(event, "moves", ())]
            moves = [recorded(move) for move in recorded_moves]
            money += [_recorded_move(before, line) for line in event.money]
            plan.lapsed += [recorded(step) for step in event.lapsed]
            inside = tuple(event.events)
        else:
            inside = event.events if isinstance(event, FormerRoundCorrected) else (event,)
        for move in inside:
            if isinstance(move, PaymentCorrected):
                plan.payment = move
                money += [_recorded_move(before, line) for line in move.money]
            if isinstance(move, HandVoided):
                hand = before.box(move.box).hands[move.hand - 1 : move.hand]
                picked_up.update(card for hands in hand for card in hands.cards)
                place = (move.box, move.hand if len(before.box(move.box).hands) > 1 else 0)
                if hand and hand[0].cards:
                    moves.append(phrase(Phrase.of("task.hand_to_discards", place=place)))
            elif isinstance(move, Voided):
                money += _of_void(before, move)
            elif isinstance(move, _SAYS_WHAT_TO_DO):
                texts.append(phrase(engine.describe(move).words))
    moves += [phrase(move) for move in _left(before, after, picked_up, recorded_moves)]
    for words in moves:
        plan.tasks.append(Task(len(plan.tasks) + 1, capfirst(words), "moves"))
    for line in money:
        css = "money in" if line.to_house else "money"
        plan.tasks.append(Task(len(plan.tasks) + 1, capfirst(line.words), css, line.chips))
    for words in dict.fromkeys(texts):
        plan.tasks.append(Task(len(plan.tasks) + 1, capfirst(words), "say"))
    return plan


def _left(before: State, after: State, picked_up: Counter[Card], moves: Sequence[str]) -> list[Phrase]:
    """Cards that go to the discards, or beside the shoe, and that no recorded move has named yet."""
    if after.phase == "void":
        return []
    moves_text = " ".join(moves)
    gone = Counter(after.discarded) - Counter(before.discarded) - picked_up
    texts = [
        _of_card("task.to_discards", "task.face_down_to_discards", card)
        for card in gone.elements()
        if card == UNKNOWN or f"{show(card)} from" not in moves_text
    ]
    held = Counter(held_card.card for held_card in after.held) - Counter(
        held_card.card for held_card in before.held
    )
    texts += [
        _of_card("task.beside_shoe", "task.face_down_beside_shoe", card)
        for card in held.elements()
        if card == UNKNOWN or f"{show(card)} from" not in moves_text
    ]
    return texts


def _of_card(code: str, face_down: str, card: Card) -> Phrase:
    """The text of ``code`` for a card, or of ``face_down`` for one that lies face down."""
    return Phrase.of(face_down) if card == UNKNOWN else Phrase.of(code, card=card)


class _Move(NamedTuple):
    """Chips that move."""

    words: str
    chips: str = ""
    to_house: bool = False


def _recorded_move(state: State, line: str) -> _Move:
    """A line of the record, in the house's words, with the chips of its amount."""
    return _Move(recorded(line), _chips_in(state, line), line.startswith(_TO_THE_HOUSE))


def _of_void(state: State, event: Voided) -> list[_Move]:
    """The stake of a void wager, and what was taken or paid on it (ACT03-A-B22)."""
    result = event.result
    bet = bet_words(state.setup, result.bet)
    if bet:
        wager = Phrase.of("task.side_wager", box=result.box, player=result.player, bet=bet)
    else:
        wager = Phrase.of("task.wager", box=result.box, player=whose(result.player, result.bet))

    def words(code: str, amount: Cents) -> str:
        return phrase(Phrase.of(code, amount=amount, wager=wager))

    if result.takes:
        return [_Move(words("task.keep", result.stake), to_house=True)]
    lines = []
    if event.back > 0:
        lines.append(_Move(words("task.give_back", event.back), _chips(state, event.back)))
    elif event.back < 0:
        recover = words("task.recover", -event.back)
        lines.append(_Move(recover, _chips(state, -event.back), to_house=True))
    if event.back < result.stake:
        lines.append(_Move(words("task.return", result.stake)))
    return lines


def _chips_in(state: State, words: str) -> str:
    """The chips of the amount in a line of the record."""
    match = _AMOUNT.search(words)
    return _chips(state, round(float(match[1].replace(",", "")) * 100)) if match else ""


def _chips(state: State, cents: Cents) -> str:
    """``2 × $25, 1 × $5``; empty if the float's chips cannot make it."""
    piles = float_of(state.setup.chips).break_down(cents) or ()
    return ", ".join(f"{count} × {dollars(value)}" for value, count in piles)


def _lies(state: State) -> list[Any]:
    hands = [[hand.cards for hand in box.hands] for box in state.boxes]
    stakes = [[stake.money for hand in box.hands for stake in hand.stakes] for box in state.boxes]
    return [hands, stakes, state.dealer, state.phase == "void"]
