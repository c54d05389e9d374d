"""Canberra 1996 (ACT96): the rules of Blackjack in the earlier book of Casino Canberra, and Triple Play."""

from dataclasses import replace
from typing import Final

from casino.money import EVENS, Odds
from casino.rulebooks.rule import Rule
from casino.rulebooks.rules import ANY_TOTAL, Rules, Steps

STEPS: Final = Steps(
    wager="ACT96-5.1",
    chips_only="ACT96-5.3-S1",
    oral_wager="ACT96-5.3-S2",
    wager_before_first_card="ACT96-5.1",
    wager_locked="ACT96-5.2",
    call="ACT96-8-S1",
    caller_known="ACT96-15.2-S1",
    caller_nearest="ACT96-15.2(a)",
    others_behind="ACT96-15.2(b)",
    caller_decides="ACT96-15.1(a)",
    caller_entitled="ACT96-15.1(b)",
    first_cards="ACT96-8(a)",  # from box 1 onwards: ACT96-8-S2
    dealer_card="ACT96-8(b)",
    second_cards="ACT96-8(c)",
    face_up="ACT96-7.1-S2",
    insurance_offer="ACT96-9-S1",
    insurance_deadline="ACT96-9-S3",
    insurance_placed="ACT96-9-S4",
    insurance_wins="ACT96-9-S2",
    insurance_loses="ACT96-10(b)",
    decision="ACT96-11.1(a)-S1",
    decision_double="ACT96-13.1-S1",
    decision_split="ACT96-12.1-S1",
    stand="ACT96-11.1(a)-S2",
    draw="ACT96-14-S1",
    announce="ACT96-11.1(a)-S3",
    announce_both="ACT96-3.5(a)-S2",  # one total once the higher is above 21: ACT96-3.5(a)-S3
    double_one_card="ACT96-13.1-S3",  # and never none: ACT96-14(c)
    split_wager="ACT96-12.1-S2",
    split_one_at_a_time="ACT96-12.2-S1",
    split_decisions="ACT96-12.5",
    split_stand="ACT96-12.5",
    split_draw="ACT96-12.5",
    dealer_draw="ACT96-16(a)-S2",
    dealer_ace="ACT96-3.5(a)-S4",
    blackjack_wins="ACT96-11.2(c)",
    dealer_bust="ACT96-11.2(a)",
    higher_wins="ACT96-11.2(b)",
    tie="ACT96-11.2(g)",  # as ACT96-17(c)(i) for two Blackjacks and ACT96-17(c)(ii) for other hands
    bust="ACT96-11.1(b)",  # lost whatever the dealer gets: ACT96-11.2(d)
    split_bust="ACT96-11.1(b)",
    lower_loses="ACT96-11.2(e)",
    blackjack_paid="ACT96-17(a)(i)",
    paid="ACT96-17(a)(ii)",
    clear_losers="ACT96-17(b)(i)",
    pay_winners="ACT96-17(a)(ii)",
    collect="ACT96-T-B03",
    # What the cards count: ACT96-3.5(b), ACT96-3.5(c), ACT96-3.5(d)-S1.
    cards_compute="ACT96-20.14",
    shuffle="ACT96-6.2(b)",
    shuffle_first_card="ACT96-6.2(a)",
    no_cutting_card="ACT96-3.1",
    restrict_one_box="ACT96-5.10-S1",
    restrict_minimum="ACT96-5.10(b)",
    restrict_notice="ACT96-5.10(a)",
    multiples="ACT96-4.1(b)",
    even_money_leaves="ACT96-15.3(b)-S2",
)

