"""The report of a session, from opening to closing: the same sections for the page, the PDF and the CSV."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext

from casino.house_time import minutes
from casino.ledger import Entry
from casino.money import Cents
from casino.staff.roles import Role
from casino.translated import text
from casino.web.papers import Amount, Cell, Percent, Section
from rounds.pit.bet_figures import named
from rounds.pit.reports.figures import Figure, title
from tables.float import chips as counting
from tables.float.balance import balance
from tables.float.cash import recorded_in
from tables.float.counts import over_or_short
from tables.float.days import by_the_clock, hour_of, hours_of
from tables.float.dealt import Dealt
from tables.float.models import Alert, Count, DropBox, Exchange, Session, Slip
from tables.float.policy import policy
from tables.float.tallies import Sums, dealt, edges_of, of_round, sums_of
from tables.models import Table

THEO: Final = (
    "Theo is what the wagers cost players of basic strategy, worked out from the rules of the game; "
    "players who play otherwise lose more, and the win then lies above it."
)
"""What theo assumes, for the reader of a report."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about a session. ``points`` are (win, theo) in cents after each round; ``pace`` rounds by hour."""

    session: Session
    heading: str
    about: str
    """Game and times in a line, for the head of every printed page."""
    closed: bool
    made_at: datetime
    made_by: str
    """Who had it made, by number."""
    signed: tuple[str, ...]
    """The roles that sign the printed report."""
    sections: tuple[Section, ...]
    lead: int
    """How many of them come before the charts: what is read first."""
    points: tuple[tuple[Cents, Cents], ...]
    pace: tuple[tuple[str, int], ...]


def report(session: Session, at: datetime, by: str = "") -> Report:
    """The report of a session that is open or closed; `at` is when it is made, `by` the number of who has it made."""
    table = session.table
    played = dealt(session)
    sums, points = _played(session, played)
    lead = (_facts(session), _balance(session, table), _wins(session, sums))
    sections = (
        *lead,
        _counts(session),
        _slips(session),
        _cash(session),
        _boxes(session),
        _bets(session, played),
        _by(session),
        _payments(session, played),
        _alerts(session),
    )
    return Report(
        session=session,
        heading=f"{table.code} session {session.number}",
        about=_about(session),
        closed=session.closed_at is not None,
        made_at=at,
        made_by=by,
        signed=tuple(Role(role).label for role in dict.fromkeys((*policy().counted, policy().acknowledges))),
        sections=tuple(section for section in sections if section.rows),
        lead=len(lead),
        points=points,
        pace=_pace(played),
    )


def _played(session: Session, played: Sequence[Dealt]) -> tuple[Sums, tuple[tuple[Cents, Cents], ...]]:
    sums, edges, points = Sums(), edges_of(session), []
    for dealt_round in played:
        sums.add(of_round(session, edges, dealt_round))
        points.append((sums.win, round(sums.theo)))
    return sums, tuple(points)


def _pace(played: Sequence[Dealt]) -> tuple[tuple[str, int], ...]:
    """Rounds begun in each hour of the clock, from the first to the last."""
    hours = Counter(hour_of(dealt_round.at) for dealt_round in played)
    return tuple((f"{by_the_clock(hour):%H}", hours[hour]) for hour in hours_of(hours)[:72])


def clock(at: datetime | None) -> str:
    """A moment as the report writes it."""
    return f"{by_the_clock(at):%Y-%m-%d} {minutes(at)}" if at is not None else ""


def _about(session: Session) -> str:
    times = f"opened {clock(session.opened_at) or 'not yet'}, closed {clock(session.closed_at) or 'not yet'}"
    return f"{title(session)}, pit {session.pit}; {times}"


def _facts(session: Session) -> Section:
    rows: list[tuple[Cell, ...]] = [
        ("Pit", session.pit),
        ("Game", text(gettext("{game}, {packs:pack|packs}"), game=title(session), packs=session.decks)),
        ("Opened", f"{clock(session.opened_at) or 'not yet'} {session.opened_by}".strip()),
        ("Closed", f"{clock(session.closed_at) or 'not yet'} {session.closed_by}".strip()),
    ]
    return Section(
        "Session",
        ("", ""),
        rows,
        f"Times are those of the house's clock ({timezone.get_current_timezone_name()}).",
    )


def _balance(session: Session, table: Table) -> Section:
    now = balance(session, table)
    rows: list[tuple[Cell, ...]] = [
        ("Opening float", Amount(now.opening)),
        ("Fills", Amount(now.fills)),
        ("Credits", Amount(-now.credits)),
        ("Sold for cash", Amount(-now.cash)),
        ("Won by the recorded rounds", Amount(now.win)),
        ("Should be there", Amount(now.expected)),
    ]
    if session.closing is not None:
        rows += [
            ("Closing float, counted", Amount(session.closing.total)),
            ("Variance", Amount(session.closing.total - now.expected)),
        ]
    return Section("Float", ("", "Amount"), rows)


def _wins(session: Session, sums: Sums) -> Section:
    """What the rounds and the counts say, side by side, beside theo."""
    figure = Figure("", sums)
    rows: list[tuple[Cell, ...]] = [
        ("Rounds", sums.rounds),
        ("Handle", Amount(sums.handle)),
        ("Win by the recorded rounds", Amount(sums.win)),
    ]
    if session.counted_win is not None:
        rows += [
            ("Win by the counts", Amount(session.counted_win)),
            ("Counts less rounds", Amount(session.counted_win - sums.win)),
        ]
    low, high = figure.theo - figure.margin, figure.theo + figure.margin
    rows += [
        ("Theo", Amount(figure.theo)),
        ("Theo, 95 % from", Amount(low)),
        ("Theo, 95 % to", Amount(high)),
        ("Win within it", "no" if figure.outside else "yes"),
        ("Hold", "" if figure.hold is None else Percent(figure.hold)),
        ("Hold in the long run", "" if figure.base is None else Percent(figure.base)),
    ]
    return Section("Win", ("", ""), rows, f"Hold is win over handle. {THEO}")


