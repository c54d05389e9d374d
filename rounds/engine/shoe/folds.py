"""Folds of shoe events into the round."""

from collections.abc import Callable
from typing import Any, Final

from msgspec.structs import replace

from casino.cards import UNKNOWN
from casino.rulebooks.shoes.kind import AGAIN, FAULT, NEW, REFILL
from rounds.engine.layout.box import Box
from rounds.engine.shoe import events as on
from rounds.engine.shoe.shoe import Shoe, with_gone
from rounds.engine.shoe.steps import checks, pending, plan, shuffle_reason, skipped_steps
from rounds.engine.state import State
from rounds.engine.tournament.session import inherited

NONE: Final = Shoe(0)


def _shoe(state: State) -> Shoe:
    return state.carry.shoe or NONE


def _with_shoe(state: State, **changed: Any) -> State:
    shoe = replace(_shoe(state), **changed)
    return replace(state, carry=replace(state.carry, shoe=shoe))


def _rest(state: State, step: str) -> tuple[str, ...]:
    """The steps left after that one."""
    todo = pending(state.setup.rules, state)
    return todo[todo.index(step) + 1 :] if step in todo else todo


def step_done(state: State, event: on.StepDone) -> State:
    rest, why = _rest(state, event.step), _shoe(state).why
    if not _shoe(state).todo and state.carry.shuffle_due:
        why = shuffle_reason(state.setup.rules, state)
    state = _with_shoe(state, todo=rest, why=why)
    if event.step == "check":
        return _with_shoe(state, checked_by=event.person)
    if event.step == "burn":
        carry = replace(state.carry, shoe_drawn=state.carry.shoe_drawn + 1)
        return _with_shoe(replace(state, carry=carry), unseen=_shoe(state).unseen + 1, burn_missed=False)
    return state


def as_shuffled(before: State, state: State) -> State:
    """The shoe after a shuffle: `before` still has the reason for it, `state` is the rest of the round after it."""
    shoe = before.carry.shoe
    if shoe is None:
        return state
    rules = state.setup.rules
    why = shoe.why if shoe.todo else shuffle_reason(rules, before)
    lies = shoe.at_once and bool(before.drawn)
    if lies:
        state = replace(state, reshuffled=len(before.drawn))
    return _with_shoe(
        state,
        why=why,
        todo=_rest(before, "shuffle"),
        packs=state.setup.decks,
        # During a round, cards on the table stay there and the rack goes back into the stack.
        gone=with_gone("", on_table(before)) if lies else "",
        unseen=0,
        burn_missed=False,
        declined=(),
        cutter="",
        at_once=False,
        status="",
        insisted=False,
        cards=_other_set(rules.shoe.sets, shoe.cards) if rules.shoe.two_sets else "",
    )


def _other_set(colours: tuple[str, ...], dealt: str) -> str:
    """The set that the machine shuffled while the other one was dealt (NZ-3.4)."""
    return next((colour for colour in colours if colour != dealt), "")


def on_table(state: State) -> tuple[str, ...]:
    """The cards on the layout."""
    lies = [card for box in state.boxes for hand in box.hands if hand.live for card in hand.cards]
    return (*lies, *state.dealer)


def cut_declined(state: State, event: on.CutDeclined) -> State:
    return _with_shoe(state, declined=(*_shoe(state).declined, event.player))


def cut_made(state: State, event: on.CutMade) -> State:
    return _with_shoe(
        state, todo=_rest(state, "cut"), cutter=event.player, declined=(), came="", came_box=0, stack=0
    )


def shuffle_ordered(state: State, event: on.ShuffleOrdered) -> State:
    carry = replace(state.carry, shuffle_due=event.clause)
    state = _with_shoe(replace(state, carry=carry), at_once=event.at_once)
    shoe = _shoe(state)
    if not shoe.todo:
        return state
    # It was being prepared: every step from the shuffle on is done again.
    return _with_shoe(state, todo=plan(state.setup.rules, AGAIN), why=shoe.why, declined=())


