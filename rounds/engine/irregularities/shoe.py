"""Cards that should not have left the shoe, and a shoe that fails: what happens to the cards."""

from casino.cards import UNKNOWN, pack_without
from casino.rulebooks import Rules
from rounds.engine.decisions.allowed import choices
from rounds.engine.events import Events
from rounds.engine.hands import hand_in_turn, next_action
from rounds.engine.irregularities.events import (
    BurnMissed,
    CardDamaged,
    CardDiscarded,
    CardHeld,
    CardsReshuffled,
    CardTurnedDown,
    ShuffleDue,
)
from rounds.engine.irregularities.report import Report
from rounds.engine.layout.box import caller_of
from rounds.engine.shoe.announcing import put_aside
from rounds.engine.state import State


def recorded(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Results are kept; at most the cards are shuffled after the round, except in the last rounds before the table
    closes (ACT03-14.8-B02)."""
    if "round" in report and report.number("round") == state.round_no:
        raise report.wrong("report.this_round")
    if not report.kind.shuffle or put_aside(state):
        return []
    return [ShuffleDue(clause=report.kind.shuffle)]


def burn_forgotten(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """No card was burnt after the shuffle: the round goes on, and a card recorded as burnt counts as still in the
    shoe (ACT96-18(i), VIC03-9.1)."""
    return burn_missed(state, report.kind.clause)


def burn_missed(state: State, clause: str) -> Events:
    """The event that counts the card recorded as burnt among the shoe's again; no event if there is no such card."""
    shoe = state.carry.shoe
    if shoe is None or not shoe.unseen or shoe.burn_missed or "burn" in shoe.todo:
        return []
    return [BurnMissed(clause=clause)]


def discarded(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The card goes to the discards without being on any hand; the next card is for what was due (ACT96-18(a),
    VIC03-9.2)."""
    card = report.card() if "card" in report else UNKNOWN
    early = report.kind.when == "dealer_has_first" and state.phase != "final_settlement"
    if early and rules.early_dealer_card.value == "next":
        return [CardHeld(card=card, clause=rules.early_dealer_card.clause)]
    return [CardDiscarded(card=card, clause=report.kind.clause)]


def held(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The card is dealt next, to whichever hand is due one; if anyone has seen it, it lies face up until then
    (VIC03-9.3)."""
    kind = report.kind
    seen = report.values.get("seen") == "yes" or "seen" not in kind.needs
    if seen and "card" not in report:
        raise report.wrong("report.card_not_named")
    if not seen and "card" in report:
        raise report.wrong("report.card_not_seen")
    if not seen:
        return [CardHeld(card=UNKNOWN, lasts=rules.excess_lasts.value, clause=kind.clause)]
    clause = kind.seen_clause or kind.clause
    return [CardHeld(card=report.card(), lasts=kind.seen_lasts, clause=clause)]


def to_dealer(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A card to the dealer's finished hand is discarded if it was seen, and otherwise dealt next (VIC03-9.3(a),
    NZ-16.3-S1)."""
    if report.values["seen"] == "no":
        return held(rules, state, report, choice)
    if "card" not in report:
        raise report.wrong("report.card_not_named")
    return [CardDiscarded(card=report.card(), clause=report.kind.clause)]


def one_of(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Where the book is silent: deal the card next, or discard it, as chosen."""
    if choice == "discard":
        return discarded(rules, state, report, choice)
    return held(rules, state, report, choice)


def turned_down(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A hand whose turn it is gets no further card in the round; the card goes on to the next place (ACT96-18(h)-S2,
    NZ-16.4-S2). A player cannot refuse the second card of a split hand nor, in some books, a card that the rules make
    the player draw. What else a refusal binds is a reading (`OpenPoints.refusal_binds`): another hand of the box
    still gets the second card that is due to it, and no more."""
    box, number, hand = report.hand()
    if not state.held or state.held[0].card == UNKNOWN:
        raise report.wrong("report.nothing_to_turn_down")
    turn = hand_in_turn(rules, state)
    if turn is None or turn.box != box or turn.number != number:
        raise report.wrong("report.not_its_turn", place=(box.number, number))
    must = turn.action == "card" or "stand" not in choices(rules, state, turn)[0]
    if len(hand.cards) < 2 or hand.drawing == "double" or (must and not rules.due_card_refusable.value):
        raise report.wrong("report.card_due")
    down: Events = [CardTurnedDown(box=box.number, hand=number, clause=report.kind.clause)]
    binds = rules.refusal_binds
    if binds.value == "hand":
        return down
    also = [
        other
        for other in state.boxes
        if other.number == box.number
        or (binds.value == "player" and other.hands and caller_of(other) == caller_of(box))
    ]
    down += [
        CardTurnedDown(box=other.number, hand=at, clause=binds.clause)
        for other in also
        for at, hand in enumerate(other.hands, start=1)
        if (other.number, at) != (box.number, number) and next_action(rules, other, hand)
    ]
    return down


def rack_shuffled(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The cards in the rack are shuffled and cut, and the round is completed with them (ACT96-18(f), ACT03-14.6,
    VIC03-9.9, NZ-16.7-S1)."""
    goes_on = rules.rack_serves.value == "on"
    after = "" if goes_on else report.kind.shuffle or rules.rack_serves.clause
    return [
        CardsReshuffled(
            what="rack",
            count=_count(rules, state, report),
            burn=rules.rack_burnt.value,
            shuffle=after,
            clause=report.kind.clause,
        )
    ]


def rest_shuffled(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The cards left in a failed shoe are taken out and shuffled; the cut is offered clockwise from the dealer's
    right (ACT03-19.3(a)(i), ACT03-19.3(a)(ii))."""
    boxes = [box.number for box in state.in_play()]
    return [
        CardsReshuffled(
            what="shoe",
            cut=(*boxes[-1:], *boxes[:-1]),
            shuffle=report.kind.shuffle,
            clause=report.kind.clause,
        )
    ]


def _count(rules: Rules, state: State, report: Report) -> int:
    """How many cards were in the rack, 0 if nobody counted them; the cards on the table are not included."""
    if "count" not in report:
        return 0
    text = report.values["count"]
    most = state.setup.decks * len(pack_without(rules.missing_ranks.value))
    most -= len(state.drawn) - len(state.discarded)
    if not (text.isascii() and text.isdecimal() and len(text) <= 4 and 1 <= int(text) <= most):
        raise report.wrong("report.rack_count", text=text, most=most)
    return int(text)


def damaged(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The round goes on with the card at its face value; it is replaced before the next round (NZ-16.8)."""
    events: Events = [CardDamaged(card=report.face(), clause=report.kind.clause)]
    if rules.damage_shuffles.value:
        events.append(ShuffleDue(clause=rules.damage_shuffles.clause))
    return events


def replaced(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A card of the same rank, suit and back has replaced it (NZ-16.8)."""
    card = report.face()
    if card not in dict(state.carry.damaged):
        raise report.wrong("report.not_damaged", card=card)
    return [CardDamaged(card=card, replaced=True, clause=report.kind.clause)]
