"""What must be readable at a table: the layout's inscriptions and the notices in force. They come from the values
that settle wagers, so that what players read and what they are paid cannot disagree."""

from typing import NamedTuple

from casino.money import dollars
from casino.rulebooks.rules import Rules


class Inscription(NamedTuple):
    """A line printed at the table, and the clause it comes from."""

    text: str
    clause: str


def inscriptions(rules: Rules) -> tuple[Inscription, ...]:
    """The lines of the layout cloth: what a Blackjack pays, when the dealer stops, what insurance pays."""
    lines = [
        Inscription(f"{rules.natural} pays {rules.blackjack_odds.value.words}", rules.blackjack_odds.clause)
    ]
    if rules.lower is not None:
        lower, least = rules.lower, dollars(rules.upper_minimum.value)
        if lower.blackjack_odds.value != rules.blackjack_odds.value:
            text = f"{lower.blackjack_odds.value.words} under {least}"
            lines.append(Inscription(text, rules.upper_minimum.clause))
    lines.append(Inscription(_dealer_stops(rules), rules.dealer_stands_soft.clause))
    lines.append(
        Inscription(f"Insurance pays {rules.insurance_odds.value.words}", rules.insurance_odds.clause)
    )
    if rules.dealer_stands_off_on.value:
        rule = rules.dealer_stands_off_on
        lines.append(Inscription(f"Dealer's {rule.value} stands off", rule.clause))
    if rules.ante.value:
        lines.append(Inscription(f"Ante {dollars(rules.ante.value)} a wager", rules.ante.clause))
    if rules.double_free.value:
        totals = rules.double_free.value
        text = f"Free double on {min(totals)} to {max(totals)}, free split of aces to nines"
        lines.append(Inscription(text, rules.double_free.clause))
    return tuple(lines)


def _dealer_stops(rules: Rules) -> str:
    hard, soft = rules.dealer_stands_hard.value, rules.dealer_stands_soft.value
    if soft == hard:
        return f"Dealer stands on {hard} and draws to {hard - 1}"
    return f"Dealer draws to {hard - 1} and on soft {soft - 1}"


def notices(rules: Rules) -> tuple[Inscription, ...]:
    """The notices that must be up while the table's version and elections are in force (NZ-11.8, 12.10, 17.3)."""
    return tuple([Inscription(text, clause) for text, clause in rules.notices])
