"""What the conditions of a tournament session require before the call."""

from casino.rulebooks import Rules
from casino.rulebooks.tournament_play import play_of
from rounds.engine.state import State
from rounds.engine.tournament.session import must_wager, session_over, turn
from rounds.engine.tournament.stacks import in_reach
from rounds.engine.wagers.limits import under_minimum
from rounds.engine.waiting import Blocker


def ended(rules: Rules, state: State) -> Blocker | None:
    """What blocks the call once the session is over; None while it goes on."""
    if state.setup.tournament is None or not (code := session_over(state)):
        return None
    return Blocker("session_over", 0, (), play_of(rules).structure, code, {})


def missing(rules: Rules, state: State) -> list[Blocker]:
    """Whose turn it is, whose compulsory wager is missing, and which wagers must be made up to the minimum."""
    table = state.setup.tournament
    if table is None:
        return []
    play = play_of(rules)
    blocking: list[Blocker] = []
    box, player = turn(state)
    if box:
        values = {"player": player, "box": box}
        blocking.append(Blocker("turn", box, (player,), play.conditions, "call.turn_waits", values))
    for number, seated in sorted(table.seats):
        wagers = [wager for wager in state.box(number).wagers if wager.player == seated]
        lies = sum(wager.amount for wager in wagers)
        to_come = box and not lies  # the player's turn to be asked is still to come
        if lies < table.compulsory and not to_come and must_wager(rules, state, seated):
            values = {"player": seated, "box": number, "compulsory": table.compulsory, "lies": lies}
            code = "call.compulsory_short" if lies else "call.compulsory_missing"
            blocking.append(Blocker("compulsory", number, (seated,), play.compulsory, code, values))
        for wager in wagers if rules.under_minimum.value == "made_up" else ():
            under, minimum = under_minimum(rules, state, state.box(number), seated, wager.bet, wager.amount)
            if under and in_reach(state, seated):  # a player's last chips may play for less
                values = {"player": seated, "box": number, "amount": wager.amount, "minimum": minimum}
                clause = rules.under_minimum.clause
                made_up = Blocker("made_up", number, (seated,), clause, "call.wager_made_up", values)
                blocking.append(made_up)
    return blocking
