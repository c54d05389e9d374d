"""Refusals of setting a house up."""

from typing import Final

from casino.words.text import Catalogue, Words

WORDS: Final[Catalogue] = {
    "house.cell_empty": Words("{field:term}: nothing is entered", "Enter it: there is no default."),
    "house.cell_unknown": Words("There is no field “{cell}” here", "The fields are {known:list}."),
    "house.cell_long": Words("{field:term}: {length} characters is too long", "Write at most {most}."),
    "house.cell_unprintable": Words(
        "{field:term}: it contains a character that cannot be shown", "Type it again, without line breaks."
    ),
    "house.cell_repeated": Words("{what} is already in {place}", "Name it once."),
    "house.section_missing": Words("The section [{section}] is missing", "Add it: there is no default."),
    "house.section_shape": Words("[{section}] is not written correctly", "Write it as {wanted}."),
    "house.cell_shape": Words("“{cell}” is not written correctly", "Write {wanted}."),
    "house.float_policy": Words("The float policy cannot be read: {fault}", "Correct it there."),
    "house.file_unreadable": Words("The file cannot be read: {fault}", "Correct it there."),
    "house.yes_no": Words("{field:term}: “{typed}” is not yes or no", "Write yes or no."),
    "house.choice": Words("{field:term}: there is no “{typed}”", "Choose from {known:list}."),
    "house.staff_number": Words(
        "“{typed}” is not a staff number", "Write letters, a dash and digits, such as D-114."
    ),
    "house.table_code": Words(
        "“{typed}” is not a table code", "Write capitals, digits and dashes, such as BJ-07."
    ),
    "house.pit_code": Words("“{typed}” is not a pit code", "Write capitals, digits and dashes, such as P1."),
    "house.pit_unknown": Words("There is no pit {pit}", "Add the pit first."),
    "house.pit_name_taken": Words(
        "{pit} is already called “{name}”", "Give this pit another name: people know pits by their names."
    ),
    "house.chips": Words("Chips: {fault:phrase}", "List the denominations, such as 2.50 5 25 100."),
    "house.pairs": Words("{field:term}: “{typed}” is not a name and a value", "Write it as limits=player."),
    "house.setting_differs": Words(
        "{field:term}: “{typed}” is entered here, but the house runs under “{in_force}”",
        "Set {setting} for every process and start them again, or correct it here.",
    ),
    "house.no_books": Words("No game of any book is chosen", "Choose the games that are dealt in the house."),
    "house.game_not_chosen": Words(
        "{game} of {book} is not among the games of this house",
        "Choose the game first, under the games of the house.",
    ),
    "house.differs": Words(
        "{field:term}: “{typed}” is entered here, but the house has “{in_force}”",
        "Correct it here, or change it in the house first.",
    ),
    "house.role": Words(
        "{number} may not set the house up",
        "An operations manager who is registered for set-up must do it.",
    ),
    "house.open": Words(
        "The house has been open since {at}",
        "Change its set-up under House, and limits and side bets in the pit.",
    ),
    "house.deals_already": Words(
        "This house was set up in another way, and has opened tables",
        "Change its set-up under House, and limits and side bets in the pit.",
    ),
    "house.row_cells": Words(
        "{cells:cell|cells} in this row, but {known:column name|column names} above",
        "Give each column one cell.",
    ),
    "house.list_long": Words("{rows} rows are too many", "Enter at most {most} at a time."),
    "house.list_empty": Words(
        "There are no rows", "Put the column names in the first row, then one row for each."
    ),
    "house.list_cell_missing": Words("There is no column “{cell}” in the first row", "Add it."),
    "house.not_ready": Words("The house cannot open yet: {missing:semicolons}", "Do these steps first."),
    "house.not_open": Words(
        "The set-up of the house is not complete: no table opens before the house does",
        "An operations manager opens the house as the last step of its set-up.",
    ),
    "house.first_manager": Words(
        "The first person with sets_up must be an operations manager",
        "Give an operations manager sets_up, and put that person first.",
    ),
    "house.manager_unknown": Words(
        "{number} is registered for set-up in the house, but not as an operations manager with that right here",
        "Correct it here, or give the right in the house first.",
    ),
    "house.pin_guessable": Words("This first PIN is easy to guess", "Choose another, or leave it empty."),
    "house.pin_form": Words("A PIN is 4 to 12 digits", "Write only digits, or leave it empty."),
    "house.shuffler_approval": Words(
        "The automatic shuffling shoe has no approval reference", "Enter the reference of its approval."
    ),
    "house.key_place": Words(
        "Where the seal key is kept has not been entered",
        "Keep a copy apart from every copy of the database, and enter where, such as the manager's safe.",
    ),
    "house.backup_untested": Words(
        "No backup has been restored and verified yet", "Test one with deploy/backup test."
    ),
    "house.game_in_use": Words(
        "{game} of {book} is dealt at {table}", "Leave it among the games of the house."
    ),
    "house.table_not_closed": Words(
        "{table} is {state:term}", "Close it first: its set-up can be changed only while it is closed."
    ),
    "house.add_on_page": Words(
        "Nothing can be added here", "Add it on the pages of the house, where two people sign for it."
    ),
    "house.table_there": Words("{table} is already set up", "Give the new table another code."),
    "house.person_there": Words("{number} is already on the staff", "Give the new person another number."),
    "house.step_named": Words(
        "The house has no name yet", "Enter its name, time zone and currency, and confirm them."
    ),
    "house.step_pits": Words("There is no pit yet", "Add one: every table is in a pit."),
    "house.step_tables": Words("There is no table yet", "Set one up."),
    "house.step_signs": Words("No limits are set at {tables:list}", "Set minimum and maximum."),
    "house.step_roles": Words(
        "There is no {roles:or:term} yet", "Add one of each: two people sign what matters."
    ),
    "house.step_tablets": Words("No tablet is assigned to a table yet", "Assign one at the tablet itself."),
    "house.step_floats": Words("The float policy has not been confirmed", "Read it and confirm it."),
}
