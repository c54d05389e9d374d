"""What must be readable at a table: the layout's inscriptions and the notices in force. They come from the values
that settle wagers, so that what players read and what they are paid cannot disagree."""

from typing import NamedTuple

from casino.rulebooks.rules import Rules
from casino.words import Phrase


class Inscription(NamedTuple):
    """A line printed at the table, and the clause it comes from."""

    text: str
    clause: str

    @classmethod
    def of(cls, code: str, clause: str, **values: object) -> "Inscription":
        """The line in the English of the record; a screen reads it back (`casino.words.read_back`)."""
        return cls(Phrase.of(code, **values).english, clause)


def inscriptions(rules: Rules) -> tuple[Inscription, ...]:
    """The lines of the layout cloth: what a Blackjack pays, when the dealer stops, what insurance pays."""
    pays = rules.blackjack_odds
    lines = [
        Inscription.of("kept.printed_natural_pays", pays.clause, natural=rules.natural, odds=str(pays.value))
    ]
    if rules.lower is not None and (lower := rules.lower.blackjack_odds.value) != pays.value:
        least = rules.upper_minimum
        lines.append(
            Inscription.of("kept.printed_lower_pays", least.clause, odds=str(lower), least=least.value)
        )
    lines.append(_dealer_stops(rules))
    insured = rules.insurance_odds
    lines.append(Inscription.of("kept.printed_insurance_pays", insured.clause, odds=str(insured.value)))
    if rules.dealer_stands_off_on.value:
        rule = rules.dealer_stands_off_on
        lines.append(Inscription.of("kept.printed_stands_off", rule.clause, total=rule.value))
    if rules.ante.value:
        lines.append(Inscription.of("kept.printed_ante", rules.ante.clause, ante=rules.ante.value))
    if rules.double_free.value:
        totals = rules.double_free.value
        lines.append(
            Inscription.of("kept.printed_free", rules.double_free.clause, least=min(totals), most=max(totals))
        )
    return tuple(lines)


def _dealer_stops(rules: Rules) -> Inscription:
    hard, soft = rules.dealer_stands_hard.value, rules.dealer_stands_soft
    if soft.value == hard:
        return Inscription.of("kept.printed_dealer_stands", soft.clause, on=hard, below=hard - 1)
    return Inscription.of("kept.printed_dealer_draws", soft.clause, below=hard - 1, soft=soft.value - 1)


def notices(rules: Rules) -> tuple[Inscription, ...]:
    """The notices that must be up while the table's version and elections are in force (NZ-11.8, 12.10, 17.3)."""
    return tuple([Inscription(text, clause) for text, clause in rules.notices])
