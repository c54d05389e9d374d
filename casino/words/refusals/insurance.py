"""Refusals of insurance and even money."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "insurance.placed_later": Words(
        "Insurance is placed after the initial deal, when the dealer's first card is an ace", "Offer it then."
    ),
    "insurance.locked": Words(
        "Insurance cannot be taken back once the dealer has recorded it",
        "It plays until it is settled. If the tap was a mis-tap, undo it.",
    ),
    "insurance.before_deal": Words(
        "Insurance is offered after the initial deal", "Deal both cards to every box first."
    ),
    "insurance.no_ace": Words(
        "Insurance is offered only when the dealer's first card is an ace", "Go on with what is due."
    ),
    "insurance.too_late": Words("Insurance closed when the further deal began", "Go on with what is due."),
    "insurance.not_open": Words("Insurance is not open", "Go on with what is due."),
    "insurance.no_wager": Words(
        "Player {player} has no {bet:name} wager on box {box}", "Name a player who wagers on that box."
    ),
    "insurance.placed": Words(
        "Player {player} already has insurance on box {box}",
        "Hand the chips back. If the tap was a mis-tap, undo it.",
    ),
    "insurance.with_even_money": Words(
        "Player {player} takes even money and cannot insure as well",
        "Hand the chips back. If the tap was a mis-tap, undo it.",
    ),
    "insurance.on_natural": Words("A {natural} cannot be insured", "Hand the chips back."),
    "insurance.nothing_in_play": Words(
        "Player {player} has nothing in play on box {box} to insure", "Hand the chips back."
    ),
    "insurance.wrong_amount": Words(
        "Insurance on this wager must be above zero and at most {most:money}, not {amount:money}",
        "Take up to {most:money}.",
    ),
    "insurance.not_half_chips": Words(
        "{amount:money} is not a multiple of half the smallest chip, {chip:money}",
        "Take a multiple of half that chip.",
    ),
    "insurance.not_in_chips": Words("{amount:money} cannot be made up in chips", "Take {less:money}."),
    "insurance.below_smallest_chip": Words("{amount:money} cannot be made up in chips", "Hand it back."),
    "insurance.not_payable": Words(
        "A win on {amount:money} could not be paid in chips",
        "Take an amount that the float's chips can pay {odds}.",
    ),
    "even_money.before_deal": Words(
        "Even money is offered after the initial deal", "Deal both cards to every box first."
    ),
    "even_money.no_ace": Words(
        "Even money is offered only when the dealer's first card is an ace", "Go on with what is due."
    ),
    "even_money.too_late": Words("The time for even money has passed", "Go on with what is due."),
    "even_money.no_wager": Words(
        "Player {player} has no {bet:name} wager on box {box}", "Name a player who wagers on that box."
    ),
    "even_money.not_offered": Words(
        "Even money is not offered to player {player} at this table",
        "Go on without it. If the tap was a mis-tap, undo it.",
    ),
    "even_money.no_natural": Words(
        "Player {player} shows no {natural}", "Go on without it. If the tap was a mis-tap, undo it."
    ),
    "even_money.taken": Words(
        "Player {player} already has even money", "Go on. If the tap was a mis-tap, undo it."
    ),
    "even_money.nothing_in_play": Words(
        "Player {player} has nothing in play", "Go on without it. If the tap was a mis-tap, undo it."
    ),
    "even_money.paid": Words("Player {player} has already been paid", "Go on with what is due."),
    "even_money.with_insurance": Words(
        "Player {player} has insured and cannot take even money as well",
        "Go on without it. If the tap was a mis-tap, undo it.",
    ),
}
