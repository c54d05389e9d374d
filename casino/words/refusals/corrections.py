"""Refusals of corrections: of what the record has wrongly, and of what was paid wrongly."""

from typing import Final

from casino.words.text import Catalogue, Words

_RECORD: Final[Catalogue] = {
    "correction.as_recorded": Words("The record already says {recorded}", "There is nothing to correct."),
    "correction.before_cards": Words("No card has been dealt yet", "Go on with what is due."),
    "correction.not_a_card": Words("“{text}” is not a card", "Enter its rank and its suit."),
    "correction.no_such_card": Words(
        "Card {card} of this round has not been seen", "Enter a number from 1 to {last}."
    ),
    "correction.no_cards_yet": Words("Card {card} of this round has not been seen", "Deal the cards first."),
    "correction.one_thing": Words(
        "Only one thing about a wager is corrected at a time: its box, its player or its amount",
        "Correct them one after another.",
    ),
    "correction.no_such_box": Words("There is no box {box}", "Choose a box from 1 to {last}."),
    "correction.no_wager": Words(
        "The record has no wager of player {player} on box {box}", "Choose one that is recorded."
    ),
    "correction.no_such_wager": Words(
        "The record has no {bet:name} wager of player {player} on box {box}", "Choose one that is recorded."
    ),
    "correction.no_bet": Words("No bet is named", "Choose the bet whose amount was different."),
    "correction.several_wagers": Words(
        "Player {player} has {count} wagers there",
        "A supervisor decides which of them is void; the others stay.",
    ),
    "correction.decided_there": Words(
        "An irregularity on box {box} has already been decided",
        "That decision stays; ask a supervisor to decide on the wager.",
    ),
    "correction.no_double": Words(
        "The record has no double of player {player} on box {box}",
        "Choose one that is recorded, or correct the decision.",
    ),
    "correction.no_insurance": Words(
        "The record has no insurance of player {player} on box {box}", "Choose one that is recorded."
    ),
    "correction.no_such_decision": Words(
        "The record has no decision {number} of {place:place}", "Enter a number from 1 to {last}."
    ),
    "correction.nothing_decided": Words(
        "The record has no decision {number} of {place:place}",
        "Take the decision when it is that hand's turn.",
    ),
    "correction.no_decision_named": Words("No decision is named", "Enter what was decided."),
    "correction.still_asked": Words("Player {player} is still being asked", "Record the answer."),
    "correction.no_such_offer": Words(
        "The record has no offer of {offer:name} to player {player} on {place:place}",
        "Choose an offer that is recorded.",
    ),
    # --- what follows from it
    "correction.no_place": Words(
        "With {actual:phrase}, {step:phrase} would not have been possible: {why:phrase}",
        "Correct that first. If the table really went on like that, the dealing was wrong and not the record:"
        " report that {errors:list:uncap:term}.",
    ),
    "correction.no_place_nor_procedure": Words(
        "With {actual:phrase}, {step:phrase} would not have been possible: {why:phrase}",
        "Correct that first. If the table really went on like that, the dealing was wrong and not the record:"
        " call a supervisor.",
    ),
    "correction.decision_wanted": Words(
        "With {actual:phrase}, a decision is missing before {step:phrase}: {why:phrase}",
        "Enter what was decided there as well.",
    ),
    "redeal.no_hand_waits": Words("No hand was waiting for a decision then", "Leave the decision out."),
    "redeal.hand_gone": Words("Its hand would not be there", "Correct that first."),
    "redeal.decision_missing": Words(
        "{due:phrase}, and no decision is recorded for it", "Enter what was decided."
    ),
}

_PAYMENTS: Final[Catalogue] = {
    "payment.round_not_dealt": Words("Round {round} has not been dealt", "Enter a round from 1 to {last}."),
    "payment.round_not_recorded": Words(
        "Round {round} is not in the record", "Enter the number that it has in the record."
    ),
    "payment.more_than_wager": Words(
        "Nobody can lose more than the wager of {stake:money}",
        "Enter what the player is to have on top of it, up to {largest:money}.",
    ),
    "payment.wager_not_settled": Words(
        "The wager of player {player} on {place:place} is not settled yet",
        "Choose a recorded payment; settle what is still due as shown.",
    ),
    "payment.bet_not_settled": Words(
        "The {bet} of player {player} on {place:place} is not settled yet",
        "Choose a recorded payment; settle what is still due as shown.",
    ),
    "payment.not_paid": Words(
        "That cannot have been paid", "Enter the amount that was paid, up to {largest:money}."
    ),
    "payment.not_taken": Words(
        "{took:money} cannot have been taken from a wager of {stake:money}",
        "Enter what was taken, up to {stake:money}.",
    ),
    "payment.not_in_chips": Words(
        "{paid:money} cannot be paid in the chips of this table", "Enter the amount in chips that was there."
    ),
    "payment.nothing_to_other": Words(
        "Nothing was paid to player {player}", "Enter how much that player was paid."
    ),
    "payment.more_unrecovered": Words(
        "{left:money} cannot stay open: only {most:money} is to be recovered", "Enter up to {most:money}."
    ),
    "payment.more_unpaid": Words(
        "{left:money} cannot stay open: only {most:money} is to be paid", "Enter up to {most:money}."
    ),
    "payment.as_recorded": Words("That is what was due and what is recorded", "There is nothing to correct."),
    "payment.put_right_already": Words(
        "This payment has already been put right",
        "Enter what the player has now, including what was recovered or paid since.",
    ),
    "payment.difference_not_in_chips": Words(
        "The difference of {difference:money} cannot be made up in the chips of this table",
        "Enter what was there in chips, or how much of it stays open.",
    ),
}

WORDS: Final[Catalogue] = {**_RECORD, **_PAYMENTS}
