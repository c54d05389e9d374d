"""What the table waits for. Screens draw this, and ``decide`` accepts this: one source."""

from typing import Any

from msgspec.structs import replace

from casino.cards import UNKNOWN, score, show
from casino.rulebooks import Rules
from rounds.engine.cards import dealing
from rounds.engine.cards.dealing import hand_name
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
from rounds.engine.wagers.wagering import a_role
from rounds.engine.waiting import Due, Item

NUMBERS = (
    "nothing",
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    *("twenty", "twenty-one", "twenty-two", "twenty-three", "twenty-four", "twenty-five", "twenty-six"),
    *("twenty-seven", "twenty-eight", "twenty-nine", "thirty", "thirty-one"),
)


def due(rules: Rules, state: State) -> Due | None:
    """What the table waits for now; None once the round is over."""
    waits = _due(rules, state)
    if waits is not None and state.held and waits.want in ("card", "decision"):
        first = state.held[0].card
        card = "the card drawn in error, face down" if first == UNKNOWN else f"{show(first)}, drawn in error"
        waits = replace(waits, text=f"{waits.text}; next comes {card}", held=first)
    return waits


def _due(rules: Rules, state: State) -> Due | None:
    if state.irregular is not None:
        return _approval(state.irregular)
    if state.phase in OVER:
        return None
    if state.phase == "wagers":
        return _wagers(rules, state)
    if state.carry.shoe is not None and (first := shoe_due(rules, state)) is not None:
        return Due("shoe", first.text, first.clause, role=first.role)
    if state.phase == "initial_deal" and not state.setup.offers:
        return _initial(rules, state)
    if state.phase == "insurance":
        return Due(
            "insurance",
            f"Insurance: {'run a hand along the line, ' if rules.steps.insurance_line else ''}ask every player",
            rules.steps.insurance_offer,
            announce="insurance",
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
            question.text,
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
            "Surrender: ask every box",
            rules.steps.surrender,
            announce="surrender",
            offers=surrendering.offers(rules, state) + insuring.offers(rules, state),
            then=_then(rules, state),
        )
    if state.phase == "subsequent_deal":
        return _hand(rules, state)
    if state.phase == "dealer_draw":
        return Due(
            "card",
            _dealer_card_text(rules, state),
            dealing.dealer_card_clause(rules, state),
            announce=spoken(dealer_points(rules, state.dealer), both=False),
            offers=insuring.offers(rules, state),
        )
    return _end(rules, state)


def _approval(irregular: OpenIrregularity) -> Due:
    return Due(
        "approval",
        f"{irregular.title}: {a_role(irregular.wants)} decides",
        irregular.clause,
        legal=irregular.choices,
        role=irregular.wants,
        plan=irregular.plan,
    )


def _dealer_card_text(rules: Rules, state: State) -> str:
    if not rules.steps.hand_drawn:
        return "Card for the dealer"
    number = len(state.dealers) + 1
    if number > 1 and len(state.dealer) == 1:
        return f"Remove the dealer's cards but the first, move that to square {number}; then a card for it"
    return f"Card for the dealer's hand {number}"


def _wagers(rules: Rules, state: State) -> Due:
    blocked = calling.blockers(rules, state)
    real = [blocker for blocker in blocked if blocker.kind != "no_wager"]
    if real:
        return Due("wagers", real[0].text, real[0].clause, box=real[0].box, blockers=blocked)
    if blocked:
        return Due("wagers", "Place your wagers", rules.steps.wager_before_first_card, blockers=blocked)
    return Due("wagers", "Wagers are on: call no more bets", rules.steps.call, announce="no more bets")


def _initial(rules: Rules, state: State) -> Due:
    place = dealing.next_card_place(rules, state)
    if place is None:
        return Due("shuffle", "The cutting card came first: shuffle", state.carry.shuffle_clause)
    box, hand, clause = place
    text = (
        f"{'Second card' if state.dealer else 'First card'} for box {box}" if box else "Card for the dealer"
    )
    return Due("card", text, clause, box=box, hand=hand)


def _settle(rules: Rules, state: State, items: tuple[Item, ...]) -> Due:
    first = items[0]
    result = first.result
    words = settling.in_words(first)
    text = words[0].upper() + words[1:]
    shared = len(state.box(result.box).players) > 1
    if rules.steps.even_money_leaves and result.clause == rules.even_money.clause and shared:
        text += "; the wager and its winnings leave the box"
    if state.setup.offers and first.action == "take" and _broke(state, result):
        title = tucked_under(state, state.box(result.box))
        text += f"; tuck the cards under the {title} wager, which is live" if title else ""
    clause = settling.clause_of(rules, state, first)
    return Due(
        "settle",
        text,
        clause,
        box=result.box,
        hand=result.hand,
        player=result.player,
        announce=_called(rules, state, result),
        items=items,
        offers=insuring.offers(rules, state),
        then=_then(rules, state),
    )


