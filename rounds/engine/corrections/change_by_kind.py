"""What each kind of correction changes in the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from casino.cards import HARD_VALUE, UNKNOWN, CardError, parse_card
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks import corrections as book
from casino.words import Phrase
from rounds.engine.corrections import answers, wagers
from rounds.engine.corrections.card_steps import with_card
from rounds.engine.corrections.commands import (
    CorrectAnswer,
    CorrectCard,
    CorrectDecision,
    CorrectDouble,
    CorrectInsurance,
    Correction,
    CorrectWager,
)
from rounds.engine.corrections.events import WagerMoved
from rounds.engine.corrections.moved_wagers import ALL_BETS, named
from rounds.engine.corrections.record_change import Change, after_call, as_recorded
from rounds.engine.corrections.steps import box_with_ruling, moved_steps, on_hand, recorded_decision
from rounds.engine.decisions.commands import Decide
from rounds.engine.decisions.events import Doubled
from rounds.engine.insurance.commands import Insure
from rounds.engine.insurance.events import InsuranceClosed, Insured
from rounds.engine.phrases import line, place_at
from rounds.engine.redeal.call import at_call
from rounds.engine.redeal.history import Step, steps_of
from rounds.engine.settlement.put_right import Settlement
from rounds.engine.setup import INSURANCE, MAIN, SUPER_BONUS
from rounds.engine.state import State
from rounds.engine.wagers.wagering import player_mark, words

Known = dict[str, book.Correction]
"""The corrections that the book allows, by command name."""


def change_of(rules: Rules, state: State, command: Correction) -> Change:
    """What the correction changes. Raises Refusal for something that is not in the record, or is right already."""
    return _CHANGES[type(command)](rules, state, command, book.corrections(rules))


# --- the kinds


def _card(rules: Rules, state: State, command: CorrectCard, known: Known) -> Change:
    kind = known["card"]
    steps = after_call(rules, state, kind)
    try:
        card = parse_card(command.card)
    except CardError:
        raise Refusal("correction.not_a_card", kind.clause, text=command.card) from None
    if card == UNKNOWN or card not in HARD_VALUE:
        raise Refusal("correction.not_a_card", kind.clause, text=command.card)
    try:
        changed, was = with_card(steps, command.number, card, len(at_call(state).held))
    except LookupError:
        count = len(state.drawn) + sum(held.card != UNKNOWN for held in state.held)
        raise Refusal(
            "correction.no_such_card" if count else "correction.no_cards_yet",
            kind.clause,
            card=command.number,
            last=count,
        ) from None
    recorded = line("kept.card", number=command.number, card=was)
    if was == card:
        raise as_recorded(kind, recorded)
    at = next(old.event.tap for old, new in zip(steps, changed, strict=True) if old is not new)
    actual = line("kept.card", number=command.number, card=card)
    return Change(kind, recorded, actual, changed, then=command.then, at=at)


def _wager(rules: Rules, state: State, command: CorrectWager, known: Known) -> Change:
    changes = [bool(command.to_box), bool(command.to_player), bool(command.amount)]
    kind = known["box" if command.to_box else "player" if command.to_player else "amount"]
    if sum(changes) != 1:
        raise Refusal("correction.one_thing", kind.clause)
    boxes = range(1, len(state.boxes) + 1)
    for number in (command.box, command.to_box or command.box):
        if number not in boxes:
            raise Refusal("correction.no_such_box", kind.clause, box=number, last=len(boxes))
    box, player = state.box(command.box), command.player
    lies = named(box, player, command.bet)
    if not lies:
        raise Refusal(
            "correction.no_wager" if command.bet == ALL_BETS else "correction.no_such_wager",
            kind.clause,
            bet=command.bet,
            player=player,
            box=box.number,
        )
    to_box, to_player = command.to_box or box.number, player
    if command.to_player:
        to_player = player_mark(command.to_player)
    if command.amount:
        if command.bet == ALL_BETS:
            raise Refusal("correction.no_bet", kind.clause)
        wagers.refuse_parts(lies[0], kind.clause)
    moves = tuple(
        [
            WagerMoved(box.number, player, wager.bet, to_box, to_player, command.amount or wager.amount)
            for wager in lies
        ]
    )
    if all(
        (move.box, move.player) == (move.to_box, move.to_player) and move.amount == lies[at].amount
        for at, move in enumerate(moves)
    ):
        raise as_recorded(kind, _wagers_words(box.number, player, moves))
    recorded_moves = [replace(move, amount=wager.amount) for move, wager in zip(moves, lies, strict=True)]
    recorded = _wagers_words(box.number, player, recorded_moves)
    change = Change(kind, recorded, _wagers_words(to_box, to_player, moves), moves=moves, then=command.then)
    if state.called:
        steps = steps_of(state)
        if ruled := box_with_ruling(steps, moves):
            raise Refusal("correction.decided_there", kind.clause, box=ruled)
        change.steps = moved_steps(state, steps, moves)
        names = {(move.box, move.player, move.bet): (move.to_box, move.to_player) for move in moves}
        whole_hand = any(move.bet in rules.wagers_on_hand.value for move in moves)

        def belongs(settlement: Settlement) -> Settlement:
            place, _, who, bet, wager = settlement
            to = names.get((place, who, bet))
            if to is None and whole_hand and bet in (INSURANCE, SUPER_BONUS):
                to = names.get((place, who, wager)) or names.get((place, who, MAIN))
            return settlement._replace(box=to[0], player=to[1]) if to else settlement

        change.belongs = belongs
    return change


def _wagers_words(box: int, player: str, moves: Any) -> str:
    wagers = [
        Phrase.of("kept.amount", amount=move.amount)
        if move.bet == MAIN
        else Phrase.of("kept.bet_amount", bet=words(move.bet), amount=move.amount)
        for move in moves
    ]
    return line("kept.wagers_of", wagers=wagers, player=player, box=box)


def _double(rules: Rules, state: State, command: CorrectDouble, known: Known) -> Change:
    kind = known["amount"]
    steps = after_call(rules, state, kind)
    doubles = [
        (at, step, dict(step.event.adds))
        for at, step in enumerate(steps)
        if isinstance(step.event, Doubled)
        and (step.event.box, step.event.hand) == (command.box, command.hand)
    ]
    adds = doubles[-1][2] if doubles else {}
    if command.player not in adds:
        raise Refusal("correction.no_double", kind.clause, player=command.player, box=command.box)
    (at, step, _), old = doubles[-1], adds[command.player]
    recorded, actual = (
        line("kept.added_to_double", amount=cents, player=command.player, box=command.box)
        for cents in (old, command.amount)
    )
    if old == command.amount:
        raise as_recorded(kind, recorded)
    assert isinstance(step.command, Decide), "a double is a decision"
    double = replace(
        step.command,
        adds=tuple(
            [
                (who, command.amount if who == command.player else cents)
                for who, cents in adds.items()
                if who == command.player or who not in step.command.free
            ]
        ),
        free=tuple([who for who in step.command.free if who != command.player]),
    )
    changed = [*steps[:at], step._replace(command=double, bases=(), corrected=True), *steps[at + 1 :]]
    return Change(kind, recorded, actual, changed, at=step.event.tap)


def _insurance(rules: Rules, state: State, command: CorrectInsurance, known: Known) -> Change:
    kind = known["amount"]
    steps = after_call(rules, state, kind)
    several = len(rules.wagers_on_hand.value) > 1
    wager = command.wager if several else MAIN
    insured = (command.box, command.player, wager)
    at = next(
        (
            at
            for at, step in enumerate(steps)
            if isinstance(step.event, Insured)
            and (step.event.box, step.event.player, step.event.wager) == insured
        ),
        None,
    )
    whose: dict[str, Any] = {"player": command.player, "box": command.box}
    insure = Insure(command.box, command.player, command.amount, wager)
    if at is None:
        # Before the event that closed the offer, if it was closed.
        closed = (at for at, step in enumerate(steps) if isinstance(step.event, InsuranceClosed))
        at = next(closed, len(steps))
        if not command.amount:
            raise Refusal("correction.no_insurance", kind.clause, player=command.player, box=command.box)
        new = Step(
            Insured(box=command.box, player=command.player, amount=command.amount), insure, corrected=True
        )
        changed, recorded = [*steps[:at], new, *steps[at:]], line("kept.no_insurance", **whose)
        return Change(kind, recorded, line("kept.insurance", amount=command.amount, **whose), changed)
    old = steps[at].event
    assert isinstance(old, Insured), "it was looked for"
    recorded = line("kept.insurance", amount=old.amount, **whose)
    if old.amount == command.amount:
        raise as_recorded(kind, recorded)
    if command.amount:
        changed = [*steps[:at], steps[at]._replace(command=insure, corrected=True), *steps[at + 1 :]]
        actual = line("kept.insurance", amount=command.amount, **whose)
    else:
        changed, actual = [*steps[:at], *steps[at + 1 :]], line("kept.no_insurance", **whose)
    return Change(kind, recorded, actual, changed, at=old.tap)


def _decision(rules: Rules, state: State, command: CorrectDecision, known: Known) -> Change:
    kind = known["decision"]
    steps = after_call(rules, state, kind)
    of_hand = on_hand(steps, command.box, command.hand)
    place = place_at(command.box, command.hand)
    if not 1 <= command.number <= len(of_hand):
        count = len(of_hand)
        raise Refusal(
            "correction.no_such_decision" if count else "correction.nothing_decided",
            kind.clause,
            number=command.number,
            place=place,
            last=count,
        )
    if not command.decisions:
        raise Refusal("correction.no_decision_named", kind.clause)
    at = of_hand[command.number - 1]
    old = steps[at]
    first, *rest = command.decisions
    decision = Decide(
        command.box, first, command.hand, adds=command.adds, matches=command.matches, free=command.free
    )
    recorded = line("kept.decided_on", decision=recorded_decision(old), place=place)
    if rest:
        actual = line("kept.decided_twice_on", first=first, second=" then ".join(rest), place=place)
    else:
        actual = line("kept.decided_on", decision=first, place=place)
    assert isinstance(old.command, Decide), "a step that decides"
    plain = old.command.decision == first and first in ("hit", "stand")
    if (plain or decision == old.command) and not rest:
        raise as_recorded(kind, recorded)
    changed = [*steps[:at], old._replace(command=decision, bases=(), corrected=True), *steps[at + 1 :]]
    return Change(kind, recorded, actual, changed, then=tuple(rest), at=old.event.tap)


_CHANGES: Final[dict[type, Callable[[Rules, State, Any, Known], Change]]] = {
    CorrectCard: _card,
    CorrectWager: _wager,
    CorrectDouble: _double,
    CorrectInsurance: _insurance,
    CorrectDecision: _decision,
    CorrectAnswer: answers.answer,
}
