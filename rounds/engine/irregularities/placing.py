"""Cards in the wrong place, hands that should not be there or are missing, and decisions wrongly carried out: the
procedures that deal the round again."""

from collections.abc import Callable, Iterable

from casino.rulebooks import Rules
from casino.rulebooks.irregularities import Kind
from rounds.engine.decisions.events import (
    Doubled,
    Drew,
    HandDirected,
    PlayedOn,
    Rescued,
    Split,
    Stood,
    Surrendered,
)
from rounds.engine.events import Events
from rounds.engine.evolve import evolve
from rounds.engine.hands import hand_in_turn
from rounds.engine.irregularities import named_cards, voiding
from rounds.engine.irregularities.events import (
    CardLate,
    CardTurnedDown,
    DealerCardDue,
    DealerWithoutCard,
    InsuranceReopened,
    RoundVoided,
)
from rounds.engine.irregularities.moments import settled
from rounds.engine.irregularities.redealing import (
    dealt_with,
    displaced,
    facts_to_deal,
    moves_to_make,
    rebuilt,
    retracted,
)
from rounds.engine.irregularities.report import Report, place_in
from rounds.engine.irregularities.shoe import burn_missed
from rounds.engine.layout.box import caller_of
from rounds.engine.phrases import line
from rounds.engine.redeal.facts import Choice, Facts, facts_of
from rounds.engine.redeal.in_card_order import Edit, RebuiltRound
from rounds.engine.redeal.places import place_words
from rounds.engine.state import State

_FURTHER = Drew | Stood | Doubled | Split | HandDirected | CardTurnedDown
"""Decisions of the further deal."""


