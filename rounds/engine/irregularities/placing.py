"""Cards on the wrong place, hands that should not be there or that are missing, decisions wrongly carried out: the
ways of dealing with them by dealing the round again."""

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
from rounds.engine.events import Made
from rounds.engine.evolve import evolve
from rounds.engine.hands import current
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
    Edit,
    dealt_with,
    displaced,
    facts_to_deal,
    moves_to_make,
    rebuilt,
    retracted,
)
from rounds.engine.irregularities.shoe import burn_missed
from rounds.engine.irregularities.values import Values, place_in
from rounds.engine.layout.box import caller_of
from rounds.engine.redeal.facts import Choice, Facts, facts_of
from rounds.engine.redeal.in_card_order import RebuiltRound
from rounds.engine.redeal.places import place_words
from rounds.engine.state import State

_FURTHER = Drew | Stood | Doubled | Split | HandDirected | CardTurnedDown
"""Decisions of the further deal."""


def misplaced(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """Cards lie where the order of the deal does not have them: each is moved to where it belongs. Decisions that the
    hands concerned took after the first of them lapse (ACT96-18(d), ACT96-18(e), ACT03-14.4, VIC03-9.4,
    NZ-16.5-S1)."""
    facts = facts_to_deal(state, said)
    lies = named_cards.lies(facts, state, said)
    if not lies and "extra" not in said:
        raise said.wrong(
            "no card is named", "Show where each card lies, or which left the shoe beside those recorded."
        )
    if "extra" not in said and all(
        place_words(facts.cards[number - 1].place) == where for number, where in lies.items()
    ):
        raise said.wrong("every card named lies where it belongs", "Say where the wrong ones lie.")
    boxes = set()
    for number, where in lies.items():
        place = facts.cards[number - 1].place
        boxes.add(place[0] if place else 0)
        boxes.add(int(where.removeprefix("box ").split(" ")[0]) if where != "dealer" else 0)
    since = min((facts.cards[number - 1].at for number in lies), default=-1)
    all_after = said.kind.when == "unsettled" and _barred(rules, state, boxes)
    if all_after:
        if not still_further(rules, state, said.kind) or "extra" in said or not _all_further(facts, lies):
            raise said.wrong("something of those hands is settled", "It stands as it was dealt.")
        if "retract" in said:
            raise said.wrong("a wager is taken back before any settlement alone", "Leave it out.")
        said.under(said.kind.further_clause)

    def lapses(one: Choice) -> bool:
        if all_after and one.at > since:
            return True  # players who decided after it decide again (VIC03-9.8)
        if rules.rebuilt_back_to.value == "initial_deal" and isinstance(one.event, _FURTHER):
            return True
        return one.at > since >= 0 and getattr(one.event, "box", 0) in boxes

    binds = rules.changed_decisions.value == "bind"
    edit = Edit(extra=named_cards.beyond(said), binds=binds)
    if not binds:
        edit.lapses = lapses
    again = dealt_with(rules, state, said, facts, edit)
    made = rebuilt(rules, state, said, again, moves_to_make(facts, again, lies))
    return retracted(rules, state, said, made)


def _barred(rules: Rules, state: State, boxes: set[int]) -> bool:
    """Whether a settlement bars a full rebuilding (VIC03-9.4)."""
    done = settled(state)
    if rules.settled_bars.value == "hand":
        return any(result.box in boxes for result in done)
    return bool(done)


def still_further(rules: Rules, state: State, kind: Kind) -> bool:
    """Whether cards of the further deal can be put right although it is too late for those of the initial deal."""
    begun = state.further_card or len(state.dealer) > 1
    return bool(kind.further_clause) and rules.further_misplaced.value and begun


def _all_further(facts: Facts, lies: Iterable[int]) -> bool:
    """Whether the cards of these numbers came after the initial deal."""
    decided = min(
        (decision.at for decision in facts.choices if isinstance(decision.event, _FURTHER)), default=None
    )
    of_dealer = [number for number, card in enumerate(facts.cards, start=1) if card.place == (0, 0)]
    return all(
        number in of_dealer[1:] or (decided is not None and facts.cards[number - 1].at > decided)
        for number in lies
    )


def without_wager(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """A hand lies where there is no wager: its cards go to the discards, and the others are where they were dealt
    (VIC03-9.5)."""
    facts = facts_to_deal(state, said)
    extra = named_cards.beyond(said)
    cards = named_cards.numbers(facts, said, "cards", len(extra))
    if len(cards) > 2:
        raise said.wrong("nobody draws to a hand without a wager", "Name its two cards, hand by hand.")
    edit = Edit(discards=cards, extra=extra)
    again = dealt_with(rules, state, said, facts, edit)
    return [rebuilt(rules, state, said, again, ())]


def no_cards(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """A wager got no cards: it is void, with what lies beside it, and the cards are where they were dealt
    (VIC03-9.7)."""
    _not_void_yet(said)
    facts = facts_to_deal(state, said)
    box = facts.base.box(said.box().number)
    first = voiding.hands(rules, facts.base, [(box, 1)], said.kind.clause)
    if any(isinstance(one, RoundVoided) for one in first):
        raise said.wrong("no other wager lies on the layout", "Void the wager.")
    again = dealt_with(rules, state, said, facts, Edit(first=tuple(first), extra=named_cards.beyond(said)))
    _all_dealt(again, said)
    return [rebuilt(rules, state, said, again, ())]


def _not_void_yet(said: Values) -> None:
    """Raises Refusal for a box on which nothing lies any more that could be void, or be taken back."""
    box = said.box()
    if box.hands and all(hand.void for hand in box.hands):
        raise said.wrong(f"box {box.number} is void already", "Go on with what is due.")


def _all_dealt(again: RebuiltRound, said: Values) -> None:
    """Raises Refusal while cards of the initial deal are to come: then nothing has been left out."""
    if again.state.phase == "initial_deal":
        raise said.wrong(
            "this is for the further deal",
            "Finish the initial deal, with the cards that the record does not have, or have it rebuilt.",
        )


def one_card(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """A wager got one card: its player takes it back, or gets the second card at his turn; of several players on the
    box the one named, and the cards stay for the others (VIC03-9.7(a))."""
    _not_void_yet(said)
    facts = facts_to_deal(state, said)
    box = said.box()
    late = CardLate(box=box.number, clause=said.kind.clause)
    again = dealt_with(rules, state, said, facts, Edit(first=(late,), extra=named_cards.beyond(said)))
    _all_dealt(again, said)
    made = rebuilt(rules, state, said, again, ())
    if choice != "retract":
        return [made]
    now = evolve(state, made)
    if "player" not in said or not rules.one_card_each.value:
        return [made, *voiding.hands(rules, now, [(now.box(box.number), 1)], said.kind.clause)]
    player = said.player(box)
    return [made, *voiding.wager(rules, now, now.box(box.number), player, "", said.kind.clause)]


def dealer_without_card(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """The dealer took no first card: every card lies one place before that of the record, and the player whose hand is
    being decided finishes it before the dealer takes one, or has it taken at once (VIC03-9.6.1, VIC03-9.6.2)."""
    if state.dealer_missing:
        raise said.wrong("it has been reported", "Go on with what is due.")
    facts = facts_to_deal(state, said)
    first = DealerWithoutCard(clause=said.kind.clause)
    again = dealt_with(
        rules,
        state,
        said,
        facts,
        Edit(first=(first,), extra=named_cards.beyond(said), binds=True, drawn=True),
    )
    turn = current(rules, again.state)
    if again.state.phase != "subsequent_deal" or turn is None:
        raise said.wrong(
            "no hand is being decided",
            "Report it at the first decision, with the cards that the record does not have.",
        )
    box, number, _ = turn
    now = choice == "dealer_first"
    due = DealerCardDue(
        box=box.number,
        hand=number,
        player=caller_of(box),
        behind=len(box.hands) - number,
        now=now,
        clause=said.kind.also[now],
    )
    return [rebuilt(rules, state, said, again, ()), due]


def wrong_decision(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """A player was not offered a card, or his decision was not carried out: the cards dealt after it come next, in the
    order in which they were drawn, and whoever decided after him decides again (VIC03-9.8)."""
    facts = facts_to_deal(state, said)
    box, number, _ = said.hand()
    decided = decisions_of(facts, box.number, number)
    if "decision" in said:
        which = place_in(said.said["decision"], len(decided))
        if not which:
            raise said.wrong(
                f"box {box.number} hand {number} has no decision {said.said['decision']}",
                f"Count them from 1 to {len(decided)}." if decided else "It decides at its turn.",
            )
        since: int | None = decided[which - 1].at
    else:
        since = _last_decided(facts, box.number, number)
    if since is None:
        raise said.wrong(f"box {box.number} hand {number} has decided nothing yet", "It decides at its turn.")
    again = dealt_with(rules, state, said, facts, Edit(lapses=lambda one: one.at >= since))
    return [rebuilt(rules, state, said, again, displaced(facts, again, "beside the shoe, in that order"))]


def decisions_of(facts: Facts, box: int, hand: int) -> list[Choice]:
    """The decisions on a hand in the further deal, in order; a correction of the record numbers them in the same
    way."""
    return [
        decision
        for decision in facts.choices
        if isinstance(decision.event, Drew | Stood | Doubled | Split)
        and (decision.event.box, decision.event.hand) == (box, hand)
    ]


def _last_decided(facts: Facts, box: int, hand: int) -> int | None:
    """Where the last decision of a hand stands among the facts; None where it has none.

    Who takes a double back and who plays on is one answer of everybody on the hand (VIC03-10.7.5(a)); that nobody took
    it back was said by nobody, so the double itself is the decision then. A surrender is one of the first hand."""
    of_hand = [
        one
        for one in facts.choices
        if getattr(one.event, "box", 0) == box
        and getattr(one.event, "hand", isinstance(one.event, Surrendered)) == hand
    ]
    if not of_hand:
        return None
    answers = [one for one in of_hand if isinstance(one.event, Rescued | PlayedOn)]
    if not answers or of_hand[-1] is not answers[-1]:
        given_up = isinstance(of_hand[-1].event, Surrendered)
        return of_hand[0 if given_up else -1].at
    if any(isinstance(one.event, Rescued) for one in answers):
        return answers[0].at
    doubled = (one.at for one in reversed(of_hand) if isinstance(one.event, Doubled))
    return next(doubled, of_hand[-1].at)


def burn_first(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """The first round of a shoe is dealt again with its first card burnt (VIC03-9.1.1)."""
    if state.carry.shoe_rounds:
        raise said.wrong("this is not the first round of the shoe", "The round stands as it is.")
    facts = facts_to_deal(state, said)
    if not facts.cards:
        raise said.wrong("no card has been dealt", "Burn one; then deal.")
    if rules.first_round_again.value == "shuffled":
        why = "no card was burnt: the cards are shuffled, and the round is dealt anew"
        return voiding.whole_round(rules, state, said.kind.clause, why, rules.first_round_again.clause)
    again = dealt_with(rules, state, said, facts, Edit(discards=frozenset({1})))
    made = rebuilt(rules, state, said, again, displaced(facts, again, "beside the shoe, in that order"))
    return [*burn_missed(state, said.kind.clause), *retracted(rules, state, said, made)]


def insurance_again(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """Insurance was not offered: until the dealer's second card it still is (NZ-16.11)."""
    if state.dealer[0][0] != "A":
        raise said.wrong("the dealer's first card is no ace", "There is nothing to insure against.")
    if not state.insurance_closed:
        raise said.wrong("insurance is still to be offered", "Offer it now.")
    if any(isinstance(decision.event, InsuranceReopened) for decision in facts_of(state).choices):
        raise said.wrong(
            "insurance was offered late already", "The players who were asked then have answered."
        )
    return [InsuranceReopened(clause=said.kind.clause)]


PLACING: dict[str, Callable[[Rules, State, Values, str], Made]] = {
    "reconstruct": misplaced,
    "without_wager": without_wager,
    "no_cards": no_cards,
    "one_card": one_card,
    "dealer_without_card": dealer_without_card,
    "rewind": wrong_decision,
    "burn_first": burn_first,
    "insurance_again": insurance_again,
}
