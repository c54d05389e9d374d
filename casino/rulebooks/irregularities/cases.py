"""The cases that can arise at any table, and the kinds with which each book deals with them.

If a book does not cover a case, the supervisor decides under its general power (`silent`).
"""

from typing import Final

CASES: Final[dict[str, str]] = {
    "face_up_in_shoe": "a card lies face up in the shoe",
    "excess_card": "a card was drawn in excess, seen or unseen",
    "excess_refused": "a player turns down a card that was drawn in excess",
    "dealer_complete": "a card was drawn to a complete dealer's hand",
    "burnt_by_mistake": "a card was burnt by mistake",
    "burn_forgotten": "the burn was forgotten",
    "misplaced_initial": "a card was misplaced in the initial deal",
    "misplaced_further": "a card was misplaced in the further deal",
    "misplaced_earlier": "a misplaced card was found only after the next round began",
    "hand_without_wager": "a hand was dealt to a box without a wager",
    "wager_without_cards": "a wager got no cards",
    "wager_with_one_card": "a wager got one card",
    "dealer_without_card": "the dealer has no first card",
    "decision_not_carried_out": "a player was not offered a card, or a decision was wrongly carried out",
    "insurance_not_offered": "insurance was not offered",
    "double_in_error": "a double was permitted in error",
    "split_in_error": "a split was permitted in error",
    "no_ante": "an ante is missing",
    "shoe_empty": "the cards ran out in the round",
    "cut_card_missed": "the cutting card was missed",
    "cut_card_not_inserted": "the cutting card was not inserted",
    "damaged_card": "a card is damaged",
    "wrong_cards": "the packs hold wrong cards",
    "shuffler_fault": "the shuffler or automatic shoe fails",
    "cards_at_once": "two cards left the shoe at once",
    "button_wrong_hand": "the button was pressed by the wrong hand",
    "equipment_failure": "the equipment of a side bet fails",
    "void_wager": "a wager is to be void",
    "void_hand": "a hand is to be void",
    "void_round": "the round is to be void",
    "exclude_player": "a player is to take no further part",
}
"""Each case in words. A player who is absent or silent is not among them: the hand is directed
(`Rules.absent_role`)."""

_SAME: Final = ("face_up_in_shoe", "excess_card", "dealer_complete", "shoe_empty")

BY_BOOK: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "ACT96": {
        **{
            case: (case,)
            for case in (*_SAME, "burnt_by_mistake", "burn_forgotten", "decision_not_carried_out")
        },
        "excess_refused": ("card_refused",),
        "misplaced_initial": ("misplaced_initial_deal",),
        "misplaced_further": ("misplaced_subsequent_deal",),
        "hand_without_wager": ("misplaced_initial_deal", "misplaced_subsequent_deal"),
        "wager_without_cards": ("misplaced_initial_deal", "misplaced_subsequent_deal"),
        "wager_with_one_card": ("misplaced_initial_deal", "misplaced_subsequent_deal"),
        "dealer_without_card": ("misplaced_initial_deal", "misplaced_subsequent_deal"),
        "cards_at_once": ("excess_card",),
        "void_wager": ("void_wager",),
        "void_round": ("outcome_disrupted", "fraud"),
        "exclude_player": ("exclude_player",),
    },
    "ACT03": {
        **{case: (case,) for case in (*_SAME, "burnt_by_mistake", "misplaced_earlier", "cut_card_missed")},
        "excess_refused": ("excess_card",),
        "misplaced_initial": ("misplaced",),
        "misplaced_further": ("misplaced",),
        "hand_without_wager": ("misplaced",),
        "wager_without_cards": ("misplaced",),
        "wager_with_one_card": ("misplaced",),
        "dealer_without_card": ("misplaced",),
        "decision_not_carried_out": ("decision_not_carried_out",),
        "shuffler_fault": ("shoe_fault",),
        "cards_at_once": ("excess_card", "round_invalid"),
        "void_wager": ("void_wager",),
        "void_round": ("outcome_disrupted", "round_invalid"),
        "exclude_player": ("exclude_player",),
    },
    "VIC03": {
        **{
            case: (case,) for case in (*_SAME, "burn_forgotten", "wager_without_cards", "wager_with_one_card")
        },
        "excess_refused": ("excess_card",),
        "misplaced_initial": ("misplaced",),
        "misplaced_further": ("misplaced",),
        "misplaced_earlier": ("error_of_earlier_round",),
        "hand_without_wager": ("cards_without_wager",),
        "dealer_without_card": ("dealer_without_card",),
        "decision_not_carried_out": ("decision_not_carried_out",),
        "wrong_cards": ("wrong_cards",),
        "shuffler_fault": ("shoe_failure",),
        "cards_at_once": ("cards_at_once", "excess_card"),
        "button_wrong_hand": ("misfire", "void_press"),
        "equipment_failure": ("equipment_failure",),
        "void_wager": ("void_wager",),
        "void_round": ("outcome_disrupted", "fraud"),
        "exclude_player": ("exclude_player",),
    },
    "NZ": {
        **{case: (case,) for case in (*_SAME, "insurance_not_offered", "cut_card_missed", "damaged_card")},
        "excess_refused": ("card_refused",),
        "misplaced_initial": ("misplaced",),
        "misplaced_further": ("misplaced",),
        "hand_without_wager": ("misplaced",),
        "wager_without_cards": ("misplaced",),
        "wager_with_one_card": ("misplaced",),
        "dealer_without_card": ("misplaced",),
        "decision_not_carried_out": ("decision_not_carried_out",),
        "double_in_error": ("double_in_error",),
        "split_in_error": ("split_in_error",),
        "no_ante": ("no_ante",),
        "cut_card_not_inserted": ("cut_card_not_inserted",),
        "shuffler_fault": ("shuffler_failure",),
        "cards_at_once": ("excess_card", "cannot_rebuild"),
        "button_wrong_hand": ("void_press",),
        "equipment_failure": ("equipment_failure",),
        "void_hand": ("cannot_rebuild",),
    },
    "UK": {},
}
"""The kinds with which a book deals with a case that it covers."""

SILENT: Final[dict[str, tuple[str, ...]]] = {
    "misplaced_initial": ("misplaced",),
    "misplaced_further": ("misplaced",),
    "hand_without_wager": ("misplaced",),
    "wager_without_cards": ("misplaced",),
    "wager_with_one_card": ("misplaced",),
    "dealer_without_card": ("misplaced",),
    "excess_refused": ("excess_card",),
    "cards_at_once": ("excess_card",),
    "void_hand": ("void_hands",),
}
"""The kinds for a case that a book does not cover, if they are not named like it; the last resort is a ruling on the
case (`silent.ruling`)."""

ONLY: Final[dict[str, str]] = {
    "no_ante": "a game with an ante",
    "shuffler_fault": "an automatic shoe",
    "cut_card_missed": "a shoe with a cutting card",
    "cut_card_not_inserted": "a shoe with a cutting card",
    "button_wrong_hand": "a side bet with a button",
    "equipment_failure": "a side bet with a button",
}
"""Cases that only some tables can have: those with the named feature."""


def kinds_of(book: str, case: str) -> tuple[str, ...]:
    """The kinds with which a book deals with a case, its own first; the last is a ruling."""
    return (*BY_BOOK[book].get(case, ()), *SILENT.get(case, (case,)), "ruling")
