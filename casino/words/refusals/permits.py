"""Refusals of what a role may allow or impose: several boxes, limits, fewer players, restrictions, seats."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "role.too_low": Words(
        "Only {needed:role} or above can decide this, not {role:role}", "Call {needed:role}."
    ),
    "role.named_alone": Words("Only {needed:role} can decide this, not {role:role}", "Call {needed:role}."),
    "limit.after_call": Words(
        "A personal limit must be agreed before the call", "Agree it in the next round."
    ),
    "limit.box_taken": Words(
        "Player {other} has box {box}, and a marker there is for one player alone",
        "Choose a free box, or wait until that wager is settled.",
    ),
    "limit.out_of_range": Words(
        "A limit must be above zero and at most {most:money}", "Enter both limits in full."
    ),
    "limit.minimum_above_maximum": Words(
        "The minimum of {minimum:money} is above the maximum of {maximum:money}", "Enter both limits again."
    ),
    "limit.not_agreed": Words(
        "Player {player} has no personal limit on box {box}", "Agree the limit first; then lay its marker."
    ),
    "several_boxes.too_many": Words(
        "This layout does not have {extra} more boxes", "Choose from 1 to {most}, or 0 for no limit."
    ),
    "players.after_call": Words(
        "The number of players on a box must be set before the call", "Set it in the next round."
    ),
    "players.out_of_range": Words(
        "A box has from 1 to {most} players, not {wanted}", "Choose from 1 to {most}."
    ),
    "players.there_already": Words(
        "Box {box} already has {count:player|players}", "Set it before they wager in the next round."
    ),
    "writing.free": Words("These rules do not require permission to write", "There is nothing to allow."),
    "restriction.not_in_rules": Words(
        "These rules do not have that restriction", "A player may be restricted to {forms:or:phrase}."
    ),
    "restriction.nothing_to_lift": Words("Player {player} is not restricted", "There is nothing to lift."),
    "restriction.not_notified": Words(
        "The Director of Casino Surveillance, or a delegate, has not been told",
        "Notify first; then enter who was told and when.",
    ),
    "restriction.no_shuffle_to_count_from": Words(
        "A continuously shuffled shoe has no beginning to count from",
        "Let the player wager within the limits on the sign.",
    ),
    "restriction.no_round_missed_of_shoe": Words(
        "Player {player} has wagered on every round since the shuffle",
        "Only a player who missed a round since the shuffle is restricted for it.",
    ),
    "restriction.no_round_missed_of_session": Words(
        "Player {player} has wagered on every round since the table opened",
        "Only a player who missed a round since the table opened is restricted for it.",
    ),
    "seat.kept": Words(
        "These rules do not let the house take a seat back", "Let the player sit, or speak to the player."
    ),
    "seat.not_idle": Words(
        "Player {player} has not sat out {rounds} rounds at a full table", "Leave the seat to the player."
    ),
}
