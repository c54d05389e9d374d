"""What a tournament session does not allow: players who are not in it, chips that a player does not have, a further
hand once it is over."""

from casino.money import Cents
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.tournament_clauses import TournamentPlay
from casino.rulebooks.tournament_play import check, play_of
from casino.tournament_table import TournamentTable
from rounds.engine.cards.commands import DealCard
from rounds.engine.commands import Command
from rounds.engine.corrections.commands import CorrectDouble, CorrectInsurance, CorrectWager
from rounds.engine.decisions.commands import Decide
from rounds.engine.insurance.commands import Insure
from rounds.engine.irregularities.commands import Approve
from rounds.engine.permits.commands import AllowLimit, AllowSeveralBoxes, VacateSeat
from rounds.engine.setup import Setup
from rounds.engine.sides.commands import Ride
from rounds.engine.state import State
from rounds.engine.tournament.blocking import missing
from rounds.engine.tournament.session import later_player_acted, session_over, turn, wagers_in_turn
from rounds.engine.tournament.stacks import before_player
from rounds.engine.wagers.commands import DeclareWager, Leave, PlaceWager, Seat, WithdrawWager

_LAYS = (PlaceWager, Insure, Decide, Ride, CorrectWager, CorrectDouble, CorrectInsurance)
"""Commands that place chips, or correct where they were."""


def set_up(rules: Rules, setup: Setup) -> None:
    """Raises Refusal for a session that the book, its conditions or the layout do not allow."""
    table = setup.tournament
    if table is None:
        return
    check(rules, table)
    play = play_of(rules)
    if table.shoes and not rules.cutting_card.value:
        raise Refusal("tournament_table.no_shoes", play.structure, also=rules.cutting_card.clauses)
    boxes, players = [box for box, _ in table.seats], [player for _, player in table.seats]
    for box, player in table.seats:
        alone = boxes.count(box) == 1 and players.count(player) == 1
        if not alone or not 1 <= box <= setup.boxes or player not in dict(table.stacks):
            raise Refusal("tournament_table.no_seat", play.position, player=player, box=box, last=setup.boxes)


def before(rules: Rules, state: State, command: Command) -> None:
    """Raises Refusal for a command that the session never allows, whatever the state of the round."""
    table = state.setup.tournament
    if table is None:
        return
    play = play_of(rules)
    match command:
        case PlaceWager(medium=medium) if medium != "chips":
            raise Refusal("tournament_table.chips_only", play.exclusive, medium=medium)
        case DeclareWager(backing=backing) if backing not in ("chips", "nothing"):
            raise Refusal("tournament_table.chips_only", play.exclusive, medium=backing)
        case PlaceWager(box=box, player=player) | DeclareWager(box=box, player=player):
            _may_wager(play, table, state, box, player)
            if not state.called:
                _in_time(rules, state, command)
        case WithdrawWager(box=box, player=player, bet=bet) if _is_announced(rules, state, bet):
            if later_player_acted(state, player) and state.box(box).wager_of(player, bet) is not None:
                raise Refusal("turn.over", play.conditions, player=player)
        case DealCard() if code := session_over(state):
            raise Refusal(code, play.structure)
        case Seat(box=box, player=player) if table.player_at(box) != player:
            raise Refusal("tournament_table.seats_allotted", play.position, player=player)
        case Leave(player=player) | VacateSeat(player=player):
            raise Refusal("tournament_table.seats_allotted", play.position, player=player)
        case AllowSeveralBoxes() | AllowLimit():
            raise Refusal("tournament_table.equal_chances", play.equal)


def _may_wager(play: TournamentPlay, table: TournamentTable, state: State, box: int, player: str) -> None:
    own, standing = table.box_of(player), state.carry.tournament
    if not own:
        raise Refusal("tournament_table.not_entered", play.exclusive, player=player, tournament=table.code)
    if own != box:
        raise Refusal("tournament_table.other_box", play.position, also=(play.equal,), player=player, own=own)
    assert standing is not None, "a round of a tournament has its session"
    if code := session_over(state):
        raise Refusal(code, play.structure)
    if not standing.stack(player):
        raise Refusal("stack.empty", play.stack, player=player)


def _in_time(rules: Rules, state: State, command: PlaceWager | DeclareWager) -> None:
    """Raises Refusal for a wager out of turn, one that is raised after it was announced, or one that comes after
    later players have announced theirs. Bets beside the hand are not announced."""
    table, play, player = state.setup.tournament, play_of(rules), command.player
    assert table is not None, "a turn is that of a session"
    if not _is_announced(rules, state, command.bet):
        return
    box = state.box(table.box_of(player))
    if box.wager_of(player) is None and player not in state.passed:
        refuse_out_of_turn(play, state, player)
        return
    if box.wager_of(player, command.bet) is None and not later_player_acted(state, player):
        return  # a pass that is taken back at once, or a second wager on the hand, placed with the first
    refuse_out_of_turn(play, state, player)
    if command.amount > _short(rules, state, player):
        raise Refusal("turn.over", play.conditions, player=player)


def _is_announced(rules: Rules, state: State, bet: str) -> bool:
    """Whether a bet is announced in turn on this hand, before the call."""
    return wagers_in_turn(state) and not state.called and bet in rules.wagers_on_hand.value


def _short(rules: Rules, state: State, player: str) -> Cents:
    """By how much an announced wager must be raised before the call, in hundredths of a unit, because it is under the
    compulsory wager or must be made up to the minimum."""
    short = 0
    for blocker in missing(rules, state):
        if player not in blocker.players:
            continue
        if blocker.kind == "compulsory":
            short = max(short, int(blocker.values["compulsory"]) - int(blocker.values["lies"]))
        elif blocker.kind == "made_up":
            short = max(short, int(blocker.values["minimum"]) - int(blocker.values["amount"]))
    return short


def refuse_out_of_turn(play: TournamentPlay, state: State, named: str) -> None:
    """Raises Refusal if it is another player's turn."""
    box, player = turn(state)
    if box and player != named:
        raise Refusal("turn.another", play.conditions, player=named, turn=player, box=box)


def after(rules: Rules, was: State, state: State, command: Command) -> None:
    """Raises Refusal if the command places chips that a player does not have."""
    if state.setup.tournament is None or not isinstance(_laying(was, command), _LAYS):
        return
    had = before_player(was)
    for player, chips in before_player(state).items():
        if chips < 0 and chips < had.get(player, 0):
            raise Refusal(
                "stack.too_small",
                play_of(rules).stack,
                player=player,
                chips=max(had.get(player, 0), 0),
                missing=-chips,
            )


def _laying(was: State, command: Command) -> object:
    """The command, or the correction that it signs."""
    waits = was.irregular
    return waits.correction if isinstance(command, Approve) and waits is not None else command
