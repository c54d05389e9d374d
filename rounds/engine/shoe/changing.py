"""Shuffles that are ordered, cards that are replaced, cards that come prepared, and players who want to see them."""

from casino.cards import HARD_VALUE, UNKNOWN, show
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Prepared
from rounds.engine.events import Made
from rounds.engine.permits.permits import role_for
from rounds.engine.refusal import RuleViolation
from rounds.engine.shoe.commands import AskCards, BringCards, ChangeCards, OrderShuffle
from rounds.engine.shoe.doing import followed
from rounds.engine.shoe.events import CardsAskedFor, CardsBrought, CardsChanged, ShuffleOrdered
from rounds.engine.shoe.roles import change_of, order_of, prepared_of, role_of
from rounds.engine.shoe.steps import ended, pending, plan, untouched
from rounds.engine.state import OVER, State
from rounds.engine.wagers.wagering import player_mark


def order(rules: Rules, state: State, command: OrderShuffle) -> Made:
    """The cards are shuffled at somebody's word (VIC03-4.1.1(d), (e); NZ-7.1(d), (e)), or because one of them was seen
    on its way into the shoe (NZ-7.1(f))."""
    followed(state)
    one = order_of(rules, command.cause)
    if one is None:
        known = ", ".join(other.cause for other in rules.shoe.orders) or "none"
        raise RuleViolation(
            rules.steps.shuffle, f"this book orders no shuffle for {command.cause}", f"It knows: {known}."
        )
    if one.role:
        role_for(rules, command.role, one.role, one.clause, named=False)
    if one.reason and not command.reason.strip():
        raise RuleViolation(one.clause, "the shuffle is ordered without a reason", "Enter why.")
    todo = pending(rules, state)
    if one.when == "unloaded" and ("shuffle" in todo or not todo or todo == ("burn",)):
        raise RuleViolation(
            one.clause,
            "no cards are on their way into the shoe",
            "A card that was seen in the shoe is an irregularity; report it.",
        )
    reading = rules.shuffle_directed
    at_once = one.when == "at_once"
    if one.clause in reading.clauses:
        at_once = reading.value == "at_once"
    running = state.called and state.phase not in ("wagers", *OVER)
    return [
        ShuffleOrdered(
            cause=one.cause,
            at_once=at_once and running,
            reason=command.reason.strip(),
            role=command.role,
            person=command.person,
            clause=one.clause,
        )
    ]


def change(rules: Rules, state: State, command: ChangeCards) -> Made:
    """Some cards, or all of them, are replaced. Raises Refusal at another moment than the book's, by another
    role, or without a reason where one is kept."""
    followed(state)
    one = change_of(rules, command)
    if one is None:
        known = "; ".join(other.words for other in rules.shoe.changes) or "nothing"
        raise RuleViolation(
            rules.steps.shuffle, "this book knows no such change of cards", f"It knows: {known}."
        )
    role_for(rules, command.role, role_of(rules, one), one.clause)
    running = bool(state.drawn) and state.phase not in OVER
    if one.when != "any" and running:
        raise RuleViolation(
            one.clause, "a round is in progress", "Finish it; the cards are replaced before the next one."
        )
    if one.when == "ended" and not _ended(rules, state):
        raise RuleViolation(
            one.clause,
            "the last round of this shoe is not over" if rules.final_round_of.value == "shoe"
            else "the last round of the day is not over",
            "Do it between that round and the shuffle.",
        )  # fmt: skip
    if one.reason and not command.reason.strip():
        raise RuleViolation(one.clause, "cards are replaced without a reason", "Enter why.")
    for card in command.cards:
        if card not in HARD_VALUE or card == UNKNOWN or card[0] in rules.missing_ranks.value:
            raise RuleViolation(
                one.clause, f"“{card}” is not a card of these packs", "Name it by its rank and its suit."
            )
        if command.cards.count(card) > state.setup.decks:
            raise RuleViolation(
                one.clause,
                f"{state.setup.decks} packs hold {state.setup.decks} of {show(card)}",
                "Name each card once that is replaced.",
            )
    return [
        CardsChanged(
            cause=one.cause,
            cards=command.cards,
            reason=command.reason.strip(),
            role=command.role,
            person=command.person,
            clause=one.clause,
        )
    ]


