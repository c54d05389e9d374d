"""Everything that a rule book, or a version of it, decides about a round.

Each field is one decision; its value is set in the book's module, beside the clause that fixes it. The engine reads
these fields and never asks which book or game it is dealing.
"""

from dataclasses import dataclass, fields
from typing import Any, Final

from casino.money import Odds
from casino.rulebooks.kind import Kind
from casino.rulebooks.open_points import OpenPoints
from casino.rulebooks.rule import OPERATOR, Rule
from casino.rulebooks.shoes.kind import NO_STEPS, ShoeRules
from casino.rulebooks.tournament_clauses import TournamentPlay

ROLES: Final = ("dealer", "game_supervisor", "casino_supervisor", "operations_manager")
"""Roles from the table upwards; each has the powers of those before it (VIC03-1.2)."""


@dataclass(frozen=True, slots=True)
class Steps:
    """The clause under which each step of a round is taken, prompted or refused.

    An empty field means that the book is silent on the step. ``manage.py rules`` lists all steps.
    """

    wager: str
    """A wager may be placed on this bet."""
    chips_only: str
    oral_wager: str
    wager_before_first_card: str
    """When wagers must have been placed."""
    wager_locked: str
    """From the first card to its result nobody may touch a wager."""
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
    decision: str
    decision_double: str
    decision_split: str
    stand: str
    draw: str
    announce: str
    announce_both: str
    """The dealer may call a soft total both ways (`engine.spoken`)."""
    double_one_card: str
    split_wager: str
    split_one_at_a_time: str
    split_decisions: str
    split_stand: str
    split_draw: str
    dealer_draw: str
    dealer_ace: str
    blackjack_wins: str
    """This and the next two say which hand wins; what it is paid is under `blackjack_paid` and `paid`, and
    that is what a result cites."""
    dealer_bust: str
    higher_wins: str
    tie: str
    bust: str
    split_bust: str
    lower_loses: str
    blackjack_paid: str
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
    restrict_newcomer: str = ""
    """The restriction to the minimum of a player who has not wagered since the shoe began, if it is a case of its
    own."""
    ante: str = ""
    ante_collected: str = ""
    surrender: str = ""
    surrender_controller: str = ""
    surrender_marker: str = ""
    surrender_void: str = ""
    surrender_collected: str = ""
    rescue: str = ""
    doubled_paid: str = ""
    """A doubled hand wins even money, whatever it is, if other hands have better odds."""
    doubled_beside_paid: str = ""
    """The same for a player on the hand who did not double."""
    five_under: str = ""
    free_double: str = ""
    free_split: str = ""
    free_pays: str = ""
    """A winning lammer is worth the original wager (`Stake.whole`)."""
    lammers: str = ""
    even_money_leaves: str = ""
    """Wagers on which even money was paid leave a shared box, with their winnings."""
    hand_drawn: tuple[str, ...] = ()
    """If the dealer plays several hands one after another: drawing to each of them."""
    hand_settled: tuple[str, ...] = ()
    hand_cleared: tuple[str, ...] = ()
    """Removing the dealer's cards except the first, and moving that one on, after each hand but the last."""
    level: str = ""
    """What a wager of the lower level may not do (Player Select)."""
    optional_locked: str = ""
    """An optional wager may not be touched either, once the dealer has confirmed it."""
    boxes_number: str = ""
    """How many additional boxes a player may have."""
    insurance_line: str = ""
    """The call comes with running a hand along the insurance line."""
    multiples: str = ""
    """The unit of wagers; also the rule on payments that chips cannot make, if no clause sets one."""


@dataclass(frozen=True, slots=True)
class Special21:
    """A hand of 21 that is paid better than others: a number of cards, or three ranks in certain suits."""

    name: str
    odds: Odds
    clause: str
    cards: int = 0
    """This number of cards, unless it is 0."""
    or_more: bool = False
    ranks: str = ""
    """These three ranks, in any order, as the first three cards."""
    suits: str = ""
    """The suits that three cards of one suit may have; "" for cards that are not all of one suit."""


@dataclass(frozen=True, slots=True)
class SuperBonus:
    """A fixed prize beside the odds, in cents: three sevens of one suit against a seven (Crown Pontoon)."""

    tiers: tuple[tuple[int, int, int, str], ...]
    """(least original wager, largest that the line names or 0, prize, clause), highest first; cents."""
    others: int
    """What every other original wager of the round receives, in cents."""
    others_clause: str


