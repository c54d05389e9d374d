"""What the table waits for. Screens draw this, and ``decide`` accepts this: one source."""

from typing import Any

from msgspec.structs import replace

from casino.cards import UNKNOWN, score
from casino.rulebooks import Rules
from casino.words import Phrase
from rounds.engine.cards import dealing
from rounds.engine.cards.dealing import place_of
from rounds.engine.decisions import surrendering
from rounds.engine.decisions.allowed import choices
from rounds.engine.hands import blackjack, current, dealer_points, next_action, to_show
from rounds.engine.insurance import insuring
from rounds.engine.layout.box import Box, caller_of
from rounds.engine.layout.hand import Hand
from rounds.engine.permits.permits import direction_by
from rounds.engine.settlement import settling
from rounds.engine.settlement.result import Result
from rounds.engine.shoe.steps import shoe_due
from rounds.engine.sides import asking, split_pairs
from rounds.engine.sides.offered import offer_of
from rounds.engine.sides.outcomes import tucked_under
from rounds.engine.state import OVER, OpenIrregularity, State
from rounds.engine.wagers import calling
from rounds.engine.waiting import Due, Item

DEALER_NEXT = Phrase.of("then.dealer")
"""The last of `Due.then`."""


def due(rules: Rules, state: State) -> Due | None:
    """What the table waits for now; None once the round is over."""
    waits = _due(rules, state)
    if waits is not None and state.held and waits.want in ("card", "decision"):
        card = state.held[0].card
        code = "prompt.held_face_down" if card == UNKNOWN else "prompt.held"
        waits = replace(waits, prompt=Phrase.of(code, prompt=waits.prompt, card=card), held=card)
    return waits


def _due(rules: Rules, state: State) -> Due | None:
    if state.irregular is not None:
        return _approval(state.irregular)
    if state.phase in OVER:
        return None
    if state.phase == "wagers":
        return _wagers(rules, state)
    if state.carry.shoe is not None and (first := shoe_due(rules, state)) is not None:
        return Due("shoe", first.prompt, first.clause, role=first.role)
    if state.phase == "initial_deal" and not state.setup.offers:
        return _initial(rules, state)
    if state.phase == "insurance":
        return Due(
            "insurance",
            Phrase.of("prompt.insurance_line" if rules.steps.insurance_line else "prompt.insurance"),
            rules.steps.insurance_offer,
            announcement=Phrase.of("announce.insurance"),
            offers=insuring.offers(rules, state),
            then=_then(rules, state),
        )
    shown = to_show(rules, state)
    if shown is not None and state.phase == "interim_settlement":
        return _show(rules, state, *shown)
    items = settling.items_due(rules, state)
    if items:
        return _settle(rules, state, items)
    if (question := asking.open_question(rules, state)) is not None:
        return Due(
            question.want,
            question.prompt,
            question.clause,
            box=question.box,
            player=question.player,
            offers=(*question.offers, *insuring.offers(rules, state)),
            then=_then(rules, state),
        )
    if state.phase == "initial_deal":
        return _initial(rules, state)
    if state.phase == "surrender":
        return Due(
            "surrender",
            Phrase.of("prompt.surrender"),
            rules.steps.surrender,
            announcement=Phrase.of("announce.surrender"),
            offers=surrendering.offers(rules, state) + insuring.offers(rules, state),
            then=_then(rules, state),
        )
    if state.phase == "subsequent_deal":
        return _hand(rules, state)
    if state.phase == "dealer_draw":
        return Due(
            "card",
            _dealer_card(rules, state),
            dealing.dealer_card_clause(rules, state),
            announcement=spoken(dealer_points(rules, state.dealer), both=False),
            offers=insuring.offers(rules, state),
        )
    return _end(rules, state)


def _approval(irregular: OpenIrregularity) -> Due:
    return Due(
        "approval",
        Phrase.of("prompt.approval", irregularity=irregular.title, role=irregular.wants),
        irregular.clause,
        legal=irregular.choices,
        role=irregular.wants,
        plan=irregular.plan,
    )


def _dealer_card(rules: Rules, state: State) -> Phrase:
    if not rules.steps.hand_drawn:
        return Phrase.of("prompt.dealer_card")
    number = len(state.dealers) + 1
    if number > 1 and len(state.dealer) == 1:
        return Phrase.of("prompt.dealer_hand_next", hand=number)
    return Phrase.of("prompt.dealer_hand_card", hand=number)


def _wagers(rules: Rules, state: State) -> Due:
    blocked = calling.blockers(rules, state)
    real = [blocker for blocker in blocked if blocker.kind != "no_wager"]
    if real:
        first = real[0]
        return Due("wagers", Phrase(first.code, first.values), first.clause, box=first.box, blockers=blocked)
    if blocked:
        clause = rules.steps.wager_before_first_card
        return Due("wagers", Phrase.of("prompt.place_wagers"), clause, blockers=blocked)
    call = Phrase.of("announce.no_more_bets")
    return Due("wagers", Phrase.of("prompt.call"), rules.steps.call, announcement=call)


def _initial(rules: Rules, state: State) -> Due:
    place = dealing.next_card_place(rules, state)
    if place is None:
        return Due("shuffle", Phrase.of("prompt.shuffle"), state.carry.shuffle_clause)
    box, hand, clause = place
    if not box:
        return Due("card", Phrase.of("prompt.dealer_card"), clause)
    code = "prompt.second_card" if state.dealer else "prompt.first_card"
    return Due("card", Phrase.of(code, box=box), clause, box=box, hand=hand)