def cards_changed(state: State, event: on.CardsChanged) -> State:
    rules = state.setup.rules
    if event.cards:
        # Each card is replaced by one of the same rank and suit, so the composition stays (ACT03-2.4-B01).
        carry = replace(
            state.carry, damaged=tuple(pair for pair in state.carry.damaged if pair[0] not in event.cards)
        )
        ahead = checks(rules)
        return _with_shoe(replace(state, carry=carry), todo=(*ahead, *_shoe(state).todo), checked_by="")
    carry = replace(state.carry, shuffle_due="", damaged=(), held=(), shoe_drawn=0, burn="")
    state = replace(state, carry=carry, held=(), cut_card=False)
    return _with_shoe(
        state,
        todo=plan(rules, NEW),
        why=NEW,
        gone="",
        unseen=0,
        burn_missed=False,
        declined=(),
        came="",
        came_box=0,
        status="",
        checked_by="",
        at_once=False,
    )


def cards_brought(state: State, event: on.CardsBrought) -> State:
    rules = state.setup.rules
    shoe = _shoe(state)
    skipped = skipped_steps(rules, event.status)
    return _with_shoe(
        state, status=event.status, todo=tuple(name for name in shoe.todo if name not in skipped)
    )


def cards_asked_for(state: State, event: on.CardsAskedFor) -> State:
    shoe = _shoe(state)
    if event.what == "look":
        return _with_shoe(state, todo=("look", *shoe.todo))
    return _with_shoe(
        state,
        todo=plan(state.setup.rules, NEW, insisted=True),
        status="",
        insisted=True,
        checked_by="",
        declined=(),
    )


def dealer_came(state: State, event: on.DealerCame) -> State:
    shoe = _shoe(state)
    # A shoe whose burn is still to come gets no second burn for the new dealer.
    more = ("burn",) if event.burns and "burn" not in shoe.todo else ()
    return _with_shoe(state, dealer=event.dealer, todo=(*shoe.todo, *more))


def setup_renewed(state: State, event: on.SetupRenewed) -> State:
    setup = event.setup
    callers = {box.number: box.caller for box in state.boxes} if not event.anew else {}
    callers = dict(inherited(setup).callers) | {box: player for box, player in callers.items() if player}
    return replace(
        state,
        setup=setup,
        boxes=tuple([Box(n, caller=callers.get(n, "")) for n in range(1, setup.boxes + 1)]),
        carry=inherited(setup),
        passed=(),
        held=setup.carry.held if event.anew else state.held,
        warned_earlier=setup.carry.warned if event.anew else state.warned_earlier,
        cut_card=False if event.anew else state.cut_card,
        shoes=0 if event.anew else state.shoes,
    )


def arrived(state: State, player: str) -> State:
    """Records that the player has come to the table."""
    shoe = state.carry.shoe
    if shoe is None or player in shoe.arrivals:
        return state
    return _with_shoe(state, arrivals=(*shoe.arrivals, player))


def left(state: State, player: str) -> State:
    """Records that the player has left the table."""
    shoe = state.carry.shoe
    if shoe is None:
        return state
    return _with_shoe(
        state,
        arrivals=tuple(arrival for arrival in shoe.arrivals if arrival != player),
        last=tuple(place for place in shoe.last if place[1] != player),
    )


def cut_card_out(state: State, box: int, *, first: bool) -> State:
    """Records where the cutting card came out; as the first card of a round it reopens the wagers, since none of the
    round's cards has been dealt (NZ-8.8)."""
    if state.carry.shoe is None:
        return state
    state = _with_shoe(state, came="first" if first else "box" if box else "dealer", came_box=box)
    if not first or not state.called:
        return state
    boxes = tuple(
        replace(
            box,
            hands=(),
            wagers=tuple(replace(wager, effective=0, treated="") for wager in box.wagers),
            sides=tuple(replace(side, effective=0, treated="") for side in box.sides),
        )
        for box in state.boxes
    )
    return replace(state, called=False, phase="wagers", boxes=boxes)


