"""The side bets that a table offers."""

from casino.rulebooks import Rules
from rounds.engine import commands as do
from rounds.engine import events as on
from rounds.engine.refusal import RuleViolation
from rounds.engine.state import State

OnSide = (
    do.Ride
    | do.Prize
    | do.VoidPress
    | do.Misfire
    | do.AnswerMisfire
    | do.EquipmentFailed
    | do.EquipmentRepaired
)


def not_offered(rules: Rules, state: State, command: OnSide) -> list[on.Event]:
    """Raises RuleViolation: no such bet lies on the layout."""
    raise RuleViolation(
        rules.steps.wager,
        f"the bet {command.bet} is not offered at this table",
        "Look at the layout again.",
    )