def _broke(state: State, result: Result) -> bool:
    """Whether a result is that of a wager on a hand that broke before the dealer drew."""
    if state.phase != "subsequent_deal" or not result.hand or offer_of(state.setup, result.bet):
        return False
    return state.box(result.box).hands[result.hand - 1].bust


def _called(rules: Rules, state: State, result: Result) -> str:
    """What is called before chips move: a Blackjack, or the total that settles a hand before the dealer draws
    (VIC03-7.5.2, 10.6.1)."""
    if (
        state.phase not in ("interim_settlement", "subsequent_deal")
        or not result.hand
        or result.bet in settling.SIDE_LABELS
        or offer_of(state.setup, result.bet)
    ):
        return ""
    hand = state.box(result.box).hands[result.hand - 1]
    return rules.natural if blackjack(rules, hand) else NUMBERS[min(hand.total, 31)]


def _hand(rules: Rules, state: State) -> Due:
    if (clause := dealing.late_card(rules, state)) is not None:
        return Due(
            "card", "Card for the dealer, who took none in the initial deal", clause, then=_then(rules, state)
        )
    turn = current(rules, state)
    assert turn is not None, "a phase without work has been left"
    box, number, hand = turn
    wants = next_action(rules, box, hand)
    name = hand_name(box, number)
    player = caller_of(box)
    where: dict[str, Any] = {"box": box.number, "hand": number, "player": player}
    where["then"] = _then(rules, state, (box.number, number))
    if wants == "rescue":
        points = hand.total
        return Due(
            "rescue",
            f"{name.capitalize()}: play on with {points}, or take the double back",
            rules.steps.rescue,
            announce=NUMBERS[points],
            offers=surrendering.rescue_offers(rules, box, number),
            **where,
        )
    if wants == "card":
        text = f"Card for {name}{_why_card(rules, hand)}"
        where["offers"] = split_pairs.offers(rules, state)
        return Due("card", text, dealing.card_clause(rules, hand), **where)
    legal, refused = choices(rules, state, box, number)
    offers = (*insuring.offers(rules, state), *split_pairs.offers(rules, state))
    if state.direction:
        role, clause = direction_by(rules, state.direction.reason)
        who = "the dealer completes" if role == "dealer" else f"{a_role(role)} directs"
        return Due(
            "direction",
            f"{name.capitalize()}: {who} the hand",
            clause,
            legal=legal,
            refused=refused,
            role=role,
            offers=offers,
            **where,
        )
    total = "the hidden hand" if hand.hidden else figures(hand.points)
    return Due(
        "decision",
        f"{name.capitalize()} — player {player} decides on {total}",
        rules.steps.split_decisions if hand.split and len(hand.cards) == 2 else rules.steps.decision,
        announce="" if hand.hidden else spoken(hand.points, both=True),
        legal=legal,
        refused=refused,
        offers=offers,
        **where,
    )


def _why_card(rules: Rules, hand: Hand) -> str:
    if hand.drawing == "double":
        low = f"; with low aces it counts {hand.total}" if hand.points != score(hand.cards) else ""
        return f", one card only{low}"
    if len(hand.cards) < 2 and hand.aces and rules.split_aces_one_card.value:
        return ", one card to each ace"
    if hand.directed:
        return ", at the supervisor's direction"
    return ""


def _end(rules: Rules, state: State) -> Due:
    for box in state.boxes:
        for number, hand in enumerate(box.hands, start=1):
            if hand.hidden and hand.live:
                return _show(rules, state, box, number)
    also = ", and every lammer" if state.lammers else ""
    return Due("collect", f"Collect the cards in box order, the dealer's last{also}", rules.steps.collect)


def _show(rules: Rules, state: State, box: Box, number: int) -> Due:
    return Due(
        "show_cards",
        f"{hand_name(box, number).capitalize()} shows its cards",
        rules.face_down_allowed.clause,
        box=box.number,
        hand=number,
        offers=insuring.offers(rules, state),
    )


def _then(rules: Rules, state: State, turn: tuple[int, int] | None = None) -> tuple[str, ...]:
    """The hands still to act after the one in turn, then the dealer."""
    waiting = [
        f"{hand_name(box, number)} ({'hidden' if hand.hidden else figures(hand.points)})".capitalize()
        for box in state.boxes
        for number, hand in enumerate(box.hands, start=1)
        if hand.cards and (box.number, number) != turn and next_action(rules, box, hand)
    ]
    return (*waiting, "dealer")


def figures(points: tuple[int, bool]) -> str:
    """A total, and whether it is soft, in figures: both ways while an ace can still count either, ``7/17``."""
    total, soft = points
    return f"{total - 10}/{total}" if soft and total < 21 else str(total)


def spoken(points: tuple[int, bool], *, both: bool) -> str:
    """The total as the dealer calls it: ``sixteen``, or both ways for a soft hand that is still open, as the
    dealer may (VIC03-3.2.1(a))."""
    total, soft = points
    words = NUMBERS[min(total, 31)]
    if both and soft and total < 21:
        return f"{NUMBERS[total - 10]} or {words}"
    return words
