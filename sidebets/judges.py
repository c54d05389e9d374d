"""The code of the side bets by tag: an edition of the rules contains their values, but only names their code.

A tag means the same judgement for as long as rounds dealt under it are kept: code that judges differently gets a new
tag, and the old one stays (docs/events.md).
"""

from typing import Any, Final

from sidebets import (
    any_pair,
    buster,
    house_money,
    let_it_ride,
    lucky_lucky,
    lucky_match,
    madness_21,
    magnificent_sevens,
    over_under_13,
    perfect_pairs,
    pontoon_pandemonium,
    push_22,
    super_sevens,
    top_3,
    twenty_one_plus_three,
)
from sidebets.bet import Judge, LinesMet
from sidebets.read_otherwise import EveryLine

JUDGES: Final[dict[str, Judge]] = {
    "any_pair": any_pair.outcome,
    "buster": buster.outcome,
    "house_money": house_money.outcome,
    "let_it_ride": let_it_ride.outcome,
    "lucky_lucky": lucky_lucky.outcome,
    "lucky_match": lucky_match.outcome,
    "madness_21": madness_21.outcome,
    "magnificent_sevens": magnificent_sevens.outcome,
    "magnificent_sevens.of_three": magnificent_sevens.outcome_of_three,
    "over_13": over_under_13.over,
    "under_13": over_under_13.under,
    "perfect_pairs": perfect_pairs.outcome,
    "pontoon_pandemonium": pontoon_pandemonium.outcome,
    "push_22": push_22.outcome,
    "super_sevens": super_sevens.outcome,
    "top_3": top_3.outcome,
    "top_3.ace_high": top_3.ace_high,
    "top_3.ace_low": top_3.ace_low,
    "21_plus_3": twenty_one_plus_three.outcome,
    "21_plus_3.ace_high": twenty_one_plus_three.ace_high,
    "21_plus_3.ace_low": twenty_one_plus_three.ace_low,
}
"""The functions that name the line won, by tag."""
LINES_MET: Final[dict[str, LinesMet]] = {
    "house_money.met": house_money.lines_met,
    "let_it_ride.met": let_it_ride.lines_met,
    "push_22.met": push_22.lines_met,
}
"""The functions that name every line won, by tag."""

_TAGS: Final = {code: tag for table in (JUDGES, LINES_MET) for tag, code in table.items()}


def tag_of(code: Any) -> str:
    """The tag of such a function. Raises LookupError if it has none."""
    return _TAGS[code]


def judge_of(tag: Any) -> Judge:
    """The judge of a tag as JSON has it, or the one that pays for every line. Raises LookupError for an unknown tag,
    which a later version has recorded."""
    if isinstance(tag, dict):
        return EveryLine(LINES_MET[tag["met"]], judge_of(tag["otherwise"]))
    return JUDGES[tag]


def lines_met_by(tag: Any) -> LinesMet:
    """The function of a tag that names every line won. Raises LookupError for an unknown tag."""
    return LINES_MET[tag]
