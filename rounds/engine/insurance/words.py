"""What was recorded of insurance and even money, in words."""

from collections.abc import Callable
from typing import Any, Final

from casino.money import dollars
from rounds.engine.insurance import events as on
from rounds.engine.phrases import Said


def _closed(event: on.InsuranceClosed) -> Said:
    without = ", ".join(f"box {box} {player}" for box, player in event.without)
    return "insurance_closed", f"not insured: {without}" if without else "all are insured", None


WORDS: Final[dict[type, Callable[[Any], Said]]] = {
    on.Insured: lambda e: ("insured", f"box {e.box} {e.player} {dollars(e.amount)}", e.amount),
    on.InsuranceClosed: _closed,
    on.InsuranceReturned: lambda e: (
        "insurance_returned",
        f"box {e.box} {e.player} {dollars(e.amount)}: void with even money",
        e.amount,
    ),
    on.EvenMoneyAsked: lambda e: ("even_money", f"box {e.box} {e.player}", None),
}
