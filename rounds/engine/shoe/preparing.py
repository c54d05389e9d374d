"""The steps of the shoe and the cut: what may be recorded now, and by whom."""

from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import Step
from rounds.engine.events import Event, Events
from rounds.engine.permits.permits import role_for
from rounds.engine.phrases import line
from rounds.engine.shoe.commands import CutCards, DeclineCut, ShoeStep
from rounds.engine.shoe.cutting import asking_order, cut_offer, players_present
from rounds.engine.shoe.events import CutDeclined, CutMade, Shuffled, StepDone
from rounds.engine.shoe.shoe import Shoe
from rounds.engine.shoe.steps import cards_in, pending, shoe_due
from rounds.engine.state import State

NAMED = ("standing", "employee")
"""People without a role who may cut, and who must be named."""


def followed(state: State) -> Shoe:
    """The shoe of this table. Raises Refusal if its steps are not tracked, as in a `.round` file."""
    if state.carry.shoe is None:
        raise Refusal("shoe.not_followed")
    return state.carry.shoe


def steps_made(rules: Rules, state: State, command: ShoeStep) -> Events:
    """One or more steps in a row. Raises Refusal for a step that is not next, with the clause of the one that is."""
    followed(state)
    todo = _with_choice(rules, state, command.steps[:1])
    if not command.steps:
        raise Refusal("shoe.no_step")
    events: Events = []
    for at, name in enumerate(command.steps):
        if at >= len(todo) or todo[at] != name:
            raise _not_next(rules, state, todo, at, name)
        if name == "cut":
            raise Refusal("shoe.cut_has_a_player", rules.shoe.step(name).clause)
        events.append(_done(rules, state, command, rules.shoe.step(name)))
    return events


def _with_choice(rules: Rules, state: State, first: tuple[str, ...]) -> tuple[str, ...]:
    """The steps to do, including the optional shuffle of cards that came already shuffled (NZ-6.5-S2)."""
    todo, shoe = pending(rules, state), followed(state)
    optional = shoe.status and "shuffle" not in todo and todo[:1] in (("cut",), ("place",), ("load",))
    return ("shuffle", *todo) if optional and first == ("shuffle",) else todo


def _not_next(rules: Rules, state: State, todo: tuple[str, ...], at: int, name: str) -> Refusal:
    if at >= len(todo):
        return Refusal("shoe.nothing_due", rules.steps.shuffle)
    due = rules.shoe.step(todo[at])
    clause = (shoe_due(rules, state) or due).clause if not at else due.clause
    also = (due.clause,) if clause != due.clause else ()
    return Refusal("shoe.step_first", clause, also=also, step=due.words)


