"""Compare the books of a shift when it is over: each figure with the same figure from another source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Sum

from casino.ledger import Entry
from casino.ledger.verify import Report as Verified
from casino.ledger.verify import verify
from casino.money import dollars
from rounds.models import Round, Wager
from rounds.pit.reports.figures import Figure
from rounds.pit.reports.report import Report, report
from rounds.simulation.shift.cashier import Tray
from tables.float.balance import balance
from tables.float.models import DropBox, Session
from tables.float.tallies import Sums


@dataclass
class Outcome:
    """The outcome of a shift. ``faults`` is empty if everything agrees."""

    session: Session
    report: Report
    verified: Verified
    figure: Figure
    faults: list[str] = field(default_factory=list)
    did: Counter[str] = field(default_factory=Counter)
    """How often each thing was done, by the words of the record."""
    refused: list[str] = field(default_factory=list)
    """What the dealer tapped and the table refused."""
    taps: int = 0


def compare(
    session: Session, tray: Tray, *, since: datetime, met: Counter[str], refused: list[str], taps: int
) -> Outcome:
    """The outcome of a closed session; `since` is when its crew came."""
    code = session.table.code
    verified = verify(code)
    sums = Sums()
    for tally in session.tallies.all():
        sums.add(tally)
    rows = Entry.objects.filter(chain=code, at__gte=since).values_list("kind", flat=True)
    return Outcome(
        session=session,
        report=report(session, session.closed_at or session.opening.at),
        verified=verified,
        figure=Figure("", sums),
        faults=[*_differences(session, tray), *(fault.message for fault in verified.faults)],
        did=Counter(rows) + met,
        refused=refused,
        taps=taps,
    )


def _differences(session: Session, tray: Tray) -> Iterator[str]:
    """Every pair of figures that should be equal and is not, in words."""
    assert session.closing is not None, "the session is closed"
    stands = balance(session, session.table)
    rounds = Round.objects.filter(table=session.table, round_no__gt=session.after_round, tournament="")
    of_rounds: dict[str, Any] = rounds.aggregate(handle=Sum("handle", default=0), win=Sum("win", default=0))
    wagers: dict[str, Any] = Wager.objects.filter(round__in=rounds).aggregate(
        takes=Sum("takes", default=0), pays=Sum("pays", default=0)
    )
    tallies: dict[str, Any] = session.tallies.aggregate(
        rounds=Sum("rounds", default=0), handle=Sum("handle", default=0), win=Sum("win", default=0),
        drop=Sum("drop", default=0),
    )  # fmt: skip
    boxes = DropBox.objects.filter(pk__in=tray.boxes).aggregate(counted=Sum("counted", default=0))
    bets = session.table.bets.values()
    opened = stands.opening + stands.fills - stands.credits - stands.cash
    pairs = (
        (
            "closing float",
            session.closing.total,
            "opening, fills, credits, cash and win",
            opened + session.win,
        ),
        ("closing float", session.closing.total, "the tray", tray.total),
        ("win by the counts", session.counted_win, "win of the session", session.win),
        ("win of the rounds", of_rounds["win"], "win of the session", session.win),
        ("win of the wagers", wagers["takes"] - wagers["pays"], "win of the session", session.win),
        ("win bet by bet", sum(bet[1] for bet in bets), "win of the session", session.win),
        ("win of the dealers", tallies["win"], "win of the session", session.win),
        ("handle of the rounds", of_rounds["handle"], "handle of the session", session.handle),
        ("handle bet by bet", sum(bet[0] for bet in bets), "handle of the session", session.handle),
        ("handle of the dealers", tallies["handle"], "handle of the session", session.handle),
        ("cash of the drop boxes", boxes["counted"], "drop of the session", session.drop),
        ("drop of the dealers", tallies["drop"], "drop of the session", session.drop),
    )
    for name, bet, beside, other in pairs:
        if bet != other:
            yield f"{name} {dollars(bet or 0)}, {beside} {dollars(other or 0)}"
    if (
        tallies["rounds"] != session.rounds
        or len(rounds.filter(phase__in=("collected", "void"))) != session.rounds
    ):
        yield f"{session.rounds} rounds in the session, {tallies['rounds']} dealt by its dealers"
    if session.closing.variance:
        yield f"the closing count is {dollars(session.closing.variance)} off"
