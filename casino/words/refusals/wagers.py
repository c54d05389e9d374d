"""Refusals of wagers, from the first chip to the call."""

from casino.words.text import Catalogue, Words

WORDS: Catalogue = {
    "box.not_on_layout": Words(
        "There is no box {box} on this layout", "Boxes run from 1 to {last}, from the dealer's left."
    ),
    "box.full": Words("Box {box} already has {most:player|players}", "Offer the player another box."),
    "box.marker_alone": Words(
        "The marker on box {box} is for one player alone", "Offer the player another box."
    ),
    "player.not_a_mark": Words(
        "“{mark}” cannot mark a player",
        "Use one short word of up to {longest} letters or digits, such as A or P12.",
    ),
    "player.excluded": Words("Player {player} was excluded from the game", "Hand the chips back."),
    "player.has_wagers": Words(
        "Player {player} has a wager on the layout",
        "Withdraw it before the call, or wait for the end of the round.",
    ),
    "player.restricted_to_first_box": Words(
        "Player {player} is restricted to box 1", "Hand the wager back, or move it to box 1."
    ),
    "player.restricted_to_one_box": Words(
        "Player {player} is restricted to one box and has box {taken}",
        "Hand the wager back, or move it to box {taken}.",
    ),
    "player.one_box_only": Words(
        "Player {player} already wagers on box {taken}",
        "Ask {role:role} to allow more than one box, or hand the wager back.",
    ),
    "player.extra_boxes_used": Words(
        "Box {box} is one too many: player {player} may have {most:more box|more boxes}",
        "Hand the wager back, or ask {role:role}.",
    ),
    "player.only_behind_others": Words(
        "Player {player} may only bet behind another player on box {box}",
        "Hand the wager back, or ask {role:role}.",
    ),
    "wager.not_above_zero": Words("A wager must be above zero", "Enter what lies on the layout."),
    "wager.too_large": Words(
        "{amount:money} is more than any wager can be", "Enter what lies on the layout."
    ),
    "wager.not_in_chips": Words(
        "Wagers are made in chips, not in {medium}", "Change it for chips and place them before the call."
    ),
    "wager.spoken_without_money": Words(
        "A spoken wager needs chips, cash, a voucher or a token with it",
        "Ask for the money, or take no wager.",
    ),
    "wager.last_round_dealt": Words(
        "The last {rounds} rounds have been dealt", "Hand the wager back and close the table."
    ),
    "wager.after_call": Words(
        "No more bets has been called",
        "If the call was a mis-tap, undo it. Otherwise keep the wager for the next round.",
    ),
    "wager.after_first_card": Words(
        "No wager may be placed or increased after the first card", "Keep it for the next round."
    ),
    "wager.stops_the_call": Words(
        "No more bets has been called, and this wager would stop the call: {why:phrase}",
        "If no card is out, undo the call, put this right, and call again.",
    ),
    "wager.first_round_only": Words(
        "{bet:cap:name} is open only in the first round of a shoe", "Place it on {others:or:name}."
    ),
    "wager.below_minimum": Words(
        "{amount:money} is below the minimum of {minimum:money}", "Hand it back, or let the player add to it."
    ),
    "wager.off_step": Words(
        "{amount:money} is not in steps of {step:money} above the minimum",
        "Hand it back, or have it made up to the next step.",
    ),
    "wager.above_maximum": Words(
        "{total:money} on box {box} is above the maximum of {maximum:money}", "Take up to {room:money}."
    ),
    "wager.maximum_used_up": Words(
        "{total:money} on box {box} is above the maximum of {maximum:money}",
        "Hand it back: the box is full.",
    ),
    "wager.above_marker": Words(
        "{total:money} on box {box} is above the marker's limit of {maximum:money}",
        "Take up to {room:money}.",
    ),
    "wager.marker_used_up": Words(
        "{total:money} on box {box} is above the marker's limit of {maximum:money}",
        "Hand it back: the box is full.",
    ),
    "wager.restricted_to_minimum": Words(
        "Player {player} is restricted to the table minimum of {minimum:money}",
        "Place exactly the minimum, or ask {role:role} to lift the restriction.",
    ),
    "wager.restricted_from_minimum": Words(
        "Player {player} must wager at least the table minimum of {minimum:money}",
        "Place at least the minimum, or ask {role:role} to lift the restriction.",
    ),
    "wager.not_on_box": Words(
        "Player {player} has no {bet:name} wager on box {box}", "Check the layout and name a wager on it."
    ),
    "wager.locked_by_call": Words(
        "No wager may be withdrawn after the call", "It plays until it is settled."
    ),
    "wager.locked_by_first_card": Words(
        "No wager may be withdrawn after the first card", "It plays until it is settled."
    ),
    "wager.side_bet_locked": Words(
        "A side bet cannot be taken back once the dealer has confirmed it",
        "It plays until it is settled. If the tap was a mis-tap, undo it.",
    ),
    "wager.payable": Words(
        "The wager of {amount:money} can be paid exactly, so it is not refused",
        "Leave it, or let the player withdraw it.",
    ),
    "wager.not_refusable": Words(
        "These rules do not let the dealer refuse the wager of {amount:money}",
        "Leave it, or let the player withdraw it.",
    ),
    "ante.wrong_amount": Words("The ante is {ante:money}", "Place exactly {ante:money}."),
    "ante.placed": Words("Player {player} already has an ante on box {box}", "Hand the second one back."),
    "ante.with_its_wager": Words(
        "After the call the ante cannot be taken back alone", "Take back the wager: its ante goes with it."
    ),
    "caller.after_call": Words(
        "Who calls the decisions is settled before the call", "Change it in the next round."
    ),
    "line.after_call": Words("The line of wagers is settled before the call", "Change it in the next round."),
    "line.players_differ": Words(
        "Each player on box {box} must be in its line once",
        "List each player on box {box} once: {players:list}.",
    ),
    "line.nobody_there": Words("Nobody wagers on box {box}", "Choose a box with wagers."),
    "line.caller_first": Words(
        "Player {player} calls the decisions on box {box} and lies nearest the dealer",
        "Put that wager first, or name another caller.",
    ),
    "call.made": Words("No more bets has already been called", "Deal the cards."),
    "call.no_wager": Words("There is no wager on the layout", "Wait for a wager; then call."),
    "call.last_round_dealt": Words(
        "The last {rounds} rounds have been dealt: the table closes now, call a supervisor",
        "A supervisor must close the table.",
    ),
    "call.shoe_waits": Words("{step:phrase}", "Do that first; then call."),
    "call.shuffle_first": Words("The cards must be shuffled before the next round", "Shuffle; then call."),
    "call.damaged_card": Words(
        "The damaged {card:card} must be replaced before the next round", "Replace it; then call."
    ),
    "call.wager_returned": Words(
        "Return {amount:money} to player {player} on box {box}", "Hand the chips back; then call."
    ),
    "call.bet_returned": Words(
        "Return {amount:money} to player {player} on box {box}, {bet:name}", "Hand the chips back; then call."
    ),
    "call.caller_unnamed": Words("Box {box}: who calls the decisions?", "Name the caller; then call."),
    "call.caller_not_nearest": Words(
        "Box {box}: lay the wager of player {player} nearest the dealer, the others in line behind",
        "Lay them in line; then call.",
    ),
    "call.marker_missing": Words(
        "Box {box}: lay the marker for player {player}'s limit of {maximum:money}", "Lay it; then call."
    ),
    "call.restricted_to_minimum": Words(
        "Box {box}: player {player} is restricted to the minimum, {minimum:money}",
        "Have the wager changed or taken back; then call.",
    ),
    "call.restricted_to_first_box": Words(
        "Box {box}: player {player} is restricted to box 1",
        "Have the wager changed or taken back; then call.",
    ),
    "call.restricted_to_one_box": Words(
        "Box {box}: player {player} is restricted to one box and has {boxes}",
        "Have the wager changed or taken back; then call.",
    ),
    "call.one_box_only": Words(
        "Box {box}: player {player} may no longer wager on more than one box",
        "Have a wager taken back; then call.",
    ),
    "call.decides_alone": Words(
        "Box {box}: nobody else wagers there, and player {player} may not decide for it",
        "Have a wager taken back; then call.",
    ),
    "call.decides_behind": Words(
        "Box {box}: another player must decide there, not player {player}",
        "Have a wager taken back; then call.",
    ),
    "call.alone_at_table": Words(
        "Box {box}: player {player} is alone at the table and keeps one box",
        "Have a wager taken back; then call.",
    ),
    "call.wagers_too_few": Words(
        "Box {box}: player {player} must place at least {least:wager|wagers}", "Have it placed; then call."
    ),
    "call.wager_missing": Words(
        "Box {box}: player {player} has no wager on {bet:name}", "Have it placed; then call."
    ),
    "call.ante_missing": Words(
        "Box {box}: player {player} must place the ante of {ante:money}", "Have it placed; then call."
    ),
    "call.ante_waived": Words(
        "Box {box}: the ante of player {player} is waived, hand it back", "Hand it back; then call."
    ),
    "call.ante_alone": Words(
        "Box {box}: player {player} has an ante and no wager", "Have the wager placed, or hand the ante back."
    ),
    "shuffle.round_in_progress": Words("A round is in progress", "Finish the round; then shuffle."),
}
