"""Refusals of a line of a ``.round`` file: what cannot be read, and what has no place in the file."""

from typing import Final

from casino.words.text import Catalogue, Words

_USAGE: Final = "Write it as “{usage}”"

_WORDS_OF_A_LINE: Final[Catalogue] = {
    "notation.usage": Words(_USAGE),
    "notation.not_an_amount": Words(
        "“{text}” is not an amount",
        "Write it as 25 or 12.50, without sign or currency, up to {largest:money}.",
    ),
    "notation.not_a_number": Words("“{text}” is not a whole number", "Write a number from 0 to 999."),
    "notation.not_a_box": Words("“{text}” is a hand, not a box", "Write the box alone, such as {box}."),
    "notation.not_a_player": Words("“{text}” is not a player", "Write a short word such as A or P12."),
    "notation.not_a_bet": Words("“{text}” is not a bet", "Choose from {bets:list}."),
    "notation.not_a_side_bet": Words("“{text}” is not a side bet", "Choose from {bets:list}."),
    "notation.not_a_card": Words(
        "“{text}” is not a card", "Write the rank and the letter of the suit, such as Ts, 7h or Ac."
    ),
    "notation.not_a_hand": Words(
        "“{text}” is not a hand", "Write a box such as 3, or its second hand as 3.2."
    ),
    "notation.not_a_role": Words("“{text}” is not a role", "Choose from {roles:list}."),
    "notation.not_a_pair": Words("“{text}” is not a name with a value", f"{_USAGE}."),
    "notation.name_twice": Words("The line has the same name twice", "Write each name once."),
    "notation.not_a_round": Words("“{text}” is not the number of a round", "Write a number from 1."),
    "notation.not_a_game": Words("“{text}” is not a game", "Choose from {games:list}."),
    "notation.nothing_to_refuse": Words("Nothing follows the “!”", "Write the line that must be refused."),
    "notation.unknown_word": Words(
        "“{text}” is not a word of the notation", "Begin the line with {words:list}, or the number of a box."
    ),
}

_LINES: Final[Catalogue] = {
    "notation.no_decision": Words(
        "Box {box} has no decision on this line", "Write it, such as “{box} stand”."
    ),
    "notation.not_a_decision": Words("“{text}” is not a decision", "Choose from {decisions:list}."),
    "notation.caller_usage": Words(_USAGE, "Add “by B” to name who called it."),
    "notation.not_a_match": Words("“{text}” is neither split nor a hand to ride on", f"{_USAGE}."),
    "notation.direction_usage": Words(_USAGE, "Write no_action for a player who is there."),
    "notation.not_a_permit": Words(
        "A role may allow several_boxes or limit",
        "Write “allow several_boxes A by game_supervisor” or “allow limit 3 A 5000 by casino_supervisor”.",
    ),
    "notation.presser_usage": Words(_USAGE, "Add “by C” or “by staff D-114” for the person who pressed."),
    "notation.nothing_in_action": Words(
        "What stays in action is above zero", "Write “keep 3 A house_money” to take all of it down."
    ),
    # --- corrections
    "notation.not_a_correction": Words(
        "The line does not name what to correct", "Choose from {kinds:list}, such as “{usage}”."
    ),
    "notation.not_decided_after": Words("After “then” come hit or stand", f"{_USAGE}."),
    "notation.no_wager_left": Words(
        "The amount of a wager is above zero", "Write the amount that lies there."
    ),
    "notation.decisions_usage": Words(_USAGE, "Choose the decision from {decisions:list}."),
    "notation.yes_or_no": Words(_USAGE, "Write yes or no."),
    "notation.decided_after_payment": Words("Nothing is decided after a payment", f"{_USAGE}."),
    "notation.not_of_payment": Words(
        "“{text}” is not part of a payment", "After the bet come {parts:list}, each once."
    ),
    "notation.not_a_reason": Words("“{text}” is not a reason", "Choose from {reasons:list}."),
}

_SET_UP: Final[Catalogue] = {
    "notation.no_book": Words("The rule book is not known yet", "Begin the file with “book VIC03”."),
    "notation.said_already": Words("An earlier line sets {names:and}", "Write it once."),
    "notation.no_tournament": Words(
        "No line says which tournament the round belongs to", "Write “tournament T-1 1.1” before the stacks."
    ),
    "notation.not_a_name": Words(
        "“{text}” names no tournament and no session", "Use up to 16 letters, digits, dots and dashes: T-1."
    ),
    "notation.not_a_choice": Words("{name} cannot be “{text}”", "Choose from {choices:list}."),
    "notation.no_such_name": Words("A tournament has no {name}", "Choose from {known:list}."),
    "notation.unknown_election": Words("{book} has no election {name}", "Choose from {known:list}."),
    "notation.unknown_bet": Words(
        "{book} {game} has no bet {bet}", "Leave the line out, or choose from {known:list}."
    ),
    "notation.sign_without_offer": Words(
        "The sign is for {bet}, which the table does not offer", "Leave it out, or write “offer {bet}”."
    ),
    "notation.number_of_boxes": Words("No layout of this book has {boxes:box|boxes}", "Write {allowed:or}."),
    "notation.no_payout_limit": Words(
        "A limit on what is paid is above zero", "Leave it out, or write it as max=2500."
    ),
    "notation.sign_range": Words(
        "The minimum on a sign is above zero and at most the maximum", "Write it as 10..500."
    ),
    "notation.no_multiple": Words("A multiple is above zero", "Leave it out, or write it as x5."),
    "notation.worthless_chip": Words("A chip is worth more than zero", "Write values such as 0.50 1 5 25."),
    "notation.election_missing": Words(
        "{book} {game} needs the election {name}", "Write “elect {name}={value}” before the first wager."
    ),
    "notation.set_up_complete": Words(
        "The set-up comes before the first wager", "Write the line further up."
    ),
}

_THE_ROUND: Final[Catalogue] = {
    "notation.no_round": Words("There is no round here", "Begin with “book VIC03”, then wagers and cards."),
    "notation.nothing_offered": Words("Nothing is on offer now", "Go on with what is due."),
    "notation.split_hand_surrender": Words(
        "{book} {game} has no surrender of a split hand", "Leave the line out, or choose another game."
    ),
    "notation.no_such_wager": Words(
        "{book} {game} has no wager {wager}", "Leave the line out, or choose another game."
    ),
    "notation.no_card_in_error": Words(
        "No card drawn in error lies face up", "Write which card left the shoe."
    ),
    "notation.unknown_irregularity": Words(
        "{book} {game} has no irregularity {kind}", "Choose from {known:list}."
    ),
}

WORDS: Final[Catalogue] = {**_WORDS_OF_A_LINE, **_LINES, **_SET_UP, **_THE_ROUND}
