"""What the felt shows of a tournament session: chips, the button, whose turn it is, the conditions."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_noop

from casino.rulebooks.tournament_play import play_of
from casino.tournament_table import units
from casino.translated import gettext, text
from rounds.engine import State
from rounds.engine.questions import at_stake, secret, stacks_of, turn


@dataclass(frozen=True, slots=True)
class Seat:
    """A player of the session at a box."""

    player: str
    chips: str
    """All the player's chips, those at stake included."""
    button: bool
    turn: bool
    out: bool
    """Whether the player has no chips left."""
    label: str


def seats_of(state: State) -> dict[int, Seat]:
    """The players of the session by box; empty without a tournament."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None:
        return {}
    stacks, lies, (box_in_turn, _) = stacks_of(state), at_stake(state), turn(state)
    hidden = wagers_hidden(state)
    seats = {}
    for box, player in table.seats:
        chips = stacks.get(player, 0)
        at_risk = 0 if hidden else lies.get(player, 0)
        if not chips:
            has = text(gettext("player {player} has no chips left"), player=player)
        elif at_risk:
            has = text(
                gettext("player {player} has {chips:units} in chips, {stake:units} of them at stake"),
                player=player,
                chips=chips,
                stake=at_risk,
            )
        else:
            has = text(gettext("player {player} has {chips:units} in chips"), player=player, chips=chips)
        parts = [
            has,
            gettext("the button") if box == standing.button else "",
            gettext("to wager now") if box == box_in_turn else "",
        ]
        label = ", ".join(filter(None, parts))
        seats[box] = Seat(
            player, units(chips), box == standing.button, box == box_in_turn, not chips, label=label
        )
    return seats


def wagers_hidden(state: State) -> bool:
    """Whether the wagers of this hand are secret and not called yet."""
    table, standing = state.setup.tournament, state.carry.tournament
    return table is not None and standing is not None and not state.called and secret(table, standing)


_OVERRIDDEN = {
    ("insurance", "no"): gettext_noop("No insurance"),
    ("even_money", "no"): gettext_noop("No even money"),
    ("double", "no"): gettext_noop("No doubling"),
    ("double", "up_to"): gettext_noop("A double may be for less"),
    ("double_after_split", "no"): gettext_noop("No double after a split"),
    ("split", "no"): gettext_noop("No splitting"),
}
_BELOW = {
    "refused": gettext_noop("A wager under the minimum is handed back"),
    "made_up": gettext_noop("A wager under the minimum is made up to it"),
    "returned": gettext_noop("A wager under the minimum goes back before the call"),
}
_ABOVE = {
    "refused": gettext_noop("A wager over the maximum is handed back"),
    "reduced": gettext_noop("Only the maximum plays"),
    "returned": gettext_noop("A wager over the maximum goes back before the call"),
}


def conditions_of(state: State) -> list[str]:
    """The conditions that the dealer goes by, each with its clause."""
    table = state.setup.tournament
    if table is None:
        return []
    play = play_of(state.setup.rules)
    lines = []
    if table.compulsory:
        words = gettext("%(chips)s must be wagered on every hand") % {"chips": units(table.compulsory)}
        lines.append(f"{words} [{play.compulsory}]")
    if table.order == "announced":
        lines.append(f"{gettext('Wagers are announced in turn from the button')} [{play.conditions}]")
    if play.conditions_prevail:
        conditions = [_OVERRIDDEN[pair] for pair in table.overrides if pair in _OVERRIDDEN]
        conditions += [words[how] for words, how in ((_BELOW, table.below), (_ABOVE, table.above)) if how]
        lines += [f"{gettext(words)} [{play.prevail}]" for words in conditions]
    return lines