def misplaced(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Cards are not where the order of the deal puts them: each is moved to where it belongs. Decisions taken
    afterwards on the hands concerned lapse (ACT96-18(d), ACT96-18(e), ACT03-14.4, VIC03-9.4, NZ-16.5-S1)."""
    facts = facts_to_deal(state, report)
    lies = named_cards.lies(facts, state, report)
    if not lies and "extra" not in report:
        raise report.wrong("report.no_cards")
    if "extra" not in report and all(
        place_words(facts.cards[number - 1].place) == where for number, where in lies.items()
    ):
        raise report.wrong("report.all_in_place")
    boxes = set()
    for number, where in lies.items():
        place = facts.cards[number - 1].place
        boxes.add(place[0] if place else 0)
        boxes.add(int(where.removeprefix("box ").split(" ")[0]) if where != "dealer" else 0)
    since = min((facts.cards[number - 1].at for number in lies), default=-1)
    all_after = report.kind.when == "unsettled" and _barred(rules, state, boxes)
    if all_after:
        if not still_further(rules, state, report.kind) or "extra" in report or not _all_further(facts, lies):
            raise report.wrong("report.hands_settled")
        if "retract" in report:
            raise report.wrong("report.too_late_to_take_back")
        report.under(report.kind.further_clause)

    def lapses(decision: Choice) -> bool:
        if all_after and decision.at > since:
            return True  # players who decided after it decide again (VIC03-9.8)
        if rules.rebuilt_back_to.value == "initial_deal" and isinstance(decision.event, _FURTHER):
            return True
        return decision.at > since >= 0 and getattr(decision.event, "box", 0) in boxes

    binds = rules.changed_decisions.value == "bind"
    extra = named_cards.beyond(report)
    edit = Edit(extra=extra, binds=True) if binds else Edit(extra=extra, lapses=lapses)
    again = dealt_with(rules, state, report, facts, edit)
    rebuilding = rebuilt(rules, state, report, again, moves_to_make(facts, again, lies))
    return retracted(rules, state, report, rebuilding)


def _barred(rules: Rules, state: State, boxes: set[int]) -> bool:
    """Whether a settlement rules out rebuilding the whole round (VIC03-9.4)."""
    done = settled(state)
    if rules.settled_bars.value == "hand":
        return any(result.box in boxes for result in done)
    return bool(done)


def still_further(rules: Rules, state: State, kind: Kind) -> bool:
    """Whether cards of the further deal can still be put right when it is too late for those of the initial deal."""
    begun = state.further_card or len(state.dealer) > 1
    return bool(kind.further_clause) and rules.further_misplaced.value and begun


def _all_further(facts: Facts, lies: Iterable[int]) -> bool:
    """Whether all the cards with these numbers came after the initial deal."""
    decided = min(
        (decision.at for decision in facts.choices if isinstance(decision.event, _FURTHER)), default=None
    )
    of_dealer = [number for number, card in enumerate(facts.cards, start=1) if card.place == (0, 0)]
    return all(
        number in of_dealer[1:] or (decided is not None and facts.cards[number - 1].at > decided)
        for number in lies
    )


def without_wager(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A hand was dealt where there is no wager: its cards go to the discards, and the others stay where they were
    dealt (VIC03-9.5)."""
    facts = facts_to_deal(state, report)
    extra = named_cards.beyond(report)
    cards = named_cards.numbers(facts, report, "cards", len(extra))
    if len(cards) > 2:
        raise report.wrong("report.two_cards_without_wager")
    edit = Edit(discards=cards, extra=extra)
    again = dealt_with(rules, state, report, facts, edit)
    return [rebuilt(rules, state, report, again, ())]


def no_cards(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A wager was dealt no cards: it is void, with the bets beside it, and the cards stay where they were dealt
    (VIC03-9.7)."""
    _not_void_yet(report)
    facts = facts_to_deal(state, report)
    box = facts.base.box(report.box().number)
    first = voiding.hands(rules, facts.base, [(box, 1)], report.kind.clause)
    if any(isinstance(event, RoundVoided) for event in first):
        raise report.wrong("report.only_wager")
    again = dealt_with(
        rules, state, report, facts, Edit(first=tuple(first), extra=named_cards.beyond(report))
    )
    _all_dealt(again, report)
    return [rebuilt(rules, state, report, again, ())]


def _not_void_yet(report: Report) -> None:
    """Raises Refusal for a box with nothing left on it to void or take back."""
    box = report.box()
    if box.hands and all(hand.void for hand in box.hands):
        raise report.wrong("report.box_void", box=box.number)


def _all_dealt(again: RebuiltRound, report: Report) -> None:
    """Raises Refusal while cards of the initial deal are still to come, when nothing has been left out yet."""
    if again.state.phase == "initial_deal":
        raise report.wrong("report.initial_deal_open")


def one_card(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A wager was dealt one card: its player takes the wager back, or gets the second card at the hand's turn. Of
    several players on the box this applies to the one named, and the cards stay for the others (VIC03-9.7(a))."""
    _not_void_yet(report)
    facts = facts_to_deal(state, report)
    box = report.box()
    late = CardLate(box=box.number, clause=report.kind.clause)
    again = dealt_with(rules, state, report, facts, Edit(first=(late,), extra=named_cards.beyond(report)))
    _all_dealt(again, report)
    rebuilding = rebuilt(rules, state, report, again, ())
    if choice != "retract":
        return [rebuilding]
    now = evolve(state, rebuilding)
    if "player" not in report or not rules.one_card_each.value:
        return [rebuilding, *voiding.hands(rules, now, [(now.box(box.number), 1)], report.kind.clause)]
    player = report.player(box)
    return [rebuilding, *voiding.wager(rules, now, now.box(box.number), player, "", report.kind.clause)]


def dealer_without_card(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The dealer took no first card: every card belongs one place earlier than recorded. The player whose hand is
    being decided finishes it before the dealer takes a card, or has it taken at once (VIC03-9.6.1, VIC03-9.6.2)."""
    if state.dealer_missing:
        raise report.wrong("report.reported_already")
    facts = facts_to_deal(state, report)
    first = DealerWithoutCard(clause=report.kind.clause)
    again = dealt_with(
        rules,
        state,
        report,
        facts,
        Edit(first=(first,), extra=named_cards.beyond(report), binds=True, drawn=True),
    )
    turn = hand_in_turn(rules, again.state)
    if again.state.phase != "subsequent_deal" or turn is None:
        raise report.wrong("report.nobody_decides")
    box, number = turn.box, turn.number
    now = choice == "dealer_first"
    due = DealerCardDue(
        box=box.number,
        hand=number,
        player=caller_of(box),
        behind=len(box.hands) - number,
        now=now,
        clause=report.kind.also[now],
    )
    return [rebuilt(rules, state, report, again, ()), due]


def wrong_decision(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """A player was not offered a card, or the player's decision was not carried out: the cards dealt after it come
    next, in the order drawn, and the players after it decide again (VIC03-9.8)."""
    facts = facts_to_deal(state, report)
    box, number, _ = report.hand()
    decided = decisions_of(facts, box.number, number)
    if "decision" in report:
        which = place_in(report.values["decision"], len(decided))
        if not which:
            raise report.wrong(
                "report.no_such_decision" if decided else "report.nothing_decided",
                place=(box.number, number),
                number=report.values["decision"],
                last=len(decided),
            )
        since: int | None = decided[which - 1].at
    else:
        since = _last_decided(facts, box.number, number)
    if since is None:
        raise report.wrong("report.nothing_decided", place=(box.number, number))
    again = dealt_with(rules, state, report, facts, Edit(lapses=lambda choice: choice.at >= since))
    return [rebuilt(rules, state, report, again, displaced(facts, again, line("kept.beside_shoe_in_order")))]


def decisions_of(facts: Facts, box: int, hand: int) -> list[Choice]:
    """The decisions on a hand in the further deal, in order; corrections of the record number them in the same
    way."""
    return [
        decision
        for decision in facts.choices
        if isinstance(decision.event, Drew | Stood | Doubled | Split)
        and (decision.event.box, decision.event.hand) == (box, hand)
    ]


def _last_decided(facts: Facts, box: int, hand: int) -> int | None:
    """The position of a hand's last decision among the facts; None if it has none.

    Rescuing or playing on is one answer by everybody on the hand (VIC03-10.7.5(a)). If nobody rescues, nobody has
    said anything, so the double itself is the last decision. A surrender is a decision on the first hand."""
    of_hand = [
        choice
        for choice in facts.choices
        if getattr(choice.event, "box", 0) == box
        and getattr(choice.event, "hand", isinstance(choice.event, Surrendered)) == hand
    ]
    if not of_hand:
        return None
    answers = [choice for choice in of_hand if isinstance(choice.event, Rescued | PlayedOn)]
    if not answers or of_hand[-1] is not answers[-1]:
        given_up = isinstance(of_hand[-1].event, Surrendered)
        return of_hand[0 if given_up else -1].at
    if any(isinstance(answer.event, Rescued) for answer in answers):
        return answers[0].at
    doubled = (choice.at for choice in reversed(of_hand) if isinstance(choice.event, Doubled))
    return next(doubled, of_hand[-1].at)


def burn_first(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """The first round of a shoe is dealt again with its first card burnt (VIC03-9.1.1)."""
    if state.carry.shoe_rounds:
        raise report.wrong("report.not_first_round")
    facts = facts_to_deal(state, report)
    if not facts.cards:
        raise report.wrong("report.no_card_dealt")
    if rules.first_round_again.value == "shuffled":
        why = line("kept.burn_missed_deal_again")
        return voiding.whole_round(rules, state, report.kind.clause, why, rules.first_round_again.clause)
    again = dealt_with(rules, state, report, facts, Edit(discards=frozenset({1})))
    rebuilding = rebuilt(
        rules, state, report, again, displaced(facts, again, line("kept.beside_shoe_in_order"))
    )
    return [*burn_missed(state, report.kind.clause), *retracted(rules, state, report, rebuilding)]


def insurance_again(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Insurance was not offered: it still is until the dealer's second card (NZ-16.11)."""
    if state.dealer[0][0] != "A":
        raise report.wrong("report.no_ace")
    if not state.insurance_closed:
        raise report.wrong("report.insurance_to_come")
    if any(isinstance(decision.event, InsuranceReopened) for decision in facts_of(state).choices):
        raise report.wrong("report.insurance_offered_late")
    return [InsuranceReopened(clause=report.kind.clause)]


PLACING: dict[str, Callable[[Rules, State, Report, str], Events]] = {
    "reconstruct": misplaced,
    "without_wager": without_wager,
    "no_cards": no_cards,
    "one_card": one_card,
    "dealer_without_card": dealer_without_card,
    "rewind": wrong_decision,
    "burn_first": burn_first,
    "insurance_again": insurance_again,
}
