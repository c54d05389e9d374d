"""Refusals of irregularities: of a report and its values, of what is done about it, of the signature."""

from typing import Final

from casino.words.text import Catalogue, Words

_VALUES: Final[Catalogue] = {
    "report.value_missing": Words("Enter {question:phrase}", "The report needs it."),
    "report.value_unknown": Words("The {name:name} does not belong in this report", "Leave it out."),
    "report.value_wrong": Words(
        "“{value:name}” is not an answer to “{question:phrase}”", "Choose from {allowed:list:name}."
    ),
    "report.value_twice": Words("A value is entered twice", "Enter each once."),
    "report.no_such_round": Words("There is no round {round}", "Enter one from 1 to {last}."),
    "report.no_wager_on_box": Words("Box {box} holds no wager", "Choose a box with a wager."),
    "report.player_not_on_box": Words(
        "Player {player} has no wager on box {box}", "Choose a player of the box."
    ),
    "report.player_not_on_hand": Words(
        "Player {player} has no wager on {place:place}", "Choose players of the hand."
    ),
    "report.player_not_in_round": Words(
        "Player {player} has no wager in the round", "Choose players of the round."
    ),
    "report.not_a_hand": Words("“{text}” is not a hand", "Enter each hand as its box and its number there."),
    "report.no_such_hand": Words("Box {box} has no hand {hand}", "Choose a hand that was dealt."),
    "report.hand_twice": Words("Hand {text} is entered twice", "Enter each hand once."),
    "report.one_hand": Words("More than one hand is entered", "Report them one by one."),
    "report.no_hands": Words("No hand is entered", "Enter the hands that it affected."),
    "report.not_an_amount": Words("“{text}” is not an amount", "Enter an amount such as 25 or 12.50."),
    "report.not_a_card": Words("“{text}” is not a card", "Enter its rank and its suit."),
    "report.no_such_card": Words("There is no card {card}", "Enter a number from 1 to {last}."),
    "report.card_in_two_places": Words("Card {card} is entered twice", "It lies in one place: choose which."),
    "report.card_twice": Words("Card {card} is entered twice", "Enter each card of the hand once."),
    "report.no_hand_there": Words(
        "Box {box} has no hand {hand}", "Choose the hand that it lies on, or the box alone."
    ),
    "report.not_a_place": Words("“{text}” is not a place", "Choose a box, a hand on it, or the dealer."),
    "report.no_wager_named": Words(
        "“{text}” is not a wager of the round", "Enter a wager by its box and its player."
    ),
}

_ROUNDS: Final[Catalogue] = {
    "report.cards_of_this_round": Words(
        "That is the round in hand", "Move a card that was misplaced in it to where it belongs."
    ),
    "report.this_round": Words("That is the round in hand", "Choose what went wrong in it from the list."),
    "report.round_not_recorded": Words(
        "Round {round} is not in the record", "Enter the number that it has in the record."
    ),
    "report.round_void": Words("Round {round} is already void", "There is nothing more to do."),
    "report.nothing_won": Words(
        "Player {player} has won nothing since round {since}", "There is nothing to withhold."
    ),
    "report.not_dealt": Words("No round is being dealt", "Hand the wagers back."),
    "report.cannot_be_dealt_again": Words(
        "The rules do not allow this round to be dealt again",
        "A supervisor decides on the hands or the round.",
    ),
    "report.no_place_then": Words(
        "{step:cap:phrase} would then not have been possible: {why:phrase}", "Correct that first."
    ),
    "report.wagers_refunded": Words("The wagers of an invalid round must be refunded", "Refund them."),
    "report.fraud_by_nobody": Words("Nobody is named for the fraud", "Enter who it was."),
    "report.outcome_not_affected": Words("The outcome is not affected", "The round goes on."),
}

