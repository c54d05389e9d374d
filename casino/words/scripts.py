"""Words that the scripts of the screens write (`static/js`); `casino.web.script_words` hands them to the page."""

from typing import Final

SCRIPTS: Final[dict[str, str]] = {
    # the server and the page
    "server.failed": "The server has a fault ({status})",
    "server.no_answer": "The server does not answer",
    "server.nothing_changed": (
        "Nothing was changed. Try again; if that does not help, call the person who looks after the system."
    ),
    "server.maybe_recorded": "What you did may have been recorded: check whether it is there before you do it again.",
    "outage.away": "The record cannot be reached",
    "outage.busy": "The record is in use by something else",
    "outage.full": "The disk of the record is full: tell the person who looks after the system",
    "outage.reads": "The record cannot take entries: tell the person who looks after the system",
    "outage.old": "This part of the system is being updated",
    "page.close": "Close",
    "page.new_version": "A new version is ready. This page loads again as soon as nothing is half done.",
    "page.broken": "This screen has a fault",
    "page.broken_remedy": (
        "Load the page again. If it comes back, use another screen and tell the person who looks after the system."
    ),
    "page.load_again": "Load the page again",
    "page.part_missing": "A part of the page did not load.",
    # the layout editor
    "layout.at": "{piece}: {across} across, {down} down",
    "layout.level": "{piece}: {across} across, {down} down, level with {other}",
    # clocks
    "clock.due": "due now",
    "clock.minutes": "{minutes} min",
    "clock.hours": "{hours} h {minutes}",
    "clock.since_minutes": "{minutes}′",
    # the live link
    "link.page_gone": "this page no longer exists: go back and choose again",
    "link.not_allowed": "you may no longer see this: sign in again",
    "link.outdated": "not up to date for {since}: {why}",
    "link.outdated_why": "What this screen shows may be out of date: its last request was not answered.",
    "link.live": "live",
    "link.live_in": "live {ms} ms",
    "link.live_why": "Time from the server and back",
    "current.so": "as it is now",
    "current.changed": "This page has changed",
    "current.kept": "What you have typed is still here. Load the page again to see what is new.",
    "link.for_seconds": "{seconds} s",
    "link.for_minutes": "{minutes} min",
    "board.old": "not up to date: no answer for {seconds} s",
    "link.asking": "live, by asking",
    "link.asking_why": "The live link is down; the screen asks every few seconds.",
    "link.refused": "live, by asking: link refused",
    "link.refused_why": (
        "The server refuses the live link to this screen and answers what it asks. Everything works; the screen asks "
        "every few seconds."
    ),
    "link.connecting": "connecting",
    "link.offline": "offline for {since}, asking every few seconds",
    "link.offline_why": "Neither the live link nor the server answers.",
    # a tap that was sent
    # no answer from the house for some seconds
    "away.banner": "The house has not answered for {seconds} s",
    "away.waits": (
        "{count:tap is waiting and is|taps are waiting and are} sent in order as soon as it answers. Leave cards and "
        "chips as they lie."
    ),
    "away.nothing_waits": "Nothing of yours is lost. Wait with the next card.",
    "away.kept": "{count:tap is|taps are} kept on this tablet and sent as soon as the house answers.",
    "away.since": "No answer for {seconds} s. This page tries again every two seconds, and goes on by itself.",
    "away.sent_again": (
        "{count:tap that waited was|taps that waited were} sent again: check the layout against this screen."
    ),
    "away.not_taken": (
        "A tap that waited was not accepted, because the table had moved on: check the layout against this screen."
    ),
    "keys.done": "Done",
    "keys.erase": "Erase the last one",
    "keys.space": "space",
    "keys.shift": "Capitals",
    "keys.keyboard": "Keyboard for {field}",
    "sent.again": "sending again",
    "sent.again_why": "A tap has had no answer yet: it is sent again until it has one",
    "sent.close_notice": "Close this notice",
    "sent.no_card_due": "No card is due: {prompt}",
    "sent.last_unanswered": "The last tap has no answer yet; it is being sent again",
    "sent.last_recording": "The last tap is still being recorded",
    "sent.no_answer": "No answer from the server",
    "sent.maybe_recorded": "Your tap may have been recorded: check the layout against this screen.",
    "sent.first_maybe_recorded": (
        "{count} taps wait. The first may have been recorded: check the layout against this screen."
    ),
    "sent.kept": "It is kept, but no longer sent by itself. If that does not change, call a supervisor.",
    "sent.repeats": "It is sent again until it is answered, and recorded once.",
    "sent.repeat": "Send it again",
    "sent.form_maybe": "What you sent may have been recorded.",
    "sent.form_repeats": "It is sent again until it is answered, and recorded once.",
    "sent.check_layout": "Your tap may have been recorded: check the layout.",
    "sent.not_sent": "Your tap was not sent.",
    "sent.not_taken": (
        "The server did not accept this tap ({status}). Load the page again; if that does not help, call a supervisor."
    ),
    # the tray of chips
    "tray.new": "new",
    "tray.on_box": "box {box}",
    "tray.other_player": "other…",
    "tray.not_again": "Box {box}, not laid again: {why}.",
    "tray.nothing_left": "Box {box} has no wager of the last round left to lay again.",
    "tray.this_box": "this box",
    "tray.add": "Add {amount} · box {box} · {player}{where}",
    "tray.sum": "{amount} in hand",
    "tray.full": "Box {box} is full: choose whose wager it is in the tray.",
    "tray.place": "Place {amount} · box {box} · {player}{where}",
    "tray.lies": "{player} has {amount} on {bet} of box {box}: tap chips to add to it.",
    "tray.chips_first": "Tap chips first: what lies on {bet}.",
    "tray.off": "off",
    "tray.amount": "amount",
    "tray.side_bet": "{bet} {what}, box {box}, player {player}",
    # a report of what went wrong
    "report.not_loaded": "The list could not be loaded",
    "report.tap_again": "{fault}. Tap again; if that does not help, call a supervisor.",
    "report.plan_not_loaded": "{fault}: tap again.",
    "report.dealer": "dealer",
    "report.card_first": "Tap the card first.",
    "report.last_card": "Now where the last card lies.",
    # the audit log
    "log.new": "{count:new entry|new entries}",
    "log.new_at_top": "{count:new entry|new entries} at the top",
    "export.going": "{count} entries exported so far",
    "export.broken": "The export stopped after {count} entries: it can go on from there",
    "export.done": "{count} entries exported",
    "clause.close": "Close",
    "log.pause": "Pause",
    "log.follow": "Resume live",
    "log.step": "step {step} of {steps}",
    "log.step_with_entry": "step {step} of {steps}: {entry}",
    # the floor
    "floor.tables": "{count:table|tables} · {open} open",
    "floor.irregular": "▲ {count} irregular",
    "floor.handle": "Handle {amount}",
    "floor.win": "Win {amount} · {hold}",
    "floor.theo": "Theo {amount}",
    "floor.about_you": "This is about you: another person acknowledges it.",
    "floor.you_set_up": "You set this up: a second person acknowledges it.",
    "floor.you_asked": "You asked for this: a second person decides.",
    "floor.higher_acknowledges": "A higher role acknowledges this.",
    "floor.higher_decides": "A higher role decides this.",
    "floor.other_pit": "You do not work in pit {pit}: a supervisor of that pit decides.",
    "floor.to_approve": "◆ {count} to approve",
    "floor.alerts": "● {count:alert|alerts}",
    "floor.told_to_acknowledge": "{count} to acknowledge. {first}",
    "floor.told_to_approve": "{count} to approve. {first}",
    "floor.on_tables": "{count:table|tables}",
    "sound.on": "on",
    "sound.off": "off",
    "sound.touch": "touch to hear",
    "panel.maybe_recorded": (
        "{fault}. What you did may have been recorded: check before you do it again. What you typed is still here."
    ),
    "panel.try_again": "{fault}. Try again.",
    "panel.not_done": "Not done: the server answered {status}",
    # the cards of a table
    "cards.so_many": "{card}: {count} of {should}",
    "cards.read": "{count} read",
    "cards.read_last": "{count} read, last {card}",
    "cards.jokers": "jokers {count}",
    "cards.not_a_card": "“{word}” is not a card",
    "cards.of": "{count} of {should}",
    "cards.as_it_should_be": "{count} of {should}: as it should be",
    "cards.missing": "missing {cards}",
    "cards.too_many": "too many {cards}",
    "cards.and_more": "{cards} and {count} more",
    "cards.not_right": "This records {count} of {should} cards: not right",
    "cards.right": "This records {count} cards, as they should be",
}
"""Texts by code. ``{count:table|tables}`` is a number with the noun that fits it."""
