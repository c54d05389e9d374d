"""The opening checklist: what the dealer confirms about the layout, its inscriptions, the sign and the notices."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from casino.ledger import Draft
from casino.refusals import Refusal
from casino.rulebooks.house import Mark, confirmed_before_play, notices_up
from casino.rulebooks.layout import inscriptions
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables import offers
from tables.book import house_at, rules_for_table
from tables.models import MAIN, Sign, Table
from tables.opening import checks
from tables.record import locked, require, write


def confirmations(table: Table) -> dict[str, tuple[str, str]]:
    """What the dealer confirms before the table opens, as {item: (clause, words)}, in order.

    Empty for a set-up that no book permits. What a side bet requires of the layout replaces what the game requires.
    """
    try:
        marks = confirmed_before_play(table.rules, table.decks, table.boxes)
        marks_wanted = {mark.item: (mark.clause, mark.words) for mark in (*marks, *offers.marks(table))}
    except ValueError:
        return {}
    if "inscriptions" in marks_wanted and (under := house_at(table).inscribed):
        marks_wanted["inscriptions"] = (under[0], marks_wanted["inscriptions"][1])
    return marks_wanted


def confirmed(table: Table, item: str, words: str) -> bool:
    """Whether the item was confirmed in these words: a notice whose words have changed must be confirmed again."""
    check = table.checks.get(item)
    if check is None or check.get("words", words) != words:
        return False
    # Before the opening the sign is confirmed as it is; at an open table each change to it is announced by its own
    # step.
    hangs = check.get("limits")
    return hangs is None or table.state != Table.State.CLOSED or hangs == _hang(table)


def _hang(table: Table) -> list[list[Any]]:
    """The limits on the signs, as a confirmation stores them."""
    rows = Sign.objects.filter(table=table).order_by("bet")
    return [[sign.bet, sign.minimum, sign.maximum, sign.multiple] for sign in rows]


def confirm(code: str, item: str, *, by: Staff, at: datetime) -> Table:
    """Record that the dealer confirms `item` of the table's `confirmations`. Raises Refusal for an unknown one.

    Every dealer who comes to the table must confirm ``sign`` again (VIC03-6.1).
    """
    with locked(code) as table:
        rules, house_rules = rules_for_table(table), house_at(table)
        confirmable = confirmations(table)
        if item not in confirmable:
            raise Refusal("opening.unknown_item", item=item, items=list(confirmable))
        clause, words = confirmable[item]
        acting = require(by, Role.DEALER, house_rules.power)
        if item == "sign" and not Sign.objects.filter(table=table, bet=MAIN).exists():
            raise Refusal("sign.no_limits_yet", house_rules.limits)
        body: dict[str, Any] = {"item": item}
        if item == "inscriptions":
            body["lines"] = [{"text": line.text, "clause": line.clause} for line in inscriptions(rules)]
            body["under"] = house_rules.inscribed
        more = {"limits": _hang(table)} if item == "sign" else {}
        checks.tick(table, item, by.number, at, words=words, **more)
        entry = Draft(kind="confirmed", detail=words[:500], clause=clause, body=body, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table


def wanted_before_round(table: Table) -> dict[str, tuple[str, str]]:
    """What the dealer must still confirm before an open table's next round, as {item: (clause, words)}: the sign
    after a change of dealer, a notice that the elections need and that is not up, and what must be displayed for the
    side bets."""
    try:
        notices = {mark.item for mark in (*notices_up(table.rules), *offers.marks(table))}
    except ValueError:
        return {}
    return {
        item: (clause, words)
        for item, (clause, words) in confirmations(table).items()
        if item in ("sign", *notices) and not confirmed(table, item, words)
    }


def notice_missing(table: Table, notices: Iterable[Mark]) -> Refusal | None:
    """Why no round begins while one of these is missing; None if all are confirmed."""
    for mark in notices:
        if not confirmed(table, mark.item, mark.words):
            return Refusal("opening.not_confirmed", mark.clause, what=mark.words)
    return None
