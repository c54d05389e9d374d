"""The versions of Blackjack in the New Zealand division: each is Blackjack with the changes of its own section."""

from dataclasses import replace
from typing import Final

from casino.money import EVENS
from casino.rulebooks.nz import BLACKJACK, STEPS
from casino.rulebooks.rule import Rule

# A table plays at most one of the versions below, over Blackjack with or without Style A (17.1): sections 18 to 21
# provide for nothing else (NZ-17.1, NZ-18.1, NZ-19.1, NZ-20.1, NZ-21.1).

# Ante Up: a flat fee beside every wager, into the float after the initial deal.
ANTE_UP: Final = replace(
    BLACKJACK,
    game="ante_up",
    game_title="Ante Up Blackjack",
    steps=replace(STEPS, ante="NZ-18.5", ante_collected="NZ-18.6"),
    ante_most=Rule((1, 8), "NZ-1.1-B01", also=("NZ-18.3",)),
    notices=(("Ante Up Blackjack", "NZ-18.2"),),
)

# Blackjack +: 21 and five cards under it win at once, a Blackjack always, and a dealer's 22 stands off.
BLACKJACK_PLUS: Final = replace(
    BLACKJACK,
    game="blackjack_plus",
    game_title="Blackjack +",
    steps=replace(
        STEPS,
        dealer_bust="NZ-19.3(c)",
        higher_wins="NZ-19.3(b)",
        tie="NZ-19.3(h)",
        bust="NZ-19.3(f)",
        split_bust="NZ-19.3(f)",
        lower_loses="NZ-19.3(g)",
        paid="NZ-19.4",
        blackjack_paid="NZ-19.4",
        five_under="NZ-19.3(e)",
    ),
    wagers_on_hand=Rule(("main",), "NZ-19.3"),
    stand_off_covers=Rule(
        "all",
        "NZ-19.3",
        also=("NZ-11.4", "NZ-12.5"),
        reading="19.3 decides doubled and split wagers too, in place of 5.1",
        readings=("all", "original"),
    ),
    insurance_on_blackjack=Rule(False, "NZ-19.7"),
    even_odds=Rule(EVENS, "NZ-19.4"),
    blackjack_paid_at_once=Rule("always", "NZ-19.5", also=("NZ-19.3(d)",)),
    even_money=Rule(False, "NZ-19.5"),
    cards_most=Rule(5, "NZ-19.8"),
    dealer_stands_off_on=Rule(22, "NZ-19.3(i)"),
    stand_off_reaches=Rule(
        "hands",
        "NZ-19.3(i)",
        reading="the wagers that 19.3 is about; side bets go by their own sections",
        readings=("hands", "layout"),
    ),
    paid_at_21=Rule(True, "NZ-19.6", also=("NZ-19.3(a)",)),
    five_under=Rule(5, "NZ-19.6", also=("NZ-19.3(e)",), reading="paid before the dealer draws"),
    notices=(("Blackjack +", "NZ-19.2"),),
)

# Free Bet: the house's lammer doubles 9, 10 and 11 and splits aces to nines; a dealer's 22 stands off.
FREE_BET: Final = replace(
    BLACKJACK,
    game="free_bet",
    game_title="Free Bet Blackjack",
    steps=replace(
        STEPS,
        free_double="NZ-20.3-S2",
        free_split="NZ-20.4-S2",
        free_pays="NZ-20.8-S1",
        lammers="NZ-20.8-S2",
    ),
    double_free=Rule(
        frozenset({9, 10, 11}),
        "NZ-20.3-S1",
        also=("NZ-20.3-S3", "NZ-20.5"),
        reading="restrictions on doubling for money leave it alone",
    ),
    double_free_after_split=Rule(
        True, "NZ-20.3-S1", reading="the first two cards of any hand", readings=(True, False)
    ),
    split_free=Rule(
        frozenset(range(1, 10)),
        "NZ-20.4-S1",
        also=("NZ-20.5",),
        reading="restrictions on splitting for money leave it alone",
    ),
    split_free_again=Rule(
        True,
        "NZ-20.4-S1",
        reading="a further split is free as well; to be confirmed before opening",
        readings=(True, False),
    ),
    even_odds=Rule(
        EVENS,
        "NZ-5.4-S1",
        also=("NZ-11.4", "NZ-12.5", "NZ-20.8-S1"),
    ),
    lammer_worth=Rule(
        "original",
        "NZ-20.8-S1",
        also=("NZ-15D.7", "NZ-15D.8"),
        reading="a lammer is worth the original wager alone, whatever lies in action beside it",
        readings=("original", "with_action"),
    ),
    split_hands=Rule(3, "NZ-20.4-S3"),
    split_aces_hands=Rule(2, "NZ-20.4-S4"),
    dealer_stands_hard=Rule(17, "NZ-20.6"),
    dealer_stands_soft=Rule(18, "NZ-20.6"),
    dealer_stands_off_on=Rule(22, "NZ-20.7"),
    notices=(("Free Bet Blackjack", "NZ-20.2-S1"), ("The dealer draws on soft 17", "NZ-20.6")),
)

# Player Select: wagers below the upper minimum may have other odds and rights.
PLAYER_SELECT: Final = replace(
    BLACKJACK,
    game="player_select",
    game_title="Player Select Blackjack",
    steps=replace(STEPS, level="NZ-21.7"),
    double_shared=Rule("each", "NZ-21.8", also=("NZ-14.3(c)-S1", "NZ-14.3(c)-S2", "NZ-14.3(e)")),
    split_declined=Rule("none", "NZ-21.8", also=("NZ-14.3(e)",)),
    even_money=Rule(True, "NZ-10.3", also=("NZ-21.3-S2",)),
    even_money_scale=Rule(
        "wager",
        "NZ-10.3",
        also=("NZ-21.3-S2",),
        reading="only a wager that is paid three to two may ask for it",
        readings=("wager", "table"),
    ),
)
