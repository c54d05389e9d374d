"""What is found out, or looked up, of rounds that are over."""

from casino.rulebooks import Rules
from rounds.engine.events import FormerRoundVoid, Made
from rounds.engine.irregularities import voiding
from rounds.engine.irregularities.events import WinningsHeld
from rounds.engine.irregularities.values import Values
from rounds.engine.setup import rules_of
from rounds.engine.state import State


def void_former(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """An error of placement in a round that is over, found once the next had begun: that round is void with all its
    wagers and payments, and those since then stand (ACT03-14.5)."""
    number = said.number("round")
    if number == state.round_no:
        raise said.wrong("that is the round in hand", "A card misplaced in it is moved to where it belongs.")
    if said.earlier is None:
        return [FormerRoundVoid(round_no=number, clause=said.kind.clause)]
    former = said.earlier(number)
    if former is None:
        raise said.wrong(
            f"round {number} is not in the record", "Name the round by its number in the record."
        )
    if former.phase == "void":
        raise said.wrong(f"round {number} is void already", "There is nothing more to do.")
    undone = voiding.whole_round(
        rules_of(former.setup), former, said.kind.clause, f"found in round {state.round_no}", whole=True
    )
    return [FormerRoundVoid(round_no=number, events=tuple(undone), clause=said.kind.clause)]


def hold_winnings(rules: Rules, state: State, said: Values, choice: str) -> Made:
    """What the player won since the round from which he held the device, this one if none is named: worked out from
    the record (VIC03-17.2.3)."""
    player = said.said["player"]
    since = said.number("since") if "since" in said else state.round_no
    rounds = [state]
    if said.earlier is not None:
        rounds += [one for number in range(since, state.round_no) if (one := said.earlier(number))]
    results = [one for each in rounds for one in each.results if one.player == player]
    gross = sum(one.pays for one in results)
    known = said.earlier is not None or since == state.round_no
    if not gross and known:
        raise said.wrong(f"{player} has won nothing since round {since}", "There is nothing to hold.")
    net = gross - sum(one.takes for one in results)
    held = WinningsHeld(
        player=player, since=since, gross=gross, net=net, case=said.text("case"), clause=said.kind.clause
    )
    return [held]
