"""Whether the chips of a table can pay what its sign lets players win."""

from __future__ import annotations

from django.utils.translation import gettext as _

from casino.money import Chips, MoneyError
from casino.rulebooks import RuleBookError
from casino.translated import text
from tables.models import MAIN, Table


def blackjack_unpayable(table: Table) -> tuple[str, str] | None:
    """The clause and a warning if the table's chips cannot exactly pay a Blackjack on the multiple of the main sign,
    or on its minimum if it has no multiple (ACT03-3.3); None if they can, or if nothing is set."""
    sign = table.signs.filter(bet=MAIN).first()
    if sign is None:
        return None
    try:
        rules, chips = table.rules, Chips(table.chips)
    except (RuleBookError, MoneyError):
        return None
    wager, odds = sign.multiple or sign.minimum, rules.blackjack_odds.value
    pays = odds.pay(wager)
    if pays.denominator == 1 and chips.break_down(int(pays)) is not None:
        return None
    on_multiple = _(
        "A Blackjack on the multiple of {wager:money} pays {odds:odds}, which the chips of the table cannot make "
        "exactly. Set another one, or give the table smaller chips."
    )
    on_minimum = _(
        "A Blackjack on the minimum of {wager:money} pays {odds:odds}, which the chips of the table cannot make "
        "exactly. Set another one, or give the table smaller chips."
    )
    words = text(on_multiple if sign.multiple else on_minimum, wager=wager, odds=str(odds))
    return rules.steps.multiples or rules.unpayable.clause, words
