"""What the table's book requires of the house, and the rules dealt there."""

from __future__ import annotations

from casino.rulebooks import Rules
from casino.rulebooks.house import House, house_of
from tables import offers
from tables.models import Table
from tables.refusal import wrong_set_up


def house_at(table: Table) -> House:
    """What the table's book requires of the house, its side bets included. Raises Refusal for a set-up that no book
    permits."""
    house_rules = house_of(rules_for_table(table))
    try:
        return offers.house_with(table, house_rules)
    except ValueError as fault:
        raise wrong_set_up(fault) from fault


def rules_for_table(table: Table) -> Rules:
    """The rules dealt at the table. Raises Refusal for a set-up that the book does not permit."""
    try:
        return table.rules
    except ValueError as fault:
        raise wrong_set_up(fault) from fault
