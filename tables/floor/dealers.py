"""Who deals at a table, as the staff room announces it, on the table's row and in the record."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from casino import ledger
from casino.ledger.rows import ROWS, rows_of
from casino.staff import places, sockets
from casino.staff import signals as staff_signals
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.models import Pit, Table
from tables.record import announce, table_rows, write
from tables.rota import stints


def dealer_changed(
    table_code: str, old: Staff | None, new: Staff | None, at: datetime, **_: object
) -> list[Any]:
    """Receiver of `casino.staff.signals.dealer_changed`, which is sent before its entry, in the same transaction.
    Returns what that entry says about the table's row.

    A dealer who comes to a table leaves any other. All the rows are locked at once in the order of their codes, so
    that two dealers who swap tables at the same moment cannot deadlock.
    """
    number = new.number if new is not None else ""
    concerned = Q(code=table_code) | Q(dealer=number) if new is not None else Q(code=table_code)
    rows = {
        row.code: row
        for row in Table.objects.select_for_update(no_key=True).filter(concerned).order_by("code")
    }
    table = rows.pop(table_code, None)
    if table is None or number == table.dealer:
        return []
    if new is not None and new.role != Role.DEALER and not new.acts_in(table.pit.code):
        raise places.out_of_pit(new, table.pit.code)
    if new is not None:
        for other in rows.values():
            _leave(other, new, table_code, at)
    # The staff room writes at least one entry after this, so the version does not run ahead of the chain.
    table.version += 1
    changes = dealer_on(table, number, at)
    table.save(update_fields=["version", *changes])
    sockets.end_of_dealers(table_code)
    announce(table_code)
    return [*table_rows(table, changes), *rows_of(*stints.at_table(table, number, at))]


def dealer_on(table: Table, number: str, at: datetime) -> list[str]:
    """Put a dealer ("" for nobody) at a table whose row is locked; returns the fields to save.

    A dealer who comes to the table checks the sign again (VIC03-6.1).
    """
    table.dealer = number
    if number and table.relief == number:
        table.relief = ""
    table.dealer_since = at if number else None
    table.checks.pop("sign", None)
    table.newcomer, table.newcomer_at, table.newcomer_answer = "", None, ""
    return ["dealer", "dealer_since", "relief", "checks", "newcomer", "newcomer_at", "newcomer_answer"]


def _leave(table: Table, dealer: Staff, to: str, at: datetime) -> None:
    """Record that a dealer left a table, whose row is locked, to deal at another."""
    detail = Phrase.of("entry.leaves_for", number=dealer.number, table=table.code, other=to)
    body = {"number": dealer.number, "to": to, ROWS: rows_of(*stints.at_table(table, "", at))}
    entry = ledger.Draft(kind="signed_off", detail=detail, body=body)
    write(table, [entry], by=dealer, at=at, changes=dealer_on(table, "", at))
    sockets.end_of_dealers(table.code)


def table_codes(**_: object) -> list[str]:
    """The codes of all tables."""
    return list(Table.objects.values_list("code", flat=True))


def dealer_of(code: str, **_: object) -> str | None:
    """The number of the table's dealer, "" if nobody deals; None if there is no such table."""
    return Table.objects.filter(code=code).values_list("dealer", flat=True).first()


def dealer_beside(field: str, **_: object) -> str:
    """`dealer_of` as a column of an SQL statement; `field` is the column with the table's code."""
    return f"(SELECT d.dealer FROM tables_table d WHERE d.code = {field})"  # noqa: S608


def pits(**_: object) -> list[tuple[str, str]]:
    """Code and name of every pit."""
    return [(pit.code, f"{pit.code}, {pit.name}") for pit in Pit.objects.all()]


def place_of(code: str, **_: object) -> places.Place | None:
    """The pit that a table is in, and who deals there; None if there is no such table."""
    if "\0" in code:
        return None
    row = Table.objects.filter(code=code).values_list("pit__code", "dealer").first()
    return places.Place(*row) if row is not None else None


def every_place(**_: object) -> dict[str, places.Place]:
    """The same for every table, by its code."""
    rows = Table.objects.values_list("code", "pit__code", "dealer")
    return {code: places.Place(pit, dealer) for code, pit, dealer in rows}


def deals_at(number: str, **_: object) -> str:
    """The table at which somebody deals; "" if at none."""
    return Table.objects.filter(dealer=number).values_list("code", flat=True).first() or "" if number else ""


def come_to_table(code: str, dealer: Staff, at: datetime) -> None:
    """A dealer without a tablet (autoplay) comes to the table: the same steps as a sign-in at one."""
    with transaction.atomic():
        answers = staff_signals.tell_dealer(code, None, dealer, at)
        detail = Phrase.of("entry.deals", number=dealer.number, table=code)
        entry = ledger.Draft(kind="signed_on", detail=detail, body={"number": dealer.number, ROWS: answers})
        ledger.append(code, [entry], actor=dealer.number, role=dealer.role, at=at)
