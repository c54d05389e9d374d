"""Refusals of what no rule book permits: a book, a game, an election, a reading."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "rule_book.withdrawn": Words("{title:cap} ended on {ended}", "Choose {instead}."),
    "rule_book.unknown": Words("There is no rule book {book}", "Choose from {known:list}."),
    "rule_book.no_game": Words("{book} has no game {game}", "Choose from {known:list}."),
    "rule_book.no_election": Words("{book} {game} has no election {name}", "Choose from {known:list}."),
    "rule_book.election_missing": Words(
        "{book} {game} needs the election {name}={value}", "Enter it with the set-up."
    ),
    "rule_book.amount_wanted": Words(
        "{name} is an amount above zero, not {value}", "Enter it as 25 or 12.50, without sign or currency."
    ),
    "rule_book.no_such_choice": Words("{name} is one of {known:list}, not {value}", "Choose one of these."),
    "rule_book.one_reading": Words("{name} is not a rule with more than one reading", "Leave it out."),
    "rule_book.no_such_reading": Words(
        "{name} can be read as {known:list}, not {value}", "Choose one of these."
    ),
    "rule_book.malformed": Words("The {field} are not names with values", "Correct them in the set-up."),
    "rule_book.no_side_bet": Words("{book} has no side bet {bet}", "Leave it out."),
}
