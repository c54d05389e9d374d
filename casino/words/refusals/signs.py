"""Refusals of signs."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "sign.rise_needs_notice": Words(
        "Raising the minimum from {old:money} to {new:money} needs {minutes:minute's|minutes'} notice",
        "Post a notice with the new minimum and the time of the change.",
    ),
    "sign.maximum_fixed": Words(
        "The maximum of {maximum:money} cannot change at an open table",
        "Close the table first, or agree a personal limit with the player.",
    ),
    "sign.players_not_told": Words(
        "Players must be told before the limits change",
        "Tell them, then set the limits.",
    ),
    "sign.notice_at_closed_table": Words(
        "A notice is not needed at {table}, which is not open",
        "Set the limits while it is closed; they apply when it opens.",
    ),
    "sign.no_limits": Words(
        "There are no limits for {bet} at {table} yet",
        "Set the limits first.",
    ),
    "sign.notice_incomplete": Words(
        "The notice must show the new minimum and the time of the change",
        "Enter both.",
    ),
    "sign.minimum_not_higher": Words(
        "{new:money} is not above the present minimum of {old:money}",
        "Set it now, without a notice.",
    ),
    "sign.notice_too_short": Words(
        "The notice would be up {minutes:minute|minutes} before the change; it must be up at least "
        "{least:minute|minutes}",
        "Enter {earliest} or later.",
    ),
    "sign.notice_up": Words(
        "There is already a notice for this bet",
        "Withdraw it first.",
    ),
    "sign.before_notice": Words(
        "The notice gives {at} as the time of the change",
        "Wait until then.",
    ),
    "sign.notice_was_short": Words(
        "The notice was not up {minutes:minute|minutes} before the change",
        "Post a new one.",
    ),
    "sign.limits": Words(
        "Invalid limits: minimum {minimum:money}, maximum {maximum:money}",
        "Set a minimum above zero and a maximum not below it.",
    ),
    "sign.multiple": Words(
        "No wager up to {maximum:money} is a multiple of {multiple:money}",
        "Enter a multiple not above the maximum, or leave it empty.",
    ),
    "sign.conflicts_with_notice": Words(
        "These limits do not fit the notice of a {planned:money} minimum at {at}",
        "Withdraw the notice first, or set limits that fit it.",
    ),
    "sign.amounts_not_approved": Words(
        "There is no approval reference for {minimum:money} to {maximum:money}",
        "Change the offer of the bet, with the reference of the approved amounts.",
    ),
    "sign.no_such_notice": Words(
        "There is no such notice at this table",
        "Post one.",
    ),
    "sign.side_bet_limits": Words(
        "Invalid limits for {bet}: minimum {minimum:money}, maximum {maximum:money}",
        "Set a minimum above zero and a maximum not below it.",
    ),
    "sign.side_bet_amount": Words(
        "{bet} is wagered with exactly {amount:money}",
        "Set minimum and maximum to {amount:money}.",
    ),
    "sign.ante": Words(
        "The ante of {ante:money} is more than {part}/{of} of the minimum of {minimum:money}",
        "Set an ante up to {allowed:money}, or a minimum of {least:money}.",
    ),
    "sign.upper_minimum": Words(
        "The upper minimum of {upper:money} must be above the lower minimum of {minimum:money} and "
        "within the maximum of {maximum:money}",
        "Set the upper minimum between the sign's minimum and its maximum.",
    ),
    "sign.no_limits_yet": Words(
        "Minimum and maximum are not set",
        "Set the limits first.",
    ),
}
