"""What the session of a tournament does not allow: whoever is not of it, chips that a player does not have, a further
hand once it is over."""

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
from rounds.engine.tournament.session import session_over, turn
from rounds.engine.tournament.stacks import before_player
from rounds.engine.wagers.commands import DeclareWager, Leave, PlaceWager, Seat

_LAYS = (PlaceWager, Insure, Decide, Ride, CorrectWager, CorrectDouble, CorrectInsurance)
"""What lays chips, or says that they lay there."""


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
    """Raises Refusal for a command that the session does not allow whatever the round is."""
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
                _in_time(play, state, command)
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


def _in_time(play: TournamentPlay, state: State, command: PlaceWager | DeclareWager) -> None:
    """Raises Refusal for a wager out of turn, or one that is raised once it was announced. Other bets come with it."""
    table = state.setup.tournament
    assert table is not None, "a turn is that of a session"
    box = state.box(table.box_of(command.player))
    if box.wager_of(command.player) is None or box.wager_of(command.player, command.bet) is not None:
        in_turn(play, state, command.player)


def in_turn(play: TournamentPlay, state: State, named: str) -> None:
    """Raises Refusal for a player whose turn it is not."""
    box, player = turn(state)
    if box and player != named:
        raise Refusal("turn.another", play.conditions, player=named, turn=player, box=box)


def after(rules: Rules, was: State, state: State, command: Command) -> None:
    """Raises Refusal where the command lays chips that a player does not have."""
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
    """The command, or the correction that a signature makes."""
    waits = was.irregular
    return waits.correction if isinstance(command, Approve) and waits is not None else command
