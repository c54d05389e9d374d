"""What a round passes on to the next one at its table."""

from collections.abc import Iterable

from msgspec.structs import replace

from rounds.engine.permits.seats import idle_after
from rounds.engine.setup import Carry
from rounds.engine.shoe.folds import after as shoe_after
from rounds.engine.state import State


def after_round(state: State) -> Carry:
    """What the next round inherits: the shoe as it is now, and how many rounds each player has wagered on."""
    carry = state.carry
    rules = state.setup.rules
    wagered = {wager.player for box in state.boxes for wager in box.wagers}
    played = _one_more(carry.played, wagered)
    of_session = carry.session_played
    drawn = carry.shoe_drawn + len(state.drawn)
    if not rules.cutting_card.value:
        drawn = 0  # an automatic shoe shuffles continuously: it has no beginning and no end
    return replace(
        carry,
        idle=idle_after(rules, state) if carry.callers and rules.vacate_after.value else (),
        rounds_left=max(carry.rounds_left - 1, 0) if carry.rounds_left >= 0 else carry.rounds_left,
        shoe_rounds=carry.shoe_rounds + 1,
        played=played,
        session_rounds=carry.session_rounds + 1,
        session_played=played if of_session == carry.played else _one_more(of_session, wagered),
        warned=() if rules.warning_lasts.value == "round" else carry.warned,
        shoe_drawn=drawn,
        held=tuple([card for card in state.held if card.lasts]) if state.held else (),
        shoe=carry.shoe and shoe_after(carry.shoe, state, continuous=not rules.cutting_card.value),
    )


def _one_more(counted: tuple[tuple[str, int], ...], players: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The round counts, each raised by one for these players."""
    so_far = dict(counted)
    for player in players:
        so_far[player] = so_far.get(player, 0) + 1
    return tuple(sorted(so_far.items()))
