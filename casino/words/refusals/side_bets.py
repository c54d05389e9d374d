"""Refusals of side bets: what a table offers, the wagers, what stays in action, the prize button."""

from typing import Final

from casino.words.text import Catalogue, Words

_OFFERED: Final[Catalogue] = {
    "side_bet.unknown": Words("This book has no side bet {bet:name}", "Choose one of {known:or:name}."),
    "side_bet.not_in_game": Words(
        "{bet} is not offered with {game:name}", "It is offered with {games:or:name}."
    ),
    "side_bet.number_of_packs": Words(
        "{bet} is not offered with {packs:pack|packs}", "It is dealt from {allowed:or} packs."
    ),
    "side_bet.no_such_scale": Words("{bet} has no scale {scale}", "Its scales are {scales:and}."),
    "side_bet.not_together": Words(
        "{bet} and {other} are not offered at the same table",
        "Offer one of them, or {bet} at another table.",
    ),
    "side_bet.offered_twice": Words("{bet} is offered twice", "Enter each side bet once."),
    "side_bet.no_payout_limit": Words("The book sets no limit on what {bet} pays", "Leave the limit out."),
    "side_bet.wrong_payout_limit": Words(
        "Invalid maximum payout: {amount:money}", "Enter an amount above zero."
    ),
    "side_bet.bonus_without_bet": Words(
        "The {bonus:name} is paid on top of {bet}, which is not offered",
        "Offer {bet} too, or do not elect the {bonus:name}.",
    ),
    "side_bet.not_offered": Words(
        "The bet {bet:name} is not offered at this table", "Choose a bet that is on the layout."
    ),
    # --- its equipment
    "side_bet.failed_already": Words(
        "The equipment of {bet} has already failed", "Record when it works again."
    ),
    "side_bet.no_device": Words("No device is named", "Enter what has failed."),
    "side_bet.not_failed": Words(
        "The equipment of {bet} has not failed", "There is nothing to put back to use."
    ),
    "side_bet.no_equipment": Words("{bet} is played with cards only", "It has no equipment that could fail."),
    "side_bet.suspended": Words(
        "{bet} is suspended until its equipment works again",
        "Hand the chips back; the game goes on without it.",
    ),
}

_WAGERS: Final[Catalogue] = {
    "side_bet.chips_only": Words(
        "A wager must be made in chips", "Change it into chips and place them before the call."
    ),
    "side_bet.second_wager": Words(
        "Player {player} already has a wager on {bet} on box {box}",
        "Hand the second one back. To change the amount, take the first one back and place it again.",
    ),
    "side_bet.after_first_card": Words(
        "No wager on {bet} is placed after the first card", "It waits for the next round."
    ),
    "side_bet.after_call": Words(
        "No more bets has been called",
        "Undo the call if it was not made; otherwise the wager waits for the next round.",
    ),
    "side_bet.empty_box": Words(
        "Nobody wagers on box {box}, so {bet} cannot be placed there", "Choose a box with a wager on it."
    ),
    "side_bet.needs_any_wager": Words(
        "Player {player} has no wager in this round, and {bet} needs one", "Place that wager first."
    ),
    "side_bet.needs_wager": Words(
        "Player {player} has no wager on box {box}, and {bet} needs one", "Place that wager first."
    ),
    "side_bet.not_with_other": Words(
        "Player {player} has {other} in this round; {bet} is not played with it",
        "Hand one of the two back.",
    ),
    "side_bet.box_full": Words("Box {box} already has {most} wagers on {bet}", "Hand it back."),
    "side_bet.exact_amount": Words(
        "A wager on {bet} is {exactly:money}, not {amount:money}", "Place exactly {exactly:money}."
    ),
    "side_bet.one_chip": Words(
        "{amount:money} is not one chip", "Place a wager on {bet} with a single chip."
    ),
    "side_bet.one_of_two": Words(
        "Player {player} has a wager on {other:name} on box {box}", "Place one of the two."
    ),
    "side_bet.over_main_wager": Words(
        "{amount:money} on {bet} is more than the player's wager of {main:money} on the box",
        "Take up to {room:money}.",
    ),
    "side_bet.main_wager_used": Words(
        "{amount:money} on {bet} is more than the player's wager of {main:money} on the box",
        "Hand it back.",
    ),
    "side_bet.below_minimum": Words(
        "{amount:money} is below the minimum of {minimum:money} for {bet}",
        "Hand it back, or let the player add to it.",
    ),
    "side_bet.above_maximum": Words(
        "{amount:money} on box {box} is above the maximum of {maximum:money} for {bet}",
        "Take up to {room:money}.",
    ),
    "side_bet.maximum_reached": Words(
        "{amount:money} on box {box} is above the maximum of {maximum:money} for {bet}",
        "Hand it back: the box is full.",
    ),
}

