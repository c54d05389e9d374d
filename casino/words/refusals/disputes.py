"""Refusals of disputes."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "dispute.no_such_round": Words(
        "There is no round {round} at {table}",
        "Enter one up to {last}, or leave it empty.",
    ),
    "dispute.no_such_box": Words(
        "There is no box {box} at {table}",
        "Enter 1 to {boxes}, or leave it empty.",
    ),
    "dispute.nobody_to_consult": Words(
        "These rules name nobody to consult",
        "Decide the dispute.",
    ),
    "dispute.ambiguity_recorded": Words(
        "The ambiguity of this dispute is already recorded",
        "Decide it.",
    ),
    "dispute.not_advised": Words(
        "{player} has not been told of the right to consult {consults:term}",
        "Tell the complainant and record it.",
    ),
    "dispute.award_against_player": Words(
        "A decision against {player} pays the player nothing",
        "Choose the other outcome, or leave out the amount.",
    ),
    "dispute.outcome_missing": Words(
        "No outcome has been chosen",
        "Choose for or against the player.",
    ),
    "dispute.ambiguous_less": Words(
        "The rules are ambiguous here, and this pays less than the proposed {proposed:money}",
        "Decide for the player as proposed, or give the reason why not.",
    ),
    "dispute.no_review": Words(
        "These rules provide no review of a decision",
        "The decision is final.",
    ),
    "dispute.upheld_with_payment": Words(
        "An upheld decision pays nothing more",
        "Choose another outcome, or leave out the amount.",
    ),
    "dispute.unknown": Words(
        "There is no such dispute at {table}",
        "Choose one from the list.",
    ),
    "dispute.state": Words(
        "This dispute is already {state:term}",
        "See its outcome.",
    ),
    "dispute.ambiguous_against": Words(
        "The rules are ambiguous here, and this goes against the player",
        "Decide for the player as proposed, or give the reason why not.",
    ),
    "dispute.player_missing": Words(
        "Enter who disputes it",
        "Enter the player's mark or patron number.",
    ),
    "dispute.question_missing": Words(
        "Enter what is in dispute",
        "A few words are enough.",
    ),
    "dispute.ambiguity_missing": Words(
        "Enter what is ambiguous",
        "Give the words of the rules and how they can be read.",
    ),
    "dispute.settlement_missing": Words(
        "Enter how it was settled",
        "Give what was agreed with the player.",
    ),
    "dispute.decision_missing": Words(
        "Enter the decision",
        "Give the decision and its reason.",
    ),
    "dispute.reviewer_missing": Words(
        "Enter who reviewed it",
        "Give the officer's number or the reference of the letter.",
    ),
    "dispute.review_outcome_missing": Words(
        "Enter the outcome of the review",
        "Give what was decided.",
    ),
    "dispute.undecided": Words(
        "This dispute has not been decided",
        "Decide it first.",
    ),
    "dispute.no_such_bet": Words(
        "That bet was not settled in the round",
        "Choose one from the list.",
    ),
    "dispute.not_named": Words(
        "The dispute behind this correction is not named",
        "Record the dispute and have it decided, then correct the payment from its page.",
    ),
    "dispute.no_such_number": Words(
        "There is no dispute {dispute} at {table}",
        "Correct the payment from the page of the dispute.",
    ),
    "dispute.put_right_already": Words(
        "The payment to {player} already matches the last decision",
        "See the dispute: it shows the correction and who signed it.",
    ),
    "dispute.more_than_owed": Words(
        "By the decision {amount:money} is still to be paid to {player}",
        "Enter that sum, or the part of it that belongs to this bet.",
    ),
    "dispute.more_than_taken_back": Words(
        "By the review {amount:money} is to be taken back from {player}",
        "Enter that sum, or the part of it that belongs to this bet.",
    ),
    "dispute.other_round": Words(
        "The dispute of {player} is about another round",
        "Correct the payment of that round.",
    ),
    "dispute.box": Words(
        "That is not a box",
        "Tap the player again.",
    ),
    "dispute.not_dealt": Words(
        "No such round has been dealt at {table}",
        "Choose the round from the list.",
    ),
}
