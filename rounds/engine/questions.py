"""Questions about a round, beside `due`, which says what the table waits for.

Each takes the state, most of them the rules too, and changes nothing.
"""

from rounds.engine.cards.dealing import dealer_draws, next_card_place, shuffle_first
from rounds.engine.corrections.moved_wagers import ALL_BETS
from rounds.engine.corrections.payments import WHY_OPEN, beyond_due, money_of
from rounds.engine.decide import refusal_of, required_role
from rounds.engine.decisions.allowed import (
    DECISIONS,
    free_double,
    free_split,
    no_double_under,
    no_split_under,
)
from rounds.engine.due import total_in_figures
from rounds.engine.hands import addition_base, next_action, rules_for_wager, split_wager
from rounds.engine.irregularities.kinds import (
    ACCEPT,
    EQUIPMENT_REPAIRED,
    PRESS_AGAIN,
    irregularities_of_bet,
    irregularity_kind,
    irregularity_kinds,
)
from rounds.engine.irregularities.moments import REPORT_MOMENTS
from rounds.engine.irregularities.placing import decisions_of
from rounds.engine.irregularities.reporting import refuse_moment, reopens
from rounds.engine.irregularities.value_words import in_plain_words, value_words
from rounds.engine.layout.hand import blackjack, dealer_points, special_21
from rounds.engine.nets import nets
from rounds.engine.permits.seats import may_vacate
from rounds.engine.permits.words import restriction_words
from rounds.engine.redeal.facts import Choice, facts_of
from rounds.engine.redeal.history import DECISION_NAMES, Step, steps_of
from rounds.engine.redeal.places import Place, place_words
from rounds.engine.settlement.settling import items_due
from rounds.engine.shoe.changing import too_late_for
from rounds.engine.shoe.cutting import cut_offer
from rounds.engine.shoe.roles import MOST_NAMED
from rounds.engine.shoe.steps import cards_in, new_shoe, pending, same_cards, shoe_due
from rounds.engine.sides.offered import offer_of, on_offer
from rounds.engine.sides.outcomes import tucked_under
from rounds.engine.sides.riding import money_in_action
from rounds.engine.tournament.session import announced_last, boxes_from, secret, session_over, turn
from rounds.engine.tournament.stacks import at_stake, stacks_of
from rounds.engine.wagers.calling import caller_for, effective_wagers, returned_wagers
from rounds.engine.wagers.limits import limits_of

__all__ = [
    "ACCEPT",
    "ALL_BETS",
    "Choice",
    "DECISIONS",
    "DECISION_NAMES",
    "EQUIPMENT_REPAIRED",
    "MOST_NAMED",
    "PRESS_AGAIN",
    "Place",
    "REPORT_MOMENTS",
    "Step",
    "WHY_OPEN",
    "addition_base",
    "announced_last",
    "at_stake",
    "beyond_due",
    "blackjack",
    "boxes_from",
    "caller_for",
    "cards_in",
    "cut_offer",
    "dealer_draws",
    "dealer_points",
    "decisions_of",
    "effective_wagers",
    "facts_of",
    "total_in_figures",
    "free_double",
    "free_split",
    "in_plain_words",
    "irregularities_of_bet",
    "irregularity_kind",
    "irregularity_kinds",
    "items_due",
    "limits_of",
    "may_vacate",
    "money_in_action",
    "money_of",
    "nets",
    "new_shoe",
    "next_action",
    "next_card_place",
    "no_double_under",
    "no_split_under",
    "offer_of",
    "on_offer",
    "pending",
    "place_words",
    "refusal_of",
    "refuse_moment",
    "reopens",
    "restriction_words",
    "returned_wagers",
    "required_role",
    "rules_for_wager",
    "same_cards",
    "secret",
    "session_over",
    "shoe_due",
    "shuffle_first",
    "special_21",
    "split_wager",
    "stacks_of",
    "steps_of",
    "too_late_for",
    "tucked_under",
    "turn",
    "value_words",
]
