"""Refusals of tournaments."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    # --- the conditions
    "tournament.not_in_book": Words(
        "The {book} rules have no tournaments",
        "Tournaments are held under {known:or}.",
    ),
    "tournament.no_series": Words(
        "The {book} rules have no tournament “{series:name}”",
        "Write the house's own conditions.",
    ),
    "tournament.code": Words(
        "“{tournament}” is not the code of a tournament",
        "A code is T, a dash and a number, such as T-12.",
    ),
    "tournament.not_drafted": Words(
        "This tournament has no conditions yet",
        "Write them first.",
    ),
    "tournament.drafted_already": Words(
        "There is already a tournament {tournament}",
        "Take the next number.",
    ),
    "tournament.not_stated": Words(
        "The conditions do not state: {field:name}",
        "Fill it in. If it does not apply, choose none.",
    ),
    "tournament.amount": Words(
        "{field:cap:name} is not a valid amount",
        "Enter an amount of 0 or more.",
    ),
    "tournament.number": Words(
        "{field:cap:name} is out of range",
        "Enter a number from {least} to {most}.",
    ),
    "tournament.side_bet": Words(
        "{bet:cap:name} is not offered with {game:name}",
        "Choose a side bet of the game.",
    ),
    "tournament.kept_too_much": Words(
        "{kept:money} of an entry fee is more than the operator may keep",
        "Keep {most:money} or less.",
    ),
    "tournament.kept_more_than_fee": Words(
        "{kept:money} cannot be kept out of a fee of {fee:money}",
        "Keep no more than the fee.",
    ),
    "tournament.refund_too_large": Words(
        "A refund is more than was paid: the fee is {fee:money}, the buy-in {buy_in:money}",
        "Give back that much or less.",
    ),
    "tournament.players": Words(
        "At least {least} and at most {most} players contradict each other",
        "Enter the smaller number first.",
    ),
    "tournament.limits": Words(
        "A minimum of {minimum} and a maximum of {maximum} chips contradict each other",
        "Enter the smaller one as the minimum.",
    ),
    "tournament.too_few_chips": Words(
        "{chips} chips are not enough for a minimum of {minimum}",
        "Give more chips, or lower the minimum.",
    ),
    "tournament.multiple": Words(
        "{field:cap:name} is not a multiple of {multiple} chips",
        "Choose one that is.",
    ),
    "tournament.wager": Words(
        "A wager of {amount} chips does not go with “{kind}”",
        "State an amount up to the table's maximum, or none.",
    ),
    "tournament.stage_names": Words(
        "Two stages have the same name",
        "Give each stage a name of its own.",
    ),
    "tournament.stage_kind": Words(
        "The stages do not agree with what is stated of {kind:name} stages",
        "Add the stage, or state that it is not played.",
    ),
    "tournament.stage": Words(
        "The stage “{stage}” cannot be played like this",
        "Check its tables, heats, players, length and chips: heats divide the tables, and no more go on than play.",
    ),
    "tournament.last_hands": Words(
        "{hands} last hands cannot be announced or played in secret in every session",
        "Count the sessions in hands, and enter no more than they have.",
    ),
    "tournament.first_and_last_stage": Words(
        "A tournament begins and ends with a main stage",
        "Put the other stages between them.",
    ),
    "tournament.progression": Words(
        "“{stage}” does not fit: {goes_on:player goes|players go} on from it, and it has {seats:seat|seats}",
        "Everybody who goes in needs a seat, fewer go on than go in, and nobody goes on from the last stage.",
    ),
    "tournament.buy_back": Words(
        "Buying back is not stated completely",
        "State how often, up to which stage, the price and the chips.",
    ),
    "tournament.places": Words(
        "The prizes do not run from the first place on",
        "List every place once, in order.",
    ),
    "tournament.carry_over": Words(
        "A player who brings more chips into a stage has a better chance than the others",
        "Let everybody begin the stage with the same chips.",
    ),
    "tournament.too_many_places": Words(
        "{places} places have a prize, but {least} players are enough for the tournament",
        "List fewer places, or ask for more players.",
    ),
    "tournament.prize": Words(
        "A prize is an amount or a share of the pool, and more than nothing",
        "Enter one of the two for every place.",
    ),
    "tournament.prize_kinds": Words(
        "Some prizes are amounts and others shares of the pool",
        "Choose one for all places.",
    ),
    "tournament.prizes_differ": Words(
        "The prizes add up to {cents:money}, not the {pool:money} announced",
        "Correct a prize or the pool.",
    ),
    "tournament.shares_differ": Words(
        "The shares add up to {share} % of the pool",
        "They must add up to 100 %.",
    ),
    "tournament.no_pool": Words(
        "There is no prize pool to share out",
        "State a fee or a buy-in, or give the prizes as amounts.",
    ),
    "tournament.left_over": Words(
        "What is left of the fees must be prize money",
        "Let it go to the first place.",
    ),
    "tournament.no_zone": Words(
        "{field:cap:name} has no time zone",
        "Enter it again.",
    ),
    "tournament.closes_first": Words(
        "Entries close before they open",
        "Enter a later closing.",
    ),
    "tournament.rules_prevail": Words(
        "“{name:name}: {value}” has no effect: the rules of the game prevail over the conditions",
        "Leave it out.",
    ),
    "tournament.series_side_bet": Words(
        "This tournament is played with {bet:name}",
        "Offer the bet at its tables.",
    ),
    "tournament.series_fixed": Words(
        "{field:cap:name} is fixed by the rules for this tournament",
        "Leave it out of the conditions.",
    ),
    "tournament.series_won": Words(
        "Entries to this tournament are won at the tables: {field:name} does not apply",
        "State none.",
    ),
    "tournament.series_elimination": Words(
        "A player who is eliminated from this tournament cannot come back",
        "State that there is no buying back.",
    ),
    "tournament.series_players": Words(
        "This tournament has a field of {allowed:or} players",
        "State one of these numbers.",
    ),
    # --- approval and who is responsible
    "tournament.role": Words(
        "Your role does not allow this",
        "Call {role:role}.",
    ),
    "tournament.not_approved": Words(
        "The conditions in force have not been approved by the {authority}",
        "Record the written approval of this version first.",
    ),
    "tournament.own_conditions": Words(
        "The person who wrote the conditions may not record their approval",
        "Ask another person.",
    ),
    "tournament.other_version": Words(
        "The approval is for another text than version {version} of the conditions",
        "Read the conditions again, and have this version approved.",
    ),
    "tournament.approved_already": Words(
        "These conditions have already been approved ({reference})",
        "There is nothing to do.",
    ),
    "tournament.conditions_frozen": Words(
        "Play has begun: the conditions can no longer be changed",
        "The director can give a ruling.",
    ),
    "tournament.nothing_changed": Words(
        "Nothing has changed",
        "Change something, or leave it as it is.",
    ),
    "tournament.paid_for": Words(
        "{field:cap:name} is the same for all entrants, and there are entries already",
        "Leave it as it is, or call the tournament off.",
    ),
    "tournament.not_qualified": Words(
        "{person} is not qualified as a game supervisor",
        "Choose somebody who is.",
    ),
    "tournament.appointed_already": Words(
        "{person} has already been appointed",
        "Choose another person.",
    ),
    "tournament.no_director": Words(
        "No tournament director is appointed",
        "Appoint a person who is qualified as a game supervisor.",
    ),
    "tournament.no_deputy": Words(
        "{person} is not a deputy",
        "Choose one of the deputies.",
    ),
    "tournament.not_director": Words(
        "Only the tournament director, {director}, may do this",
        "Call the director.",
    ),
    "tournament.director_present": Words(
        "A deputy acts while the director, {director}, is absent, and no absence is logged",
        "Call the director, or log the absence first.",
    ),
    "tournament.sign_on_first": Words(
        "You are not signed on as the director in charge",
        "Sign on first.",
    ),
    "tournament.in_charge_already": Words(
        "You are already in charge",
        "There is nothing to do.",
    ),
    "tournament.absent_already": Words(
        "The absence of {director} has already been logged",
        "A deputy can sign on.",
    ),
    # --- steps out of turn
    "tournament.over": Words(
        "Tournament {tournament} is over",
        "Look at its report.",
    ),
    "tournament.not_now": Words(
        "This step is not due now: the tournament is at “{phase:term}”",
        "See what the tournament is waiting for.",
    ),
    "tournament.no_entry": Words(
        "There is no entry {entry}",
        "Choose one from the list.",
    ),
    "tournament.no_session": Words(
        "There is no session {session}",
        "Choose one from the list.",
    ),
    "tournament.person": Words(
        "“{person}” is not the number of a player or of staff",
        "Enter a number such as P12.",
    ),
    "tournament.text": Words(
        "{field:cap:name} is empty or too long",
        "Enter up to {most} characters.",
    ),
    "tournament.same_person": Words(
        "The witness may not be the person who pays",
        "Ask somebody else to sign.",
    ),
    # --- entries
    "tournament.no_stage": Words(
        "There is no stage {stage}",
        "Choose one of the stages.",
    ),
    "tournament.digest": Words(
        "This is not a SHA-256",
        "Enter 64 hexadecimal digits.",
    ),
    "tournament.committed_already": Words(
        "The seed of stage {stage} has already been committed",
        "It can no longer be changed.",
    ),
    "tournament.digest_used": Words(
        "This seed was used before",
        "Take a new seed for every stage.",
    ),
    "tournament.field_known": Words(
        "It is too late to commit a seed for stage {stage}: who plays in it is known, or play towards it has begun",
        "Call the tournament off, or ask the authority for a ruling.",
    ),
    "tournament.no_commitment": Words(
        "No seed is committed for stage {stage}",
        "Publish the SHA-256 of a seed first.",
    ),
    "tournament.not_open_yet": Words(
        "Entries are not open yet",
        "Come back at the stated time.",
    ),
    "tournament.entries_closed": Words(
        "Entries are closed",
        "Tell the applicant.",
    ),
    "tournament.not_entitled": Words(
        "{player} may not enter the casino or gamble",
        "Refuse the application.",
    ),
    "tournament.criteria": Words(
        "{player} does not meet the selection criteria of the conditions",
        "Refuse the application.",
    ),
    "tournament.fee_differs": Words(
        "{paid:money} was paid, but the fee is {fee:money}",
        "Take exactly that.",
    ),
    "tournament.buy_in_differs": Words(
        "{paid:money} was paid, but the buy-in is {buy_in:money}",
        "Take exactly that.",
    ),
    "tournament.full": Words(
        "All {most} places are taken",
        "Tell the applicant.",
    ),
    "tournament.second_entry": Words(
        "{player} already has an entry",
        "Each player has one place.",
    ),
    "tournament.not_won": Words(
        "Entries to this tournament are not won at the tables",
        "Leave out where it was won.",
    ),
    "tournament.entry_used": Words(
        "The entry won at {source} is already in the tournament",
        "Choose another one.",
    ),
    "tournament.no_right_to_deny": Words(
        "The conditions do not reserve a right to refuse any application",
        "Take the entry, or name a criterion of the conditions.",
    ),
    "tournament.no_criteria": Words(
        "The conditions have no selection criteria",
        "Take the entry.",
    ),
    "tournament.not_in_it": Words(
        "Entry {entry} is no longer in the tournament, or has been decided differently",
        "Choose another entry.",
    ),
    "tournament.signed_already": Words(
        "Entry {entry} has signed the conditions in force",
        "There is nothing to do.",
    ),
    "tournament.play_has_begun": Words(
        "Play has begun",
        "A player can retire; the director records it.",
    ),
    "tournament.too_few_players": Words(
        "{entries:entry is|entries are} not enough: the conditions ask for {least}",
        "Wait for more, or call the tournament off.",
    ),
    "tournament.too_few_entries": Words(
        "{entries:entry is|entries are} not enough: the smallest field has {least}",
        "Put the tournament off, with the reason.",
    ),
    "tournament.closes_later": Words(
        "The conditions leave entries open for longer",
        "Close them at the stated time, or when the field is full.",
    ),
    "tournament.no_series_to_defer": Words(
        "Only a tournament that the rules lay down can be put off for having too few entries",
        "Wait for more, or call the tournament off.",
    ),
    "tournament.enough_entries": Words(
        "{entries:entry is|entries are} enough",
        "Close entries.",
    ),
    # --- draw, seats, tables, times
    "tournament.stage_not_over": Words(
        "Stage {stage} is not concluded, or nothing follows it",
        "Conclude it first.",
    ),
    "tournament.other_seed": Words(
        "This is not the seed that was committed for stage {stage}",
        "Show the seed whose SHA-256 was published.",
    ),
    "tournament.cut": Words(
        "The cut may have up to 40 letters, digits, spaces and dashes",
        "Ask the player for another word.",
    ),
    "tournament.nobody_left": Words(
        "Nobody is left to win a prize",
        "Call the tournament off: all money goes back.",
    ),
    "tournament.session_began": Words(
        "Session {session} has begun",
        "Choose one that has not.",
    ),
    "tournament.other_game": Words(
        "{table} does not deal {game:name} under the rules of the tournament",
        "Designate another table, or change its set-up.",
    ),
    "tournament.side_bet_not_offered": Words(
        "{table} does not offer {bet:name}",
        "Designate another table, or put the bet on it.",
    ),
    "tournament.other_packs": Words(
        "{table} is not dealt with {decks:pack|packs}",
        "Designate another table, or change its set-up.",
    ),
    "tournament.too_few_boxes": Words(
        "{table} does not have the {boxes:box|boxes} that the session needs",
        "Designate another table.",
    ),
    "tournament.table_taken": Words(
        "{table} is used for session {session}",
        "Choose another table, or wait for its end.",
    ),
    "tournament.scheduled_already": Words(
        "Session {session} has a starting time",
        "Move it, with notice to the players.",
    ),
    "tournament.not_scheduled": Words(
        "Session {session} has no starting time yet",
        "Set it first.",
    ),
    "tournament.start_is_past": Words(
        "A session cannot start at a time in the past",
        "Enter a later time.",
    ),
    "tournament.no_notice": Words(
        "The players of session {session} must be told before its start is moved",
        "Tell them, and record who was told and when.",
    ),
    "tournament.not_all_told": Words(
        "{players:and} were not told",
        "Tell every player of the session.",
    ),
    "tournament.no_seat": Words(
        "Entry {entry} has no seat in session {session}",
        "Choose a seat of the session.",
    ),
    "tournament.session_over": Words(
        "Session {session} is over",
        "Choose one that is not.",
    ),
    "tournament.no_substitutes": Words(
        "The conditions do not provide for substitutes",
        "The player plays in person.",
    ),
    "tournament.own_substitute": Words(
        "{player} is the player of this entry",
        "Name another person.",
    ),
    "tournament.substitute_for_session": Words(
        "A substitute takes a player's seat for a session",
        "Name the session.",
    ),
    "tournament.only_entry": Words(
        "{player} has no further entry that somebody else could play",
        "Name a substitute for a session.",
    ),
    "tournament.seated_already": Words(
        "{player} plays entry {entry}",
        "Name somebody who is not in the tournament.",
    ),
    "tournament.not_named": Words(
        "{player} is not named as substitute for entry {entry}, or has already been approved",
        "Name the substitute first.",
    ),
    # --- sessions
    "tournament.no_bonus": Words(
        "This tournament pays no bonus",
        "There is nothing to do.",
    ),
    "tournament.paid_already": Words(
        "Entry {entry} has already been paid",
        "There is nothing to do.",
    ),
    "tournament.nobody_briefed": Words(
        "Nobody in session {session} is ticked as briefed",
        "Tick the players who understood the conditions.",
    ),
    "tournament.too_early": Words(
        "Session {session} starts later",
        "Wait, or move its start with notice to the players.",
    ),
    "tournament.no_table": Words(
        "No table is designated for session {session}",
        "The director designates one.",
    ),
    "tournament.bonus_unpaid": Words(
        "The bonus of {bonus:money} has not been paid to entries {entries:list}",
        "Pay it before play begins.",
    ),
    "tournament.nobody_seated": Words(
        "Nobody is seated for session {session}",
        "Wait for players, or give a ruling.",
    ),
    "tournament.substitute_unapproved": Words(
        "{player} is named as substitute but not approved",
        "The director must approve or refuse the substitute first.",
    ),
    "tournament.sits_twice": Words(
        "{player} would have two seats at once",
        "Name a substitute for one of them, or leave it empty.",
    ),
    "tournament.not_briefed": Words(
        "{player} has not been briefed",
        "Brief the player on the conditions.",
    ),
    "tournament.not_signed": Words(
        "{player} has not signed version {version} of the conditions",
        "Have a copy signed before seating.",
    ),
    "tournament.not_running": Words(
        "Session {session} is not being played",
        "Choose one that is.",
    ),
    "tournament.not_absent": Words(
        "Entry {entry} is not missing",
        "Choose one that is.",
    ),
    "tournament.no_forfeit": Words(
        "The conditions do not take chips for hands missed",
        "Follow the stated consequence.",
    ),
    "tournament.no_chips_left": Words(
        "Entry {entry} has no chips left",
        "There is nothing to forfeit.",
    ),
    "tournament.stacks": Words(
        "These stacks are not possible in session {session}",
        "Count them again.",
    ),
    "tournament.unequal_start": Words(
        "Before the first hand of session {session} every player must have the chips allotted",
        "Give every player the same chips.",
    ),
    "tournament.stack_missing": Words(
        "The chips of entries {entries:list} have not been counted",
        "Count every stack.",
    ),
    "tournament.played_less": Words(
        "More than {played} of session {session} has been played",
        "Check what was dealt.",
    ),
    "tournament.played_more": Words(
        "Session {session} ends after {number} {unit}",
        "No further play in this session.",
    ),
    "tournament.not_played_out": Words(
        "{left} {unit} of the session are left",
        "Play them, or end the session early if it is decided who goes on.",
    ),
    "tournament.played_out": Words(
        "Session {session} has been played to its end",
        "End it.",
    ),
    "tournament.not_determined": Words(
        "Who goes on is not decided yet: {players:player has|players have} chips for {places:place|places}",
        "Play on.",
    ),
    "tournament.may_buy_back": Words(
        "Entry {entry} can still buy back in",
        "Ask the player first.",
    ),
    "tournament.no_consent": Words(
        "{agreed} of {players} players agree to end before the time",
        "Everybody at the table must agree, because their chips become cash.",
    ),
    "tournament.no_buy_back": Words(
        "The conditions do not provide for buying back",
        "The player is out.",
    ),
    "tournament.bought_back_already": Words(
        "The player may buy back {times:time|times} and has done so",
        "The player is out.",
    ),
    "tournament.buy_back_over": Words(
        "Buying back was possible only up to stage {stage}",
        "The player is out.",
    ),
    "tournament.not_eliminated": Words(
        "Entry {entry} is not out",
        "Buying back is for players without chips.",
    ),
    "tournament.withdraw_instead": Words(
        "Play has not begun, so the player withdraws instead",
        "Record a withdrawal.",
    ),
    "tournament.no_such_ground": Words(
        "This is not a ground for disqualification in the conditions",
        "The grounds are {grounds:semicolons}.",
    ),
    "tournament.no_tie": Words(
        "There is no tie to break now",
        "See what the tournament is waiting for.",
    ),
    "tournament.concluded_already": Words(
        "Stage {stage} is concluded",
        "Draw the next one.",
    ),
    "tournament.sessions_left": Words(
        "Sessions {sessions:list} are not over",
        "End them first.",
    ),
    "tournament.tied": Words(
        "Entries {entries:and} are tied for a place that counts",
        "Let them play on until the tie is broken.",
    ),
    # --- results
    "tournament.no_prize": Words(
        "Entry {entry} has no prize",
        "Choose one from the list.",
    ),
    "tournament.no_value": Words(
        "The chips of this tournament have no value",
        "Take them back.",
    ),
    "tournament.nothing_to_redeem": Words(
        "Entry {entry} has no chips to be paid for, or is still playing",
        "Choose another entry.",
    ),
    "tournament.prizes_unpaid": Words(
        "{cents:money} in prizes has not been paid, to entries {entries:list}",
        "Pay every prize first.",
    ),
    "tournament.chips_unpaid": Words(
        "Entries {entries:list} have not been paid for their chips",
        "Pay them first.",
    ),
    # --- the pages
    "tournament.unknown": Words(
        "There is no tournament {tournament}",
        "Choose one from the list.",
    ),
    "tournament.outdated": Words(
        "The tournament has gone on since this page was shown",
        "Look at it again, then take the step if it still applies.",
    ),
    "tournament.no_such_step": Words(
        "That is not a step of a tournament",
        "Load the page again.",
    ),
    "tournament.no_such_person": Words(
        "Nobody on the staff has the number {number}",
        "Enter a staff number such as S-07.",
    ),
    "tournament.hand_on_table": Words(
        "There is a hand in play at {table}",
        "Finish it, then take the step again.",
    ),
    "tournament.table_closed": Words(
        "{table} is not open",
        "Open it for session {session} first.",
    ),
    "tournament.nobody_won": Words(
        "Nobody won an entry at {source}",
        "Choose one from the list.",
    ),
    "tournament.won_by_other": Words(
        "The entry of {source} was won by {player}",
        "Enter that player; a substitute is named afterwards.",
    ),
    "tournament.source_used": Words(
        "The entry of {source} is already in a tournament",
        "Choose another one.",
    ),
    "tournament.share": Words(
        "“{typed}” is not a percentage",
        "Enter a number such as 12.5.",
    ),
    "tournament.override_line": Words(
        "“{typed}” is not a rule with its value",
        "Write a name, an equals sign and a value, such as: insurance = no.",
    ),
}
