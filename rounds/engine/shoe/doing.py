"""The steps of the shoe and the cut: what may be recorded now, and by whom."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Step
from rounds.engine.events import Event, Made
from rounds.engine.permits.permits import role_for
from rounds.engine.refusal import RuleViolation
from rounds.engine.shoe.commands import CutCards, DeclineCut, ShoeStep
from rounds.engine.shoe.cutting import in_order, offering, present
from rounds.engine.shoe.events import CutDeclined, CutMade, Shuffled, StepDone
from rounds.engine.shoe.shoe import Shoe
from rounds.engine.shoe.steps import cards_in, pending, waiting
from rounds.engine.state import State
from rounds.engine.wagers.wagering import a_role

NAMED = ("standing", "employee")
"""Who cuts without a role of his own, and is named."""


def followed(state: State) -> Shoe:
    """The shoe of this table. Raises Refusal where its steps are not followed, as in a `.round` file."""
    if state.carry.shoe is None:
        raise RuleViolation("", "the steps of this shoe are not followed here", "Deal from it.")
    return state.carry.shoe


def steps_made(rules: Rules, state: State, command: ShoeStep) -> Made:
    """One step or several in a row. Raises Refusal for one that is not the next, with the clause of what is."""
    followed(state)
    todo = _with_choice(rules, state, command.steps[:1])
    if not command.steps:
        raise RuleViolation("", "no step is named", "Name what was done with the cards.")
    made: Made = []
    for at, name in enumerate(command.steps):
        if at >= len(todo) or todo[at] != name:
            raise _not_next(rules, state, todo, at, name)
        if name == "cut":
            raise RuleViolation(
                rules.shoe.step(name).clause, "a cut has a player", "Say who has cut, or who declined."
            )
        made.append(_made(rules, state, command, rules.shoe.step(name)))
    return made


def _with_choice(rules: Rules, state: State, first: tuple[str, ...]) -> tuple[str, ...]:
    """What is to be done, with the shuffle that cards which came shuffled may have all the same (NZ-6.5-S2)."""
    todo, shoe = pending(rules, state), followed(state)
    optional = shoe.status and "shuffle" not in todo and todo[:1] in (("cut",), ("place",), ("load",))
    return ("shuffle", *todo) if optional and first == ("shuffle",) else todo


def _not_next(rules: Rules, state: State, todo: tuple[str, ...], at: int, name: str) -> Refusal:
    if at >= len(todo):
        return RuleViolation(
            rules.steps.shuffle, "nothing is to be done with the cards now", "Take wagers; deal the round."
        )
    due = rules.shoe.step(todo[at])
    clause = (waiting(rules, state) or due).clause if not at else due.clause
    also = (due.clause,) if clause != due.clause else ()
    return RuleViolation(
        clause, f"first: {_lower(due.words)}", "Do it, and record it; then go on.", also=also
    )


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _made(rules: Rules, state: State, command: ShoeStep, step: Step) -> Event:
    shoe = followed(state)
    if step.role:
        role_for(rules, command.role, step.role, step.clause)
        if command.person and command.person == shoe.checked_by:
            raise RuleViolation(
                step.clause,
                f"{command.person} has made the first check",
                f"The second is another person's: call {a_role(step.role)}.",
            )
    if step.name == "seen" and not present(state):
        raise RuleViolation(
            step.clause,
            "no player has come to the table yet",
            "Leave the cards spread until one has had the chance to look.",
        )
    if step.name == "shuffle":
        found = waiting(rules, state)
        shuffle, _ = rules.shoe.approved_shuffle
        return Shuffled(
            cause=shoe.why if shoe.todo else "",
            shuffle=shuffle,
            person=command.person,
            clause=found.clause if found is not None and found.step == "shuffle" else step.clause,
        )
    warning = _depth(rules, state, command.depth) if step.name == "place" else ""
    return StepDone(
        step=step.name,
        depth=command.depth if step.name == "place" else -1,
        role=command.role,
        person=command.person,
        warning=warning,
        clause=step.clause,
    )


def _depth(rules: Rules, state: State, depth: int) -> str:
    """A word of warning about where the cutting card goes. Raises Refusal where it may not (ACT96-6.2-S3,
    ACT03-5.4-B03, VIC03-4.2.4(b), NZ-7.6(e))."""
    if depth < 0:
        return ""
    shoe, cards = rules.shoe, cards_in(rules, state)
    pack = rules.shoe_cards(1)
    give = shoe.depth_give[0] * pack // 2
    least, clause = shoe.depth_least[0] * pack, shoe.depth_least[1]
    if least and rules.cutting_card_give.value == "both":
        least -= give
    if not 0 <= depth <= cards or depth < least:
        raise RuleViolation(
            clause or shoe.depth_most,
            f"{depth} cards lie behind the cutting card; at least {least} must",
            "Place it again.",
        )
    half = cards // 2
    if shoe.depth_most and depth > half + give:
        raise RuleViolation(
            shoe.depth_most,
            f"{depth} cards lie behind the cutting card; at most {half + give} may",
            f"Place it again, at most half way in from the back{f', give half a pack: {half}' if give else ''}.",
        )
    if shoe.depth_most and depth > half:
        return f"{depth} cards lie behind it, more than half: within the half pack that is allowed"
    return "no card lies behind it" if not depth else ""


# --- the cut


def _cut_due(rules: Rules, state: State) -> None:
    followed(state)
    todo = pending(rules, state)
    if todo[:1] == ("cut",):
        return
    if "cut" in todo:
        raise _not_next(rules, state, todo, 0, "cut")
    clause = next((one.clause for one in rules.shoe.steps if one.name == "cut"), rules.steps.shuffle)
    raise RuleViolation(clause, "no cut is due now", "Go on with what is due.")


def declined(rules: Rules, state: State, command: DeclineCut) -> Made:
    """The player to whom it is offered does not cut: the next one is asked (ACT96-6.1(d)-S1, VIC03-4.2.2)."""
    _cut_due(rules, state)
    now = offering(rules, state)
    if command.player != now.player or not command.player:
        raise RuleViolation(
            now.clause,
            f"the cut is offered to player {now.player} now" if now.player else "every player has been asked",
            "Record the answers in that order.",
        )
    return [CutDeclined(player=command.player, clause=rules.shoe.cut_refused)]


def cut(rules: Rules, state: State, command: CutCards) -> Made:
    """The stack was cut. Raises Refusal for another than the one who is asked, and for a cut too near an end."""
    _cut_due(rules, state)
    now = offering(rules, state)
    if command.player:
        clause = _cut_by_player(rules, state, command.player)
    elif now.player:
        raise RuleViolation(
            now.clause,
            f"player {now.player} has not been asked",
            "Offer the cut; whoever declines is recorded.",
            also=(rules.shoe.cut_refused,),
        )
    else:
        clause = _cut_by_another(rules, state, command)
    _far_enough(rules, state, command.position)
    return [
        CutMade(
            player=command.player,
            by=command.by,
            # A role that cuts is the one who signs; only others are named.
            name=command.name if command.by in NAMED else "",
            position=command.position,
            named=now.clause,
            role=command.role,
            person=command.person,
            clause=clause,
        )
    ]


def _cut_by_player(rules: Rules, state: State, player: str) -> str:
    now, shoe = offering(rules, state), followed(state)
    if player == now.player:
        return now.clause
    asked = [one for _, one in in_order(rules, state)[0]]
    if player in shoe.declined:
        raise RuleViolation(
            rules.shoe.cut_refused, f"player {player} has declined the cut", "Ask the next player."
        )
    if player not in asked:
        raise RuleViolation(
            now.clause, f"player {player} is not one of those who are asked", "Offer it in the book's order."
        )
    raise RuleViolation(
        now.clause,
        f"the cut is offered to player {now.player} first",
        f"Record that {now.player} declines; then go on clockwise.",
        also=(rules.shoe.cut_refused,),
    )


def _cut_by_another(rules: Rules, state: State, command: CutCards) -> str:
    """The clause under which somebody cuts when no player does (ACT96-6.1(d)-S2, ACT03-5.3, VIC03-4.2.2, NZ-7.4-S2)."""
    others = offering(rules, state).others
    for who, clause in others:
        if who != command.by:
            continue
        if who not in NAMED:
            role_for(rules, command.role, who, clause)
        elif not command.name.strip():
            raise RuleViolation(
                clause, "it is not said who has cut", "Enter the player's mark, or the employee's number."
            )
        return clause
    allowed = " or ".join(_who(who) for who, _ in others)
    clause = others[0][1] if others else rules.steps.shuffle
    raise RuleViolation(clause, "it is not said who has cut", f"Say which: {allowed}.")


def _who(who: str) -> str:
    return {"standing": "a standing player", "employee": "a casino employee"}.get(who) or a_role(who)


def _far_enough(rules: Rules, state: State, position: int) -> None:
    """A cut lies at least a pack from either end (ACT96-6.2-S1, ACT03-5.4-B01, VIC03-4.2.3, NZ-7.5)."""
    packs, clause = rules.shoe.cut_from_ends
    if position < 0 or not packs:
        return
    cards, least = cards_in(rules, state), packs * rules.shoe_cards(1)
    if cards < 2 * least:
        return  # of the rack, too few are left to keep a pack on either side (VIC03-9.9)
    if not least <= position <= cards - least:
        raise RuleViolation(
            clause,
            f"{position} cards lie in front of the cutting card; {least} to {cards - least} must",
            "Have the stack cut again, at least a pack from either end.",
        )
