"""What is wrong with a table's set-up as the database would have it, said at the cell of its form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from django.core.exceptions import NON_FIELD_ERRORS, ValidationError

from casino.forms.fields import refusals_in
from casino.refusals import Refusal

COLUMNS: Final[Mapping[str, str]] = {"packs": "decks", "places": "seats"}
"""The columns of a table that its sheet has under another name."""


class FieldFault(Refusal):
    """The refusal of one field of a table's set-up."""

    field: str = ""


def refused_at(column: str, why: Refusal) -> FieldFault:
    """The refusal with its code, clause and values, at the cell of a column; "" for none."""
    fault = FieldFault(why.code, why.clause, also=why.also, **why.values)
    fault.field = next((cell for cell, name in COLUMNS.items() if name == column), column)
    return fault


def first_refusal(wrong: ValidationError) -> FieldFault:
    """The first fault of a row that cannot be saved; what the framework itself refuses is under ``table.setup``."""
    for column, why in refusals_in(wrong).items():
        return refused_at(column, why)
    column, messages = (
        next(iter(wrong.message_dict.items())) if hasattr(wrong, "error_dict") else ("", wrong.messages)
    )
    fault = Refusal("table.setup", fault="; ".join(messages).rstrip("."))
    return refused_at("" if column == NON_FIELD_ERRORS else column, fault)