_HANDS: Final[Catalogue] = {
    "report.hand_void": Words("{place:cap:place} is already void", "There is nothing more to do."),
    "report.hand_void_already": Words("{place:cap:place} is already void", "Leave it out."),
    "report.box_void": Words("Box {box} is already void", "Go on with what is due."),
    "report.no_wager_to_void": Words(
        "Player {player} has no wager on box {box} that is not void", "Choose one that lies there."
    ),
    "report.no_bet_to_void": Words(
        "Player {player} has no {bet:name} on box {box} that is not void", "Choose one that lies there."
    ),
    "report.only_wager": Words("No other wager lies on the layout", "Void the wager."),
    "report.ante_waived": Words("The ante of player {player} was waived", "The wager stays."),
    "report.excluded_already": Words("Player {player} is already excluded", "There is nothing more to do."),
    "report.hands_settled": Words(
        "Part of those hands has already been settled", "They stay as they were dealt."
    ),
    "report.too_late_to_take_back": Words(
        "Wagers can be taken back only before anything is settled", "Leave it out."
    ),
    "report.no_such_decision": Words(
        "{place:cap:place} has no decision {number}", "Enter a number from 1 to {last}."
    ),
    "report.nothing_decided": Words(
        "{place:cap:place} has not decided yet", "Take the decision when it is that hand's turn."
    ),
    "report.not_doubled": Words(
        "{place:cap:place} is not doubled in the record", "Enter the card that was dealt to it."
    ),
    "report.not_split": Words(
        "{place:cap:place} is not split in the record", "Enter the card that was dealt to it."
    ),
    "report.not_doubled_nor_drawn_to": Words(
        "{place:cap:place} is not doubled in the record, and did not draw to its two cards",
        "Report it at its turn, or once its card is recorded.",
    ),
    "report.not_split_nor_drawn_to": Words(
        "{place:cap:place} is not split in the record, and did not draw to its two cards",
        "Report it at its turn, or once its card is recorded.",
    ),
    "report.other_card_recorded": Words(
        "The card that came to {place:place} is {card:card} in the record", "Correct that card first."
    ),
    "report.drew_more_than_one": Words(
        "{place:cap:place} drew {count:card|cards} in the record, and a double takes one",
        "Correct the record first.",
    ),
    "report.not_a_pair": Words("{place:cap:place} is not a pair", "A split takes two cards of one value."),
    "report.second_hand_without_card": Words("The second hand has no card", "Enter what came to it."),
    "report.added_too_much": Words("No more than the wager itself can be added", "Enter what was added."),
    "report.not_its_turn": Words("It is not the turn of {place:place}", "Ask hand by hand, in turn."),
    "report.nobody_decides": Words(
        "No hand is being decided",
        "Report it at the first decision, with the cards that the record does not have.",
    ),
}

_CARDS: Final[Catalogue] = {
    "report.no_cards": Words(
        "No card is entered", "Enter where each card lies, or which left the shoe and are not recorded."
    ),
    "report.all_in_place": Words(
        "Every card entered is in the right place", "Enter where the wrong ones lie."
    ),
    "report.two_cards_without_wager": Words(
        "Nobody draws to a hand without a wager", "Enter its two cards, hand by hand."
    ),
    "report.initial_deal_open": Words(
        "This can be reported only in the further deal",
        "Finish the initial deal, with the cards that the record does not have, or have it rebuilt.",
    ),
    "report.reported_already": Words("It has already been reported", "Go on with what is due."),
    "report.not_first_round": Words("This is not the first round of the shoe", "The round stays as it is."),
    "report.no_card_dealt": Words("No card has been dealt", "Burn one; then deal."),
    "report.card_not_named": Words("The card was seen but is not named", "Enter which card it was."),
    "report.card_not_seen": Words(
        "A card that nobody has seen cannot be named", "Leave it face down, or enter that it was seen."
    ),
    "report.nothing_to_turn_down": Words(
        "No card drawn in error lies face up", "There is nothing to turn down."
    ),
    "report.card_due": Words("A card is due to this hand by the rules", "Deal it the card."),
    "report.rack_count": Words(
        "“{text}” is not a possible number of cards in the rack", "Count them, up to {most}, or leave it out."
    ),
    "report.not_damaged": Words("{card:card} was not reported as damaged", "Enter the card that was."),
    # --- insurance
    "report.no_ace": Words("The dealer's first card is not an ace", "There is nothing to insure against."),
    "report.insurance_to_come": Words("Insurance is still to be offered", "Offer it now."),
    "report.insurance_offered_late": Words(
        "Insurance has already been offered late", "The players who were asked then have answered."
    ),
}

_SIGNED: Final[Catalogue] = {
    "irregularity.unknown": Words(
        "{book} has no procedure for “{kind:name}”", "Choose what happened from the list."
    ),
    "irregularity.other_moment": Words(
        "This can be reported only {moment:phrase}", "Go on with what is due."
    ),
    "irregularity.nothing_fits": Words("Nothing on the layout fits this report", "Go on with what is due."),
    "irregularity.open": Words(
        "An irregularity is open: {title:phrase}", "{wants:cap:role} must approve or refuse it first."
    ),
    "irregularity.none_open": Words("Nothing waits for a signature", "Report what went wrong first."),
    "irregularity.choice_missing": Words(
        "Choose an outcome before signing", "Choose from {choices:list:name}."
    ),
    "irregularity.no_such_choice": Words(
        "“{choice:name}” is not a choice", "Choose from {choices:list:name}."
    ),
    "irregularity.no_choices": Words("“{choice:name}” is not a choice", "Leave it out."),
}

WORDS: Final[Catalogue] = {**_VALUES, **_ROUNDS, **_HANDS, **_CARDS, **_SIGNED}
