"""Words for what a table waits for, and for what comes after."""

from typing import Final

PROMPTS: Final[dict[str, str]] = {
    # wagers and the call
    "prompt.place_wagers": "Place your wagers",
    "prompt.call": "Wagers are on: call no more bets",
    # cards
    "prompt.card": "Card for {place:place}",
    "prompt.card_ace": "Card for {place:place}, one card to each ace",
    "prompt.card_directed": "Card for {place:place}, at the supervisor's direction",
    "prompt.card_double": "Card for {place:place}, one card only",
    "prompt.card_double_low": "Card for {place:place}, one card only; with low aces it counts {total}",
    "prompt.first_card": "First card for box {box}",
    "prompt.second_card": "Second card for box {box}",
    "prompt.dealer_card": "Card for the dealer",
    "prompt.dealer_card_late": "Card for the dealer, who took none in the initial deal",
    "prompt.dealer_hand_card": "Card for the dealer's hand {hand}",
    "prompt.dealer_hand_next": (
        "Remove the dealer's cards but the first, move that to square {hand}; then a card for it"
    ),
    "prompt.held": "{prompt:phrase}; next comes {card:card}, drawn in error",
    "prompt.held_face_down": "{prompt:phrase}; next comes the card drawn in error, face down",
    "prompt.show_cards": "{place:cap:place} shows its cards",
    "prompt.collect": "Collect the cards in box order, the dealer's last",
    "prompt.collect_lammers": "Collect the cards in box order, the dealer's last, and every lammer",
    # the shoe
    "prompt.shuffle": "The cutting card came first: shuffle",
    "prompt.shoe_step": "{step:term}",
    "prompt.shoe_shuffle": "{step:term}: {shuffle:term}",
    # what players choose
    "prompt.insurance": "Insurance: ask every player",
    "prompt.insurance_line": "Insurance: run a hand along the line, ask every player",
    "prompt.surrender": "Surrender: ask every box",
    "prompt.decision": "{place:cap:place} — player {player} decides on {total}",
    "prompt.decision_hidden": "{place:cap:place} — player {player} decides on the hidden hand",
    "prompt.dealer_completes": "{place:cap:place}: the dealer completes the hand",
    "prompt.role_directs": "{place:cap:place}: {role:role} directs the hand",
    "prompt.rescue": "{place:cap:place}: play on with {total}, or take the double back",
    "prompt.ride": (
        "Box {box}, player {player}: {bet} wins {won:money}; up to {most:money} of {whole:money} may stay in action"
    ),
    "prompt.ride_full": (
        "Box {box}, player {player}: {bet} wins {won:money}; pass {whole:money} to the player, nothing more may stay"
    ),
    "prompt.button": "Box {box}, player {player}: {bet} wins: offer the button for {stakes:money}",
    "prompt.button_again": (
        "Box {box}, player {player}: {bet}: the button was set off at {shown:money} for each {unit:money}; "
        "take it or press again"
    ),
    # settlement
    "prompt.take": "Take {amount:money}: {wager:payment}",
    "prompt.pay": "Pay {amount:money}: {wager:payment}",
    "prompt.return": "Return {amount:money}: {wager:payment}",
    "prompt.hand_back": "Hand back the wager: {wager:payment}",
    "prompt.leaves_box": "{prompt:phrase}; the wager and its winnings leave the box",
    "prompt.tuck": "{prompt:phrase}; tuck the cards under the {bet} wager, which is live",
    # irregularities
    "prompt.approval": "{irregularity:term}: {role:role} decides",
    # what comes after
    "then.hand": "{place:cap:place} ({total})",
    "then.hidden_hand": "{place:cap:place} (hidden)",
    "then.dealer": "dealer",
}
"""Texts by code; `rounds.engine.due` picks the code."""
