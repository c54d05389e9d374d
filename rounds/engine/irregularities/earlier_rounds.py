"""Irregularities about earlier rounds."""

from casino.rulebooks import Rules
from rounds.engine.events import Events, FormerRoundVoid
from rounds.engine.irregularities import voiding
from rounds.engine.irregularities.events import WinningsHeld
from rounds.engine.irregularities.report import Report
from rounds.engine.phrases import line
from rounds.engine.state import State


def void_former(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """An error of placement in an earlier round, discovered after the next had begun: that round is void with all its
    wagers and payments; later rounds are kept (ACT03-14.5)."""
    number = report.number("round")
    if number == state.round_no:
        raise report.wrong("report.cards_of_this_round")
    if report.earlier is None:
        return [FormerRoundVoid(round_no=number, clause=report.kind.clause)]
    former = report.earlier(number)
    if former is None:
        raise report.wrong("report.round_not_recorded", round=number)
    if former.phase == "void":
        raise report.wrong("report.round_void", round=number)
    undone = voiding.whole_round(
        former.setup.rules,
        former,
        report.kind.clause,
        line("kept.found_in_round", round=state.round_no),
        whole=True,
    )
    return [FormerRoundVoid(round_no=number, events=tuple(undone), clause=report.kind.clause)]


def hold_winnings(rules: Rules, state: State, report: Report, choice: str) -> Events:
    """Hold what the player won since the round from which the player had the device (this round if none is named), as
    worked out from the record (VIC03-17.2.3)."""
    player = report.values["player"]
    since = report.number("since") if "since" in report else state.round_no
    rounds = [state]
    if report.earlier is not None:
        rounds += [former for number in range(since, state.round_no) if (former := report.earlier(number))]
    results = [result for each in rounds for result in each.results if result.player == player]
    gross = sum(result.pays for result in results)
    known = report.earlier is not None or since == state.round_no
    if not gross and known:
        raise report.wrong("report.nothing_won", player=player, since=since)
    net = gross - sum(result.takes for result in results)
    held = WinningsHeld(
        player=player, since=since, gross=gross, net=net, case=report.text("case"), clause=report.kind.clause
    )
    return [held]
