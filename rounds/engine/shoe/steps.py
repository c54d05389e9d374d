"""What must be done with the cards next: the steps of the book, in its order."""

from msgspec import Struct

from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import ADDED, AGAIN, NEW, OPENING
from casino.words import Phrase
from rounds.engine.shoe.shoe import Shoe
from rounds.engine.state import State


class ShoeDue(Struct, frozen=True):
    """What the shoe waits for: the step, its words and clause, and the role that does it if it is not the dealer's."""

    step: str
    prompt: Phrase
    clause: str
    role: str = ""


def plan(rules: Rules, why: str, *, status: str = "", insisted: bool = False) -> tuple[str, ...]:
    """The steps from cards on the table to a ready shoe, when it is prepared for the reason ``why``."""
    skipped = skipped_steps(rules, status)
    names = [step.name for step in rules.shoe.steps if why in step.at and step.name not in skipped]
    by_machine = names and not any(step.name in ("spread", "by_hand") for step in rules.shoe.steps)
    if why == OPENING and by_machine and rules.machine_shuffle.value == "by_hand":
        names.insert(0, "by_hand")
    if insisted and "shuffle" in names and "cut" not in names and rules.cut_insisted.value == "always":
        at = names.index("shuffle") + 1
        names[at:at] = ["cut", "move"]
    if insisted and "shuffle" not in names and "load" in names:
        # What a machine would do is done by hand, before the cards go in (NZ-7.1A(b), NZ-7.2-S1).
        always = rules.cut_insisted.value == "always"
        by_hand = [
            "spread",
            "seen",
            "by_hand",
            *(name for name in ("cut", "move") if always or name in names),
        ]
        names = [name for name in names if name not in by_hand]
        at = names.index("aside" if "aside" in names else "load")
        names[at:at] = by_hand
    if "burn" in names and rules.burn_after.value == "opening" and why != OPENING:
        names.remove("burn")
    if "cut" not in names and "shuffle" in names:
        if rules.cut_offered.value == "always":
            names[names.index("shuffle") + 1 : names.index("shuffle") + 1] = ["cut", "move"]
        elif rules.cutting_card_uncut.value == "left":
            names = [name for name in names if name not in ("place", "second_card")]
    return tuple(names)


def skipped_steps(rules: Rules, status: str) -> tuple[str, ...]:
    """The steps that are skipped for cards prepared elsewhere."""
    for preparation in rules.shoe.prepared:
        if preparation.status == status:
            shuffled = rules.prepared_first_use.value == "shuffled"
            return tuple(name for name in preparation.skips if not (shuffled and name == "shuffle"))
    return ()


def new_shoe(rules: Rules, packs: int, session: str = "") -> Shoe:
    """The shoe of a table that has just opened."""
    return Shoe(packs=packs, why=OPENING, todo=plan(rules, OPENING), session=session)


def pending(rules: Rules, state: State) -> tuple[str, ...]:
    """The steps still to be done before a card may be dealt; none if the shoe is not tracked."""
    shoe = state.carry.shoe
    if shoe is None or not state.shoe_waits:
        return ()
    if shoe.todo:
        return shoe.todo
    todo = plan(rules, shuffle_reason(rules, state))
    return ("another_shoe", *todo) if state.carry.shuffle_due == rules.shoe.another_after else todo


def untouched(rules: Rules, state: State) -> bool:
    """Whether new or opening cards are untouched: not shuffled, nor loaded into a machine that shuffles them."""
    shoe = state.carry.shoe
    if shoe is None or not shoe.todo or shoe.why not in (OPENING, NEW) or state.drawn:
        return False
    first = "shuffle" if "shuffle" in plan(rules, shoe.why) else "load"
    return first in shoe.todo


def shuffle_reason(rules: Rules, state: State) -> str:
    """The reason for a shuffle that is due: with the same cards, or with new ones."""
    return NEW if state.carry.shuffle_due in rules.shoe.new_cards_after else AGAIN


def shoe_ended(rules: Rules, state: State) -> bool:
    """Whether the last round of this shoe is over and the cards are not shuffled yet."""
    return bool(state.carry.shuffle_due) and not state.drawn and "shuffle" in pending(rules, state)


def shoe_due(rules: Rules, state: State) -> ShoeDue | None:
    """What the shoe waits for now; None if a card may be dealt."""
    todo = pending(rules, state)
    if not todo:
        return None
    step = rules.shoe.step(todo[0])
    clause = step.clause
    if step.name == "shuffle" and state.carry.shuffle_due:
        clause = state.carry.shuffle_clause  # the reason for the shuffle says more than the step
    prompt = Phrase.of("prompt.shoe_step", step=step.words)
    name, fixed_by = rules.shoe.approved_shuffle
    if step.name == "shuffle" and name:
        prompt = Phrase.of("prompt.shoe_shuffle", step=step.words, shuffle=name.replace("_", ", "))
        clause = clause or fixed_by
    return ShoeDue(step.name, prompt, clause, step.role)


def cards_in(rules: Rules, state: State) -> int:
    """How many cards are in the stack that is being prepared."""
    shoe = state.carry.shoe
    assert shoe is not None, "only a shoe that is followed is prepared"
    return shoe.stack or state.setup.shoe_cards


def checks(rules: Rules) -> tuple[str, ...]:
    """The checks of cards that are added, before they are in play."""
    return tuple(step.name for step in rules.shoe.steps if ADDED in step.at)


def same_cards(shoe: Shoe, rules: Rules, before: Rules, packs: int) -> bool:
    """Whether a shoe prepared under the rules ``before`` may be used under ``rules`` with so many packs: another
    number requires a new shoe (ACT03-2.3(a))."""
    return (
        shoe.packs == packs
        and rules.missing_ranks.value == before.missing_ranks.value
        and rules.cutting_card.value == before.cutting_card.value
        and rules.shoe.two_sets == before.shoe.two_sets
    )
