"""Victoria 2003 (VIC03): the rules of Blackjack in the Victorian book, rules 1 to 8, and its versions."""

from dataclasses import replace
from typing import Final

from casino.money import EVENS, Odds
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import ANY_TOTAL, Rules, Special21, Steps, SuperBonus

STEPS: Final = Steps(
    wager="VIC03-5.5.1",
    chips_only="VIC03-5.1",
    oral_wager="VIC03-5.3",
    wager_before_first_card="VIC03-5.2",
    wager_locked="VIC03-5.4",
    call="VIC03-7.3.1(a)",
    caller_known="VIC03-5.9.1(a)",
    caller_nearest="VIC03-5.9.1(b)",
    others_behind="VIC03-5.9.1(c)",
    caller_decides="VIC03-5.9",
    caller_entitled="VIC03-5.10.1",
    first_cards="VIC03-7.3.1(b)",
    dealer_card="VIC03-7.3.1(c)",
    second_cards="VIC03-7.3.1(d)",
    face_up="VIC03-7.1.1",
    insurance_offer="VIC03-7.3.2",
    insurance_deadline="VIC03-7.3.2(a)",
    insurance_placed="VIC03-5.5.2",
    insurance_wins="VIC03-5.7.1",
    insurance_loses="VIC03-5.7.2",
    insurance_taken="VIC03-7.5.6(b)",
    decision="VIC03-7.5.1",
    decision_double="VIC03-7.5.1(a)",
    decision_split="VIC03-7.5.1(b)",
    stand="VIC03-7.5.1(c)",
    draw="VIC03-7.5.1(d)",
    announce="VIC03-7.5.2",
    announce_both="VIC03-3.2.1(a)",
    double_one_card="VIC03-7.5.4(a)(i)",
    split_wager="VIC03-7.5.5(a)(i)",
    split_one_at_a_time="VIC03-7.5.5(b)",
    split_decisions="VIC03-7.5.5(c)",
    split_stand="VIC03-7.5.5(c)(i)",
    split_draw="VIC03-7.5.5(c)(ii)",
    dealer_draw="VIC03-7.5.6(a)",
    dealer_ace="VIC03-3.2.1(b)",
    dealer_no_card="VIC03-7.5.6(c)",
    blackjack_wins="VIC03-5.6.1",
    dealer_bust="VIC03-5.6.2",
    higher_wins="VIC03-5.6.3",
    tie="VIC03-5.6.4",
    bust="VIC03-5.6.5",
    split_bust="VIC03-7.5.5(h)",
    lower_loses="VIC03-5.6.6",
    blackjack_paid="VIC03-8.1",
    paid="VIC03-8.1",
    clear_losers="VIC03-5.14.1",
    pay_winners="VIC03-5.14.2",
    collect="VIC03-7.5.7(a)",
    cards_compute="VIC03-3.2.4",
    shuffle="VIC03-4.1.1(c)",
    shuffle_first_card="VIC03-4.1.1(b)",
    no_cutting_card="VIC03-3.1.1",
    restrict_one_box="VIC03-5.11",
    restrict_minimum="VIC03-5.12",
    restrict_notice="VIC03-5.11.1",
)

