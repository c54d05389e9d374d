"""Refusals of corrections: of what the record has wrongly, and of what was paid wrongly."""

from typing import Final

from casino.words.text import Catalogue, Words

_RECORD: Final[Catalogue] = {
    "correction.as_recorded": Words("The record already says {recorded}", "There is nothing to correct."),
    "correction.before_cards": Words("No card has been dealt yet", "Go on with what is due."),
    "correction.not_a_card": Words("“{text}” is not a card", "Enter its rank and its suit."),
    "correction.no_such_card": Words(
        "Nobody has seen a card {card} of this round", "Count from 1 to {last}."
    ),
    "correction.no_cards_yet": Words("Nobody has seen a card {card} of this round", "Deal the cards first."),
    "correction.one_thing": Words(
        "Only one thing of a wager is corrected: its box, its player or its amount",
        "Correct one after another.",
    ),
    "correction.no_such_box": Words("There is no box {box}", "Choose a box from 1 to {last}."),
    "correction.no_wager": Words(
        "The record has no wager of player {player} on box {box}", "Choose one that it has."
    ),
    "correction.no_such_wager": Words(
        "The record has no {bet:name} wager of player {player} on box {box}", "Choose one that it has."
    ),
    "correction.no_bet": Words("No bet is named", "Choose the bet whose amount was different."),
    "correction.several_wagers": Words(
        "{count} wagers of player {player} lie there",
        "A supervisor decides which of them is void; the others stay.",
    ),
    "correction.decided_there": Words(
        "Something went wrong on box {box}, and it was decided what is done about it",
        "That decision stays; a supervisor decides on the wager.",
    ),
    "correction.no_double": Words(
        "The record has no double of player {player} on box {box}",
        "Choose one that it has, or correct the decision.",
    ),
    "correction.no_insurance": Words(
        "The record has no insurance of player {player} on box {box}", "Choose one that it has."
    ),
    "correction.no_such_decision": Words(
        "The record has no decision {number} of {place:place}", "Count from 1 to {last}."
    ),
    "correction.nothing_decided": Words(
        "The record has no decision {number} of {place:place}", "The hand decides at its turn."
    ),
    "correction.no_decision_named": Words("No decision is named", "Enter what was decided."),
    "correction.still_asked": Words("Player {player} is still being asked", "Record the answer."),
    "correction.no_such_offer": Words(
        "The record has no offer of {offer:name} to player {player} on {place:place}",
        "Choose an offer that it has.",
    ),
    # --- what follows from it
    "correction.no_place": Words(
        "With {actual}, {step} has no place in the record: {why:phrase}",
        "Correct that first. If the table really went on like that, the dealing was wrong and not the record:"
        " report that {errors:list}.",
    ),
    "correction.no_place_nor_procedure": Words(
        "With {actual}, {step} has no place in the record: {why:phrase}",
        "Correct that first. If the table really went on like that, the dealing was wrong and not the record:"
        " call a supervisor.",
    ),
    "correction.decision_wanted": Words(
        "With {actual}, a decision is missing before {step}: {why:phrase}",
        "Enter what was decided there as well.",
    ),
    "redeal.no_hand_waits": Words("No hand waits for a decision then", "Leave the decision out."),
    "redeal.hand_gone": Words("Its hand is not there", "Correct that first."),
    "redeal.decision_missing": Words(
        "{due:phrase}, and the record has no decision of it", "Enter what was decided."
    ),
}

_PAYMENTS: Final[Catalogue] = {
    "payment.round_not_dealt": Words("Round {round} has not been dealt", "Enter a round from 1 to {last}."),
    "payment.round_not_recorded": Words(
        "Round {round} is not in the record", "Enter the number that it has in the record."
    ),
    "payment.more_than_wager": Words(
        "Nobody loses more than the wager of {stake:money}",
        "Enter what the player is to have beside it, up to {largest:money}.",
    ),
    "payment.wager_not_settled": Words(
        "The wager of player {player} on {place:place} is not settled yet",
        "Choose a payment of the record; what is still due is paid or taken as it is shown.",
    ),
    "payment.bet_not_settled": Words(
        "The {bet} of player {player} on {place:place} is not settled yet",
        "Choose a payment of the record; what is still due is paid or taken as it is shown.",
    ),
    "payment.not_paid": Words(
        "That cannot have been paid", "Enter the amount that was paid, up to {largest:money}."
    ),
    "payment.not_taken": Words(
        "{took:money} cannot have been taken of a wager of {stake:money}",
        "Enter what was taken, up to {stake:money}.",
    ),
    "payment.not_in_chips": Words(
        "{paid:money} cannot be paid in the chips of this table", "Enter the amount that lay there in chips."
    ),
    "payment.nothing_to_other": Words(
        "Nothing was paid to player {player}", "Enter how much that player was paid."
    ),
    "payment.more_unrecovered": Words(
        "{left:money} cannot stay open: {most:money} is to be recovered", "Enter up to {most:money}."
    ),
    "payment.more_unpaid": Words(
        "{left:money} cannot stay open: {most:money} is to be paid", "Enter up to {most:money}."
    ),
    "payment.as_recorded": Words("That is what was due and is recorded", "There is nothing to correct."),
    "payment.put_right_already": Words(
        "This payment has already been put right",
        "Enter what lies with the player now, with what was recovered or paid since.",
    ),
    "payment.difference_not_in_chips": Words(
        "The difference of {difference:money} cannot be made in the chips of this table",
        "Enter what lay there in chips, or how much of it stays open.",
    ),
}

WORDS: Final[Catalogue] = {**_RECORD, **_PAYMENTS}