BLACKJACK: Final = Rules(
    book="ACT96",
    game="blackjack",
    book_title="Canberra 1996",
    game_title="Blackjack",
    steps=STEPS,
    # Equipment.
    decks=Rule((6, 8), "ACT96-3.1"),
    missing_ranks=Rule("", "ACT96-3.1"),
    boxes_most=Rule(9, "ACT96-1(a)"),
    seats_most=Rule(9, "ACT96-1(a)"),
    cutting_card=Rule(True, "ACT96-3.1"),
    face_down_allowed=Rule(False, "ACT96-7.1-S2"),
    # Wagers.
    players_per_box=Rule(3, "ACT96-5.6-S1", also=("ACT96-15.1-S1",)),
    players_per_box_role=Rule("game_supervisor", "ACT96-5.6-S1"),
    several_boxes_role=Rule("game_supervisor", "ACT96-5.5-S1", also=("ACT96-5.5-S2",)),
    limits_on=Rule("box", "ACT96-5.6-S2", also=("ACT96-4.1(d)",), reading="initial wagers only"),
    limits_role=Rule("casino_supervisor", "ACT96-4.2"),
    personal_limit_role=Rule("casino_supervisor", "ACT96-5.8"),
    personal_limit_covers=Rule("alone", "ACT96-5.9"),
    marker_needed=Rule(True, "ACT96-5.8"),
    under_minimum=Rule(
        "settled_once",
        "ACT96-4.1(c)-S1",
        also=("ACT96-4.1(c)-S2",),
        reading="the minimum is for each player's wager",
    ),
    over_maximum=Rule(
        "shared_refused",
        "ACT96-4.1(d)",
        also=("ACT96-5.6-S2",),
        reading="what is over comes off the wagers furthest from the dealer",
    ),
    unpayable=Rule("next_higher", "ACT96-20.10-S2", also=("ACT96-20.10-S1",)),
    unpayable_refusable=Rule(False, "ACT96-20.10-S2"),
    withdraw_until=Rule("first_card", "ACT96-5.2"),
    wagers_on_hand=Rule(("main",), "ACT96-5.1"),
    wagers_least=Rule(1, "ACT96-5.1"),
    several_boxes_alone=Rule(
        False, "ACT96-5.7", reading="a player alone at the table has one box", readings=(False, True)
    ),
    caller=Rule(
        ("seated", "highest", "nearest"),
        "ACT96-15.1(a)",
        also=("ACT96-15.1(b)", "ACT96-15.1(c)"),
        reading="of several highest wagers the nearest to the dealer",
    ),
    caller_named=Rule(False, "ACT96-15.2-S1"),
    caller_lies_nearest=Rule(True, "ACT96-15.2(a)", also=("ACT96-15.2(b)",)),
    ante=Rule(0, ""),
    ante_waived_from=Rule(0, ""),
    restriction_role=Rule("operations_manager", "ACT96-5.10(a)", also=("ACT96-5.10(b)",)),
    restriction_notice=Rule("none", "ACT96-5.10-S1"),
    restriction_after_missed=Rule(
        "every", "ACT96-5.10(b)", also=("ACT96-5.10(a)",), reading="the first round is that of the shoe"
    ),
    restriction_until_shuffle=Rule("every", "ACT96-5.10-S2"),
    # Insurance and Blackjack.
    insurance_most=Rule((1, 2), "ACT96-9-S1", also=("ACT96-15.3(a)",)),
    insurance_odds=Rule(Odds(2), "ACT96-9-S2"),
    insurance_amount=Rule("chips", "ACT96-9-S5"),
    insurance_until=Rule("first_decision", "ACT96-9-S3"),
    insurance_on_blackjack=Rule(True, "ACT96-9-S1"),
    blackjack_odds=Rule(Odds(3, 2), "ACT96-17(a)(i)"),
    even_odds=Rule(EVENS, "ACT96-17(a)(ii)"),
    blackjack_paid_at_once=Rule(
        "dealer_cannot_tie",
        "ACT96-10(a)(i)",
        reading="a ten means any card that counts ten",
        readings=("dealer_cannot_tie", "no_ace_or_ten_spot"),
    ),
    even_money=Rule(True, "ACT96-10(a)(ii)", also=("ACT96-15.3(b)-S1", "ACT96-15.3(b)-S2")),
    even_money_with_insurance=Rule(
        "either",
        "ACT96-9-S1",
        also=("ACT96-10(a)(ii)",),
        reading="a wager settled at evens is not insured besides",
        readings=("either", "both"),
    ),
    blackjack_beats_21=Rule(
        True,
        "ACT96-11.2(f)",
        also=("ACT96-17(b)(ii)",),
        reading="17(b)(ii) says so in terms",
        readings=(True, False),
    ),
    # Decisions.
    draw_below=Rule(21, "ACT96-14(a)"),
    must_draw_below=Rule(12, "ACT96-14(b)"),
    cards_most=Rule(0, "ACT96-14-S1"),
    double_on=Rule(ANY_TOTAL, "ACT96-13.1-S1"),
    double_counts=Rule("best", "ACT96-13.1-S1"),
    double_with_ace=Rule(True, "ACT96-13.1-S1"),
    double_cards=Rule(2, "ACT96-13.1-S1", reading="only on the first two cards of a hand", readings=(2, 0)),
    double_amount=Rule("equal", "ACT96-13.1-S1"),
    double_least=Rule("any", "ACT96-13.1-S1"),
    double_aces_low=Rule("", "ACT96-3.5(a)-S1"),
    double_rescue=Rule(False, "ACT96-5.4"),
    double_bust_protected=Rule(False, "ACT96-11.1(b)"),
    double_free=Rule(frozenset(), "ACT96-13.1-S1"),
    double_shared=Rule("each", "ACT96-13.1-S2", also=("ACT96-13.1-S3",)),
    double_after_split=Rule(True, "ACT96-12.4"),
    double_protected=Rule(False, "ACT96-11.2(f)"),
    double_on_blackjack=Rule(False, "ACT96-13.2"),
    split_on=Rule("value", "ACT96-12.1-S1", also=("ACT96-12.2-S2",)),
    split_free=Rule(frozenset(), "ACT96-12.1-S2"),
    split_hands=Rule(4, "ACT96-12.2-S3"),
    split_second_cards=Rule("in_turn", "ACT96-12.2-S1"),
    split_aces_hands=Rule(2, "ACT96-12.3"),
    split_aces_one_card=Rule(
        True, "ACT96-12.3", also=("ACT96-14(d)",), reading="12.3 is special: no draw, double or further split"
    ),
    split_again_on=Rule("any", "ACT96-12.2-S2"),
    split_counted_per=Rule("box", "ACT96-12.2-S3"),
    split_declined=Rule("none", "ACT96-12.7"),
    split_unmatched=Rule(
        "rides_first", "ACT96-12.1-S3", reading="each matches the amount of the own first wager"
    ),
    split_blackjack=Rule(False, "ACT96-12.6", also=("ACT96-3.5(d)-S2",)),
    split_loss=Rule("all", "ACT96-11.2(f)"),
    surrender_against=Rule("", "ACT96-11.1(a)-S2"),
    # An absent player.
    absent_role=Rule("game_supervisor", "ACT96-18(g)"),
    absent_stands_hard=Rule(12, "ACT96-18(g)"),
    absent_stands_soft=Rule(12, "ACT96-18(g)"),
    # The dealer's hand.
    dealer_stands_hard=Rule(17, "ACT96-16(a)-S3", also=("ACT96-16(a)-S2",)),
    dealer_stands_soft=Rule(17, "ACT96-3.5(a)-S4", also=("ACT96-16(a)-S3",)),
    dealer_draws_without_effect=Rule(False, "ACT96-16(b)"),
    dealer_stands_off_on=Rule(0, "ACT96-11.2(a)"),
    dealer_hands=Rule(1, "ACT96-16(a)-S1"),
    insurance_taken_at_once=Rule(True, "ACT96-10(b)"),
    insurance_paid_at_once=Rule(
        True,
        "ACT96-9-S2",
        reading="paid as the second card shows, as losers are taken",
        readings=(True, False),
    ),
    bust_taken_at_once=Rule(
        True, "ACT96-11.1(b)", reading="the wagers on the broken hand, of every player on it"
    ),
    paid_at_21=Rule(False, "ACT96-11.2(b)"),
    five_under=Rule(0, "ACT96-11.2(b)"),
    special_21=Rule((), "ACT96-17(a)(ii)"),
    super_bonus=Rule(None, "ACT96-17(a)(ii)"),
    # Settlement.
    losers_before_winners=Rule(True, ""),
    upper_minimum=Rule(0, "ACT96-4.1(a)"),
    restriction_forms=Rule(
        ("minimum", "one_box", "both"),
        "ACT96-5.10-S1",
        reading="the first box is the one that the player took",
    ),
)