BLACKJACK: Final = Rules(
    book="VIC03",
    game="blackjack",
    book_title="Victoria 2003",
    game_title="Blackjack",
    steps=STEPS,
    # Equipment.
    decks=Rule((4, 5, 6, 7, 8), "VIC03-3.1"),
    missing_ranks=Rule("", "VIC03-3.1"),
    boxes_most=Rule(9, "VIC03-2.2.1"),
    seats_most=Rule(9, "VIC03-2.1"),
    cutting_card=Rule(True, "VIC03-3.1", also=("VIC03-3.1.1",)),
    face_down_allowed=Rule(
        True,
        "VIC03-7.1.2",
        also=("VIC03-7.1.2(b)",),
        reading="totals are called, and a Blackjack paid early, only once the player has shown the cards",
    ),
    # Wagers.
    players_per_box=Rule(3, "VIC03-5.8"),
    players_per_box_role=Rule("game_supervisor", "VIC03-5.8"),
    several_boxes_role=Rule("game_supervisor", "VIC03-5.10"),
    limits_on=Rule(
        "box", "VIC03-6.5", reading="per box unless the sign says per player", readings=("box", "player")
    ),
    limits_role=Rule("casino_supervisor", "VIC03-6.4"),
    personal_limit_role=Rule("casino_supervisor", "VIC03-6.3"),
    personal_limit_covers=Rule("player", "VIC03-6.3"),
    marker_needed=Rule(True, "VIC03-6.3"),
    under_minimum=Rule(
        "settled_once", "VIC03-6.2.1", reading="the warning holds until the player leaves the table"
    ),
    over_maximum=Rule("to_maximum", "VIC03-6.2.2"),
    unpayable=Rule(
        "next_higher",
        "VIC03-6.2.3",
        reading="the payment is rounded up, the wager is not",
        readings=("next_higher", "next_multiple"),
    ),
    unpayable_refusable=Rule(True, "VIC03-5.13"),
    withdraw_until=Rule(
        "first_card",
        "VIC03-5.2",
        also=("VIC03-5.4",),
        reading="the call closes new wagers; only the first card bars a withdrawal",
        readings=("first_card", "call"),
    ),
    wagers_on_hand=Rule(("main",), "VIC03-5.5.1"),
    wagers_least=Rule(1, "VIC03-5.5.1"),
    several_boxes_alone=Rule(True, "VIC03-5.10"),
    caller=Rule(("nearest",), "VIC03-5.9"),
    caller_named=Rule(True, "VIC03-5.9.1(a)"),
    caller_lies_nearest=Rule(True, "VIC03-5.9.1(b)"),
    ante=Rule(0, ""),
    ante_waived_from=Rule(0, ""),
    restriction_role=Rule("operations_manager", "VIC03-5.11", also=("VIC03-5.12",)),
    restriction_notice=Rule(
        "every",
        "VIC03-5.11.1",
        reading="the regulator is told before either kind of restriction to the minimum",
        readings=("every", "one_box"),
    ),
    restriction_after_missed=Rule("one_box", "VIC03-5.12"),
    restriction_until_shuffle=Rule("one_box", "VIC03-5.12"),
    # Insurance and Blackjack.
    insurance_most=Rule((1, 2), "VIC03-8.1-T03"),
    insurance_odds=Rule(
        Odds(2), "VIC03-8.1-T03", reading="wins on a ten-valued second card; the table's “not” is a slip"
    ),
    insurance_amount=Rule("any", "VIC03-8.1-T03"),
    insurance_until=Rule("first_decision", "VIC03-7.3.2(a)"),
    insurance_on_blackjack=Rule(True, "VIC03-7.3.2"),
    blackjack_odds=Rule(Odds(3, 2), "VIC03-8.1-T01"),
    even_odds=Rule(EVENS, "VIC03-8.1-T02"),
    blackjack_paid_at_once=Rule(
        "dealer_cannot_tie",
        "VIC03-7.4.1(a)",
        reading="the dealer's first card is neither ten-valued nor an ace",
        readings=("dealer_cannot_tie", "always"),
    ),
    even_money=Rule(True, "VIC03-7.4.1(b)"),
    even_money_with_insurance=Rule(
        "both",
        "VIC03-7.4.1(b)",
        reading="even money closes the Blackjack wager alone; insurance stays in play",
        readings=("both", "either"),
    ),
    blackjack_beats_21=Rule(
        False,
        "VIC03-5.6.4",
        reading="equal totals are void, whoever holds a Blackjack; only 5.6.1 sets it higher",
        readings=(False, True),
    ),
    # Decisions.
    draw_below=Rule(21, "VIC03-7.5.1(d)"),
    must_draw_below=Rule(0, "VIC03-7.5.1(c)"),
    cards_most=Rule(0, "VIC03-7.5.1(d)"),
    double_on=Rule(frozenset({9, 10, 11}), "VIC03-7.5.4(a)"),
    double_counts=Rule(
        "hard",
        "VIC03-7.5.4(a)",
        also=("VIC03-1.1-B07",),
        reading="an ace that counts eleven makes the total soft, so no hard 9, 10 or 11",
        readings=("hard", "aces_low"),
    ),
    double_with_ace=Rule(True, "VIC03-7.5.4(a)"),
    double_cards=Rule(2, "VIC03-7.5.4(a)"),
    double_amount=Rule("up_to", "VIC03-7.5.4(a)(i)"),
    double_least=Rule("any", "VIC03-7.5.4(a)(i)"),
    double_aces_low=Rule(False, "VIC03-3.2.1"),
    double_rescue=Rule(False, "VIC03-5.4"),
    double_bust_protected=Rule(False, "VIC03-5.6.5"),
    double_free=Rule(frozenset(), "VIC03-7.5.4(a)(i)"),
    double_shared=Rule(
        "each",
        "VIC03-7.5.4(a)(i)",
        reading="each player on the box adds or not; all take the one card",
        readings=("each", "all"),
    ),
    double_after_split=Rule(
        True,
        "VIC03-7.5.4(a)",
        also=("VIC03-7.5.5(c)",),
        reading="the grant for any split hand prevails over the shorter list",
        readings=(True, False),
    ),
    double_protected=Rule(
        True, "VIC03-7.5.4(b)", reading="caps a loss and makes none: a doubled 21 follows 5.6.4"
    ),
    double_on_blackjack=Rule(False, "VIC03-7.5.4(c)"),
    split_on=Rule("value", "VIC03-7.5.5(a)"),
    split_free=Rule(frozenset(), "VIC03-7.5.5(a)(i)"),
    split_hands=Rule(3, "VIC03-7.5.5(d)", also=("VIC03-7.5.5(c)(iii)",)),
    split_second_cards=Rule("in_turn", "VIC03-7.5.5(b)"),
    split_aces_hands=Rule(2, "VIC03-7.5.5(c)(iii)"),
    split_aces_one_card=Rule(True, "VIC03-7.5.5(c)(iii)"),
    split_again_on=Rule(
        "any",
        "VIC03-7.5.5(c)(iii)",
        reading="any split hand, not the first alone",
        readings=("any", "first"),
    ),
    split_counted_per=Rule("box", "VIC03-7.5.5(d)", reading="three hands a box", readings=("box", "player")),
    split_declined=Rule(
        "box",
        "VIC03-7.5.5(e)",
        reading="binds the box whose hand was not split",
        readings=("box", "player"),
    ),
    split_unmatched=Rule(
        "rides_first",
        "VIC03-7.5.5(a)(i)",
        reading="a wager that is not matched stays on the first of the two hands",
        readings=("rides_first", "blocks"),
    ),
    split_blackjack=Rule(False, "VIC03-7.5.5(g)"),
    split_loss=Rule(
        "busted_or_original",
        "VIC03-7.5.5(i)",
        also=("VIC03-7.5.5(h)",),
        reading="broken hands stay lost; the others only make the loss up to one original wager",
        readings=("busted_or_original", "original", "busted_and_original"),
    ),
    # Surrender.
    surrender_against=Rule("", "VIC03-7.5.1"),
    # An absent or silent player.
    absent_role=Rule("game_supervisor", "VIC03-7.5.3"),
    absent_stands_hard=Rule(12, "VIC03-7.5.3(e)", also=("VIC03-7.5.3(f)",)),
    absent_stands_soft=Rule(17, "VIC03-7.5.3(c)", also=("VIC03-7.5.3(d)",)),
    # The dealer's hand.
    dealer_stands_hard=Rule(17, "VIC03-7.5.6(a)"),
    dealer_stands_soft=Rule(17, "VIC03-3.2.1(b)", also=("VIC03-7.5.6(a)",)),
    dealer_draws_without_effect=Rule(False, "VIC03-7.5.6(c)"),
    dealer_stands_off_on=Rule(0, "VIC03-5.6.2"),
    dealer_hands=Rule(1, "VIC03-7.5.6(a)"),
    insurance_taken_at_once=Rule(True, "VIC03-7.5.6(b)"),
    insurance_paid_at_once=Rule(False, "VIC03-5.14.2"),
    bust_taken_at_once=Rule(
        True,
        "VIC03-5.6.5",
        reading="a broken hand is taken as soon as it breaks; the book sets no moment",
        readings=(True, False),
    ),
    paid_at_21=Rule(False, "VIC03-5.6.3"),
    five_under=Rule(0, "VIC03-5.6.3"),
    special_21=Rule((), "VIC03-8.1-T02"),
    super_bonus=Rule(None, "VIC03-8.1-T02"),
    # Settlement.
    losers_before_winners=Rule(True, "VIC03-5.14.1", also=("VIC03-5.14.2",)),
    upper_minimum=Rule(0, "VIC03-6.5"),
)

