"""The open points in each book's irregularity rules: the reading taken and the others (`OpenPoints`). Each name is a
field of the rules, with its `Rule`."""

from typing import Any, Final

from casino.rulebooks.rule import Rule

ACT96: Final[dict[str, Any]] = {
    "rebuilt_back_to": Rule(
        "first_wrong",
        "ACT96-18(e)",
        reading="back to the first wrong card: what was correctly done before it stays",
        readings=("first_wrong", "initial_deal"),
    ),
    "rack_serves": Rule(
        "round",
        "ACT96-18(f)",
        reading="the shuffled rack serves to complete that round; a full shuffle follows",
        readings=("round", "on"),
    ),
    "rack_burnt": Rule(
        True,
        "ACT96-18(f)",
        reading="dealing from a new stack starts with a burn",
        readings=(True, False),
    ),
    "absent_passes": Rule(
        "next",
        "ACT96-18(g)",
        reading="on a shared box the next player decides, since somebody can render a decision",
        readings=("next", "direction"),
    ),
    "due_card_refusable": Rule(
        True,
        "ACT96-18(h)-S2",
        reading="the special rule: a hand that would have to draw may refuse, and stands",
        readings=(True, False),
    ),
    "refusal_binds": Rule(
        "box",
        "ACT96-18(h)-S2",
        reading="the box on which it was refused, with every hand of it; other boxes may have other callers",
        readings=("box", "hand", "player"),
    ),
    "disruption_affects": Rule(
        True,
        "ACT96-20.3(a)",
        reading="a disruption too must affect the outcome in the operator's opinion",
        readings=(True, False),
    ),
}

ACT03: Final[dict[str, Any]] = {
    "early_dealer_card": Rule(
        "burnt",
        "ACT03-14.3",
        reading="any card drawn to the dealer's hand that is not due is burnt, an early one too",
        readings=("burnt", "next"),
    ),
    "absent_passes": Rule(
        "next",
        "ACT03-14.7",
        reading="control passes to the next player on the box; only if there is no such player is the hand drawn",
        readings=("next", "direction"),
    ),
    "collected_rebuilt": Rule(
        True,
        "ACT03-14.4",
        reading="also with the cards collected, while they can be told apart: 14.5 begins with the next round",
        readings=(True, False),
    ),
    "rack_serves": Rule(
        "round",
        "ACT03-14.6",
        reading="the shuffled rack serves to complete that round; a full shuffle follows",
        readings=("round", "on"),
    ),
    "rack_burnt": Rule(
        False,
        "ACT03-14.6",
        reading="a burn is for the time before the first round alone",
        readings=(False, True),
    ),
    "invalid_refunds": Rule(
        "choice",
        "ACT03-16.5",
        reading="the licensee may refund, and may not",
        readings=("choice", "always"),
    ),
}

VIC03: Final[dict[str, Any]] = {
    "first_round_again": Rule(
        "in_order",
        "VIC03-9.1.1",
        reading="the cards go back in their order and the first is burnt",
        readings=("in_order", "shuffled"),
    ),
    "collected_rebuilt": Rule(
        True,
        "VIC03-9.8(a)",
        reading="until the first card of the next round, after a settlement too",
        readings=(True, False),
    ),
    "settled_bars": Rule(
        "round",
        "VIC03-9.4",
        reading="any settlement in the round, but that of a prize of the button",
        readings=("round", "hand"),
    ),
    "further_misplaced": Rule(
        True,
        "VIC03-9.8",
        also=("VIC03-9.4",),
        reading="a card given to another hand than the one that drew is a decision wrongly carried out, in time after "
        "a settlement too",
        readings=(True, False),
    ),
    "one_card_each": Rule(
        True,
        "VIC03-9.7(a)",
        reading="each player on the box takes back his own wager, and the cards stay for the others",
        readings=(True, False),
    ),
    "rack_serves": Rule(
        "round",
        "VIC03-9.9",
        reading="the shuffled discards complete the round; a full shuffle follows",
        readings=("round", "on"),
    ),
    "rack_burnt": Rule(
        False, "VIC03-9.9", reading="the rule names shuffle and cut, and no burn", readings=(False, True)
    ),
}

NZ: Final[dict[str, Any]] = {
    "excess_lasts": Rule(
        True,
        "NZ-16.2",
        reading="an unseen card for which no place is left opens the next round",
        readings=(True, False),
    ),
    "dealer_complete_when": Rule(
        "no_card_due",
        "NZ-16.3-S1",
        reading="the dealer's hand is complete whenever no card is due to it",
        readings=("no_card_due", "stands"),
    ),
    "rebuilt_rest": Rule(
        "discard",
        "NZ-16.3-S2",
        reading="what is left after a reconstruction is removed, without being offered",
        readings=("discard", "next"),
    ),
    "due_card_refusable": Rule(
        False,
        "NZ-16.4-S1",
        reading="only where the player has a choice; a card that the rules demand is his",
        readings=(False, True),
    ),
    "refusal_binds": Rule(
        "hand", "NZ-16.4-S2", reading="the hand that was offered the card", readings=("hand", "player")
    ),
    "changed_decisions": Rule(
        "lapse",
        "NZ-16.5-S2",
        reading="a decision on cards that have changed lapses and is asked again",
        readings=("lapse", "bind"),
    ),
    "absent_passes": Rule(
        "next",
        "NZ-16.6",
        reading="a further player on the box is entitled to decide once its seat is empty",
        readings=("next", "direction"),
    ),
    "rack_serves": Rule(
        "on",
        "NZ-16.7-S2",
        reading="the shuffled rack stays in use: it has met the duty to shuffle",
        readings=("on", "round"),
    ),
    "damage_shuffles": Rule(
        False,
        "NZ-16.8",
        reading="the card is swapped where it lies; no shuffle follows",
        readings=(False, True),
    ),
    "insured_once_broken": Rule(
        True,
        "NZ-16.11",
        reading="a player who was not asked is still entitled, even if the hand has broken since",
        readings=(True, False),
    ),
    "no_ante_voids": Rule(
        "wager",
        "NZ-18.7",
        reading="the wager without an ante; a box on which another lies keeps its hand",
        readings=("wager", "box"),
    ),
    "in_error_until": Rule(
        "first_event",
        "NZ-21.9(a)(i)",
        reading="it is undone only while none of the three events has happened",
        readings=("first_event", "last_event"),
    ),
}
