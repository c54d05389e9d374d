"""Refusals of the shoe: its steps, the cut, shuffles, other cards, and what its packs hold."""

from typing import Final

from casino.words.text import Catalogue, Words

_CHECK_THE_CARD: Final = (
    "Check the card: this looks like a mis-tap. If it is right, the packs are wrong: report an irregularity."
)

WORDS: Final[Catalogue] = {
    # --- the steps
    "shoe.not_followed": Words("The steps of this shoe are not recorded here", "Deal from it."),
    "shoe.no_step": Words("No step is named", "Enter what was done with the cards."),
    "shoe.cut_has_a_player": Words("Nobody is named for the cut", "Enter who cut, or who declined."),
    "shoe.nothing_due": Words("Nothing is due with the cards now", "Take wagers and deal the round."),
    "shoe.step_first": Words("Do this first: {step:uncap:term}", "Do it and record it; then go on."),
    "shoe.same_checker": Words(
        "{person} made the first check", "The second check needs another person: call {role:role}."
    ),
    "shoe.nobody_has_looked": Words(
        "No player has come to the table yet",
        "Leave the cards spread until a player has had the chance to look.",
    ),
    # --- the cutting card and the cut
    "cutting_card.not_in_stack": Words(
        "{depth:card|cards} cannot lie behind the cutting card: the stack has {cards}",
        "Enter how many lie behind it.",
    ),
    "cutting_card.too_near_back": Words(
        "Only {depth:card|cards} behind the cutting card: at least {least} required", "Place it again."
    ),
    "cutting_card.too_near_front": Words(
        "{depth:card|cards} behind the cutting card: at most {most} allowed",
        "Place it again, at most half way from the back.",
    ),
    "cut.not_due": Words("No cut is due now", "Go on with what is due."),
    "cut.other_asked": Words(
        "The cut is offered to player {player} now", "Record the answers in that order."
    ),
    "cut.all_asked": Words("Every player has been asked", "Record who else cuts."),
    "cut.not_asked": Words(
        "Player {player} has not been asked to cut", "Offer the cut, and record who declines."
    ),
    "cut.declined": Words("Player {player} has declined the cut", "Ask the next player."),
    "cut.not_among_asked": Words(
        "Player {player} is not among the players who are asked", "Offer the cut in the order of the book."
    ),
    "cut.other_first": Words(
        "The cut is offered to player {player} first",
        "Record that {player} declines; then go on clockwise.",
    ),
    "cut.nobody_named": Words(
        "Nobody is named for the cut", "Enter the mark of the player or the staff number."
    ),
    "cut.by_whom": Words("Nobody is named for the cut", "Choose who cut: {allowed:or:role}."),
    "cut.too_near_end": Words(
        "{position:card|cards} in front of the cutting card: {least} to {most} required",
        "Have the stack cut again, at least one pack from either end.",
    ),
    # --- shuffles
    "shuffle.not_allowed": Words("These rules do not allow that shuffle", "Allowed: {causes:semicolons}."),
    "shuffle.never_ordered": Words(
        "These rules do not let anybody order a shuffle", "The cards are shuffled when the shoe has ended."
    ),
    "shuffle.no_reason": Words("No reason is given for the shuffle", "Enter the reason."),
    "shuffle.not_unloaded": Words(
        "No cards are waiting to go into the shoe",
        "If a card was seen in the shoe, report an irregularity.",
    ),
    # --- other cards
    "card_change.not_allowed": Words(
        "These rules do not allow that change of cards", "Allowed: {changes:semicolons}."
    ),
    "card_change.never": Words("These rules do not allow a change of cards", "Go on with these cards."),
    "card_change.round_open": Words(
        "A round is in progress", "Finish it; replace the cards before the next one."
    ),
    "card_change.shoe_not_over": Words(
        "The last round of this shoe is not over", "Replace the cards between that round and the shuffle."
    ),
    "card_change.day_not_over": Words(
        "The last round of the day is not over", "Replace the cards between that round and the shuffle."
    ),
    "card_change.no_reason": Words("No reason is given for replacing cards", "Enter the reason."),
    "card_change.not_a_card": Words("“{card}” is not a card of these packs", "Enter its rank and its suit."),
    "card_change.too_many": Words(
        "{packs:pack holds|packs hold} {packs} of {card:card}", "Enter each replaced card once."
    ),
    # --- cards that come prepared
    "prepared_cards.not_allowed": Words(
        "These rules do not allow such cards", "Allowed: {kinds:semicolons}."
    ),
    "prepared_cards.never": Words(
        "These rules do not allow prepared cards", "Have the cards checked and shuffled here."
    ),
    "prepared_cards.no_preparer": Words(
        "Nobody is named as having prepared the cards",
        "Enter who did, or have the cards checked and shuffled here.",
    ),
    "prepared_cards.no_area": Words(
        "The area in which the cards were secured is missing",
        "Enter it, or have the cards checked and shuffled here.",
    ),
    "prepared_cards.no_release": Words(
        "It is not recorded when and by whom the cards were released",
        "Enter it, or have the cards checked and shuffled here.",
    ),
    "prepared_cards.no_seal": Words(
        "The number of the seal is missing", "Enter it, or have the cards checked and shuffled here."
    ),
    "prepared_cards.no_approval": Words(
        "The reference of the approval is missing", "Enter it, or have the cards checked and shuffled here."
    ),
    "prepared_cards.prepared_here": Words(
        "A player has had these cards checked, shuffled and cut here", "Go on with what is due."
    ),
    "prepared_cards.recorded": Words("These cards are recorded as {status}", "Go on with what is due."),
    "prepared_cards.in_play": Words(
        "These cards are already in play",
        "Bring prepared cards in at the opening, or when all cards are replaced.",
    ),
    "prepared_cards.handled": Words(
        "Something has already been done with these cards here: {step:uncap:term}",
        "Check and shuffle them here, or replace them with others.",
    ),
    "prepared_cards.no_right": Words("These rules give players no such right", "Go on with what is due."),
    "prepared_cards.shuffled_here": Words(
        "These cards were shuffled at this table", "Go on with what is due."
    ),
    "prepared_cards.first_card_dealt": Words(
        "The first card has been dealt: {card:card}", "It is too late for that."
    ),
    # --- what the packs hold
    "packs.without_card": Words("The packs of this game hold no {card:card}", _CHECK_THE_CARD),
    "packs.used_up_in_round": Words(
        "All {packs} of {card:card} have left the shoe in this round", _CHECK_THE_CARD
    ),
    "packs.used_up": Words(
        "All {packs} of {card:card} have left the shoe since the shuffle", _CHECK_THE_CARD
    ),
    # --- the last rounds and the burn card
    "last_rounds.not_announced": Words(
        "These rules have no last rounds to announce", "Close the table when the round is over."
    ),
    "last_rounds.round_open": Words(
        "A round is in progress", "Announce the last rounds before the next one is dealt."
    ),
    "last_rounds.announced": Words(
        "The last rounds have been announced: {left} to go", "Deal them; the table then closes."
    ),
    "burn_card.shown_to_nobody": Words(
        "Nobody is shown the burn card under these rules", "Leave it in the discard rack, face down."
    ),
    "burn_card.for_the_cutter": Words(
        "Only the player who cut may ask to see it", "Leave it in the discard rack."
    ),
    "burn_card.not_a_card": Words("“{card}” is not a card", "Enter its rank and its suit."),
    "burn_card.seen_already": Words("The burn card was recorded as {card:card}", "Look at the card again."),
}
