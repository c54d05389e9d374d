"""The versions of Blackjack in the Victorian book: each is Blackjack with the changes of its own rule."""

from dataclasses import replace
from typing import Final

from casino.money import EVENS, Odds
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import ANY_TOTAL, Special21, SuperBonus
from casino.rulebooks.vic03 import BLACKJACK, STEPS

# Crown Blackjack (rule 14): the dealer draws to a soft 17; everything else is Blackjack (VIC03-14.1).
CROWN_BLACKJACK: Final = replace(
    BLACKJACK,
    game="crown_blackjack",
    game_title="Crown Blackjack",
    steps=replace(STEPS, dealer_draw="VIC03-14.2.1(a)", dealer_ace="VIC03-14.2.1(a)"),
    dealer_stands_hard=Rule(17, "VIC03-14.2.1(a)"),
    dealer_stands_soft=Rule(18, "VIC03-14.2.1(a)"),
)

# Vegas Blackjack (rule 12): four packs, any two cards doubled, half surrendered against a ten or an ace.
# Where it says nothing the rules of Blackjack hold (VIC03-12.1).
VEGAS_BLACKJACK: Final = replace(
    BLACKJACK,
    game="vegas_blackjack",
    game_title="Vegas Blackjack",
    steps=replace(
        STEPS,
        double_one_card="VIC03-12.4.2(a)",
        surrender="VIC03-12.4.1(a)",
        surrender_controller="VIC03-12.4.1(e)",
        surrender_marker="VIC03-12.4.1(b)",
        surrender_void="VIC03-12.4.1(c)",
        surrender_collected="VIC03-12.4.1(d)",
    ),
    decks=Rule((4,), "VIC03-12.3.1"),
    cutting_card=Rule(
        True,
        "VIC03-12.3.1",
        also=("VIC03-3.1.1",),
        reading="an automatic shuffling shoe has none here either",
    ),
    double_on=Rule(ANY_TOTAL, "VIC03-12.4.2(a)"),
    double_counts=Rule("best", "VIC03-12.4.2(a)"),
    double_cards=Rule(2, "VIC03-12.4.2(a)"),
    double_amount=Rule("up_to", "VIC03-12.4.2(a)"),
    double_after_split=Rule(True, "VIC03-12.4.2(a)"),
    double_on_blackjack=Rule(False, "VIC03-12.4.2(a)"),
    surrender_against=Rule("ATJQK", "VIC03-12.4.1(a)"),
    surrender_offered=Rule(
        "after_insurance",
        "VIC03-12.4.1(a)",
        reading="after insurance and the interim settlement",
        readings=("after_insurance", "before_insurance"),
    ),
    surrender_rounds=Rule(
        "back_up",
        "VIC03-12.4.1(a)",
        also=("VIC03-6.2.3",),
        reading="the half that goes back is rounded up to what chips can make",
        readings=("back_up", "back_down"),
    ),
    surrender_shared=Rule(
        "each",
        "VIC03-12.4.1(e)",
        also=("VIC03-12.4.1(b)",),
        reading="once when the caller surrenders, a player who does not surrender keeps the two cards",
        readings=("each", "box"),
    ),
    surrender_alone=Rule(
        "second_card",
        "VIC03-12.4.1(d)",
        also=("VIC03-12.4.1(c)",),
        reading="the second card may make a Blackjack; a third changes nothing",
        readings=("second_card", "whole"),
    ),
)