def _ended(rules: Rules, state: State) -> bool:
    if rules.final_round_of.value == "day":
        return state.carry.rounds_left == 0
    return ended(rules, state)


_MISSING = {
    "done_by": "who prepared them",
    "area": "the area in which they were secured",
    "released": "when and by whom they were let out",
    "seal": "the number of the seal",
    "approval": "the approval's reference",
}


def bring(rules: Rules, state: State, command: BringCards) -> Made:
    """Cards that were checked or shuffled elsewhere come to the table (VIC03-4.1.2, NZ-6.5-S1, NZ-6.6). Without what
    must be on record of them they are cards like any other: everything is done here."""
    followed(state)
    one = prepared_of(rules, command.status)
    if one is None:
        known = ", ".join(other.status for other in rules.shoe.prepared) or "none"
        raise RuleViolation(rules.steps.shuffle, "this book takes no such cards", f"It knows: {known}.")
    role_for(rules, command.role, one.role, one.clause)
    lacking = [words for name, words in _MISSING.items() if name in one.needs and not getattr(command, name)]
    if lacking:
        raise RuleViolation(
            one.clause,
            f"it is not on record: {', '.join(lacking)}",
            "Enter it, or have the cards checked and shuffled here.",
        )
    if refusal := too_late_for(rules, state, one):
        raise refusal
    return [
        CardsBrought(
            status=one.status,
            done_by=command.done_by,
            area=command.area,
            released=command.released,
            seal=command.seal,
            approval=command.approval,
            role=command.role,
            person=command.person,
            clause=one.clause,
        )
    ]


def too_late_for(rules: Rules, state: State, one: Prepared) -> Refusal | None:
    """Why the cards on the table can no longer be such that came prepared; None while they can."""
    shoe = followed(state)
    if shoe.status or shoe.insisted:
        return RuleViolation(
            one.clause,
            "a player has had these cards checked, shuffled and cut here"
            if shoe.insisted
            else f"these cards are recorded as {shoe.status.replace('_', '-')}",
            "Go on with what is due.",
        )
    todo = pending(rules, state)
    if not untouched(rules, state):
        return RuleViolation(
            one.clause,
            "these cards are in play already",
            "Prepared cards come in at the opening, or when all cards are replaced.",
        )
    made = [name for name in plan(rules, shoe.why) if name not in todo]
    # A seal is broken, and the maker's order gone, with the first thing that is done with the cards; once they lie
    # face up for all to see nothing of it was done elsewhere (NZ-6.3, NZ-6.5-S1, NZ-6.6).
    if made and ("shuffle" in one.skips or "spread" in made):
        done = rules.shoe.step(made[-1]).done
        return RuleViolation(
            one.clause,
            f"something has been done with these cards here already: {done[:1].lower()}{done[1:]}",
            "Check and shuffle them here, or replace them by others.",
        )
    return None


def ask(rules: Rules, state: State, command: AskCards) -> Made:
    """A player wants to look at cards that were shuffled elsewhere, or has them checked, shuffled and cut here, before
    the first card of the first round (NZ-7.1A(a), (b))."""
    shoe = followed(state)
    clause = rules.shoe.insist if command.what == "insist" else rules.shoe.look
    if not clause or command.what not in ("look", "insist"):
        raise RuleViolation(clause, "this book gives players no such right", "Go on with what is due.")
    if shoe.status not in ("pre_shuffled", "sealed"):
        raise RuleViolation(clause, "these cards were shuffled at this table", "Go on with what is due.")
    if state.drawn:
        raise RuleViolation(
            clause, f"the first card has been dealt: {show(state.drawn[0])}", "It is too late for that."
        )
    return [CardsAskedFor(player=player_mark(command.player), what=command.what, clause=clause)]
