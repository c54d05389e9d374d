"""What is written at the table: the lines of the cloth, the notices in force, the limits on the sign.

All of it comes from the values that settle wagers (`casino.rulebooks.layout`) and from the sign that wagers are
measured by, so that what a player reads and what he is paid cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from casino.money import dollars
from casino.rulebooks import Rules
from casino.rulebooks.layout import Inscription, inscriptions, notices
from casino.translated import gettext as _
from casino.translated import text
from rounds.engine import Setup


@dataclass(frozen=True, slots=True)
class Plaques:
    """The writing at one table."""

    cloth: tuple[Inscription, ...]
    notices: tuple[Inscription, ...]


def plaques(rules: Rules) -> Plaques:
    """What the cloth says (VIC03-2.2.2) and which notices must be up. A notice that only repeats a line of the
    cloth is not written twice."""
    # Found by the rules themselves, which are kept as long as they are in use: to compare them goes over all of them.
    kept = _of_rules.get(id(rules))
    if kept is not None and kept[0] is rules:
        return kept[1]
    cloth = inscriptions(rules)
    texts = {line.text for line in cloth}
    plaques = Plaques(cloth, tuple([line for line in notices(rules) if line.text not in texts]))
    if len(_of_rules) >= MOST_RULES:
        _of_rules.clear()
    _of_rules[id(rules)] = (rules, plaques)
    return plaques


MOST_RULES: Final = 64
_of_rules: dict[int, tuple[Rules, Plaques]] = {}


def limit_words(rules: Rules, setup: Setup) -> str:
    """The limits as the sign shows them; two minima where the table has two levels of wagers (NZ-21.2)."""
    sign = setup.sign()
    least = dollars(sign.minimum)
    if rules.lower is not None:
        least += f" · ▲ {dollars(rules.upper_minimum.value)}"
    words = f"{least} – {dollars(sign.maximum)}"
    if sign.multiple:
        words += " · " + text(_("in {multiple:money}s"), multiple=sign.multiple)
    if len(rules.wagers_on_hand.value) > 1:
        return text(_("{limits} a wager"), limits=words)
    if rules.limits_on.value == "box":
        return text(_("{limits} a box"), limits=words)
    return text(_("{limits} a player"), limits=words)


def ante_words(rules: Rules) -> str:
    """The ante as the sign shows it, and from which wager it is waived (NZ-18.3, NZ-18.4); empty without one."""
    if not rules.ante.value:
        return ""
    waived = rules.ante_waived_from.value
    if not waived:
        return text(_("Ante {ante:money}"), ante=rules.ante.value)
    return text(_("Ante {ante:money} under {waived:money}"), ante=rules.ante.value, waived=waived)
