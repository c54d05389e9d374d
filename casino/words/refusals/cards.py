"""Refusals of cards: where the next one goes, and when none leaves the shoe."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "card.not_a_card": Words("“{card}” is not a card", "Enter its rank and its suit."),
    "card.held_first": Words(
        "The card drawn in error comes first, {card:card}", "Deal that one; then go on from the shoe."
    ),
    "card.held_face_down_first": Words(
        "The card drawn in error comes first, face down", "Deal that one; then go on from the shoe."
    ),
    "card.dealt_face_up": Words("This card is dealt face up", "Enter its rank and suit."),
    "card.before_call": Words("No card is dealt before the call", "Call no more bets first."),
    "card.shoe_first": Words("Before any card: {step:phrase}", "Do it and record it; then deal."),
    "card.shuffle_first": Words("The cutting card came out first", "Shuffle before dealing."),
    "card.insurance_open": Words("Insurance is open", "Ask every player; then close insurance."),
    "card.surrender_open": Words("Surrender is open", "Ask every box; then close surrender."),
    "card.hand_not_shown": Words(
        "{where:cap:place} must show its cards first", "Have them shown; then deal."
    ),
    "card.dealer_complete": Words(
        "The dealer's hand is complete with {total}",
        "If the card left the shoe, put it aside and call a supervisor.",
    ),
    "card.dealer_complete_soft": Words(
        "The dealer's hand is complete with soft {total}",
        "If the card left the shoe, put it aside and call a supervisor.",
    ),
    "card.changes_nothing": Words(
        "A further dealer card would change no result",
        "If the card left the shoe, put it aside and call a supervisor.",
    ),
    "card.payment_first": Words(
        "A settlement comes first: pay {payment:payment}", "Make it and record it; then deal."
    ),
    "card.taking_first": Words(
        "A settlement comes first: take {payment:payment}", "Make it and record it; then deal."
    ),
    "card.return_first": Words(
        "A settlement comes first: return {payment:payment}", "Make it and record it; then deal."
    ),
    "card.direction_first": Words(
        "A supervisor's direction was asked for", "Wait for it, or for the player."
    ),
    "card.rescue_first": Words(
        "{where:cap:place}: players who doubled must play on or take the double back",
        "Ask them; then go on.",
    ),
    "card.decision_first": Words(
        "{where:cap:place} must decide first", "Record the decision; the card follows it."
    ),
    "cutting_card.not_used": Words("This shoe has no cutting card", "Check what came out of the shoe."),
    "cutting_card.out_already": Words(
        "The cutting card is already out", "There is only one: check what came out."
    ),
    "cutting_card.next_round": Words("The round is over", "Record it with the next round."),
    "cutting_card.recorded": Words(
        "No card comes out of the shoe now, nor does the cutting card",
        "Go on with what is due: where it came out is already recorded.",
    ),
    "show.no_such_hand": Words("There is no hand {hand} on box {box}", "Choose a hand with cards face down."),
    "show.nothing_hidden": Words(
        "{where:cap:place} has no card face down", "There is nothing to show; go on with what is due."
    ),
    "show.before_second_cards": Words("The initial deal is not complete", "Deal the second cards first."),
    "show.other_number": Words(
        "{hidden:card lies|cards lie} face down", "Enter {hidden:card|cards}, each with rank and suit."
    ),
}
