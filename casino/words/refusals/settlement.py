"""Refusals of settlements: what is taken and paid, in which order, and the cards picked up."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "settlement.nothing_due": Words("There is nothing to take or pay now", "Go on with what is due."),
    "settlement.not_due": Words("No settlement {ref} is due", "Settle what is shown, in that order."),
    "settlement.out_of_order": Words(
        "Settle {first:payment} before {later:payment}", "Settle in the order shown."
    ),
    "settlement.twice": Words("A settlement is named twice", "Name each once, in the order shown."),
    "collect.too_early": Words("The round is not finished", "Go on with what is due."),
    "collect.payment_first": Words("Still to pay: {payment:payment}", "Settle it; then collect the cards."),
    "collect.taking_first": Words("Still to take: {payment:payment}", "Settle it; then collect the cards."),
    "collect.return_first": Words("Still to return: {payment:payment}", "Settle it; then collect the cards."),
    "collect.last_payment": Words("Still to pay: {payment:payment}", "Settle it; that ends the round."),
    "collect.last_taking": Words("Still to take: {payment:payment}", "Settle it; that ends the round."),
    "collect.last_return": Words("Still to return: {payment:payment}", "Settle it; that ends the round."),
    "collect.hand_not_shown": Words(
        "{where:cap:place} has cards face down and is not settled",
        "Have them shown; then settle the hand.",
    ),
}