# Crown Pontoon (rule 10): no tens in the packs; 21 and Pontoon are paid at once, special hands by Table 1;
# doubling on any number of cards, with rescue; surrender; the Super Bonus. Where it says nothing the rules of
# Blackjack hold, and what they say of a Blackjack they say of a Pontoon (VIC03-10.1).
CROWN_PONTOON: Final = replace(
    BLACKJACK,
    game="crown_pontoon",
    game_title="Crown Pontoon",
    natural="Pontoon",
    steps=replace(
        STEPS,
        blackjack_wins="VIC03-10.5.1(c)",
        dealer_bust="VIC03-10.5.1(a)",
        higher_wins="VIC03-10.5.1(b)",
        tie="VIC03-10.5.1(e)",
        bust="VIC03-10.5.1(f)",
        lower_loses="VIC03-10.5.1(g)",
        blackjack_paid="VIC03-10.11.1-T1-L01",
        paid="VIC03-10.11.1-T1-L11",
        doubled_paid="VIC03-10.7.4",
        doubled_beside_paid="VIC03-10.7.4(a)",
        double_one_card="VIC03-10.7.1",
        dealer_draw="VIC03-10.10.1",
        dealer_ace="VIC03-10.10.1",
        surrender="VIC03-10.9.1",
        surrender_controller="VIC03-10.9.5",
        surrender_marker="VIC03-10.9.2",
        surrender_void="VIC03-10.9.3",
        surrender_collected="VIC03-10.9.4",
        rescue="VIC03-10.7.5",
    ),
    decks=Rule((4, 5, 6, 7, 8), "VIC03-10.4.1"),
    missing_ranks=Rule("T", "VIC03-10.4.1"),
    boxes_most=Rule(9, "VIC03-10.3.1(a)"),
    insurance_on_blackjack=Rule(False, "VIC03-10.6.1(a)(i)"),
    blackjack_odds=Rule(Odds(3, 2), "VIC03-10.11.1-T1-L01"),
    even_odds=Rule(EVENS, "VIC03-10.11.1-T1-L11", also=("VIC03-10.7.4", "VIC03-10.7.4(a)")),
    blackjack_paid_at_once=Rule("always", "VIC03-10.6.1(a)", also=("VIC03-10.5.1(c)",)),
    blackjack_beats_21=Rule(False, "VIC03-10.5.1(d)"),
    even_money=Rule(False, "VIC03-10.6.1(a)"),
    double_on=Rule(ANY_TOTAL, "VIC03-10.7.1(a)", also=("VIC03-10.7.1(c)",)),
    double_counts=Rule("best", "VIC03-10.7.1(a)"),
    double_cards=Rule(0, "VIC03-10.7.1(c)"),
    double_many_on=Rule(
        "any",
        "VIC03-10.7.1(c)",
        also=("VIC03-7.5.5(c)(iii)",),
        reading="any hand: split ones too, but for split aces and doubled hands",
        readings=("any", "unsplit"),
    ),
    double_amount=Rule("up_to", "VIC03-10.7.1"),
    double_after_split=Rule(True, "VIC03-10.7.1(b)"),
    double_split_21=Rule(
        False,
        "VIC03-10.7.1(b)",
        also=("VIC03-10.6.1(b)",),
        reading="a split hand of 21 is paid at once, not doubled",
        readings=(False, True),
    ),
    double_aces_low=Rule(
        "first_two",
        "VIC03-10.7.2",
        reading="the first two cards only; a later ace keeps its choice",
        readings=("first_two", "every"),
    ),
    double_rescue=Rule(True, "VIC03-10.7.5", also=("VIC03-10.7.5(a)",)),
    rescue_until=Rule(
        "next",
        "VIC03-10.7.5",
        also=("VIC03-5.4",),
        reading="right after the double's card, before play moves on; a 21 has been paid by then",
        readings=("next", "dealers_card"),
    ),
    double_protected=Rule(True, "VIC03-10.7.3"),
    double_bust_protected=Rule(
        True,
        "VIC03-10.7.3",
        reading="only the original of a broken doubled hand is lost to a dealer's Pontoon",
        readings=(True, False),
    ),
    double_on_blackjack=Rule(False, "VIC03-10.7.1(a)"),
    # A doubled 21 has won and been paid before the dealer draws (VIC03-10.7.3).
    doubled_21_lost=Rule(False, ""),
    surrender_against=Rule("AJQK", "VIC03-10.9.1", also=("VIC03-10.6.1(c)",)),
    surrender_offered=Rule(
        "after_insurance",
        "VIC03-10.6.1(c)",
        reading="one offer, after insurance and once the Pontoons are paid",
        readings=("after_insurance", "before_insurance"),
    ),
    surrender_rounds=Rule(
        "back_up",
        "VIC03-10.9.1",
        also=("VIC03-6.2.3",),
        reading="the half that goes back is rounded up to what chips can make",
        readings=("back_up", "back_down"),
    ),
    surrender_shared=Rule(
        "each",
        "VIC03-10.9.5",
        also=("VIC03-10.9.2",),
        reading="once when the caller surrenders, a player who does not surrender keeps the two cards",
        readings=("each", "box"),
    ),
    surrender_alone=Rule(
        "second_card",
        "VIC03-10.9.4",
        also=("VIC03-10.9.3",),
        reading="the second card may make a Pontoon; a third changes nothing",
        readings=("second_card", "whole"),
    ),
    bonus_after_split=Rule(
        "unsuited",
        "VIC03-10.8.1",
        reading="only a split of suited sevens wins none",
        readings=("unsuited", "none"),
    ),
    special_after_split=Rule(
        True,
        "VIC03-10.8.1",
        reading="the other odds of the table stay, since the Super Bonus alone is taken away",
        readings=(True, False),
    ),
    bonus_beside_double=Rule(
        "none",
        "VIC03-10.7.4(a)",
        also=("VIC03-10.7.4",),
        reading="the Super Bonus is a line of Table 1, so it is lost with the other odds",
        readings=("none", "undoubled"),
    ),
    bonus_others=Rule(
        "every",
        "VIC03-10.11.1-T1-L12c",
        reading="whatever became of the wager",
        readings=("every", "decided"),
    ),
    bonus_others_paid=Rule(
        "once",
        "VIC03-10.11.1-T1-L12c",
        reading="one payment a round, however many win it",
        readings=("once", "per_winner"),
    ),
    bonus_void_winner=Rule(
        "none",
        "VIC03-10.11.1-T1-L12c",
        also=("VIC03-1.1-B09",),
        reading="a void hand wins nothing, and its round has no winner for the others to share with",
        readings=("none", "others"),
    ),
    bonus_others_own=Rule(
        True,
        "VIC03-10.11.1-T1-L12c",
        reading="the winner's wagers on other boxes are other wagers",
        readings=(True, False),
    ),
    bonus_between_tiers=Rule(
        "lower",
        "VIC03-10.11.1-T1-L12a",
        also=("VIC03-10.11.1-T1-L12b",),
        reading="above 24 and below 25 the lower prize; below 2 none",
        readings=("lower", "none"),
    ),
    bonus_paid_when=Rule(
        "hand",
        "VIC03-10.11.1-T1-N1",
        reading="completion of the player's hand: at once for the winner",
        readings=("hand", "round"),
    ),
    dealer_stands_hard=Rule(17, "VIC03-10.10.1"),
    dealer_stands_soft=Rule(18, "VIC03-10.10.1"),
    split_blackjack=Rule(
        False,
        "VIC03-7.5.5(g)",
        also=("VIC03-10.2.1-B01",),
        reading="the first two cards dealt to a player: none after a split",
        readings=(False, True),
    ),
    paid_at_21=Rule(True, "VIC03-10.6.1(b)", also=("VIC03-10.5.1(d)",)),
    paid_21_when=Rule(
        "reached",
        "VIC03-10.6.1(b)",
        reading="whenever a hand reaches it, not at the interim settlement alone",
        readings=("reached", "end"),
    ),
    special_21=Rule(
        (
            Special21("five cards", Odds(3, 2), "VIC03-10.11.1-T1-L02", cards=5),
            Special21("6 7 8 mixed suits", Odds(3, 2), "VIC03-10.11.1-T1-L03", ranks="678"),
            Special21("7 7 7 mixed suits", Odds(3, 2), "VIC03-10.11.1-T1-L04", ranks="777"),
            Special21("six cards", Odds(2), "VIC03-10.11.1-T1-L05", cards=6),
            Special21("6 7 8 one suit", Odds(2), "VIC03-10.11.1-T1-L06", ranks="678", suits="hdc"),
            Special21("7 7 7 one suit", Odds(2), "VIC03-10.11.1-T1-L07", ranks="777", suits="hdc"),
            Special21("seven cards or more", Odds(3), "VIC03-10.11.1-T1-L08", cards=7, or_more=True),
            Special21("6 7 8 spades", Odds(3), "VIC03-10.11.1-T1-L09", ranks="678", suits="s"),
            Special21("7 7 7 spades", Odds(3), "VIC03-10.11.1-T1-L10", ranks="777", suits="s"),
        ),
        "VIC03-10.11.1-T1-L11",
    ),
    super_bonus=Rule(
        SuperBonus(
            tiers=(
                (25_00, 0, 5_000_00, "VIC03-10.11.1-T1-L12b"),
                (2_00, 24_00, 1_000_00, "VIC03-10.11.1-T1-L12a"),
            ),
            others=50_00,
            others_clause="VIC03-10.11.1-T1-L12c",
        ),
        "VIC03-10.11.1-T1-N1",
        also=(
            "VIC03-10.11.1-T1-L12a",
            "VIC03-10.11.1-T1-L12b",
            "VIC03-10.11.1-T1-L12c",
            "VIC03-10.7.4(a)",
            "VIC03-10.8.1",
        ),
    ),
)