# Triple Play: two or three wagers on one hand, each against a dealer hand of its own, all three from the same
# first card and settled one after another; one split, no double after it.
TRIPLE_PLAY: Final = replace(
    BLACKJACK,
    game="triple_play",
    game_title="Triple Play",
    steps=replace(
        STEPS,
        collect="ACT96-22.15",
        hand_drawn=("ACT96-22.13-S1", "ACT96-22.13(c)", "ACT96-22.13(f)"),
        hand_settled=("ACT96-22.13(a)", "ACT96-22.13(d)", "ACT96-22.13(g)"),
        hand_cleared=("ACT96-22.13(b)", "ACT96-22.13(e)"),
    ),
    boxes_most=Rule(6, "ACT96-22.1(a)"),
    players_per_box=Rule(1, "ACT96-22.5"),
    wagers_on_hand=Rule(
        ("hand_1", "hand_2", "hand_3"), "ACT96-22.2-S1", reading="in every round", also=("ACT96-22.4",)
    ),
    wagers_least=Rule(2, "ACT96-22.3", reading="hands 1 and 2 are placed, hand 3 is the optional one"),
    insurance_most=Rule((1, 2), "ACT96-22.6", reading="each wager has an insurance of its own"),
    even_money=Rule(True, "ACT96-22.7", reading="asked for wager by wager"),
    double_amount=Rule("equal", "ACT96-22.12-S2", also=("ACT96-22.12-S1",)),
    double_after_split=Rule(False, "ACT96-22.10"),
    split_hands=Rule(2, "ACT96-22.11"),
    split_on=Rule("value", "ACT96-22.9-S1", also=("ACT96-22.9-S2",)),
    bust_taken_at_once=Rule(True, "ACT96-22.8", reading="the wagers on the broken hand"),
    dealer_hands=Rule(3, "ACT96-22.13-S1", also=("ACT96-22.2-S2", "ACT96-22.14")),
)