def rack_shuffled(state: State, count: int) -> State:
    """The rack was shuffled to complete the round: its stack is now to be cut and dealt from."""
    if state.carry.shoe is None:
        return state
    todo = plan(state.setup.rules, REFILL)
    return _with_shoe(
        state,
        todo=todo[todo.index("shuffle") + 1 :] if "shuffle" in todo else (),
        why=REFILL,
        stack=count,
        gone=with_gone("", on_table(state)),
        unseen=0,
        burn_missed=False,
        declined=(),
    )


def rest_due(state: State) -> State:
    """The shoe has failed: the cards left in it are taken out, shuffled and cut before the next card
    (ACT03-19.3(a)(i), ACT03-19.3(a)(ii)). Cards that have left it stay where they are."""
    rules = state.setup.rules
    if state.carry.shoe is None or not rules.shoe.another_after:
        return state
    left = state.left_in_shoe(state.setup.shoe_cards)
    return _with_shoe(state, todo=("remove", "mix", "cut"), why=FAULT, stack=left, declined=())


def after(shoe: Shoe | None, state: State, *, continuous: bool) -> Shoe | None:
    """The shoe as the round leaves it to the next."""
    if shoe is None:
        return None
    last = tuple((box.number, player) for box in state.boxes for player in _callers_first(box))
    if continuous:
        return replace(shoe, last=last, gone="", unseen=0, status="")
    cards = state.drawn[state.reshuffled :] if state.reshuffled else state.drawn
    if state.setup.face_down:
        cards = tuple(card for box in state.boxes for hand in box.hands for card in hand.cards) + state.dealer
    hidden = sum(card == UNKNOWN for card in cards)
    return replace(
        shoe, last=last, gone=with_gone(shoe.gone, cards), unseen=shoe.unseen + hidden, status="", stack=0
    )


def _callers_first(box: Box) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*([box.caller] if box.caller in box.players else []), *box.players)))


def last_rounds_announced(state: State, event: on.LastRoundsAnnounced) -> State:
    return replace(state, carry=replace(state.carry, rounds_left=event.rounds))


def burn_shown(state: State, event: on.BurnShown) -> State:
    return replace(state, carry=replace(state.carry, burn=event.card or state.carry.burn))


def shuffled(state: State, event: on.Shuffled) -> State:
    rules = state.setup.rules
    ends = rules.restriction_until_shuffle.value
    warning_ends = rules.warning_lasts.value == "shoe"
    stays = tuple(
        held for held in state.carry.restricted if ends == "none" or (ends == "one_box" and held.one_box)
    )
    carry = replace(
        state.carry,
        restricted=stays,
        shoe_rounds=0,
        played=(),
        shoe_drawn=0,
        shuffle_due="",
        burn="",
        held=(),
        warned=() if warning_ends else state.carry.warned,
    )
    earlier = () if warning_ends else state.warned_earlier
    after = replace(state, carry=carry, cut_card=False, warned_earlier=earlier, held=())
    return as_shuffled(state, after)


FOLDS: Final[dict[type, Callable[[State, Any], State]]] = {
    on.StepDone: step_done,
    on.CutDeclined: cut_declined,
    on.CutMade: cut_made,
    on.ShuffleOrdered: shuffle_ordered,
    on.CardsChanged: cards_changed,
    on.CardsBrought: cards_brought,
    on.CardsAskedFor: cards_asked_for,
    on.DealerCame: dealer_came,
    on.SetupRenewed: setup_renewed,
    on.LastRoundsAnnounced: last_rounds_announced,
    on.BurnShown: burn_shown,
    on.Shuffled: shuffled,
}
