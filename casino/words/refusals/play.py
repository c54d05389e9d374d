"""Refusals of a round as a whole: what it is opened with, and what is taken back."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "round.over": Words("The round is over", "Take wagers for the next one."),
    "setup.decks": Words("{decks:pack is|packs are} not allowed", "Use one of {allowed:list}."),
    "setup.two_sets": Words(
        "This shuffler needs two sets of cards, each with a back of its own colour",
        "Elect two colours for its sets, or a Continuous Shuffler.",
    ),
    "setup.boxes": Words("{boxes:box is|boxes are} not allowed", "Use 1 to {most}."),
    "setup.boxes_fixed": Words(
        "The layouts of this game have {allowed:or} boxes, not {boxes}", "Use {allowed:or}."
    ),
    "setup.places": Words("{places:place is|places are} not allowed", "Use 1 to {most}."),
    "setup.sign": Words(
        "Invalid limits for {bet:name}: minimum {minimum:money}, maximum {maximum:money}",
        "Set a minimum above zero and a maximum not below it.",
    ),
    "setup.chips": Words("The float has no chips, or some without a value", "Enter the denominations."),
    "setup.face_up": Words("These rules deal the cards face up", "Open the round without cards face down."),
    "setup.dealt_face_up": Words("This game is dealt face up", "Leave out that it is dealt face down."),
    "setup.face_down_approval": Words(
        "Dealing face down needs the regulator's prior approval",
        "Enter its reference, its date and the person who gave it.",
    ),
    "setup.no_results_display": Words(
        "{book:term} has no display of results at the table", "Leave the display out."
    ),
    "setup.results_display_approval": Words(
        "A display of results is of an approved type", "Enter the reference and the date of the approval."
    ),
    "setup.round_in_hand": Words("A round is in hand", "Change the set-up after its cards are collected."),
    "setup.names_and_values": Words(
        "These are not names with values", 'Write both as text, such as {{"limits": "player"}}.'
    ),
    "setup.chips_in_cents": Words(
        "These are not denominations in cents", "List whole numbers of cents, such as 250, 500 and 2500."
    ),
    "setup.denominations": Words("{fault:cap:phrase}", "Correct the denominations."),
    "setup.chips_moved": Words(
        "Chips were moved since the opening float was counted under this set-up",
        "Open the table, count it and close it first.",
    ),
    "setup.bets_on_offer": Words("{bets:and} is on offer here by this set-up", "Withdraw it first."),
    "setup.equipment_recorded": Words(
        "The {things:list:phrase} is recorded here by this set-up", "Record that it is gone first."
    ),
    "setup.disputes_wait": Words(
        "{waits:dispute of this table waits|disputes of this table wait} to be decided by its book",
        "Decide them first.",
    ),
    "undo.nothing": Words("Nothing in this round can be undone", "Go on with what is due."),
    "undo.role_decided": Words(
        "The last tap was a decision of {role:role}",
        "Only that role can change it: enter a new amount, end it, or lift it.",
    ),
    "undo.chips_moved": Words(
        "Chips were taken or paid on the last tap",
        "Correct what was paid or taken wrongly: “Something is wrong”, then “A payment”.",
    ),
    "undo.prize_drawn": Words("The machine drew a prize on the last tap", "Pay it, or call a supervisor."),
}