_SPLIT_HANDS: Final[Catalogue] = {
    "split_wager.not_main": Words(
        "No wager on {bet:name} is placed on a split hand", "Place it on the box before the call."
    ),
    "split_wager.not_this_bet": Words(
        "No wager on {bet} is placed on a split hand", "It waits for the next round."
    ),
    "split_wager.not_elected": Words(
        "This table does not offer {bet} on split hands", "Hand the chips back."
    ),
    "split_wager.no_such_hand": Words(
        "Box {box} has no split hand {hand}", "Choose a hand that was made by a split."
    ),
    "split_wager.second_card": Words("Hand {hand} of box {box} has its second card", "Hand the chips back."),
    "split_wager.chips_only": Words(
        "A wager must be made in chips", "Change it into chips and place them before the second card."
    ),
    "split_wager.no_earlier_bet": Words(
        "Player {player} had no wager on {bet} on box {box} at the start of the round",
        "Hand the chips back; in the next round the player may bet.",
    ),
    "split_wager.no_earlier_wager": Words(
        "Player {player} had no wager on a hand at the start of the round",
        "Hand the chips back; in the next round the player may bet.",
    ),
    "split_wager.hand_full": Words(
        "Hand {hand} of box {box} has {most} wagers on {bet}, of players who come before {player}",
        "Hand it back.",
    ),
    "split_wager.outside_limits": Words(
        "{amount:money} is outside the limits of {minimum:money} to {maximum:money} for {bet}",
        "Take {minimum:money} to {maximum:money}.",
    ),
    "split_wager.outside_limits_with_others": Words(
        "{amount:money} with the {others:money} already there is outside the limits of {minimum:money}"
        " to {maximum:money} for {bet}",
        "Take {minimum:money} to {room:money}.",
    ),
    "split_wager.maximum_reached": Words(
        "{amount:money} with the {others:money} already there is outside the limits of {minimum:money}"
        " to {maximum:money} for {bet}",
        "Hand it back.",
    ),
}

_IN_ACTION: Final[Catalogue] = {
    "ride.choose_first": Words(
        "Box {box}, player {player} has not chosen how much of {bet} stays in action",
        "Ask and record it. If the hand was acted on first, take the bet down.",
    ),
    "ride.not_this_bet": Words("All that {bet} pays goes to the player", "Go on with what is due."),
    "ride.settle_first": Words(
        "Side bets are settled before anybody chooses what stays in action", "Settle what is due; then ask."
    ),
    "ride.acted_first": Words(
        "Player {player} acted on the hand before choosing: nothing stays in action",
        "Pay it and pass {whole:money} to the player.",
    ),
    "ride.not_a_part": Words(
        "{amount:money} is not part of the {whole:money} that player {player} has there",
        "Leave up to {most:money}.",
    ),
    "ride.nothing_may_stay": Words(
        "{amount:money} is not part of the {whole:money} that player {player} has there",
        "Pass all of it to the player.",
    ),
    "ride.above_maximum": Words(
        "{amount:money} in action would be above the maximum on box {box}",
        "Leave up to {most:money}; the rest goes to the player.",
    ),
    "ride.maximum_reached": Words(
        "{amount:money} in action would be above the maximum on box {box}", "Pass all of it to the player."
    ),
    "ride.no_wager": Words(
        "Player {player} has no wager on {bet} on box {box}", "Choose a player who has one."
    ),
    "ride.not_won": Words(
        "{bet} on box {box} has not won, or not yet", "Complete the initial deal and settle what is due."
    ),
    "ride.settled": Words(
        "{bet} of player {player} on box {box} has been settled",
        "What was passed to the player is out of the round; what stays in action goes with the hand.",
    ),
}

_PRIZES: Final[Catalogue] = {
    "prize.first": Words(
        "The prize button comes first: box {box}, player {player}",
        "Have it pressed, record the prize and pay it; then go on.",
    ),
    "prize.press_or_take": Words(
        "The button was set off and shows {prize:money} for each {each:money}",
        "Ask player {player}: take it, or press again.",
    ),
    "prize.set_off_already": Words(
        "The button already shows {prize:money} for each {each:money}",
        "Ask player {player}: take it, or press again.",
    ),
    "prize.staff_unnamed": Words(
        "Nobody is named as having pressed the button", "Enter the staff number of the person who pressed it."
    ),
    "prize.no_such_prize": Words(
        "The pay scale has no prize of {prize:money} for each {each:money}",
        "Read the display again. If it does show that, record that the equipment has failed.",
    ),
    "prize.nominee_has_not_won": Words(
        "Player {nominee} has no winning {bet} wager on box {box}",
        "Let the player press, name another winner on the box, or let a staff member press.",
    ),
    "prize.nominee_has_won": Words(
        "Player {nominee} has a winning {bet} wager",
        "Name somebody who has none, or let the dealer press.",
    ),
    "prize.no_second_press": Words(
        "These rules do not allow a second press: what the button shows is paid",
        "Record the prize that it shows.",
    ),
    "prize.not_set_off": Words(
        "Nobody but the player entitled to it is recorded as having pressed", "Record what was pressed."
    ),
    "prize.no_button": Words("{bet} is paid at odds and has no button", "Go on with what is due."),
    "prize.pay_first": Words(
        "Pay the prize of player {player} first", "Settle what is due; then offer the button."
    ),
    "prize.settle_first": Words("A settlement comes first", "Settle what is due; then offer the button."),
    "prize.other_turn": Words("Box {box}, player {player} comes first", "Offer the button in that order."),
    "prize.equipment_failed": Words(
        "The equipment of {bet} has failed",
        "Pay the winners what the book sets for that: settle what is due.",
    ),
    "prize.no_turn": Words(
        "No {bet} wager of player {player} on box {box} waits for the button",
        "If it was pressed anyway, record a press without effect.",
    ),
    "prize.turn_of_another": Words(
        "No {bet} wager of player {player} on box {box} waits for the button",
        "It is offered to player {other}. If it was pressed anyway, record a press without effect.",
    ),
    "prize.on_offer": Words(
        "The button is on offer to player {player} on box {box}",
        "Record the prize that it shows for that player.",
    ),
    "prize.on_offer_or_set_off": Words(
        "The button is on offer to player {player} on box {box}",
        "If that player pressed, record the prize. If not, record that it was set off.",
    ),
    "prize.not_without_bet": Words(
        "Player {player} on box {box} has no winning hand, or has the bet",
        "Leave the player out, or record the press that was due.",
    ),
}

WORDS: Final[Catalogue] = {**_OFFERED, **_WAGERS, **_SPLIT_HANDS, **_IN_ACTION, **_PRIZES}
