"""Side bets of a stored round after the first card, as lines."""

from collections.abc import Sequence

from casino.money import decimal
from rounds.engine import Event
from rounds.engine.events import (
    BetResumed,
    BetsCalled,
    BetSuspended,
    IrregularityReported,
    MisfireAnswered,
    Misfired,
    PressVoid,
    PrizeSelected,
    Rode,
    WagerPlaced,
)
from rounds.engine.questions import ACCEPT, EQUIPMENT_REPAIRED, PRESS_AGAIN
from rounds.notation.side_lines import joined


def without_line(events: Sequence[Event]) -> frozenset[int]:
    """The indices of events without a line: those that follow from the one before in the same tap, and repairs of
    equipment that failed before the first card, which is outside the text."""
    taps: set[int] = set()
    tap_told, failed = 0, set()
    for at, event in enumerate(events):
        match event:
            case MisfireAnswered():
                tap_told = event.tap
            case Rode() | PrizeSelected() if event.tap == tap_told:
                taps.add(at)
            case Rode(decided_first=True):
                tap_told = event.tap
            case BetSuspended():
                failed.add(event.bet)
            case BetResumed() if event.bet not in failed:
                taps.add(at)
            case BetResumed():
                failed.discard(event.bet)
    return frozenset(taps)


def reports_left_out(events: Sequence[Event]) -> frozenset[int]:
    """The numbers of reports without a line: repairs of equipment that failed before the round, or that failed and
    was repaired before the call, after which its bet was taken as before (NZ-16.12-S1)."""
    unwritten: set[int] = set()
    of_bet: dict[str, set[int]] = {}
    called, no = False, 0
    for event in events:
        match event:
            case BetsCalled():
                called = True
            case IrregularityReported(kind=kind, values=values):
                no = event.no
                if kind == EQUIPMENT_REPAIRED:
                    of_bet.get(dict(values)["bet"], unwritten).add(no)
            case BetSuspended(bet=bet):
                of_bet[bet] = {no}
            case BetResumed(bet=bet):
                reports = of_bet.pop(bet, set())
                unwritten |= set() if called else reports
    return frozenset(unwritten)


def side_bet_line(event: Event) -> str:
    """The line of a side-bet event after the first card."""
    match event:
        case WagerPlaced(hand=hand) if hand:
            return f"bet {event.box}.{hand} {event.player} {event.bet} {_money(event.amount)}"
        case Rode(decided_first=True):
            return _irregularity(
                "decided_before_choice",
                ("box", str(event.box)),
                ("player", event.player),
                ("bet", event.bet),
            )
        case Rode(amount=0):
            return f"keep {event.box} {event.player} {event.bet}"
        case Rode():
            return f"ride {event.box} {event.player} {event.bet} {_money(event.amount)}"
        case PrizeSelected():
            line = f"prize {event.box} {event.player} {event.bet} {_money(event.per_dollar)}"
            who = f"staff {event.by}" if event.staff else event.by
            return f"{line} by {who}" if event.by and event.by != event.player else line
        case PressVoid():
            values = [("bet", event.bet)]
            values += [("amount", _money(event.per_dollar))] if event.per_dollar else []
            values += [("box", str(event.box))] if event.box else []
            values += [("player", event.player)] if event.player else []
            return _irregularity("void_press", *values)
        case Misfired():
            return _irregularity(
                "misfire",
                ("box", str(event.box)),
                ("player", event.player),
                ("bet", event.bet),
                ("amount", _money(event.per_dollar)),
            )
        case MisfireAnswered():
            return _irregularity(
                "misfire_answer",
                ("box", str(event.box)),
                ("player", event.player),
                ("bet", event.bet),
                ("choice", ACCEPT if event.accepted else PRESS_AGAIN),
            )
        case BetSuspended():
            line = _irregularity("equipment_failure", ("bet", event.bet), ("device", joined(event.device)))
            return f"{line}\napprove {event.role}"
        case BetResumed():
            return f"{_irregularity('equipment_repaired', ('bet', event.bet))}\napprove {event.role}"
        case _:
            return ""


def _irregularity(kind: str, *values: tuple[str, str]) -> str:
    return " ".join(["irregularity", kind, *(f"{name}={value}" for name, value in values)])


def _money(cents: int) -> str:
    return decimal(cents).removesuffix(".00")