_OPEN: Final = frozenset(field.name for field in fields(OpenPoints))
ANY_TOTAL: Final = frozenset(range(4, 21))
"""Doubling on any two cards; 21 takes no card in any book."""
NO_LIMIT: Final = 99
ALL_OF_IT: Final = Rule((1, 1), "")
NOBODY: Final = Rule("", "")
NEVER: Final = Rule(0, "")
NOT_DONE: Final = Rule(False, "")
EVERY_HAND: Final = Rule("every", "")
NOT_RESTRICTED: Final = Rule(True, "")
NOT_ELECTED: Final = Rule(False, "")
NOT_KNOWN: Final = Rule("", "")
"""The rule of a game without surrender or without a Super Bonus."""
TO_THE_MINIMUM: Final[Rule[tuple[str, ...]]] = Rule(("minimum", "both"), "")


@dataclass(frozen=True, slots=True)
class Rules(OpenPoints):
    """The rules of one game of one book, under the table's elections."""

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
    """Whether the first two cards of each player may lie face down, with the regulator's approval."""

    # --- wagers
    players_per_box: Rule[int]
    players_per_box_role: Rule[str]
    several_boxes_role: Rule[str]
    """Who may let a player wager on more than one box."""
    limits_on: Rule[str]
    """What the maximum is for: all wagers on a ``box`` together, or each ``player``'s."""
    limits_role: Rule[str]
    personal_limit_role: Rule[str]
    personal_limit_covers: Rule[str]
    """Whom it covers: the ``player`` it was agreed with, everybody who wagers on the ``box``, or a player ``alone``
    on it."""
    marker_needed: Rule[bool]
    under_minimum: Rule[str]
    """``settled_once``: the wager is settled as it lies and its owner warned, later ones are returned whatever the
    result; ``refused``: it is handed back before the call."""
    over_maximum: Rule[str]
    """``to_maximum``: paid and collected up to the maximum, the rest returned; ``shared_refused``: likewise, but a
    wager that lifts a shared box over it is refused; ``refused``: handed back before the call."""
    unpayable: Rule[str]
    """What is paid if the float's chips cannot make the exact sum. ``next_higher``: the next higher amount that they
    can; ``next_multiple``: as though the wager were the next permitted multiple; ``lower_multiple``: as though it
    were the next lower one; ``exact``: the book rounds nothing."""
    unpayable_refusable: Rule[bool]
    withdraw_until: Rule[str]
    """Until when a wager may be withdrawn: ``first_card`` or ``call``."""
    wagers_on_hand: Rule[tuple[str, ...]]
    """The bets that may lie on one hand: ``main``, or the three of Triple Play."""
    wagers_least: Rule[int]
    """How many of them a player must place."""
    several_boxes_alone: Rule[bool]
    """Whether a player alone at the table may have more than one box."""
    caller: Rule[tuple[str, ...]]
    """Who decides for a shared box, in order of preference: ``seated``, ``highest``, ``nearest``."""
    caller_named: Rule[bool]
    """Whether the dealer finds out who decides for a shared box before the call."""
    caller_lies_nearest: Rule[bool]
    """Whether that player's wager is laid nearest the dealer."""
    ante: Rule[int]
    """The fee beside each wager, in cents; 0 for none."""
    ante_waived_from: Rule[int]
    """The wager from which the ante is waived, in cents; 0 for never."""
    restriction_role: Rule[str]
    restriction_notice: Rule[str]
    """Which restrictions to the minimum the regulator must be told of first: ``every``, ``one_box`` or ``none``."""
    restriction_after_missed: Rule[str]
    """Which restrictions require that the player missed a round of the shoe: ``every``, all but ``one_box``, or
    ``none``."""
    restriction_until_shuffle: Rule[str]
    """Which restrictions a shuffle ends: ``every``, all but ``one_box``, or ``none``."""

    # --- insurance and Blackjack
    insurance_most: Rule[tuple[int, int]]
    """The largest insurance as a fraction (numerator, denominator) of the player's own wager."""
    insurance_odds: Rule[Odds]
    insurance_amount: Rule[str]
    """``any`` amount, one whose win chips can ``pay``, one that ``chips`` can also make, or multiples of
    ``half_chip``, half the smallest chip."""
    insurance_until: Rule[str]
    """Until when it may be taken: the ``first_decision`` of the further deal, or the ``next_card``."""
    insurance_on_blackjack: Rule[bool]
    blackjack_odds: Rule[Odds]
    even_odds: Rule[Odds]
    blackjack_paid_at_once: Rule[str]
    """When a player's Blackjack is paid before the further deal: ``dealer_cannot_tie`` (the dealer's first card is
    neither an ace nor ten-valued), ``no_ace_or_ten_spot`` (a court card does not put it off), ``always`` or
    ``never``."""
    even_money: Rule[bool]
    even_money_with_insurance: Rule[str]
    """``both`` may be taken; ``either``: one excludes the other; ``void``: even money returns the insurance."""
    blackjack_beats_21: Rule[bool]
    """Whether the dealer's Blackjack beats a player's 21 that is not a Blackjack."""

    # --- decisions
    draw_below: Rule[int]
    must_draw_below: Rule[int]
    cards_most: Rule[int]
    """A hand of this many cards takes no more; 0 for no such limit."""
    double_on: Rule[frozenset[int]]
    double_counts: Rule[str]
    """How the total is counted for doubling: ``hard`` totals only, the ``best`` total, or ``aces_low``."""
    double_with_ace: Rule[bool]
    double_cards: Rule[int]
    """The number of cards on which a hand may be doubled; 0 for any."""
    double_amount: Rule[str]
    """``up_to`` the player's own wager on the hand, or ``equal`` to it."""
    double_least: Rule[str]
    """``any`` amount, or at least the ``increment`` on the sign."""
    double_aces_low: Rule[str]
    """Which aces of a doubled hand count only one: those of the ``first_two`` cards, ``every`` one, or "" for none.
   """
    double_rescue: Rule[bool]
    """After the card a player may take the doubled part back and give up the original wager."""
    double_bust_protected: Rule[bool]
    """The doubled part of a broken hand also goes back if the dealer gets Blackjack."""
    double_free: Rule[frozenset[int]]
    """Totals of two cards that may be doubled with a lammer of the house."""
    double_shared: Rule[str]
    """``each``: every player on the box may add or not; ``all``: the hand is doubled only if everybody adds."""
    double_after_split: Rule[bool]
    double_protected: Rule[bool]
    """The dealer's Blackjack takes only the original wager of a doubled hand."""
    double_on_blackjack: Rule[bool]
    split_on: Rule[str]
    """``value``: cards of the same value; ``no_aces``: likewise, except aces; ``none``: no splitting."""
    split_free: Rule[frozenset[int]]
    """Values of pairs that may be split with a lammer of the house."""
    split_hands: Rule[int]
    split_second_cards: Rule[str]
    """``in_turn``: a hand gets its second card when it is played; ``at_once``: both get theirs first."""
    split_aces_hands: Rule[int]
    split_aces_one_card: Rule[bool]
    split_again_on: Rule[str]
    """Which hands may be split again: ``any`` or only the ``first``."""
    split_counted_per: Rule[str]
    """What the number of hands is counted for: each ``box`` or each ``player``."""
    split_declined: Rule[str]
    """Whom a refusal to split a value binds: the ``box``, the ``player`` or ``none``."""
    split_unmatched: Rule[str]
    """A player on the box who does not match: ``rides_first``, ``rides_named`` (names the hand) or ``blocks`` the
    split."""
    split_blackjack: Rule[bool]
    """Whether an ace and a ten after a split can be Blackjack."""
    split_loss: Rule[str]
    """What the dealer's Blackjack takes of split hands: ``busted_or_original`` (broken hands stay lost, and the rest
    only make the loss up to one original wager), ``original`` (never more than one original wager),
    ``busted_and_original`` (broken hands and one original wager), ``original_stake`` (the stake that was the
    original one, wherever it lies) or ``all``."""

    # --- surrender
    surrender_against: Rule[str]
    """Ranks of the dealer's first card against which half a wager may be given up."""

    # --- an absent or silent player
    absent_role: Rule[str]
    """The role that directs the hand of a player who is not there; if it is the ``dealer``, nobody else is asked."""
    absent_stands_hard: Rule[int]
    absent_stands_soft: Rule[int]

    # --- the dealer's hand
    dealer_stands_hard: Rule[int]
    dealer_stands_soft: Rule[int]
    dealer_draws_without_effect: Rule[bool]
    dealer_stands_off_on: Rule[int]
    """A dealer total above 21 with which every remaining hand stands off; 0 for none."""
    dealer_hands: Rule[int]
    """How many dealer hands there are from the same first card, played and settled one after another."""
    insurance_taken_at_once: Rule[bool]
    """Whether lost insurance leaves the layout before the dealer's third card."""
    insurance_paid_at_once: Rule[bool]
    bust_taken_at_once: Rule[bool]
    paid_at_21: Rule[bool]
    """Whether a hand of 21 wins at once, whatever the dealer gets."""
    five_under: Rule[int]
    """A hand of this many cards under 21 wins at once; 0 for none."""
    special_21: Rule[tuple[Special21, ...]]
    super_bonus: Rule[SuperBonus | None]

    # --- settlement
    losers_before_winners: Rule[bool]

    # --- two levels of wagers at one table
    upper_minimum: Rule[int]
    """The least wager of the upper level, in cents; 0 if there is one level."""
    double_limit_covers: Rule[str] = EVERY_HAND
    """The hands to which the totals of ``double_on`` apply: ``every`` one, or the ``initial`` ones, so that a split
    hand may be doubled on any total. If it names no totals, nothing is doubled."""
    lower: "Rules | None" = None
    """What applies to wagers below it."""
    ante_most: Rule[tuple[int, int]] = ALL_OF_IT
    """The largest ante as a fraction (numerator, denominator) of the table minimum."""
    writing_role: Rule[str] = NOBODY
    """Who may let a person write at the table; "" if the book does not say."""
    double_free_after_split: Rule[bool] = NOT_RESTRICTED
    """Whether a lammer also doubles a split hand."""
    split_free_again: Rule[bool] = NOT_RESTRICTED
    """Whether a lammer also splits a hand that was split."""
    surrender_shared: Rule[str] = NOT_KNOWN
    """What happens when the box's caller surrenders: ``each`` other player chooses, or the whole ``box`` does."""
    surrender_alone: Rule[str] = NOT_KNOWN
    """What the dealer draws when only surrenders are left: the ``second_card``, or the ``whole`` hand."""
    bonus_after_split: Rule[str] = NOT_KNOWN
    """Split sevens that may win the Super Bonus: ``unsuited`` pairs, or ``none``."""
    bonus_beside_double: Rule[str] = NOT_KNOWN
    """Whether a player who stays out of a double may still win it: ``none`` may, or ``undoubled`` wagers may."""
    bonus_others: Rule[str] = NOT_KNOWN
    """Which other wagers receive their part of it: ``every`` one, or those ``decided``, won or lost."""
    restriction_forms: Rule[tuple[str, ...]] = TO_THE_MINIMUM
    """What a restricted player is held to: the ``minimum``, ``one_box`` or ``both``."""
    pairs_on_split: Rule[bool] = NOT_ELECTED
    """Whether bets on pairs may be placed on split hands too."""
    free_bonus: Rule[str] = NOT_KNOWN
    """The scale of the sum that a Blackjack wins with a side bet on the dealer's hand; "" if there is no such bonus.
   """
    vacate_after: Rule[int] = NEVER
    """After how many rounds in a row without a wager, with every other seat taken, a seat may be asked back; 0 for
    never."""
    vacate_role: Rule[str] = NOBODY
    no_action_role: Rule[str] = NOBODY
    """The role that directs the hand of a player who is there but does not act; if the book speaks only of absence,
    the role for signatures that no clause names (`irregularity_role`)."""
    last_rounds: Rule[int] = NEVER
    """How many rounds may be announced as the last before the table closes, during which a cutting card is put
    aside."""
    last_rounds_role: Rule[str] = NOBODY
    burn_shown: Rule[bool] = NOT_DONE
    """Whether players may see the card burnt after the shuffle."""
    shoe: ShoeRules = NO_STEPS
    """What is done with the cards between two rounds."""
    natural: str = "Blackjack"
    """What the game calls an ace and a ten-valued card."""
    notices: tuple[tuple[str, str], ...] = ()
    """Notices that must be up while the elections in force apply, as (text, clause)."""
    kinds: tuple[Kind, ...] | None = None
    """What can go wrong, in the edition of a recorded round; None in the books themselves, where
    `casino.rulebooks.irregularities` puts it together."""
    tournament_play: TournamentPlay | None = None
    """What the book says about play in a tournament, likewise; None in the books, and if a book has no tournaments.
   """

    def rules(self) -> dict[str, Rule[Any]]:
        """Every decision by name, in the order above, except open points that only other books have."""
        return {
            field.name: value
            for field in fields(self)
            if isinstance(value := getattr(self, field.name), Rule)
            and (value.clause or field.name not in _OPEN)
        }

    def acting(self, role: str) -> str:
        """The role in the house that has the power of ``role``: for the operator the role in `operator_role`, for
        any other role itself."""
        return self.operator_role.value if role == OPERATOR else role

    def may_split(self, value: int) -> bool:
        """Whether a pair of cards of that value, an ace being 1, may be split for money."""
        if self.split_on.value == "none":
            return value == 1 and self.split_ban_covers.value == "others"
        return value != 1 or self.split_on.value != "no_aces"

    def role_reaches(self, role: str, needed: str) -> bool:
        """Whether ``role`` may do what the book gives to ``needed``."""
        return role in ROLES and ROLES.index(role) >= ROLES.index(needed)

    def shoe_cards(self, decks: int) -> int:
        """The number of cards in a full shoe of that many packs."""
        return decks * (52 - 4 * len(self.missing_ranks.value))
