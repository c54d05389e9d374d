"""What was recorded of insurance and even money, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.insurance.events import EvenMoneyAsked, InsuranceClosed, InsuranceReturned, Insured
from rounds.engine.phrases import Said


def _closed(event: InsuranceClosed) -> Said:
    without = ", ".join(f"box {box} {player}" for box, player in event.without)
    return "insurance_closed", f"not insured: {without}" if without else "all are insured", None


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    Insured: lambda e: ("insured", f"box {e.box} {e.player} {dollars(e.amount)}", e.amount),
    InsuranceClosed: _closed,
    InsuranceReturned: lambda e: (
        "insurance_returned",
        f"box {e.box} {e.player} {dollars(e.amount)}: void with even money",
        e.amount,
    ),
    EvenMoneyAsked: lambda e: ("even_money", f"box {e.box} {e.player}", None),
}