def _counts(session: Session) -> Section:
    counts = Count.objects.filter(table=session.table, at__gte=session.opening.at, id__gte=session.opening_id)
    if session.closed_at is not None:
        counts = counts.filter(id__lte=session.closing_id)
    rows = [
        (
            clock(count.at), count.get_kind_display(), counting.words(count.chips), Amount(count.total),
            over_or_short(count.variance) if count.expected is not None else "", count.note,
            f"{count.counted_by}, {count.signed_by}",
        )
        for count in counts.order_by("id")
    ]  # fmt: skip
    return Section("Counts", ("Time", "Count", "Chips", "Total", "Variance", "Note", "Signed"), rows)


def _slips(session: Session) -> Section:
    rows = []
    for slip in session.slips.prefetch_related("signatures").order_by("id"):
        amount = slip.amount if slip.kind == Slip.Kind.FILL else -slip.amount
        signed = ", ".join(f"{signature.step} {signature.by}" for signature in slip.signatures.all())
        state = f"{slip.state}: {slip.reason}" if slip.reason else slip.state
        name = f"{slip.series}-{slip.number}"
        rows.append(
            (clock(slip.at), slip.kind, name, counting.words(slip.chips), Amount(amount), state, signed)
        )
    return Section(
        "Fills and credits", ("Time", "Slip", "Number", "Chips", "Amount", "State", "Signed"), rows
    )


def _cash(session: Session) -> Section:
    rows = []
    for exchange in session.exchanges.select_related("box").order_by("id"):
        words = counting.words(exchange.given)
        if exchange.taken:
            words = f"{counting.words(exchange.taken)} in" + (f", {words} out" if exchange.given else "")
        kind = (
            f"{exchange.get_kind_display()} taken back"
            if exchange.reverses_id
            else exchange.get_kind_display()
        )
        amount = Amount(exchange.cash if exchange.kind == Exchange.Kind.BUY_IN else 0)
        signed = f"{exchange.by}, {exchange.signed_by}" if exchange.signed_by else exchange.by
        rows.append((clock(exchange.at), kind, exchange.player, words, amount, exchange.note, signed))
    return Section(
        "Buy-ins and colour-ups", ("Time", "What", "Player", "Chips", "Cash", "Note", "Signed"), rows
    )


def _boxes(session: Session) -> Section:
    boxes = DropBox.objects.filter(table=session.table)
    if session.closed_at is not None:
        boxes = boxes.filter(on_at__lte=session.closed_at)
    rows = []
    for box in boxes.exclude(off_at__lt=session.opening.at).order_by("id"):
        counted: Cell = Amount(box.counted) if box.counted is not None else "not yet"
        rows.append(
            (box.number, clock(box.on_at), clock(box.off_at), Amount(recorded_in(box)), counted, box.note)
        )
    return Section(
        "Drop boxes",
        ("Box", "On", "Off", "Cash recorded", "Cash counted", "Note"),
        rows,
        "A box that was on before or after has cash of other sessions in it.",
    )


def _bets(session: Session, played: Sequence[Dealt]) -> Section:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for dealt_round in played:
        for name, (handle, win, base, _) in dealt_round.bets.items():
            sums[name] = [had + more for had, more in zip(sums[name], (handle, win, base), strict=True)]
    edges = edges_of(session)
    rows: list[tuple[Cell, ...]] = []
    for name, (handle, win, base) in sums.items():
        edge = edges.get(name)
        theo: Cell = "" if edge is None else Amount(round(base * edge))
        rows.append(
            (
                named(session.table, name), Amount(handle), Amount(win), theo,
                Percent(100 * win / handle) if handle else "", "" if edge is None else Percent(100 * edge, 3),
            )
        )  # fmt: skip
    return Section("Bet by bet", ("Bet", "Handle", "Win", "Theo", "Hold", "Edge"), rows)


def _by(session: Session) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for (day, shift, dealer), sums in sorted(sums_of(session).items()):
        rows.append(
            (
                day.isoformat(), shift, dealer, sums.rounds, Amount(sums.handle), Amount(sums.win),
                Amount(round(sums.theo)), Amount(sums.drop),
            )
        )  # fmt: skip
    columns = ("Gaming day", "Shift", "Dealer", "Rounds", "Handle", "Win", "Theo", "Drop")
    return Section("By shift and dealer", columns, rows)


def _payments(session: Session, played: Sequence[Dealt]) -> Section:
    """Payments that were made wrongly in the rounds of the session, and how they were put right."""
    if not played:
        return Section("Payments put right", (), ())
    entries = Entry.objects.filter(
        chain=session.table.code,
        kind="payment_corrected",
        round_no__range=(played[0].round_no, played[-1].round_no),
    )
    rows = [
        (clock(entry.at), str(entry.round_no), entry.detail, entry.clause, entry.actor)
        for entry in entries.order_by("seq")
    ]
    return Section("Payments put right", ("Time", "Round", "What", "Clause", "Signed"), rows)


def _alerts(session: Session) -> Section:
    alerts = Alert.objects.filter(table=session.table, raised_at__gte=session.opening.at)
    if session.closed_at is not None:
        alerts = alerts.filter(raised_at__lte=session.closed_at)
    rows = [
        (clock(alert.raised_at), alert.text, alert.note or "not answered", alert.answered_by)
        for alert in alerts
    ]
    return Section("Alerts", ("Time", "What", "Answer", "By"), rows)
