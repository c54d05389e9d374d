"""Refusals of decisions: whose turn it is, what may be decided on a hand, and what each player adds."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "decision.before_deal": Words("No card has been dealt yet", "Call no more bets and deal first."),
    "decision.no_such_hand": Words(
        "There is no hand {hand} on box {box}", "Enter the box and hand shown as due."
    ),
    "decision.insurance_open": Words("Insurance is open", "Close insurance; then take the decisions."),
    "decision.surrender_open": Words("Surrender is open", "Ask every box; then take the decisions."),
    "decision.payment_first": Words(
        "A settlement comes first: pay {payment:payment}", "Make it and record it; then take the decision."
    ),
    "decision.taking_first": Words(
        "A settlement comes first: take {payment:payment}", "Make it and record it; then take the decision."
    ),
    "decision.return_first": Words(
        "A settlement comes first: return {payment:payment}",
        "Make it and record it; then take the decision.",
    ),
    "decision.hand_not_shown": Words(
        "{where:cap:place} must show its cards first", "Have them shown; then take the decisions."
    ),
    "decision.other_phase": Words(
        "Decisions are taken in the further deal; this is the {phase:name}", "Go on with what is due."
    ),
    "decision.dealer_card_first": Words(
        "The dealer must take a first card before any other decision", "Deal it; then take the decision."
    ),
    "decision.other_hand_first": Words(
        "{where:cap:place} must be completed first",
        "Take the decisions from the dealer's left, hand by hand.",
    ),
    "decision.rescue_first": Words(
        "Players who doubled must play on or take the double back", "Ask them; then go on."
    ),
    "decision.card_first": Words("{where:cap:place} waits for its card", "Deal the card; then ask again."),
    "decision.other_player": Words(
        "Player {caller} calls the decisions on box {box}, not {by}", "Take the decision from {caller}."
    ),
    "decision.maximum_reached": Words("The maximum leaves nothing to add", "Choose from: {open:list:term}."),
    "decision.above_maximum": Words(
        "The maximum leaves {room:money} to add, less than this wager", "Choose from: {open:list:term}."
    ),
    "decision.player_excluded": Words(
        "Player {player} was excluded from the game and cannot add to the wager",
        "Choose from: {open:list:term}.",
    ),
    "decision.player_restricted": Words(
        "Player {player} is restricted to the table minimum and cannot add to the wager",
        "Choose from: {open:list:term}.",
    ),
    "decision.split_ace": Words("Split aces take one card each", "Choose from: {open:list:term}."),
    "decision.player_twice": Words("A player is named twice", "Name each player once."),
    "decision.player_not_on_hand": Words(
        "Player {player} has no wager on this hand", "Leave that player out."
    ),
    "decision.player_barred": Words("Not for player {player}: {why:phrase}", "Leave that player out."),
    "decision.addition_restricted": Words(
        "Player {player} is restricted to the table minimum and cannot add to the wager",
        "Leave that player out.",
    ),
    "decision.addition_above_maximum": Words(
        "{amount:money} more on box {box} would be above the maximum: {room:money} is left",
        "Take up to {room:money} in all.",
    ),
    "decision.amounts_without_double": Words(
        "Only a double has amounts", "Leave the amounts out, or record a double."
    ),
    "decision.matches_without_split": Words(
        "Only a split has players who match", "Leave them out, or record a split."
    ),
    "decision.no_lammer": Words("A lammer is only for a double or a split", "Leave it out."),
    "hit.at_21": Words("The hand has {total}", "Choose from: {open:list:term}."),
    "stand.too_low": Words("A card must be drawn below {least}", "Choose from: {open:list:term}."),
    "double.cards_not_shown": Words("The cards must be shown first", "Choose from: {open:list:term}."),
    "double.undone": Words("A double or split of this hand was undone", "Choose from: {open:list:term}."),
    "double.caller_without_wager": Words(
        "The caller has no wager on this hand", "Choose from: {open:list:term}."
    ),
    "double.nothing_in_play": Words("No part of the wager is in play", "Choose from: {open:list:term}."),
    "double.first_cards_only": Words(
        "A double is only for the first two cards", "Choose from: {open:list:term}."
    ),
    "double.split_first_cards_only": Words(
        "A split hand is doubled only on its first two cards", "Choose from: {open:list:term}."
    ),
    "double.on_natural": Words("A {natural} cannot be doubled", "Choose from: {open:list:term}."),
    "double.after_split": Words("A split hand cannot be doubled", "Choose from: {open:list:term}."),
    "double.with_ace": Words("A hand with an ace cannot be doubled", "Choose from: {open:list:term}."),
    "double.not_at_table": Words("There is no doubling at this table", "Choose from: {open:list:term}."),
    "double.hard_total": Words(
        "Double only {least} to {most}, not hard {total}", "Choose from: {open:list:term}."
    ),
    "double.soft_total": Words(
        "Double only {least} to {most}, not soft {total}", "Choose from: {open:list:term}."
    ),
    "double.hard_total_only": Words(
        "Double only hard {least} to {most}, not hard {total}",
        "Choose from: {open:list:term}.",
    ),
    "double.soft_not_hard": Words(
        "Double only hard {least} to {most}, not soft {total}",
        "Choose from: {open:list:term}.",
    ),
    "double.not_free": Words("A free double is not for these cards", "Double with money, draw or stand."),
    "double.only_free": Words("Not for money: {why:phrase}", "Take the free double."),
    "double.covers_every_wager": Words("A double covers every wager on the hand", "Leave the names out."),
    "double.caller_adds_nothing": Words(
        "A double must add something to the caller's wager", "Enter an amount, or draw or stand."
    ),
    "double.others_must": Words(
        "Player {player} does not double",
        "All players on the box double or none does: take the amount of each, or draw or stand.",
    ),
    "double.above_wager": Words(
        "Player {player} may add up to {most:money}, not {amount:money}", "Take {most:money} or less."
    ),
    "double.not_equal": Words(
        "Player {player} must add exactly {most:money}, not {amount:money}", "Take {most:money}."
    ),
    "double.off_step": Words(
        "Player {player} must add a multiple of {step:money}, as on the sign",
        "Take a multiple of {step:money}, or {most:money}.",
    ),
    "double.below_step": Words(
        "Player {player} must add at least {least:money}, the multiple on the sign",
        "Take {least:money} or more.",
    ),
    "double.lower_level": Words(
        "Player {player} may double only if an upper-level wager on the box does",
        "Let an upper-level player double too, or take another decision.",
    ),
    "split.cards_not_shown": Words("The cards must be shown first", "Choose from: {open:list:term}."),
    "split.undone": Words("A double or split of this hand was undone", "Choose from: {open:list:term}."),
    "split.first_cards_only": Words(
        "A split is only for the first two cards", "Choose from: {open:list:term}."
    ),
    "split.not_a_pair": Words("The cards differ in value", "Choose from: {open:list:term}."),
    "split.caller_without_wager": Words(
        "The caller has no wager on this hand", "Choose from: {open:list:term}."
    ),
    "split.nothing_in_play": Words("No part of the wager is in play", "Choose from: {open:list:term}."),
    "split.must_draw": Words("A card must be drawn below {least}", "Choose from: {open:list:term}."),
    "split.aces_once": Words("Aces are split only once", "Choose from: {open:list:term}."),
    "split.not_at_table": Words("There is no splitting at this table", "Choose from: {open:list:term}."),
    "split.no_aces": Words("Aces cannot be split at this table", "Choose from: {open:list:term}."),
    "split.too_many_hands": Words("There are at most {most} hands", "Choose from: {open:list:term}."),
    "split.first_hand_only": Words(
        "Only the first split hand may be split again", "Choose from: {open:list:term}."
    ),
    "split.declined_before": Words(
        "A split of this value was declined earlier", "Choose from: {open:list:term}."
    ),
    "split.not_free": Words("A free split is not for these cards", "Split with money, draw or stand."),
    "split.only_free": Words("Not for money: {why:phrase}", "Take the free split."),
    "split.covers_every_wager": Words("A split covers every wager on the hand", "Leave the names out."),
    "split.player_not_asked": Words(
        "Player {player} must match the split or choose a hand before a card is dealt",
        "Ask {player}; then split.",
    ),
    "split.no_such_choice": Words("Player {player} cannot choose “{choice}”", "Choose {choices:or}."),
    "split.caller_matches": Words(
        "Player {player} calls the split and must match the wager", "Match it, or draw or stand."
    ),
    "split.others_must": Words(
        "Player {player} does not match", "All players on the box match, or the hand is not split."
    ),
    "split.lower_level": Words(
        "Player {player} may split only if an upper-level wager on the box does",
        "Let an upper-level player split too, or take another decision.",
    ),
    "hand.surrendered": Words(
        "{where:cap:place} is complete: half was surrendered", "Go on with what is due."
    ),
    "hand.settled": Words("{where:cap:place} is settled", "Go on with what is due."),
    "hand.card_turned_down": Words(
        "{where:cap:place} is complete: its player turned down the card drawn in error",
        "Go on with what is due.",
    ),
    "hand.stood": Words("{where:cap:place} has stood", "Go on with what is due."),
    "hand.broke": Words("{where:cap:place} is bust with {total}", "Go on with what is due."),
    "hand.doubled": Words("{where:cap:place} was doubled and takes one card only", "Go on with what is due."),
    "hand.split_ace": Words(
        "{where:cap:place} is complete: split aces take one card each", "Go on with what is due."
    ),
    "hand.natural": Words("{where:cap:place} has a {natural}", "Go on with what is due."),
    "hand.hard_total": Words("{where:cap:place} is complete with {total}", "Go on with what is due."),
    "hand.soft_total": Words("{where:cap:place} is complete with soft {total}", "Go on with what is due."),
    "hand.most_cards": Words("{where:cap:place} is complete with {cards} cards", "Go on with what is due."),
    "hand.directed": Words(
        "{where:cap:place} was completed at a supervisor's direction", "Go on with what is due."
    ),
    "direction.asked": Words("A direction has already been asked for", "Wait for the answer."),
    "direction.not_asked": Words(
        "The dealer has not asked for a direction on that hand", "The dealer asks first."
    ),
    "surrender.not_in_game": Words("This game has no surrender", "Take one of the decisions that are open."),
    "surrender.no_hand": Words("There is no hand on box {box}", "Check the layout."),
    "surrender.not_against": Words("There is no surrender against {card:card}", "Go on with what is due."),
    "surrender.closed": Words("Surrender is over: every box has been asked", "Go on with what is due."),
    "surrender.not_open": Words("Surrender is not open now", "Go on with what is due."),
    "surrender.caller_first": Words(
        "Player {caller} decides for box {box} and has not surrendered",
        "Ask player {caller} first: nobody else on the box may surrender before.",
    ),
    "surrender.no_wager": Words(
        "Player {player} has no wager on box {box}", "Ask the others; then close surrender."
    ),
    "surrender.taken": Words(
        "Player {player} has already surrendered on box {box}", "Ask the others; then close surrender."
    ),
    "surrender.nothing_in_play": Words(
        "Player {player} has nothing in play on box {box}", "Ask the others; then close surrender."
    ),
    "surrender.at_21": Words(
        "Player {player} has 21 on box {box} and cannot surrender", "Ask the others; then close surrender."
    ),
    "rescue.no_such_hand": Words(
        "There is no hand {hand} on box {box}", "Enter the box and hand shown as due."
    ),
    "rescue.not_in_game": Words(
        "In this game a double stays until the hand is settled",
        "Go on with what is due. If there was no double, correct the record.",
    ),
    "rescue.broke": Words(
        "The hand is bust", "A double is taken back right after its card, on a hand that is not bust."
    ),
    "rescue.not_asked": Words(
        "No player is being asked about a double", "A double is taken back right after its card."
    ),
    "rescue.nothing_to_take_back": Words(
        "Player {player} has no doubled part on this hand", "Ask those who doubled."
    ),
}
