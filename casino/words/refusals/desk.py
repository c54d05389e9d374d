"""Refusals of the surveillance desk: notes, incidents and their attachments, the daily log, holds and endings, and the
lists of the house."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "desk.not_surveillance": Words(
        "{number} ({role:term}) may not write here: only surveillance may",
        "Call surveillance.",
    ),
    # the lists of the house
    "lists.not_manager": Words(
        "{number} ({role:term}) cannot change the lists of the house",
        "Call an operations manager.",
    ),
    "lists.too_many": Words("The list has more than {most} lines", "Leave some out."),
    "lists.empty": Words("The list is empty", "Write at least one line."),
    "lists.too_long": Words("“{typed}” is longer than {most} characters", "Shorten it."),
    "lists.levels": Words(
        "“{typed}” does not have three levels", "Write it as Table games > Cards > Drawn in excess."
    ),
    "lists.camera": Words(
        "“{typed}” is not a camera", "Write it as C-0712, or C-0712 2.0 slow where its clock is off."
    ),
    "lists.days": Words("The days must be a number from 1 to 36525", "Write it in figures, such as 2557."),
    "lists.largest": Words(
        "The largest attachment must be from 1 to {most} megabytes", "Write it in figures, such as 50."
    ),
    # cameras
    "camera.name": Words("“{typed}” is not a camera", "Write it as on its label, such as C-0712."),
    "camera.time": Words(
        "“{typed}” is not a time that a camera's clock can show",
        "Write it as 21:14:29 or 28 Nov 21:14:29.9.",
    ),
    # notes
    "note.empty": Words("The note has neither words nor a tag", "Write something, or choose a tag."),
    "note.to_pit_without_words": Words("A note to the pit needs words", "Write what the pit should know."),
    "note.no_such_tag": Words("The house has no tag “{tag}”", "Choose one from the list."),
    "note.no_such_entry": Words("{table} has no entry {seq} in that round", "Choose the step again."),
    "note.unknown": Words("There is no such note", "Load the page again."),
    "note.withdrawn": Words("{by} has already withdrawn this note", "To add something, write another note."),
    "note.why_missing": Words("A note cannot be withdrawn without a reason", "Say why."),
    # incidents
    "incident.title_missing": Words("The incident has no name yet", "Say in a few words what it is."),
    "incident.no_such_type": Words("Choose the type of the incident", "Choose one from the house's list."),
    "incident.time": Words(
        "“{typed}” is not a time", "Write it as 21:14:31, 28 Nov 21:14, or 10 minutes ago."
    ),
    "incident.time_to_come": Words("That time is in the future", "Enter when it was, with the day."),
    "incident.until": Words(
        "“{typed}” is not a time in the future", "Write it as 22:30, tomorrow 9:00, in 30 minutes or 2 Dec."
    ),
    "incident.until_missing": Words("A task needs a time to be done by", "Write it as 22:30 or 2 Dec."),
    "incident.words_missing": Words("Nothing has been written", "A few words are enough."),
    "incident.person_missing": Words(
        "Nobody is named", "Write the number, the mark, or a description of the person."
    ),
    "incident.no_such_person": Words("{number} is not on the staff", "Write a staff number, such as V-3."),
    "incident.no_such_reader": Words(
        "{number} may not read incidents",
        "Enter numbers of surveillance staff, inspectors, casino supervisors or operations managers.",
    ),
    "incident.no_such_round": Words("There is no round {typed}", "Write it as BJ-07/214."),
    "incident.no_such_incident": Words("There is no incident {typed}", "Write it as INC-2026-0148."),
    "incident.no_such_page": Words("Page {no} cannot be changed", "Load the page again."),
    "incident.page_withdrawn": Words(
        "Page {no} has already been withdrawn", "Add another one if something is missing."
    ),
    "incident.no_open_task": Words("Page {no} is not an open task", "Load the page again."),
    "incident.closed": Words("{number} is closed", "Open another incident and link it to this one."),
    "incident.not_open": Words("{number} is not open", "Load the page again."),
    "incident.not_reviewed": Words("{number} is not under review", "Put it under review first."),
    "incident.tasks_open": Words(
        "{number} has {count:open task|open tasks}", "Finish them, or withdraw those not to be done."
    ),
    "incident.opener_closes": Words("{number} opened this incident", "Another person must sign to close it."),
    "incident.second_reads_not": Words(
        "{number} may not read this incident", "Somebody who may read it must sign to close it."
    ),
    # attachments
    "file.missing": Words("No file was chosen", "Choose a picture, a clip or a PDF."),
    "file.empty": Words("The file is empty", "Choose another one."),
    "file.too_large": Words(
        "The file is larger than {most} megabytes",
        "Cut it down, or ask an operations manager to allow more.",
    ),
    "file.too_many_pixels": Words(
        "The picture has more than {most} million pixels", "Save it smaller and attach that."
    ),
    "file.not_taken": Words(
        "The file is neither a picture (PNG, JPEG, WebP) nor a clip (MP4, MOV, WebM) nor a PDF, whatever its name says",
        "Save it as one of these.",
    ),
    "file.no_room": Words(
        "The server could not keep the file: its disk is full or cannot be written. Nothing was attached",
        "Tell the person who looks after the system, and attach it again once there is room.",
    ),
    "file.gone": Words("The attachment is missing", "Tell the person who looks after the system."),
    # the daily log
    "log.unknown": Words("There is no such daily log", "Choose one from the list."),
    "log.running": Words("A daily log is already running", "Write in it, or take it over."),
    "log.words_missing": Words("The line is empty", "Write what was done or seen."),
    "log.time_to_come": Words("That time is in the future", "Enter when it was."),
    "log.signed": Words("{by} has signed this log off", "Add anything else below it."),
    "log.not_on_desk": Words("{number} has the desk", "{number} must sign the log off."),
    "log.not_signed": Words("{number} has not signed the log off yet", "The person leaving signs first."),
    "log.taken": Words("{by} has taken this log over", "Load the page again."),
    # holds and endings
    "hold.no_such_thing": Words(
        "There is no {typed}", "Write a round as BJ-07/214, an incident as INC-2026-0148."
    ),
    "hold.ended": Words(
        "{typed} has ended: there is nothing left to hold", "See under “Ended” what ended, and who signed."
    ),
    "hold.held": Words("It is already under a legal hold", "There is nothing to do."),
    "hold.why_missing": Words("A legal hold needs a reason", "Say why."),
    "hold.unknown": Words("There is no such hold", "Load the page again."),
    "hold.second": Words(
        "{number} ({role:term}) cannot sign for this",
        "Somebody from surveillance or an operations manager must sign.",
    ),
    "ending.nothing": Words("Nothing is past its days", "Come back when something is."),
    "ending.waits": Words("Something has already been named to end", "Carry that out or drop it first."),
    "ending.unknown": Words("That is not waiting to end", "Load the page again."),
    "ending.too_early": Words("It was named too recently", "Carry it out from {day} on."),
    "ending.signer": Words(
        "{number} ({role:term}) cannot sign for this",
        "Somebody from surveillance and an operations manager must sign.",
    ),
    "ending.no_manager": Words(
        "One of the two who sign must be an operations manager", "Call an operations manager."
    ),
}
