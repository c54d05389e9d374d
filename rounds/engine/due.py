"""What the table waits for, in words. Screens draw it, and deciders accept what it is built from: one source
(`rounds.engine.phases`)."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from casino.cards import UNKNOWN, score
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.cards.dealing import place_of
from rounds.engine.hands import next_action
from rounds.engine.insurance import insuring
from rounds.engine.layout.hand import Hand, blackjack, dealer_points
from rounds.engine.permits.permits import direction_by
from rounds.engine.phases import waits_for
from rounds.engine.settlement import settling
from rounds.engine.settlement.result import Result
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import asking, split_pairs
from rounds.engine.sides.offered import offer_of
from rounds.engine.sides.outcomes import tucked_under
from rounds.engine.state import State, kept_on_state
from rounds.engine.wagers import calling
from rounds.engine.waiting import Due, Waiting

DEALER_NEXT = Phrase.of("then.dealer")
"""Always the last of `Due.then`."""


@kept_on_state
def due(rules: Rules, state: State) -> Due | None:
    """What the table waits for now, as shown and spoken; None once the round is over."""
    waiting = waits_for(rules, state)
    if waiting is None:
        return None
    waits = _IN_WORDS[waiting.action](rules, state, waiting)
    if state.held and waits.action in ("card", "decision"):
        card = state.held[0].card
        code = "prompt.held_face_down" if card == UNKNOWN else "prompt.held"
        waits = replace(waits, prompt=Phrase.of(code, prompt=waits.prompt, card=card), held=card)
    return waits


def _approval(rules: Rules, state: State, waiting: Waiting) -> Due:
    irregular = state.irregular
    assert irregular is not None, "an approval is that of an irregularity"
    return Due(
        waiting.action,
        Phrase.of("prompt.approval", irregularity=irregular.title, role=irregular.wants),
        waiting.clause,
        legal=waiting.legal,
        role=irregular.wants,
        plan=irregular.plan,
    )


def _wagers(rules: Rules, state: State, waiting: Waiting) -> Due:
    blocked = calling.blockers(rules, state)
    prompt, announcement = Phrase.of("prompt.call"), Phrase.of("announce.no_more_bets")
    if not blocked:
        return Due(waiting.action, prompt, waiting.clause, announcement=announcement)
    first = next((blocker for blocker in blocked if blocker.kind != "no_wager"), None)
    prompt = Phrase.of("prompt.place_wagers") if first is None else Phrase(first.code, first.values)
    return Due(waiting.action, prompt, waiting.clause, box=waiting.box, blockers=blocked)


def _shoe(rules: Rules, state: State, waiting: Waiting) -> Due:
    step = shoe_due(rules, state)
    assert step is not None, "the shoe waits for a step of its own"
    return Due(waiting.action, step.prompt, waiting.clause, role=step.role)


def _shuffle(rules: Rules, state: State, waiting: Waiting) -> Due:
    return Due(waiting.action, Phrase.of("prompt.shuffle"), waiting.clause)


def _insurance(rules: Rules, state: State, waiting: Waiting) -> Due:
    return Due(
        waiting.action,
        Phrase.of("prompt.insurance_line" if rules.steps.insurance_line else "prompt.insurance"),
        waiting.clause,
        announcement=Phrase.of("announce.insurance"),
        offers=waiting.offers,
        then=_then(rules, state),
    )


def _question(rules: Rules, state: State, waiting: Waiting) -> Due:
    question = asking.open_question(rules, state)
    assert question is not None, "the table waits for its answer"
    return Due(
        waiting.action,
        question.prompt,
        waiting.clause,
        box=waiting.box,
        player=waiting.player,
        offers=(*waiting.offers, *insuring.offers(rules, state)),
        then=_then(rules, state),
    )


def _surrender(rules: Rules, state: State, waiting: Waiting) -> Due:
    return Due(
        waiting.action,
        Phrase.of("prompt.surrender"),
        waiting.clause,
        announcement=Phrase.of("announce.surrender"),
        offers=waiting.offers + insuring.offers(rules, state),
        then=_then(rules, state),
    )


def _settle(rules: Rules, state: State, waiting: Waiting) -> Due:
    first = waiting.items[0]
    result = first.result
    prompt = settling.prompt_for(first)
    shared = len(state.box(result.box).players) > 1
    if rules.steps.even_money_leaves and result.clause == rules.even_money.clause and shared:
        prompt = Phrase.of("prompt.leaves_box", prompt=prompt)
    if state.setup.offers and first.action == "take" and _broke(state, result):
        title = tucked_under(state, state.box(result.box))
        prompt = Phrase.of("prompt.tuck", prompt=prompt, bet=title) if title else prompt
    return Due(
        waiting.action,
        prompt,
        waiting.clause,
        box=waiting.box,
        hand=waiting.hand,
        player=waiting.player,
        announcement=_called(rules, state, result),
        items=waiting.items,
        offers=insuring.offers(rules, state),
        then=_then(rules, state),
    )


def _broke(state: State, result: Result) -> bool:
    """Whether a result is that of a wager on a hand that broke before the dealer drew."""
    if state.phase != "subsequent_deal" or not result.hand or offer_of(state.setup, result.bet):
        return False
    return state.box(result.box).hands[result.hand - 1].bust


def _called(rules: Rules, state: State, result: Result) -> Phrase | None:
    """What is called before chips move: a Blackjack, or the total that settles a hand before the dealer draws
    (VIC03-7.5.2, 10.6.1)."""
    if (
        state.phase not in ("interim_settlement", "subsequent_deal")
        or not result.hand
        or result.bet in settling.SIDE_LABELS
        or offer_of(state.setup, result.bet)
    ):
        return None
    hand = state.box(result.box).hands[result.hand - 1]
    if blackjack(rules, hand):
        return Phrase.of("announce.natural", natural=rules.natural)
    return Phrase.of("announce.total", total=hand.total)


def _card(rules: Rules, state: State, waiting: Waiting) -> Due:
    """The next card, by the phase in which it comes."""
    box = waiting.box
    if state.phase == "dealer_draw":
        return Due(
            waiting.action,
            _dealer_card(rules, state),
            waiting.clause,
            announcement=total_in_words(dealer_points(rules, state.dealer), both=False),
            offers=insuring.offers(rules, state),
        )
    if state.phase == "subsequent_deal":
        if not box:
            then = _then(rules, state)
            return Due(waiting.action, Phrase.of("prompt.dealer_card_late"), waiting.clause, then=then)
        place = place_of(state.box(box), waiting.hand)
        return Due(
            waiting.action,
            _further_card(rules, place, state.box(box).hands[waiting.hand - 1]),
            waiting.clause,
            box=box,
            hand=waiting.hand,
            player=waiting.player,
            offers=split_pairs.offers(rules, state),
            then=_then(rules, state, (box, waiting.hand)),
        )
    if not box:
        return Due(waiting.action, Phrase.of("prompt.dealer_card"), waiting.clause)
    code = "prompt.second_card" if state.dealer else "prompt.first_card"
    return Due(waiting.action, Phrase.of(code, box=box), waiting.clause, box=box, hand=waiting.hand)


def _dealer_card(rules: Rules, state: State) -> Phrase:
    if not rules.steps.hand_drawn:
        return Phrase.of("prompt.dealer_card")
    number = len(state.dealers) + 1
    if number > 1 and len(state.dealer) == 1:
        return Phrase.of("prompt.dealer_hand_next", hand=number)
    return Phrase.of("prompt.dealer_hand_card", hand=number)


def _further_card(rules: Rules, place: tuple[int, int], hand: Hand) -> Phrase:
    """The next card of a hand, with why it gets one that nobody asked for."""
    if hand.drawing == "double":
        code = "prompt.card_double_low" if hand.points != score(hand.cards) else "prompt.card_double"
        return Phrase.of(code, place=place, total=hand.total)
    if len(hand.cards) < 2 and hand.aces and rules.split_aces_one_card.value:
        return Phrase.of("prompt.card_ace", place=place)
    return Phrase.of("prompt.card_directed" if hand.directed else "prompt.card", place=place)


def _decision(rules: Rules, state: State, waiting: Waiting) -> Due:
    """A decision on the hand in turn, that of its caller or that of a role."""
    box = state.box(waiting.box)
    hand = box.hands[waiting.hand - 1]
    place = place_of(box, waiting.hand)
    role, announcement = "", None
    if state.direction is not None:
        role, _ = direction_by(rules, state.direction.reason)
        code = "prompt.dealer_completes" if role == "dealer" else "prompt.role_directs"
        prompt = Phrase.of(code, place=place, role=role)
    else:
        code = "prompt.decision_hidden" if hand.hidden else "prompt.decision"
        prompt = Phrase.of(code, place=place, player=waiting.player, total=total_in_figures(hand.points))
        announcement = None if hand.hidden else total_in_words(hand.points, both=True)
    return Due(
        waiting.action,
        prompt,
        waiting.clause,
        box=waiting.box,
        hand=waiting.hand,
        player=waiting.player,
        announcement=announcement,
        legal=waiting.legal,
        refused=waiting.refused,
        offers=(*insuring.offers(rules, state), *split_pairs.offers(rules, state)),
        role=role,
        then=_then(rules, state, (waiting.box, waiting.hand)),
    )


def _rescue(rules: Rules, state: State, waiting: Waiting) -> Due:
    box = state.box(waiting.box)
    total = box.hands[waiting.hand - 1].total
    return Due(
        waiting.action,
        Phrase.of("prompt.rescue", place=place_of(box, waiting.hand), total=total),
        waiting.clause,
        box=waiting.box,
        hand=waiting.hand,
        player=waiting.player,
        announcement=Phrase.of("announce.total", total=total),
        offers=waiting.offers,
        then=_then(rules, state, (waiting.box, waiting.hand)),
    )


def _show_cards(rules: Rules, state: State, waiting: Waiting) -> Due:
    return Due(
        waiting.action,
        Phrase.of("prompt.show_cards", place=place_of(state.box(waiting.box), waiting.hand)),
        waiting.clause,
        box=waiting.box,
        hand=waiting.hand,
        offers=insuring.offers(rules, state),
    )


def _collect(rules: Rules, state: State, waiting: Waiting) -> Due:
    code = "prompt.collect_lammers" if state.lammers else "prompt.collect"
    return Due(waiting.action, Phrase.of(code), waiting.clause)


_IN_WORDS: Final[dict[str, Callable[[Rules, State, Waiting], Due]]] = {
    "approval": _approval,
    "wagers": _wagers,
    "shoe": _shoe,
    "shuffle": _shuffle,
    "card": _card,
    "insurance": _insurance,
    "ride": _question,
    "prize": _question,
    "settle": _settle,
    "surrender": _surrender,
    "decision": _decision,
    "direction": _decision,
    "rescue": _rescue,
    "show_cards": _show_cards,
    "collect": _collect,
}


def _then(rules: Rules, state: State, turn: tuple[int, int] | None = None) -> tuple[Phrase, ...]:
    """The hands still to act after the one in turn, then the dealer."""
    waiting = [
        Phrase.of("then.hidden_hand", place=place_of(box, number))
        if hand.hidden
        else Phrase.of("then.hand", place=place_of(box, number), total=total_in_figures(hand.points))
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        if hand.cards and (box.number, number) != turn and next_action(rules, box, hand)
    ]
    return (*waiting, DEALER_NEXT)


def total_in_figures(points: tuple[int, bool]) -> str:
    """A total, and whether it is soft, in figures: both ways while an ace can still count either, ``7/17``."""
    total, soft = points
    return f"{total - 10}/{total}" if soft and total < 21 else str(total)


def total_in_words(points: tuple[int, bool], *, both: bool) -> Phrase:
    """The total as the dealer calls it: ``sixteen``, or both ways for a soft hand that is still open, as the
    dealer may (VIC03-3.2.1(a))."""
    total, soft = points
    if both and soft and total < 21:
        return Phrase.of("announce.soft_total", low=total - 10, high=total)
    return Phrase.of("announce.total", total=total)