def _done(rules: Rules, state: State, command: ShoeStep, step: Step) -> Event:
    shoe = followed(state)
    if step.role:
        role_for(rules, command.role, step.role, step.clause)
        if command.person and command.person == shoe.checked_by:
            raise Refusal("shoe.same_checker", step.clause, person=command.person, role=step.role)
    if step.name == "seen" and not players_present(state):
        raise Refusal("shoe.nobody_has_looked", step.clause)
    if step.name == "shuffle":
        waits = shoe_due(rules, state)
        shuffle, _ = rules.shoe.approved_shuffle
        return Shuffled(
            cause=shoe.why if shoe.todo else "",
            shuffle=shuffle,
            person=command.person,
            clause=waits.clause if waits is not None and waits.step == "shuffle" else step.clause,
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
    """A warning about the place of the cutting card, or an empty string. Raises Refusal for a place that is not
    allowed (ACT96-6.2-S3, ACT03-5.4-B03, VIC03-4.2.4(b), NZ-7.6(e))."""
    if depth < 0:
        return ""
    shoe, cards = rules.shoe, cards_in(rules, state)
    pack = rules.shoe_cards(1)
    give = shoe.depth_give[0] * pack // 2
    least, clause = shoe.depth_least[0] * pack, shoe.depth_least[1]
    if least and rules.cutting_card_give.value == "both":
        least -= give
    if depth > cards:
        raise Refusal("cutting_card.not_in_stack", clause or shoe.depth_most, depth=depth, cards=cards)
    if depth < least:
        raise Refusal("cutting_card.too_near_back", clause or shoe.depth_most, depth=depth, least=least)
    half = cards // 2
    if shoe.depth_most and depth > half + give:
        raise Refusal("cutting_card.too_near_front", shoe.depth_most, depth=depth, most=half + give)
    if shoe.depth_most and depth > half:
        return line("kept.depth", cards=depth)
    return line("kept.no_depth") if not depth else ""


# --- the cut


def _cut_due(rules: Rules, state: State) -> None:
    followed(state)
    todo = pending(rules, state)
    if todo[:1] == ("cut",):
        return
    if "cut" in todo:
        raise _not_next(rules, state, todo, 0, "cut")
    clause = next((step.clause for step in rules.shoe.steps if step.name == "cut"), rules.steps.shuffle)
    raise Refusal("cut.not_due", clause)


def declined(rules: Rules, state: State, command: DeclineCut) -> Events:
    """The player who is offered the cut declines: the next one is asked (ACT96-6.1(d)-S1, VIC03-4.2.2)."""
    _cut_due(rules, state)
    now = cut_offer(rules, state)
    if command.player != now.player or not command.player:
        code = "cut.other_asked" if now.player else "cut.all_asked"
        raise Refusal(code, now.clause, player=now.player)
    return [CutDeclined(player=command.player, clause=rules.shoe.cut_refused)]


def cut(rules: Rules, state: State, command: CutCards) -> Events:
    """The stack was cut. Raises Refusal for anybody but the player who is asked, and for a cut too near an end."""
    _cut_due(rules, state)
    now = cut_offer(rules, state)
    if command.player:
        clause = _cut_by_player(rules, state, command.player)
    elif now.player:
        raise Refusal("cut.not_asked", now.clause, also=(rules.shoe.cut_refused,), player=now.player)
    else:
        clause = _cut_by_another(rules, state, command)
    _far_enough(rules, state, command.position)
    return [
        CutMade(
            player=command.player,
            by=command.by,
            # A role that cuts is identified by its signature; only others are named.
            name=command.name if command.by in NAMED else "",
            position=command.position,
            named=now.clause,
            role=command.role,
            person=command.person,
            clause=clause,
        )
    ]


def _cut_by_player(rules: Rules, state: State, player: str) -> str:
    now, shoe = cut_offer(rules, state), followed(state)
    if player == now.player:
        return now.clause
    askers = [asked_player for _, asked_player in asking_order(rules, state)[0]]
    if player in shoe.declined:
        raise Refusal("cut.declined", rules.shoe.cut_refused, player=player)
    if player not in askers:
        raise Refusal("cut.not_among_asked", now.clause, player=player)
    raise Refusal("cut.other_first", now.clause, also=(rules.shoe.cut_refused,), player=now.player)


def _cut_by_another(rules: Rules, state: State, command: CutCards) -> str:
    """The clause under which somebody cuts when no player does (ACT96-6.1(d)-S2, ACT03-5.3, VIC03-4.2.2, NZ-7.4-S2)."""
    others = cut_offer(rules, state).others
    for who, clause in others:
        if who != command.by:
            continue
        if who not in NAMED:
            role_for(rules, command.role, who, clause)
        elif not command.name.strip():
            raise Refusal("cut.nobody_named", clause)
        return clause
    clause = others[0][1] if others else rules.steps.shuffle
    raise Refusal("cut.by_whom", clause, allowed=[who for who, _ in others])


def _far_enough(rules: Rules, state: State, position: int) -> None:
    """Raises Refusal unless the cut is at least a pack from either end (ACT96-6.2-S1, ACT03-5.4-B01, VIC03-4.2.3,
    NZ-7.5)."""
    packs, clause = rules.shoe.cut_from_ends
    if position < 0 or not packs:
        return
    cards, least = cards_in(rules, state), packs * rules.shoe_cards(1)
    if cards < 2 * least:
        return  # the rack has too few cards to keep a pack on either side (VIC03-9.9)
    if not least <= position <= cards - least:
        raise Refusal("cut.too_near_end", clause, position=position, least=least, most=cards - least)
