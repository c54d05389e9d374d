"""Refusals of offers."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "offer.not_offered": Words(
        "{bet} is not offered at {table}",
        "Nothing to do.",
    ),
    "offer.round_open": Words(
        "A round is open at {table}; side bets change between rounds",
        "Finish the round first.",
    ),
    "offer.layout_not_approved": Words(
        "The layout for {bet} has no approval reference",
        "Enter the reference of its approval.",
    ),
    "offer.amounts_not_approved": Words(
        "The amounts of {bet} have no approval reference",
        "Enter the approved amounts and the reference.",
    ),
    "offer.equipment_missing": Words(
        "{bet} needs its {item:term}, which {fault:term}",
        "Record the equipment first.",
    ),
    "offer.not_confirmed": Words(
        "Not yet confirmed: {what:list:phrase}",
        "Check it at the table, then confirm it.",
    ),
    "offer.no_payout_limit": Words(
        "These rules allow no limit on what {bet} pays",
        "Leave the maximum payout empty.",
    ),
    "offer.payout_limit": Words(
        "The maximum payout must be above zero",
        "Enter an amount above zero.",
    ),
    "offer.payout_limit_not_approved": Words(
        "The maximum payout of {bet} has no approval reference",
        "Enter the reference of the Secretary's approval.",
    ),
    "offer.shared_layout_not_approved": Words(
        "{bet} shares a layout with {other}, and there is no approval reference for that",
        "Enter the reference of its approval.",
    ),
    "scale.same_everywhere": Words(
        "{bet} is on scale {scale} at every table, not on {wanted}",
        "Order the change for all tables together.",
    ),
    "scale.per_table": Words(
        "The scale of {bet} is set at each table",
        "Change the offer of the table.",
    ),
    "scale.not_chosen": Words(
        "Choose the new scale",
        "There are {scales:list}.",
    ),
    "scale.unchanged": Words(
        "{bet} is already on scale {scale}",
        "Choose another scale.",
    ),
    "scale.change_under_way": Words(
        "A change of {bet} is already in progress",
        "Finish or cancel it first.",
    ),
    "scale.before_notice": Words(
        "The games close on {at}, when the notice has been up long enough",
        "Wait until then.",
    ),
    "scale.closed_until": Words(
        "The games stay closed until {at}",
        "Wait until then.",
    ),
    "scale.round_open": Words(
        "A round is open at {tables:list}; the scale changes at all tables together",
        "Finish it first.",
    ),
    "scale.unknown": Words(
        "{bet} has no scale {scale}",
        "Its scales are {scales:list}.",
    ),
    "scale.notice_missing": Words(
        "There is no notice telling players of the change",
        "Enter the text of the notice; it goes up at once.",
    ),
    "scale.notice_minutes": Words(
        "The notice must be displayed for at least 1 minute",
        "The usual time is {usual:minute|minutes}.",
    ),
    "scale.date_missing": Words(
        "Enter the date and time at which the games close",
        "The notice is up before then.",
    ),
    "scale.notice_too_short": Words(
        "The notice would not be up {minutes:minute|minutes} before the games close",
        "Enter {earliest} or later.",
    ),
    "scale.closed_minutes_missing": Words(
        "The games must close for a time before they reopen",
        "Enter how many minutes.",
    ),
    "scale.entries_pending": Words(
        "{won:entry|entries} to the tournament have been won, and the field is not complete",
        "Change the version once the field is complete.",
    ),
    "scale.no_such_change": Words(
        "There is no such change of scale",
        "Load the page again.",
    ),
    "offer.layout_boxes": Words(
        "A layout with {bet} has {numbers:or} boxes, not {boxes}", "Set the number of boxes first."
    ),
    "offer.layout_most_boxes": Words(
        "A layout with {bet} has at most {most:box|boxes}", "Set the number of boxes first."
    ),
}
