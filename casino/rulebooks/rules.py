"""Everything that a rule book, or a version of it, decides about a round of play.

One field is one decision; its value stands in the book's module beside the clause that fixes it. The
engine reads these fields and never asks which book or game it is dealing.
"""

from dataclasses import dataclass, fields
from typing import Any, Final

from casino.money import Odds
from casino.rulebooks.rule import Rule

ROLES: Final = ("dealer", "game_supervisor", "casino_supervisor", "operations_manager")
"""Roles from the table upwards; each may do what those before it may (VIC03-1.2)."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The clause under which each step of a round is taken, prompted or refused.

    A step whose field is empty is one on which the book is silent.
    """

    wager: str
    """A wager may be placed on this bet."""
    chips_only: str
    oral_wager: str
    wager_before_first_card: str
    """The cut-off for placing."""
    wager_locked: str
    """From the first card to its result a wager is not to be touched."""
    call: str
    caller_known: str
    caller_nearest: str
    others_behind: str
    caller_decides: str
    caller_entitled: str
    first_cards: str
    dealer_card: str
    second_cards: str
    face_up: str
    insurance_offer: str
    insurance_deadline: str
    insurance_placed: str
    insurance_wins: str
    insurance_loses: str
    insurance_taken: str
    decision: str
    decision_double: str
    decision_split: str
    stand: str
    draw: str
    announce: str
    announce_both: str
    double_one_card: str
    split_wager: str
    split_one_at_a_time: str
    split_decisions: str
    split_stand: str
    split_draw: str
    dealer_draw: str
    dealer_ace: str
    dealer_no_card: str
    blackjack_wins: str
    dealer_bust: str
    higher_wins: str
    tie: str
    bust: str
    split_bust: str
    lower_loses: str
    paid: str
    clear_losers: str
    pay_winners: str
    collect: str
    cards_compute: str
    """The cards settle a wager, not the total that was called."""
    shuffle: str
    shuffle_first_card: str
    no_cutting_card: str
    restrict_one_box: str
    restrict_minimum: str
    restrict_notice: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of one game of one book, with the table's elections worked in."""

    book: str
    game: str
    book_title: str
    game_title: str
    steps: Steps

    # --- equipment
    decks: Rule[tuple[int, ...]]
    """Numbers of packs allowed, smallest first."""
    missing_ranks: Rule[str]
    boxes_most: Rule[int]
    seats_most: Rule[int]
    cutting_card: Rule[bool]
    face_down_allowed: Rule[bool]
    """The first two cards of each player may lie face down, with the regulator's approval."""

    # --- wagers
    players_per_box: Rule[int]
    players_per_box_role: Rule[str]
    several_boxes_role: Rule[str]
    """Who may let a player wager on more than one box."""
    limits_on: Rule[str]
    """``box``: the maximum is for all wagers on a box together; ``player``: for each player's."""
    limits_role: Rule[str]
    personal_limit_role: Rule[str]
    marker_needed: Rule[bool]
    under_minimum: Rule[str]
    """``settled_once``: settled as it stands, its owner warned, later ones returned whatever the result."""
    over_maximum: Rule[str]
    """``to_maximum``: paid and collected to the maximum, the rest returned."""
    unpayable: Rule[str]
    """``next_higher``: what chips cannot make is paid to the next higher amount that they can;
    ``next_multiple``: the wager is paid as though it were the next permitted multiple."""
    unpayable_refusable: Rule[bool]
    withdraw_until: Rule[str]
    """``first_card`` or ``call``."""
    caller: Rule[tuple[str, ...]]
    """Who decides for a shared box, in order of preference: ``seated``, ``highest``, ``nearest``."""
    restriction_role: Rule[str]
    restriction_notice: Rule[str]
    """Which restrictions to the minimum need the regulator told first: ``every`` or ``one_box``."""

    # --- insurance and Blackjack
    insurance_most: Rule[tuple[int, int]]
    """Largest insurance as a part (numerator, denominator) of the player's own wager."""
    insurance_odds: Rule[Odds]
    insurance_on_blackjack: Rule[bool]
    blackjack_odds: Rule[Odds]
    even_odds: Rule[Odds]
    blackjack_paid_at_once: Rule[str]
    """When a player's Blackjack is paid before the further deal: ``dealer_cannot_tie`` (the dealer's first
    card is neither ace nor ten), ``always`` or ``never``."""
    even_money: Rule[bool]
    even_money_with_insurance: Rule[bool]
    blackjack_beats_21: Rule[bool]
    """Whether the dealer's Blackjack beats a player's 21 that is none."""

    # --- decisions
    draw_below: Rule[int]
    must_draw_below: Rule[int]
    double_on: Rule[frozenset[int]]
    double_soft: Rule[bool]
    double_most: Rule[int]
    """Largest addition, in times the player's own wager on the hand."""
    double_shared: Rule[str]
    """``each``: every player on the box may add or not; ``all``: the hand doubles only if all do."""
    double_after_split: Rule[bool]
    double_protected: Rule[bool]
    """The dealer's Blackjack takes only the original wager of a doubled hand."""
    double_on_blackjack: Rule[bool]
    split_on: Rule[str]
    """``value``: cards of the same count; ``none``: no splitting."""
    split_hands: Rule[int]
    split_aces_hands: Rule[int]
    split_aces_one_card: Rule[bool]
    split_again_on: Rule[str]
    """Which hands may be split again: ``any`` or only the ``first``."""
    split_counted_per: Rule[str]
    """Over what the number of hands is counted: ``box`` or ``player``."""
    split_declined: Rule[str]
    """How far a refusal to split a value binds: ``box``, ``player`` or ``none``."""
    split_unmatched: Rule[str]
    """A player on the box who does not match: ``rides_first`` or ``blocks`` the split."""
    split_blackjack: Rule[bool]
    """Whether an ace and a ten after a split can be Blackjack."""
    split_loss: Rule[str]
    """What the dealer's Blackjack takes of split hands: ``busted_or_original`` (broken hands stay lost, the
    rest only make the loss up to one original), ``original`` (never more than one original),
    ``busted_and_original`` (broken hands and one original) or ``all``."""

    # --- an absent or silent player
    absent_role: Rule[str]
    absent_stands_hard: Rule[int]
    absent_stands_soft: Rule[int]

    # --- the dealer's hand
    dealer_stands_hard: Rule[int]
    dealer_stands_soft: Rule[int]
    dealer_draws_without_effect: Rule[bool]
    insurance_taken_at_once: Rule[bool]
    """Lost insurance leaves the layout before the dealer's third card."""
    bust_taken_at_once: Rule[bool]

    # --- settlement
    losers_before_winners: Rule[bool]

    def rules(self) -> dict[str, Rule[Any]]:
        """Every decision by its name, in the order above."""
        return {
            field.name: value
            for field in fields(self)
            if isinstance(value := getattr(self, field.name), Rule)
        }

    def role_reaches(self, role: str, needed: str) -> bool:
        """Whether ``role`` may do what the book gives to ``needed``."""
        return role in ROLES and ROLES.index(role) >= ROLES.index(needed)

    def shoe_cards(self, decks: int) -> int:
        """Cards in a full shoe of so many packs."""
        return decks * (52 - 4 * len(self.missing_ranks.value))
