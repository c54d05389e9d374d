"""The float check of `verify_ledger`: a closed session's figures are those of its rounds and exchanges, and no slip
number is missing. `casino.ledger.rows` checks the rows themselves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from math import isclose

from casino.ledger.models import Entry
from casino.ledger.verify import Fault
from tables.float.models import Session, Slip, SlipBook
from tables.float.tallies import Sums, sums_of
from tables.models import Table


def wrong_floats(chain: str | None = None, since: datetime | None = None) -> Iterator[Fault]:
    """A Fault for each tally and each figure of a closed session that does not follow from its rounds, and for each
    gap in the slip numbers. With `since`, of the sessions that closed at or after that time."""
    tables = Table.objects.order_by("code")
    for table in tables.filter(code=chain) if chain is not None else tables:
        closed = Session.objects.filter(table=table, closed_at__isnull=False).order_by("number")
        for session in closed.filter(closed_at__gte=since) if since is not None else closed:
            session.table = table
            yield from _of_session(session)
    if chain is None:
        yield from _gaps()


def _of_session(session: Session) -> Iterator[Fault]:
    must, total = sums_of(session), Sums()
    as_they_were = not _found_out_since(session)
    for tally in session.tallies.all():
        total.add(tally)
        if not as_they_were:
            continue
        place = (tally.day, tally.shift, tally.dealer)
        expected = must.pop(place, Sums())
        for name in ("rounds", "handle", "win", "theo", "variance", "drop"):
            has, gives = getattr(tally, name), getattr(expected, name)
            if not isclose(has, gives, rel_tol=1e-9, abs_tol=1e-6):
                yield _fault(session, f"{name} of {_of(place)} is {has}, its rounds give {gives}")
    for place, sums in must.items() if as_they_were else ():
        if sums.rounds or sums.drop:
            yield _fault(
                session, f"no tally of {_of(place)} is stored, where {sums.rounds} rounds were dealt"
            )
    for name in ("rounds", "handle", "win", "drop"):
        if (has := getattr(total, name)) != (stored := getattr(session, name)):
            yield _fault(session, f"{name} is {stored}, its tallies give {has}")


def _found_out_since(session: Session) -> bool:
    """Whether something was found out about a round of the session after it closed (ACT03-14.5): its tallies are the
    signed ones, and the round has changed since."""
    of_table = Entry.objects.filter(chain=session.table.code)
    closed = of_table.filter(kind="session_closed", detail__startswith=f"session {session.number} ").first()
    rounds = of_table.filter(folded=True, round_no__gt=session.after_round, round_no__lte=session.last_round)
    return closed is not None and rounds.filter(seq__gt=closed.seq).exists()


def _of(place: tuple[object, str, str]) -> str:
    day, shift, dealer = place
    return f"{day} {shift}, dealer {dealer or 'nobody'},"


def _fault(session: Session, words: str) -> Fault:
    return Fault(session.table.code, None, "row", f"session {session.number}: {words}")


def _gaps() -> Iterator[Fault]:
    for book in SlipBook.objects.order_by("series"):
        numbers = list(
            Slip.objects.filter(series=book.series).order_by("number").values_list("number", flat=True)
        )
        if numbers != list(range(1, book.last + 1)):
            missing = sorted(set(range(1, book.last + 1)) - set(numbers))
            yield Fault(
                "house",
                None,
                "row",
                f"slips {missing or 'beyond the book'} of series {book.series} are missing",
            )