# Vegas Blackjack (rule 12): four packs, any two cards doubled, half surrendered against a ten or an ace.
# Where it says nothing the rules of Blackjack hold (VIC03-12.1).
VEGAS: Final = replace(
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
    surrender_against=Rule(
        "ATJQK",
        "VIC03-12.4.1(a)",
        reading=(
            "after insurance and the interim settlement; the half that goes back is rounded up to what "
            "chips can make"
        ),
    ),
    surrender_shared=Rule(
        "each",
        "VIC03-12.4.1(e)",
        also=("VIC03-12.4.1(b)",),
        reading="once the caller surrenders, who does not stands on the two cards",
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

# Crown Blackjack (rule 14): the dealer draws to a soft 17; all else is Blackjack (VIC03-14.1).
CROWN_BLACKJACK: Final = replace(
    BLACKJACK,
    game="crown_blackjack",
    game_title="Crown Blackjack",
    steps=replace(STEPS, dealer_draw="VIC03-14.2.1(a)", dealer_ace="VIC03-14.2.1(a)"),
    dealer_stands_hard=Rule(17, "VIC03-14.2.1(a)"),
    dealer_stands_soft=Rule(18, "VIC03-14.2.1(a)"),
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
    double_cards=Rule(0, "VIC03-10.7.1(c)", reading="split hands too, split aces and doubled hands not"),
    double_amount=Rule("up_to", "VIC03-10.7.1"),
    double_after_split=Rule(True, "VIC03-10.7.1(b)", reading="a split hand of 21 is paid, not doubled"),
    double_aces_low=Rule(
        True, "VIC03-10.7.2", reading="the first two cards only; a later ace keeps its choice"
    ),
    double_rescue=Rule(
        True, "VIC03-10.7.5", also=("VIC03-10.7.5(a)",), reading="right after the double's card"
    ),
    double_protected=Rule(True, "VIC03-10.7.3"),
    double_bust_protected=Rule(
        True,
        "VIC03-10.7.3",
        reading="only the original of a broken doubled hand is lost to a dealer's Pontoon",
        readings=(True, False),
    ),
    double_on_blackjack=Rule(False, "VIC03-10.7.1(a)"),
    surrender_against=Rule(
        "AJQK",
        "VIC03-10.9.1",
        also=("VIC03-10.6.1(c)",),
        reading=(
            "one offer, after insurance and once the Pontoons are paid; the half that goes back is rounded up "
            "to what chips can make"
        ),
    ),
    surrender_shared=Rule(
        "each",
        "VIC03-10.9.5",
        also=("VIC03-10.9.2",),
        reading="once the caller surrenders, who does not stands on the two cards",
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
        reading="only a split of suited sevens wins none; the other odds of the table stay",
        readings=("unsuited", "none"),
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
        reading="whatever became of the wager; the winner's own on other boxes too; one payment a round",
        readings=("every", "decided"),
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
    paid_at_21=Rule(True, "VIC03-10.6.1(b)", also=("VIC03-10.5.1(d)",), reading="whenever a hand reaches it"),
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
                (25_00, 5_000_00, "VIC03-10.11.1-T1-L12b"),
                (2_00, 1_000_00, "VIC03-10.11.1-T1-L12a"),
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
        reading=(
            "at once for the winner, from 2 to below 25 the lower prize, none below 2; the others' part at the "
            "final settlement"
        ),
    ),
)
