"""Who is offered the cut: the player that the book names, then the others clockwise, then anybody else allowed."""

from msgspec import Struct

from casino.rulebooks import Rules
from casino.rulebooks.shoes.kind import FAULT, NEW, OPENING
from rounds.engine.state import State

Place = tuple[int, str]
"""A box and a player at it."""


class CutOffer(Struct, frozen=True):
    """Who is offered the cut now, and who makes it if no player takes it."""

    player: str
    """Empty when every player has been asked, or no player is there."""
    box: int
    clause: str
    then: tuple[str, ...] = ()
    """The players who would be asked next."""
    others: tuple[tuple[str, str], ...] = ()
    """Who cuts if no player does: a role, a ``standing`` player or an ``employee``, each with the clause."""


def cut_offer(rules: Rules, state: State) -> CutOffer:
    """The current offer of the cut."""
    shoe = state.carry.shoe
    assert shoe is not None, "only a shoe that is followed is cut"
    named = rules.shoe.cutter(cut_case(state))
    if named.case == "other" and rules.cut_unnamed.value == "none":
        return CutOffer("", 0, named.clause, (), rules.shoe.cut_by)
    askers, standing = asking_order(rules, state)
    left = [place for place in askers if place[1] not in shoe.declined]
    others = tuple(pair for pair in rules.shoe.cut_by if pair[0] != "standing" or standing)
    if rules.shoe.nobody_seated and not _seated(state):
        # Standing players were asked along with the seated ones: only an employee is left.
        others = tuple((who, rules.shoe.nobody_stands) for who, _ in others if who != "standing")
    if not left:
        clause = others[0][1] if others else named.clause
        return CutOffer("", 0, clause, (), others)
    if shoe.declined:
        clause = rules.shoe.cut_refused
    elif rules.shoe.nobody_seated and not _seated(state):
        clause = rules.shoe.nobody_seated
    else:
        clause = named.clause
    (box, player), *rest = left
    return CutOffer(player, box, clause, tuple(player for _, player in rest), others)


def cut_case(state: State) -> str:
    """Why these cards are cut, in the books' categories."""
    shoe = state.carry.shoe
    assert shoe is not None, "only a shoe that is followed is cut"
    return {OPENING: "start", NEW: "new", FAULT: "fault"}.get(shoe.why) or shoe.came or "other"


def asking_order(rules: Rules, state: State) -> tuple[list[Place], list[Place]]:
    """The players in the order in which they are asked, and those who only stand."""
    everybody = players_present(state)
    seated = _seated(state)
    standing = [place for place in everybody if place not in seated]
    askers = everybody
    if rules.shoe.seated_first:
        askers = seated or standing
    first = _first(rules, state, askers)
    if first is None:
        return askers, standing
    at = askers.index(first)
    if rules.cut_round_from.value == "left":
        return [first, *(place for place in askers if place != first)], standing
    return askers[at:] + askers[:at], standing


def players_present(state: State) -> list[Place]:
    """The players at the table, each once, from the dealer's left: at a box its caller before the others."""
    shoe = state.carry.shoe
    box_of: dict[str, int] = {}
    at_box: dict[int, list[str]] = {box.number: [box.caller] if box.caller else [] for box in state.boxes}
    for number, player in shoe.last if shoe is not None else ():
        at_box.setdefault(number, []).append(player)
    for box in state.boxes:
        at_box[box.number] += box.players
    for number, players in sorted(at_box.items()):
        for player in players:
            box_of.setdefault(player, number)
    return [(number, player) for player, number in box_of.items()]


def _seated(state: State) -> list[Place]:
    """Players with a seat of their own, from the dealer's left."""
    box_of: dict[str, int] = {}
    for number, player in state.carry.callers:
        box_of.setdefault(player, number)
    return [(number, player) for player, number in box_of.items()]


def _first(rules: Rules, state: State, askers: list[Place]) -> Place | None:
    """The player whom the book names; the next clockwise if that player has left; None if nobody is there."""
    shoe = state.carry.shoe
    assert shoe is not None, "only a shoe that is followed is cut"
    if not askers:
        return None
    why = cut_case(state)
    who = rules.shoe.cutter(why).who
    if why == "first":
        who = "that_box" if rules.cut_first_card.value == "first_box" else who
        who = "leftmost" if rules.cut_first_card.value == "nobody" and who == "that_box" else who
    if who == "arrived":
        came = [
            player for player in shoe.arrivals if any(player == asked_player for _, asked_player in askers)
        ]
        return next(place for place in askers if place[1] == came[0]) if came else askers[0]
    if who == "that_box":
        # The caller of that box or, if all have left it, the next player clockwise (ACT96-6.1(b)).
        return next((place for place in askers if place[0] >= shoe.came_box), askers[0])
    return askers[-1] if who == "rightmost" else askers[0]
