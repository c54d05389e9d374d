"""How a session proceeds from hand to hand: its beginning, what each hand leaves, its end, and whose turn it is."""

from collections.abc import Mapping

from msgspec.structs import replace

from casino.money import Cents
from casino.rulebooks import Rules
from casino.tournament_table import TournamentTable
from rounds.engine.nets import nets
from rounds.engine.setup import Carry, Setup
from rounds.engine.state import OVER, State
from rounds.engine.tournament.stacks import stacks_of
from rounds.engine.tournament.standing import Standing


def inherited(setup: Setup) -> Carry:
    """What a round with this set-up inherits: the session in progress, or a new one; unchanged without a
    tournament."""
    carry, table = setup.carry, setup.tournament
    if table is None:
        return replace(carry, tournament=None) if carry.tournament is not None else carry
    standing = carry.tournament
    if standing is None or (standing.code, standing.session) != (table.code, table.session):
        standing = Standing(table.code, table.session, stacks=table.stacks, button=table.first_box)
    standing = _with_given(standing, table)
    return replace(carry, tournament=_button_on(standing, table), callers=tuple(sorted(table.seats)))


def _with_given(standing: Standing, table: TournamentTable) -> Standing:
    """The standing with what the director has given or taken since it was counted, and with any player who has
    replaced an absent one."""
    before, had = dict(standing.given), dict(standing.stacks)
    stacks = {player: had.get(player, chips) for player, chips in table.stacks}
    for player, chips in table.given:
        stacks[player] = stacks.get(player, 0) + chips - before.get(player, 0)
    out = tuple(pair for pair in standing.out if not stacks.get(pair[0]))
    return replace(standing, stacks=tuple(stacks.items()), given=table.given, out=out)


def _button_on(standing: Standing, table: TournamentTable) -> Standing:
    """The standing with the button at a player who has chips: the first from where it was."""
    order = boxes_from(standing.button, table)
    playing = [box for box in order if standing.stack(table.player_at(box))]
    return replace(standing, button=playing[0]) if playing and standing.button not in playing else standing


def boxes_from(box: int, table: TournamentTable) -> list[int]:
    """The boxes with a player, in turn, starting at ``box``."""
    boxes = sorted(number for number, _ in table.seats)
    return [number for number in boxes if number >= box] + [number for number in boxes if number < box]


def passed_on(state: State) -> Standing | None:
    """The session as the next hand begins: after this round if it is over, otherwise as this round began."""
    standing, table = state.carry.tournament, state.setup.tournament
    if standing is None or table is None or state.phase not in OVER:
        return standing
    stacks = stacks_of(state)
    counts = state.phase == "collected"  # a void hand is dealt again, for all
    hand = standing.hands + counts
    out = dict(standing.out) | {
        p: dict(standing.out).get(p, hand) for p, chips in stacks.items() if not chips
    }
    after = replace(
        standing,
        stacks=tuple(stacks.items()),
        hands=hand,
        shoes=standing.shoes + state.shoes,
        out=tuple(pair for pair in out.items() if not stacks.get(pair[0])),
        house=standing.house - sum(net for player, net in nets(state).items() if player in stacks),
    )
    if counts:
        after = replace(after, button=boxes_from(standing.button + 1, table)[0] if table.seats else 0)
    return _button_on(after, table)


def with_changes(carry: Carry, changes: Mapping[str, Cents]) -> Carry:
    """What a round inherits after an earlier round of the session changed these players' stacks."""
    standing = carry.tournament
    if standing is None or not changes:
        return carry
    stacks = {player: chips + changes.get(player, 0) for player, chips in standing.stacks}
    out = tuple(pair for pair in standing.out if not stacks.get(pair[0]))
    moved = sum(cents for player, cents in changes.items() if player in stacks)
    changed = replace(standing, stacks=tuple(stacks.items()), out=out, house=standing.house - moved)
    return replace(carry, tournament=changed)


def session_over(state: State) -> str:
    """The code of words for why no further hand is dealt; empty while the session goes on, or without a session. The
    clock is not consulted."""
    table, standing = state.setup.tournament, passed_on(state)
    if table is None or standing is None:
        return ""
    if state.phase not in OVER:
        if state.drawn or (state.called and not state.shoes):
            return ""
        # The cutting card came out first, so the shoe is over before any card of this hand.
        standing = replace(standing, shoes=standing.shoes + state.shoes)
    if table.hands and standing.hands >= table.hands:
        return "session.hands_dealt"
    if table.shoes and standing.shoes >= table.shoes:
        return "session.shoes_dealt"
    if table.tie_for and not (table.hands or table.shoes or table.minutes) and _broken(table, standing):
        return "session.tie_broken"
    return "session.no_chips" if standing.stacks and not any(chips for _, chips in standing.stacks) else ""


def _broken(table: TournamentTable, standing: Standing) -> bool:
    """Whether the places that were tied for are now decided."""
    chips = sorted((chips for _, chips in standing.stacks), reverse=True)
    return standing.hands > 0 and (
        table.tie_for >= len(chips) or chips[table.tie_for - 1] > chips[table.tie_for]
    )


def secret(table: TournamentTable, standing: Standing) -> bool:
    """Whether the wagers of the next hand are secret until the call."""
    return bool(table.secret and table.hands and standing.hands >= table.hands - table.secret)


def announced_last(table: TournamentTable, standing: Standing) -> bool:
    """Whether the next hand is one of those announced as the last."""
    left = table.hands - standing.hands
    return bool(table.hands and 0 < left <= table.last_hands)


def must_wager(rules: Rules, state: State, player: str) -> bool:
    """Whether this hand has a compulsory wager for the player; players with too few chips for it, or for any wager,
    are exempt."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None or not table.compulsory:
        return False
    least = state.setup.sign(rules.wagers_on_hand.value[0]).minimum * rules.wagers_least.value
    return standing.stack(player) >= max(table.compulsory, least)


def wagers_in_turn(state: State) -> bool:
    """Whether the wagers of this hand are announced in turn from the button."""
    table, standing = state.setup.tournament, state.carry.tournament
    return bool(table and standing and table.order == "announced" and not secret(table, standing))


def later_player_acted(state: State, player: str) -> bool:
    """Whether a player whose turn comes later has already wagered or passed."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None:
        return False
    order = [table.player_at(box) for box in boxes_from(standing.button, table)]
    later = order[order.index(player) + 1 :] if player in order else []
    return any(state.box(table.box_of(p)).wager_of(p) is not None or p in state.passed for p in later)


def turn(state: State) -> tuple[int, str]:
    """Whose turn it is to wager, as (box, player), where wagers are announced from the button; otherwise (0, "")."""
    table, standing = state.setup.tournament, state.carry.tournament
    if table is None or standing is None or state.called or not wagers_in_turn(state):
        return 0, ""
    for box in boxes_from(standing.button, table):
        player = table.player_at(box)
        wagered = state.box(box).wager_of(player) is not None
        if standing.stack(player) and not wagered and player not in state.passed:
            return box, player
    return 0, ""
