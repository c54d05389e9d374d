"""Refusals of play at a tournament's table."""

from casino.words.text import Catalogue, Words

_ENDS = "Deal no further hand. The tournament director ends the session."

WORDS: Catalogue = {
    "tournament_table.no_tournaments": Words(
        "{book} has no rules for tournaments", "Books with tournaments: {known:list}."
    ),
    "tournament_table.rules_prevail": Words(
        "The conditions may not say {name}={value}: in this book the rules prevail over them",
        "Strike it from the conditions and have them approved again.",
    ),
    "tournament_table.no_override": Words(
        "There is no condition {name}={value}", "Conditions may set: {known:list}."
    ),
    "tournament_table.no_shoes": Words(
        "The session is counted in shoes, and this shoe is shuffled continuously",
        "Count it in hands, or by the clock.",
    ),
    "tournament_table.no_seat": Words(
        "Player {player} cannot be seated at box {box}",
        "Each player needs a box from 1 to {last}, and chips to begin with.",
    ),
    "tournament_table.chips_only": Words(
        "The table is used for the tournament alone: no wager is made in {medium}",
        "Hand it back. Only tournament chips are wagered.",
    ),
    "tournament_table.not_entered": Words(
        "Player {player} is not in this session of {tournament}",
        "Hand the wager back: the table is used for the tournament alone.",
    ),
    "tournament_table.other_box": Words(
        "Player {player} was allotted box {own}", "Move the wager to box {own}, or hand it back."
    ),
    "session.hands_dealt": Words("The session is over: all its hands are dealt", _ENDS),
    "session.shoes_dealt": Words("The session is over: all its shoes are dealt", _ENDS),
    "session.tie_broken": Words("The session is over: the tie is broken", _ENDS),
    "session.no_chips": Words("The session is over: no player has chips left", _ENDS),
    "tournament_table.seats_allotted": Words(
        "The seats of a tournament are allotted: player {player} cannot change here",
        "Call the tournament director, who names substitutes and records who retires.",
    ),
    "tournament_table.equal_chances": Words(
        "In a tournament all players have equal chances: nobody has an extra box or a higher limit",
        "Leave the boxes and the limits as the conditions have them.",
    ),
    "tournament_table.not_running": Words(
        "The table is set aside for {tournament} and no session is running",
        "Wait for the tournament director to begin the session.",
    ),
    "tournament_table.not_briefed": Words(
        "The players have not been briefed on the conditions of {tournament}",
        "The tournament director briefs them and records it, then play begins.",
    ),
    "tournament_table.director_away": Words(
        "No tournament director is present", "Call the director or a deputy, who signs on as present."
    ),
    "tournament_table.time_over": Words(
        "The time of the session is over", "Deal no further hand. The tournament director ends the session."
    ),
    "stack.empty": Words("Player {player} has no chips left", "Nothing can be wagered for this player."),
    "stack.too_small": Words(
        "Player {player} has only {chips:units} in chips: {missing:units} are missing",
        "Enter what the player can lay, or correct the wager.",
    ),
    "turn.another": Words(
        "It is not player {player}'s turn: player {turn} on box {box} wagers next",
        "Take the wagers in their turn from the button.",
    ),
    "turn.over": Words(
        "Player {player} has had a turn: a wager announced in order cannot be changed",
        "Go on with the wagers as announced. If one was entered wrongly, correct its amount.",
    ),
    "turn.nobody": Words(
        "It is nobody's turn to wager", "Wagers are made in any order, or all have been made."
    ),
    "turn.compulsory": Words(
        "Player {player} may not pass the hand: {compulsory:units} must be wagered on every hand",
        "Take the wager.",
    ),
    "call.turn_waits": Words(
        "It is player {player}'s turn to wager on box {box}", "Enter the wager, or pass the hand."
    ),
    "call.compulsory_missing": Words(
        "The compulsory wager of player {player} on box {box} is missing: {compulsory:units}",
        "Ask for it before the call.",
    ),
    "call.compulsory_short": Words(
        "Player {player} on box {box} wagers {lies:units} but must wager {compulsory:units}",
        "Ask for more before the call.",
    ),
    "call.wager_made_up": Words(
        "The wager of player {player} on box {box} must be made up from {amount:units} to {minimum:units}",
        "Ask for what is missing before the call.",
    ),
    "decision.stack_too_small": Words(
        "Player {player} has only {chips:units} in chips left", "Choose from: {open:list:term}."
    ),
}
