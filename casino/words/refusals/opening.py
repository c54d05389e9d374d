"""Refusals of opening."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "closing.not_open": Words(
        "{table} is not open",
        "Only an open table can close.",
    ),
    "closing.time_missing": Words(
        "The notice must show the closing time",
        "Enter the time.",
    ),
    "closing.notice_up": Words(
        "A closing notice is already up",
        "Withdraw it first.",
    ),
    "closing.notice_time": Words(
        "The notice would be up {minutes:minute|minutes} before closing; it must be up at least "
        "{least:minute|minutes}",
        "Enter {earliest} or later, within a day.",
    ),
    "closing.no_notice": Words(
        "There is no closing notice at {table}",
        "Nothing to withdraw.",
    ),
    "closing.players_unnotified": Words(
        "{players:player|players} at {table}, and no closing notice is up",
        "Post a notice with the time, {minutes:minute|minutes} before closing, or confirm that nobody"
        " is at the table.",
    ),
    "closing.before_notice": Words(
        "The notice gives {at} as the closing time",
        "Wait until then; the table closes by itself.",
    ),
    "closing.inspector_not_informed": Words(
        "No inspector has been informed that {table} closes before gaming ends",
        "Inform one, and enter who it was with the closing notice.",
    ),
    "table.setup": Words(
        "The table's set-up is wrong: {fault:phrase}",
        "Correct the set-up.",
    ),
    "opening.unknown_item": Words(
        "There is no item {item} to confirm",
        "Choose one of {items:list}.",
    ),
    "opening.not_confirmed": Words(
        "Not yet confirmed: {what:phrase}",
        "Check it at the table, then confirm it.",
    ),
    "table.round_open": Words(
        "A round is open at {table}",
        "Finish it first.",
    ),
    "closing.cards_before_closing": Words(
        "The cards are counted when {table} closes",
        "Begin the closing first.",
    ),
    "closing.no_card_count": Words(
        "These rules require no count of the cards",
        "Close the table.",
    ),
    "closing.cards_checked_one_by_one": Words(
        "After gaming the cards are checked one by one, not only counted",
        "Enter how many of each card there are.",
    ),
    "closing.cards_not_counted": Words(
        "The cards of {table} have not been counted",
        "Count the cards.",
    ),
    "closing.not_begun": Words(
        "{table} is not closing yet",
        "A supervisor must begin the closing.",
    ),
    "closing.float_not_counted": Words(
        "The closing float of {table} has not been counted and signed",
        "Dealer and supervisor must count and sign it.",
    ),
    "table.closed": Words(
        "{table} is closed",
        "Complete the opening list and open the table.",
    ),
    "closing.no_further_round": Words(
        "{table} is closing; no further round is dealt",
        "Finish the closing.",
    ),
    "opening.sign_not_confirmed": Words(
        "The dealer has not confirmed the limit sign",
        "Confirm that the sign is displayed.",
    ),
    "closing.hand_wagers_back": Words(
        "{table} is closing; no further round is dealt",
        "Hand the wagers back, then close the table.",
    ),
    "hours.hand_wagers_back": Words(
        "Gaming hours are over",
        "Hand the wagers back and close the table.",
    ),
    "table.game_held": Words(
        "{why:cap:phrase}",
        "A supervisor must let it go on, or withdraw the bet here.",
    ),
    "cards.word": Words(
        "Card {place}: {fault:phrase}",
        "Correct that word, or scan the card again.",
    ),
    "cards.sets": Words(
        "The sets to check are {sets:and}",
        "Enter each of them.",
    ),
    "opening.already_open": Words(
        "{table} is already open",
        "Nothing to do.",
    ),
    "opening.book_not_in_force": Words(
        "{book} is in force from {day}",
        "Set the table up under another rule book.",
    ),
    "opening.incomplete": Words(
        "{table} cannot open: {what:phrase}",
        "Complete the opening list.",
    ),
    "opening.face_down_later": Words(
        "The approval to deal face down is dated in the future",
        "Deal face up until then.",
    ),
    "cards.no_check": Words(
        "These rules require no check of the cards",
        "Go on with the list.",
    ),
    "cards.checked_before_gaming": Words(
        "The cards of {table} were checked before gaming",
        "Check cards brought in later with the shoe.",
    ),
    "cards.already_checked": Words(
        "The cards of {table} have already been checked",
        "To check them again, enter what was done to them since.",
    ),
    "cards.check_given": Words(
        "{number} has already given the check of the {role:term}; another person must give the other",
        "Call the other person: neither sees the other's result first.",
    ),
    "cards.no_cutting_card": Words(
        "The cutting card is missing",
        "Have one ready, then record the check.",
    ),
    "cards.cutting_card_in_shuffler": Words(
        "An automatic shuffling shoe has no cutting card",
        "Remove it.",
    ),
    "cards.no_electronic_shoe": Words(
        "There is no electronic shoe at {table}",
        "Enter the cards, or scan them.",
    ),
    "cards.shoe_in_play": Words(
        "{table} is open, and its shoe reports the round",
        "Check the cards before or after.",
    ),
    "opening.wrong_moment": Words(
        "That cannot be done at {table} now",
        "See what the page asks for.",
    ),
}
