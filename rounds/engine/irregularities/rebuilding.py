"""Dealing a round again from the cards in the order in which they left the shoe.

Each card goes where the book sends it; a decision binds while its hand holds the cards on which it was taken, and
else lapses and is asked again; what was settled is settled again by itself where it comes to the same, and else is
reversed and due. Cards that then have no place yet are the next of the shoe, or go to the discards."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from math import inf
from typing import NamedTuple

from casino.cards import UNKNOWN, Card, show
from casino.money import dollars
from casino.rulebooks import Rules
from rounds.engine.cards.commands import DealCard
from rounds.engine.cards.events import CardDealt
from rounds.engine.decisions.commands import CloseSurrender, Decide, PlayOn, Rescue, Surrender
from rounds.engine.decisions.events import (
    CallerPassed,
    Doubled,
    Drew,
    HandDirected,
    PlayedOn,
    Rescued,
    Split,
    Stood,
    SurrenderClosed,
    Surrendered,
)
from rounds.engine.decisions.surrendering import rescues_changed
from rounds.engine.events import Event
from rounds.engine.insurance.events import InsuranceClosed
from rounds.engine.irregularities import beside, late_insurance
from rounds.engine.irregularities.beside import BESIDE
from rounds.engine.irregularities.events import (
    CardDiscarded,
    CardTurnedDown,
    DealerCardDue,
    InsuranceReopened,
    OnlyDrawOrStand,
)
from rounds.engine.irregularities.facts import Decided, Facts, Place, alike
from rounds.engine.irregularities.remaking import Round, spot
from rounds.engine.machine import Machine
from rounds.engine.settlement.commands import Settle
from rounds.engine.settlement.put_right import following, moves_less, settlement_of
from rounds.engine.settlement.result import Result
from rounds.engine.setup import MAIN
from rounds.engine.sides.events import BetSuspended
from rounds.engine.state import State
from rounds.engine.waiting import Due


class Again(NamedTuple):
    """A round dealt again."""

    state: State
    events: tuple[Event, ...]
    lapsed: tuple[Decided, ...]
    rest: tuple[Card, ...]
    """Cards without a place yet."""


def deal_again(
    machine: Machine,
    rules: Rules,
    facts: Facts,
    settled: Sequence[Result],
    cards: Sequence[tuple[Card, bool]],
    *,
    first: Iterable[Event] = (),
    lapses: Callable[[Decided], bool] = lambda one: False,
    binds: bool = False,
    drawn: bool = False,
    clause: str = "",
) -> Again:
    """The round from the call with these cards, each with whether it goes to the discards; ``first`` are events before
    any of them, ``lapses`` says which decisions are asked again whatever their hand holds; with ``binds`` the others
    are not, whatever it holds, as long as they can be carried out; with ``drawn`` a card that left the shoe before the
    next decision of the hand in turn was drawn to it, though the record has that elsewhere."""
    here = Round(machine, rules, facts.base)
    here.fold((*facts.first, *first))
    shoe = deque(cards)
    shuffles = deque(facts.shuffles)
    open_choices = list(facts.choices)
    before = {spot(one): one for one in settled}

    def step(waits: Due) -> bool:
        """Whether the record has what the round waits for, so that it could be taken again."""
        came = len(cards) - len(shoe)
        late = waits.want not in ("settle", "insurance")
        if beside.laid_again(here, open_choices):
            return True
        if late and late_insurance.comes_now(here, open_choices, facts, came, waits):
            return True
        match waits.want:
            case "settle":
                item = waits.items[0]
                return before.get(spot(item.result)) == item.result and here.do(Settle((item.ref,)))
            case "card":
                return bool(shoe) and here.do(DealCard(shoe[0][0])) and bool(shoe.popleft())
            case "ride":
                return beside.chosen_again(rules, here, open_choices, before)
            case "prize":
                return beside.pressed_again(here, open_choices, waits)
            case "insurance":
                return late_insurance.chosen_again(here, open_choices)
        at = _next_choice(here.state, open_choices, waits.want, waits.box, waits.hand, lapses, binds=binds)
        first_card = facts.cards[came].at if came < len(facts.cards) else inf
        if drawn and shoe and waits.want == "decision" and (at is None or first_card < open_choices[at].at):
            return here.do(Decide(waits.box, "hit", waits.hand))
        if at is None or not _choose(here, open_choices[at].choice, binds=binds):
            return False
        del open_choices[at]
        return True

    while (waits := machine.due(rules, here.followed())) is not None:
        while shuffles and len(cards) - len(shoe) >= shuffles[0][0]:
            here.fold([shuffles.popleft()[1]])
        while shoe and shoe[0][1]:
            here.fold([CardDiscarded(card=shoe.popleft()[0], clause=clause)])
        if not step(waits) and not late_insurance.offered_late(here, open_choices):
            break
    here.fold(one.choice for one in open_choices if isinstance(one.choice, BetSuspended))
    lapsed = tuple(one for one in open_choices if not isinstance(one.choice, _SILENT))
    rest = tuple(card for card, _ in shoe)
    return Again(here.state, tuple(here.events), lapsed, rest)


_SILENT = (
    InsuranceClosed
    | InsuranceReopened
    | SurrenderClosed
    | BetSuspended
    | OnlyDrawOrStand
    | DealerCardDue
    | CallerPassed
)
"""What is said to nobody when it lapses."""


def _next_choice(
    state: State,
    choices: list[Decided],
    want: str,
    box: int,
    hand: int,
    lapses: Callable[[Decided], bool],
    *,
    binds: bool,
) -> int | None:
    """The place of the choice that answers what the round waits for; None where it has to be asked again."""
    for at, decision in enumerate(choices):
        choice = decision.choice
        if isinstance(choice, BESIDE | late_insurance.CHOICES):
            continue
        place = getattr(choice, "box", 0), getattr(choice, "hand", 1)
        fits = place == (box, hand)
        if want == "surrender":
            fits = isinstance(choice, Surrendered | SurrenderClosed)
        if not fits:
            continue
        number = place[1] if place[0] else 0
        holds = state.dealer if not place[0] else ()
        if place[0] and number <= len(state.box(place[0]).hands):
            holds = state.box(place[0]).hands[number - 1].cards
        if isinstance(choice, CardTurnedDown):
            holds = holds[
                : len(decision.cards)
            ]  # a card that was due came after it, and none else (ACT96-18(h)-S2)
        closing = isinstance(choice, SurrenderClosed)
        if not closing and (lapses(decision) or not (binds or alike(holds, decision.cards))):
            return None
        return at
    return None


def _choose(here: Round, choice: Event, *, binds: bool) -> bool:
    match choice:
        case SurrenderClosed():
            return here.do(CloseSurrender())
        case Surrendered(box=box, player=player):
            return here.do(Surrender(box, (player,)))
        case Rescued(box=box, hand=hand, player=player):
            return here.do(Rescue(box, player, hand))
        case PlayedOn(box=box, hand=hand):
            return here.do(PlayOn(box, hand))
        case Drew(box=box, hand=hand, by=by):
            return here.do(Decide(box, "hit", hand, by))
        case Stood(box=box, hand=hand, by=by):
            return here.do(Decide(box, "stand", hand, by))
        case Doubled(box=box, hand=hand, by=by, adds=adds, free=free) if binds:
            return here.do(Decide(box, "double", hand, by, adds=adds, free=free))
        case Split(box=box, hand=hand, by=by, matches=matches, free=free) if binds:
            words = tuple(
                (player, "hand2" if not stays else "split" if goes else "hand1")
                for player, stays, goes in matches
            )
            return here.do(Decide(box, "split", hand, by, matches=words, free=free))
        case (
            Doubled()
            | Split()
            | HandDirected()
            | CardTurnedDown()
            | OnlyDrawOrStand()
            | DealerCardDue()
            | CallerPassed()
        ):
            # It binds as it was made, amounts and all.
            here.fold([choice])
            return True
    raise AssertionError(f"{choice} is no choice")


# --- what is to be done on the table


def money(before: State, after: State) -> tuple[str, ...]:
    """What goes back to players and what is recovered, in words: settlements that do not stand, and wagers that were
    added on a decision that lapsed."""
    said = []
    stands = {spot(one): one for one in after.results}
    less = moves_less(before.payments, following(before.payments, before.results, after.results))
    for one in before.results:
        if stands.get(spot(one)) != one and (back := one.takes - one.pays + less.get(settlement_of(one), 0)):
            verb = "give back" if back > 0 else "recover"
            where = f"box {one.box}, player {one.player}"
            beside = "" if one.bet == MAIN else f", {one.bet.replace('_', ' ')}"
            said.append(f"{verb} {dollars(abs(back))}: {where}{beside}")
    lay, lies = _on_layout(before), _on_layout(after)
    for place, cents in lay.items():
        if (more := cents - lies.get(place, 0)) > 0:
            said.append(f"return {dollars(more)} added: box {place[0]}, player {place[1]}")
    return (*said, *rescues_changed(before, after))


def _on_layout(state: State) -> dict[tuple[int, str], int]:
    found: dict[tuple[int, str], int] = {}
    for box in state.boxes:
        for hand in box.hands:
            for stake in hand.stakes:
                found[box.number, stake.player] = found.get((box.number, stake.player), 0) + stake.money
        for one in box.insurance:
            found[box.number, one.player] = found.get((box.number, one.player), 0) + one.amount
        for side in box.sides:
            found[box.number, side.player] = found.get((box.number, side.player), 0) + side.amount
    return found


def place_words(place: Place | None) -> str:
    """``box 3``, ``box 3 hand 2``, ``dealer``, ``the discards``."""
    if place is None:
        return "the discards"
    box, hand = place
    return (f"box {box} hand {hand}" if hand > 1 else f"box {box}") if box else "dealer"


def move(number: int, card: Card, lies: str, belongs: str) -> str:
    """One card to move."""
    said = "a card" if card == UNKNOWN else show(card)
    return f"{number}. {said} from {lies} to {belongs}"


def places(events: Iterable[Event]) -> list[Place | None]:
    """Where each card of those events went."""
    found: list[Place | None] = []
    for event in events:
        if isinstance(event, CardDealt):
            found.append((event.box, event.hand))
        elif isinstance(event, CardDiscarded):
            found.append(None)
    return found
