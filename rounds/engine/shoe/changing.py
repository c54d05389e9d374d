"""Ordered shuffles, replaced cards, cards prepared elsewhere, and players who ask to see the cards."""

from typing import Final

from casino.cards import HARD_VALUE, UNKNOWN
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Prepared
from rounds.engine.events import Events
from rounds.engine.permits.permits import role_for
from rounds.engine.shoe.commands import AskCards, BringCards, ChangeCards, OrderShuffle
from rounds.engine.shoe.events import CardsAskedFor, CardsBrought, CardsChanged, ShuffleOrdered
from rounds.engine.shoe.preparing import followed
from rounds.engine.shoe.roles import change_of, order_of, prepared_of, role_of
from rounds.engine.shoe.steps import pending, plan, shoe_ended, untouched
from rounds.engine.state import OVER, State
from rounds.engine.wagers.wagering import player_mark


def order(rules: Rules, state: State, command: OrderShuffle) -> Events:
    """Somebody orders a shuffle (VIC03-4.1.1(d), (e); NZ-7.1(d), (e)), or a card was seen on its way into the shoe
    (NZ-7.1(f))."""
    followed(state)
    allowed = order_of(rules, command.cause)
    if allowed is None:
        causes = [order.words for order in rules.shoe.orders]
        code = "shuffle.not_allowed" if causes else "shuffle.never_ordered"
        raise Refusal(code, rules.steps.shuffle, causes=causes)
    if allowed.role:
        role_for(rules, command.role, allowed.role, allowed.clause, named=False)
    if allowed.reason and not command.reason.strip():
        raise Refusal("shuffle.no_reason", allowed.clause)
    todo = pending(rules, state)
    if allowed.when == "unloaded" and ("shuffle" in todo or not todo or todo == ("burn",)):
        raise Refusal("shuffle.not_unloaded", allowed.clause)
    reading = rules.shuffle_directed
    at_once = allowed.when == "at_once"
    if allowed.clause in reading.clauses:
        at_once = reading.value == "at_once"
    running = state.called and state.phase not in ("wagers", *OVER)
    return [
        ShuffleOrdered(
            cause=allowed.cause,
            at_once=at_once and running,
            reason=command.reason.strip(),
            role=command.role,
            person=command.person,
            clause=allowed.clause,
        )
    ]


def change(rules: Rules, state: State, command: ChangeCards) -> Events:
    """Some or all cards are replaced. Raises Refusal at a moment or by a role that the book does not provide for, or
    without a reason where one must be recorded."""
    followed(state)
    allowed = change_of(rules, command)
    if allowed is None:
        changes = [change.words for change in rules.shoe.changes]
        code = "card_change.not_allowed" if changes else "card_change.never"
        raise Refusal(code, rules.steps.shuffle, changes=changes)
    role_for(rules, command.role, role_of(rules, allowed), allowed.clause)
    running = bool(state.drawn) and state.phase not in OVER
    if allowed.when != "any" and running:
        raise Refusal("card_change.round_open", allowed.clause)
    if allowed.when == "ended" and not _ended(rules, state):
        of_shoe = rules.final_round_of.value == "shoe"
        raise Refusal("card_change.shoe_not_over" if of_shoe else "card_change.day_not_over", allowed.clause)
    if allowed.reason and not command.reason.strip():
        raise Refusal("card_change.no_reason", allowed.clause)
    for card in command.cards:
        if card not in HARD_VALUE or card == UNKNOWN or card[0] in rules.missing_ranks.value:
            raise Refusal("card_change.not_a_card", allowed.clause, card=card)
        if command.cards.count(card) > state.setup.decks:
            raise Refusal("card_change.too_many", allowed.clause, packs=state.setup.decks, card=card)
    return [
        CardsChanged(
            cause=allowed.cause,
            cards=command.cards,
            reason=command.reason.strip(),
            role=command.role,
            person=command.person,
            clause=allowed.clause,
        )
    ]


def _ended(rules: Rules, state: State) -> bool:
    if rules.final_round_of.value == "day":
        return state.carry.rounds_left == 0
    return shoe_ended(rules, state)


_MISSING: Final = {
    "done_by": "prepared_cards.no_preparer",
    "area": "prepared_cards.no_area",
    "released": "prepared_cards.no_release",
    "seal": "prepared_cards.no_seal",
    "approval": "prepared_cards.no_approval",
}


def bring(rules: Rules, state: State, command: BringCards) -> Events:
    """Cards checked or shuffled elsewhere are brought to the table (VIC03-4.1.2, NZ-6.5-S1, NZ-6.6). If the required
    record of them is missing, they count as any other cards and every step is done here."""
    followed(state)
    preparation = prepared_of(rules, command.status)
    if preparation is None:
        kinds = [kind.words for kind in rules.shoe.prepared]
        code = "prepared_cards.not_allowed" if kinds else "prepared_cards.never"
        raise Refusal(code, rules.steps.shuffle, kinds=kinds)
    role_for(rules, command.role, preparation.role, preparation.clause)
    for field in preparation.needs:
        if not getattr(command, field):
            raise Refusal(_MISSING[field], preparation.clause)
    if refusal := too_late_for(rules, state, preparation):
        raise refusal
    return [
        CardsBrought(
            status=preparation.status,
            done_by=command.done_by,
            area=command.area,
            released=command.released,
            seal=command.seal,
            approval=command.approval,
            role=command.role,
            person=command.person,
            clause=preparation.clause,
        )
    ]


def too_late_for(rules: Rules, state: State, preparation: Prepared) -> Refusal | None:
    """Why the cards on the table can no longer count as prepared elsewhere; None while they can."""
    shoe = followed(state)
    if shoe.insisted:
        return Refusal("prepared_cards.prepared_here", preparation.clause)
    if shoe.status:
        return Refusal("prepared_cards.recorded", preparation.clause, status=shoe.status.replace("_", "-"))
    todo = pending(rules, state)
    if not untouched(rules, state):
        return Refusal("prepared_cards.in_play", preparation.clause)
    steps_done = [name for name in plan(rules, shoe.why) if name not in todo]
    # Handling the cards breaks the seal and the maker's order; once they lie face up for all to see, nothing of that
    # was done elsewhere (NZ-6.3, NZ-6.5-S1, NZ-6.6).
    if steps_done and ("shuffle" in preparation.skips or "spread" in steps_done):
        done = rules.shoe.step(steps_done[-1]).done
        return Refusal("prepared_cards.handled", preparation.clause, step=done)
    return None


def ask(rules: Rules, state: State, command: AskCards) -> Events:
    """A player asks to look at cards shuffled elsewhere, or has them checked, shuffled and cut here, before the first
    card of the first round (NZ-7.1A(a), (b))."""
    shoe = followed(state)
    clause = rules.shoe.insist if command.what == "insist" else rules.shoe.look
    if not clause or command.what not in ("look", "insist"):
        raise Refusal("prepared_cards.no_right", clause)
    if shoe.status not in ("pre_shuffled", "sealed"):
        raise Refusal("prepared_cards.shuffled_here", clause)
    if state.drawn:
        raise Refusal("prepared_cards.first_card_dealt", clause, card=state.drawn[0])
    return [CardsAskedFor(player=player_mark(command.player), what=command.what, clause=clause)]
