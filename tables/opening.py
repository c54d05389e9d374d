"""Opening and closing a table, and the change of its dealer.

A table opens when its set-up is one that the book allows, its cards have been checked, and the dealer has
confirmed layout, name, sign and shoe. It closes when the cards have been counted and are all there. Each
step is an entry in the table's chain. Times are passed in: nothing here reads a clock.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from casino.ledger import Draft
from casino.rulebooks import Rules
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.models import MAIN, Sign, Table
from tables.record import POWER, locked, require, write
from tables.refusal import TableRefusal
from tables.signs import limits_of

LAYOUT_DIAGRAM: Final = "A"
"""The layout of the base game (VIC03-2.2)."""

CONFIRMATIONS: Final[dict[str, tuple[str, str]]] = {
    "layout": ("VIC03-2.2", f"the layout is that of diagram {LAYOUT_DIAGRAM}"),
    "logo": ("VIC03-2.2.2", "the layout carries the casino's name or logo"),
    # Every card comes out of it (VIC03-2.3): a table has no other source of cards.
    "shoe": ("VIC03-7.1", "the dealing shoe stands on the table to the dealer's left"),
    "sign": ("VIC03-6.1", "the sign with minimum and maximum is displayed"),
}
"""What the dealer confirms before a table opens: the clause and the words."""

CARDS: Final = "VIC03-3.2.5"
"""Cards are checked before gaming and counted after it."""


def missing(table: Table) -> list[tuple[str, str, str]]:
    """What still bars the opening, as (item, clause, words); empty when the table may open."""
    barred: list[tuple[str, str, str]] = []
    try:
        table.clean()
    except ValidationError as faults:
        for field, messages in faults.message_dict.items():
            barred.append((field, _clause_of(field, table), " ".join(messages)))
        return barred
    if table.elections.get("auto_shuffler") == "yes" and not table.shoe_approval:
        barred.append(
            ("shoe_approval", "VIC03-4.1.1(f)", "the automatic shuffling shoe has no approval reference")
        )
    if not Sign.objects.filter(table=table, bet=MAIN).exists():
        barred.append(("limits", "VIC03-6.1-FN2-66(1)(d)", "minimum and maximum are not set"))
    if "cards" not in table.checks:
        barred.append(("cards", CARDS, "the cards have not been checked"))
    for item, (clause, words) in CONFIRMATIONS.items():
        if item not in table.checks:
            barred.append((item, clause, f"it is not confirmed that {words}"))
    return barred


def _clause_of(field: str, table: Table) -> str:
    return {
        "decks": "VIC03-3.1",
        "boxes": "VIC03-2.2.1",
        "seats": "VIC03-2.1",
        "face_down_reference": "VIC03-7.1.2(b)",
        "face_down": "VIC03-7.1.2(b)",
    }.get(field, "")


def may_use_face_down(table: Table, at: datetime) -> bool:
    """Whether cards may be dealt face down now: the approval is dated on or before today (VIC03-7.1.2(b))."""
    approved = table.face_down_approved_on
    return table.has_face_down_approval and approved is not None and approved <= at.date()


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
    """Record that the cards were checked before gaming (VIC03-3.2.5, 3.1).

    `cutting_card`: one lies ready; without a word, what the rules want. Raises TableRefusal when the packs are
    not those of the table.
    """
    with locked(code) as table:
        acting = require(by, Role.DEALER, POWER, "check cards")
        _not_in_hand(table, "check the cards")
        rules = table.rules
        wanted = rules.cutting_card
        ready = wanted.value if cutting_card is None else cutting_card
        if decks not in rules.decks.value:
            allowed = f"{rules.decks.value[0]} to {rules.decks.value[-1]}"
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
        _check(table, "cards", by, at, decks=decks, cards=expected)
        detail = f"{decks} packs checked: {expected} cards" + (", one cutting card" if ready else "")
        body = {"decks": decks, "cards": expected, "cutting_card": ready}
        entry = Draft(kind="cards_checked", detail=detail, clause=CARDS, body=body, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table


def confirm(code: str, item: str, *, by: Staff, at: datetime) -> Table:
    """Record that the dealer confirms `item` of CONFIRMATIONS. Raises TableRefusal for an unknown one.

    ``sign`` is asked again of every dealer who comes to the table (VIC03-6.1).
    """
    if item not in CONFIRMATIONS:
        raise TableRefusal(
            "", f"There is nothing called {item} to confirm", f"One of {', '.join(CONFIRMATIONS)}."
        )
    clause, words = CONFIRMATIONS[item]
    with locked(code) as table:
        acting = require(by, Role.DEALER, POWER, f"confirm the {item}")
        if item == "sign" and not Sign.objects.filter(table=table, bet=MAIN).exists():
            raise TableRefusal(
                "VIC03-6.1-FN2-66(1)(d)", "minimum and maximum are not set", "Set the limits first."
            )
        _check(table, item, by, at)
        entry = Draft(kind="confirmed", detail=words, clause=clause, body={"item": item}, acting_as=acting)
        write(table, [entry], by=by, at=at, changes=["checks"])
        return table


def open_table(code: str, *, by: Staff, at: datetime) -> Table:
    """Open the table for play. Raises TableRefusal naming the first thing that is missing and its clause."""
    with locked(code) as table:
        acting = require(by, Role.GAME_SUPERVISOR, "VIC03-1.1-B06", "open a table")
        if table.state != Table.State.CLOSED:
            raise TableRefusal("", f"{code} is {table.state} already")
        if barred := missing(table):
            _item, clause, words = barred[0]
            rest = f" ({len(barred) - 1} more)" if len(barred) > 1 else ""
            raise TableRefusal(clause, f"{code} cannot open: {words}{rest}", "Complete the opening list.")
        if table.face_down and not may_use_face_down(table, at):
            raise TableRefusal(
                "VIC03-7.1.2(b)",
                "the approval to deal face down is dated after today",
                "Deal face up until then.",
            )
        table.state = Table.State.OPEN
        table.opened_at = at
        table.rounds = table.handle = table.win = 0
        table.live = {"limits": limits_of(table)}
        detail = f"{code} opened: {table.book} {table.game}, {table.decks} packs, {table.boxes} boxes"
        body = {"book": table.book, "game": table.game, "decks": table.decks, "boxes": table.boxes,
                "elections": table.elections, "readings": table.readings, "chips": table.chips,
                "checks": table.checks, "face_down": table.face_down_reference if table.face_down else ""}  # fmt: skip
        entry = Draft(kind="table_opened", detail=detail, clause="VIC03-6.1", body=body, acting_as=acting)
        changes = ["state", "opened_at", "rounds", "handle", "win", "live"]
        write(table, [entry], by=by, at=at, changes=changes)
        return table


def begin_closing(code: str, *, by: Staff, at: datetime) -> Table:
    """No further round is opened; the one in hand is finished. The table closes with the count of its cards."""
    with locked(code) as table:
        acting = require(by, Role.CASINO_SUPERVISOR, "VIC03-17.7", "close a table")
        if table.state != Table.State.OPEN:
            raise TableRefusal("", f"{code} is {table.state}, not open")
        table.state = Table.State.CLOSING
        entry = Draft(
            kind="table_closing", detail=f"{code} closes: no further round", clause=CARDS, acting_as=acting
        )
        write(table, [entry], by=by, at=at, changes=["state"])
        return table


def count_cards(code: str, counted: int, *, by: Staff, at: datetime) -> bool:
    """Record the count after gaming (VIC03-3.2.5). True: complete, the table is closed.

    False: the count differs from the packs checked in. The close is held and an incident is recorded; a
    recount may follow.
    """
    with locked(code) as table:
        acting = require(by, Role.DEALER, POWER, "count cards")
        if table.state != Table.State.CLOSING:
            raise TableRefusal(
                CARDS, f"{code} is {table.state}: cards are counted when it closes", "Close it first."
            )
        _not_in_hand(table, "count the cards")
        expected = table.rules.shoe_cards(table.decks)
        body = {"counted": counted, "expected": expected}
        if counted != expected:
            detail = f"end count {counted}, expected {expected}: the close is held"
            drafts = [
                Draft(kind="cards_counted", detail=detail, clause=CARDS, body=body, acting_as=acting),
                Draft(kind="incident", detail=f"cards are not complete: {detail}", clause=CARDS, body=body),
            ]
            table.live = {**table.live, "irregular": 1}
            write(table, drafts, by=by, at=at, changes=["live"])
            return False
        table.state = Table.State.CLOSED
        table.checks = {}
        table.live = {**table.live, "irregular": 0}
        drafts = [
            Draft(kind="cards_counted", detail=f"end count {counted}: complete", clause=CARDS, body=body,
                  acting_as=acting),
            Draft(kind="table_closed", detail=f"{code} closed", clause=CARDS,
                  body={"rounds": table.rounds, "handle": table.handle, "win": table.win}),
        ]  # fmt: skip
        write(table, drafts, by=by, at=at, changes=["state", "checks", "live"])
        return True


def dealer_on(table: Table, number: str, at: datetime) -> list[str]:
    """Put a dealer ("" for none) at a table whose row is locked; returns the fields to save.

    Whoever comes to the table sees to the sign anew (VIC03-6.1).
    """
    table.dealer = number
    table.dealer_since = at if number else None
    table.checks.pop("sign", None)
    return ["dealer", "dealer_since", "checks"]


def may_deal(table: Table, *, new_round: bool) -> TableRefusal | None:
    """Why play is refused at this table now; None when it is not. A round in hand goes on when the dealer changes
    or the table is closing."""
    if table.state == Table.State.CLOSED:
        return TableRefusal(CARDS, f"{table.code} is closed", "Check the cards and open the table.")
    if not new_round:
        return None
    if table.state == Table.State.CLOSING:
        return TableRefusal(CARDS, f"{table.code} is closing: no further round", "Count the cards.")
    if not table.sign_confirmed:
        clause, _words = CONFIRMATIONS["sign"]
        return TableRefusal(
            clause, "the dealer has not confirmed the limit sign", "Confirm that the sign is displayed."
        )
    return None


def _check(table: Table, item: str, by: Staff, at: datetime, **more: Any) -> None:
    table.checks[item] = {"by": by.number, "at": at.isoformat(), **more}


def _not_in_hand(table: Table, what: str) -> None:
    if table.in_hand:
        raise TableRefusal(CARDS, f"a round is in hand at {table.code}", f"Finish it, then {what}.")


def rules_for_table(table: Table) -> Rules:
    """The rules dealt at the table. Raises TableRefusal for a set-up that the book does not permit."""
    try:
        return table.rules
    except ValueError as fault:
        raise TableRefusal("", str(fault), "Correct the table's set-up.") from fault