def _settle(rules: Rules, state: State, items: tuple[Item, ...]) -> Due:
    first = items[0]
    result = first.result
    prompt = settling.prompt_for(first)
    shared = len(state.box(result.box).players) > 1
    if rules.steps.even_money_leaves and result.clause == rules.even_money.clause and shared:
        prompt = Phrase.of("prompt.leaves_box", prompt=prompt)
    if state.setup.offers and first.action == "take" and _broke(state, result):
        title = tucked_under(state, state.box(result.box))
        prompt = Phrase.of("prompt.tuck", prompt=prompt, bet=title) if title else prompt
    clause = settling.clause_of(rules, state, first)
    return Due(
        "settle",
        prompt,
        clause,
        box=result.box,
        hand=result.hand,
        player=result.player,
        announcement=_called(rules, state, result),
        items=items,
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


def _hand(rules: Rules, state: State) -> Due:
    if (clause := dealing.late_card(rules, state)) is not None:
        return Due("card", Phrase.of("prompt.dealer_card_late"), clause, then=_then(rules, state))
    turn = current(rules, state)
    assert turn is not None, "a phase without work has been left"
    box, number, hand = turn
    wants = next_action(rules, box, hand)
    place = place_of(box, number)
    player = caller_of(box)
    where: dict[str, Any] = {"box": box.number, "hand": number, "player": player}
    where["then"] = _then(rules, state, (box.number, number))
    if wants == "rescue":
        return Due(
            "rescue",
            Phrase.of("prompt.rescue", place=place, total=hand.total),
            rules.steps.rescue,
            announcement=Phrase.of("announce.total", total=hand.total),
            offers=surrendering.rescue_offers(rules, box, number),
            **where,
        )
    if wants == "card":
        where["offers"] = split_pairs.offers(rules, state)
        return Due("card", _card(rules, place, hand), dealing.card_clause(rules, hand), **where)
    legal, refused = choices(rules, state, box, number)
    offers = (*insuring.offers(rules, state), *split_pairs.offers(rules, state))
    if state.direction:
        role, clause = direction_by(rules, state.direction.reason)
        code = "prompt.dealer_completes" if role == "dealer" else "prompt.role_directs"
        return Due(
            "direction",
            Phrase.of(code, place=place, role=role),
            clause,
            legal=legal,
            refused=refused,
            role=role,
            offers=offers,
            **where,
        )
    code = "prompt.decision_hidden" if hand.hidden else "prompt.decision"
    return Due(
        "decision",
        Phrase.of(code, place=place, player=player, total=figures(hand.points)),
        rules.steps.split_decisions if hand.split and len(hand.cards) == 2 else rules.steps.decision,
        announcement=None if hand.hidden else spoken(hand.points, both=True),
        legal=legal,
        refused=refused,
        offers=offers,
        **where,
    )


def _card(rules: Rules, place: tuple[int, int], hand: Hand) -> Phrase:
    """The next card of a hand, with why it gets one that nobody asked for."""
    if hand.drawing == "double":
        code = "prompt.card_double_low" if hand.points != score(hand.cards) else "prompt.card_double"
        return Phrase.of(code, place=place, total=hand.total)
    if len(hand.cards) < 2 and hand.aces and rules.split_aces_one_card.value:
        return Phrase.of("prompt.card_ace", place=place)
    return Phrase.of("prompt.card_directed" if hand.directed else "prompt.card", place=place)


def _end(rules: Rules, state: State) -> Due:
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.hidden and hand.live:
                return _show(rules, state, box, number)
    code = "prompt.collect_lammers" if state.lammers else "prompt.collect"
    return Due("collect", Phrase.of(code), rules.steps.collect)


def _show(rules: Rules, state: State, box: Box, number: int) -> Due:
    return Due(
        "show_cards",
        Phrase.of("prompt.show_cards", place=place_of(box, number)),
        rules.face_down_allowed.clause,
        box=box.number,
        hand=number,
        offers=insuring.offers(rules, state),
    )


def _then(rules: Rules, state: State, turn: tuple[int, int] | None = None) -> tuple[Phrase, ...]:
    """The hands still to act after the one in turn, then the dealer."""
    waiting = [
        Phrase.of("then.hidden_hand", place=place_of(box, number))
        if hand.hidden
        else Phrase.of("then.hand", place=place_of(box, number), total=figures(hand.points))
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        if hand.cards and (box.number, number) != turn and next_action(rules, box, hand)
    ]
    return (*waiting, DEALER_NEXT)


def figures(points: tuple[int, bool]) -> str:
    """A total, and whether it is soft, in figures: both ways while an ace can still count either, ``7/17``."""
    total, soft = points
    return f"{total - 10}/{total}" if soft and total < 21 else str(total)


def spoken(points: tuple[int, bool], *, both: bool) -> Phrase:
    """The total as the dealer calls it: ``sixteen``, or both ways for a soft hand that is still open, as the
    dealer may (VIC03-3.2.1(a))."""
    total, soft = points
    if both and soft and total < 21:
        return Phrase.of("announce.soft_total", low=total - 10, high=total)
    return Phrase.of("announce.total", total=total)
