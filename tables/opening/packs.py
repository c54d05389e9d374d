"""The check of the cards before gaming."""

from __future__ import annotations

from datetime import datetime

from casino.ledger import Draft
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import Table
from tables.opening import checks
from tables.opening.house import house_at, rules_for_table
from tables.record import locked, require, write
from tables.refusal import TableRefusal


def check_cards(
    code: str,
    *,
    decks: int,
    by: Staff,
    at: datetime,
    backs_alike: bool = True,
    jokers: int = 0,
    cutting_card: bool | None = None,
) -> Table:
    """Record that the cards were checked before gaming (VIC03-3.2.5, 3.1; ACT96-3.2; ACT03-2.2; NZ-6.1).

    `cutting_card`: one lies ready; without a word, what the rules want. Raises TableRefusal when the packs are
    not those of the table.
    """
    with locked(code) as table:
        asked, rules = house_at(table), rules_for_table(table)
        acting = require(by, Role.DEALER, asked.power, "check cards")
        checks.not_in_hand(table, asked.cards_checked, "check the cards")
        wanted = rules.cutting_card
        ready = wanted.value if cutting_card is None else cutting_card
        if decks not in rules.decks.value:
            *some, last = map(str, rules.decks.value)
            allowed = f"{', '.join(some)} or {last}" if some else last
            raise TableRefusal(rules.decks.clause, f"{decks} packs are not allowed", f"Use {allowed} packs.")
        if decks != table.decks:
            raise TableRefusal(
                rules.decks.clause,
                f"{code} is set up for {table.decks} packs, not {decks}",
                "Bring the right shoe.",
            )
        if jokers or not backs_alike:
            fault = (
                f"{jokers} jokers are among the cards" if jokers else "the backs differ in colour or design"
            )
            raise TableRefusal(rules.decks.clause, fault, "Replace the cards.")
        if ready != wanted.value:
            fault = (
                "there is no cutting card"
                if wanted.value
                else "an automatic shuffling shoe has no cutting card"
            )
            raise TableRefusal(rules.steps.no_cutting_card if not wanted.value else wanted.clause, fault)
        expected = rules.shoe_cards(decks)
        checks.tick(table, "cards", by, at, decks=decks, cards=expected)
        detail = f"{decks} packs checked: {expected} cards" + (", one cutting card" if ready else "")
        body = {"decks": decks, "cards": expected, "cutting_card": ready}
        entry = Draft(
            kind="cards_checked", detail=detail, clause=asked.cards_checked, body=body, acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table
