"""Refusals of requests."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "correction.not_chosen": Words(
        "What was recorded wrongly has not been chosen",
        "Tap what it is, and what it was.",
    ),
    "correction.unknown": Words(
        "This cannot be corrected",
        "Choose from the list.",
    ),
    "correction.payment_not_chosen": Words(
        "Which payment was wrong has not been chosen",
        "Tap the payment, and what was paid.",
    ),
    "correction.open_bets": Words(
        "What stays open could not be read",
        "Choose from the list.",
    ),
    "typed.choice": Words(
        "That number could not be read",
        "Choose from the list.",
    ),
    "correction.later_decisions": Words(
        "The later decisions could not be read",
        "Choose from the list.",
    ),
    "tap.too_long": Words(
        "This tap is too long",
        "Load the page again and repeat.",
    ),
    "tap.unreadable": Words(
        "This tap could not be read: {fault:phrase}",
        "Load the page again and repeat.",
    ),
    "typed.too_long": Words(
        "“{start}…” is too long: {length} characters",
        "Write at most {most}.",
    ),
    "typed.character": Words(
        "A word contains a character that cannot be recorded",
        "Type it again.",
    ),
    "typed.too_large": Words(
        "A figure is larger than is possible at a table",
        "Type it again.",
    ),
    "typed.amount_missing": Words(
        "No amount entered",
        "Tap chips until the amount is what lies on the layout.",
    ),
    "typed.amount_form": Words(
        "{fault:cap:phrase}",
        "Write it as 25, 12.50 or 1,250.",
    ),
    "typed.amount_choice": Words(
        "That amount could not be read",
        "Choose again.",
    ),
    "tap.no_box": Words(
        "No box is selected",
        "Tap a box first.",
    ),
    "tap.no_player": Words(
        "No player is selected",
        "Tap a player's mark first.",
    ),
    "typed.cards_shown": Words(
        "{fault:cap:phrase}",
        "Enter the cards that were shown, such as 10♠ 7♥.",
    ),
    "typed.card_burnt": Words(
        "{fault:cap:phrase}",
        "Enter the card that was shown, such as 5♣, or leave it empty.",
    ),
    "tap.no_restriction": Words(
        "Choose what the player is restricted to",
        "Choose it from the list.",
    ),
    "tap.no_key": Words(
        "This tap arrived incomplete",
        "Load the page again and repeat.",
    ),
    "tap.no_cards": Words(
        "This tap says nothing about the cards",
        "Load the page again and repeat.",
    ),
    "typed.no_such_number": Words(
        "{number} is not a staff number here",
        "Enter the number of the person who cut.",
    ),
    "typed.count_missing": Words(
        "The number of cards has not been entered",
        "Enter how many there are, such as 120.",
    ),
    "typed.no_card": Words(
        "No card entered",
        "Enter the cards that are replaced, such as 9♦ 7♥.",
    ),
    "typed.too_many_cards": Words(
        "{entered} cards entered",
        "Enter at most {most} at a time, or have all cards replaced.",
    ),
    "typed.cards_replaced": Words(
        "{fault:cap:phrase}",
        "Enter the cards that are replaced, such as 9♦ 7♥.",
    ),
    "tap.nothing_to_take_down": Words(
        "There is no wager to take down",
        "See what is due now.",
    ),
    "tap.nothing_repeated": Words(
        "Nothing was repeated: {why}",
        "Place what the sign allows with chips.",
    ),
    "tap.no_last_wager": Words(
        "There is no wager of the last round left to repeat",
        "Place it with chips.",
    ),
    "tap.nothing_to_press": Words(
        "No wager is waiting for the button",
        "See what is due now.",
    ),
    "tap.no_version": Words(
        "This tap does not say what its screen showed",
        "Load the page again and repeat.",
    ),
    "post.too_long": Words(
        "This post is longer than {most} bytes",
        "Send {{“command”: {{…}}, “key”: a text that no other tap has, “expected”: the table's "
        "version that it was made on, as the header Table-Version of the last answer says it}}.",
    ),
    "post.unreadable": Words(
        "This is not a tap: {fault:phrase}",
        "Send {{“command”: {{…}}, “key”: a text that no other tap has, “expected”: the table's "
        "version that it was made on, as the header Table-Version of the last answer says it}}.",
    ),
    "post.key": Words(
        "The key contains a character that cannot be recorded",
        "Send {{“command”: {{…}}, “key”: a text that no other tap has, “expected”: the table's "
        "version that it was made on, as the header Table-Version of the last answer says it}}.",
    ),
    "typed.count": Words(
        "The count is a number of cards",
        "Enter how many cards were counted.",
    ),
    "tap.key_taken": Words(
        "This tap could not be confirmed", "Check the layout on the screen before you repeat it."
    ),
}
