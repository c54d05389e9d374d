"""The report of a session, from opening to closing: the same sections for the page, the PDF and the CSV."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from casino.house_time import minutes
from casino.ledger import Entry
from casino.money import Cents
from casino.staff.roles import Role
from casino.translated import phrase, term, text
from casino.web.papers import Amount, Cell, Percent, Section
from rounds.pit.bet_figures import named
from rounds.pit.reports.figures import Figure, title
from rounds.read_model.log_rows import detail_of
from tables.float import chips as counting
from tables.float.balance import balance
from tables.float.cash import recorded_in
from tables.float.counts import variance_phrase
from tables.float.days import by_the_clock, hour_of, hours_of
from tables.float.models import Alert, Count, DropBox, Exchange, Session, Slip
from tables.float.policy import policy
from tables.float.round_figures import RoundFigures
from tables.float.tallies import Sums, dealt, edges_of, of_round, sums_of
from tables.models import Table

THEO: Final = gettext_noop(
    "Theo is what the wagers cost players of basic strategy, worked out from the rules of the game; "
    "players who play differently lose more, and the win then lies above it."
)
"""The assumptions behind theo, for the reader of a report."""


@dataclass(frozen=True, slots=True)
class Report:
    """Everything about a session. ``points`` are (win, theo) in cents after each round; ``pace`` is rounds by
    hour."""

    session: Session
    heading: str
    about: str
    """Game and times in one line, for the head of every printed page."""
    closed: bool
    made_at: datetime
    made_by: str
    """The staff number of the person it was made for."""
    signed: tuple[str, ...]
    """The roles that sign the printed report."""
    sections: tuple[Section, ...]
    lead: int
    """How many sections come before the charts."""
    points: tuple[tuple[Cents, Cents], ...]
    pace: tuple[tuple[str, int], ...]


def report(session: Session, at: datetime, by: str = "") -> Report:
    """The report of an open or closed session, made at `at` for the person with staff number `by`."""
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
        heading=text(_("{table} session {number}"), table=table.code, number=session.number),
        about=_about(session),
        closed=session.closed_at is not None,
        made_at=at,
        made_by=by,
        signed=tuple(
            term(Role(role).label) for role in dict.fromkeys((*policy().counted, policy().acknowledges))
        ),
        sections=tuple(section for section in sections if section.rows),
        lead=len(lead),
        points=points,
        pace=_pace(played),
    )


def _played(session: Session, played: Sequence[RoundFigures]) -> tuple[Sums, tuple[tuple[Cents, Cents], ...]]:
    sums, edges, points = Sums(), edges_of(session), []
    for dealt_round in played:
        sums.add(of_round(session, edges, dealt_round))
        points.append((sums.win, round(sums.theo)))
    return sums, tuple(points)


def _pace(played: Sequence[RoundFigures]) -> tuple[tuple[str, int], ...]:
    """Rounds begun in each hour of the clock, from the first to the last."""
    hours = Counter(hour_of(dealt_round.at) for dealt_round in played)
    return tuple((f"{by_the_clock(hour):%H}", hours[hour]) for hour in hours_of(hours)[:72])


def clock(at: datetime | None) -> str:
    """A time as written in the report."""
    return f"{by_the_clock(at):%Y-%m-%d} {minutes(at)}" if at is not None else ""


def _about(session: Session) -> str:
    return text(
        _("{game}, pit {pit}; opened {opened}, closed {closed}"),
        game=title(session),
        pit=session.pit,
        opened=clock(session.opened_at) or _("not yet"),
        closed=clock(session.closed_at) or _("not yet"),
    )


def _facts(session: Session) -> Section:
    rows: list[tuple[Cell, ...]] = [
        (_("Pit"), session.pit),
        (_("Game"), text(_("{game}, {packs:pack|packs}"), game=title(session), packs=session.decks)),
        (_("Opened"), f"{clock(session.opened_at) or _('not yet')} {session.opened_by}".strip()),
        (_("Closed"), f"{clock(session.closed_at) or _('not yet')} {session.closed_by}".strip()),
    ]
    return Section(
        _("Session"),
        ("", ""),
        rows,
        text(_("Times are those of the house's clock ({zone})."), zone=timezone.get_current_timezone_name()),
    )


def _balance(session: Session, table: Table) -> Section:
    now = balance(session, table)
    rows: list[tuple[Cell, ...]] = [
        (_("Opening float"), Amount(now.opening)),
        (_("Fills"), Amount(now.fills)),
        (_("Credits"), Amount(-now.credits)),
        (_("Cash buy-ins"), Amount(-now.cash)),
        (_("Won by the recorded rounds"), Amount(now.win)),
        (_("Expected float"), Amount(now.expected)),
    ]
    if session.closing is not None:
        rows += [
            (_("Closing float, counted"), Amount(session.closing.total)),
            (_("Variance"), Amount(session.closing.total - now.expected)),
        ]
    return Section(_("Float"), ("", _("Amount")), rows)


def _wins(session: Session, sums: Sums) -> Section:
    """The win by the rounds and by the counts, beside theo."""
    figure = Figure("", sums)
    rows: list[tuple[Cell, ...]] = [
        (_("Rounds"), sums.rounds),
        (_("Handle"), Amount(sums.handle)),
        (_("Win by the recorded rounds"), Amount(sums.win)),
    ]
    if session.counted_win is not None:
        rows += [
            (_("Win by the counts"), Amount(session.counted_win)),
            (_("Counts minus rounds"), Amount(session.counted_win - sums.win)),
        ]
    low, high = figure.theo - figure.margin, figure.theo + figure.margin
    rows += [
        (_("Theo"), Amount(figure.theo)),
        (_("Theo, 95 % from"), Amount(low)),
        (_("Theo, 95 % to"), Amount(high)),
        (_("Win within it"), _("no") if figure.outside else _("yes")),
        (_("Hold"), "" if figure.hold is None else Percent(figure.hold)),
        (_("Expected hold"), "" if figure.base is None else Percent(figure.base)),
    ]
    return Section(_("Win"), ("", ""), rows, f"{_('Hold is win over handle.')} {_(THEO)}")


def _counts(session: Session) -> Section:
    counts = Count.objects.filter(table=session.table, at__gte=session.opening.at, id__gte=session.opening_id)
    if session.closed_at is not None:
        counts = counts.filter(id__lte=session.closing_id)
    rows = [
        (
            clock(count.at), term(count.get_kind_display()), counting.shown(count.chips), Amount(count.total),
            phrase(variance_phrase(count.variance)) if count.expected is not None else "", count.note,
            f"{count.counted_by}, {count.signed_by}",
        )
        for count in counts.order_by("id")
    ]  # fmt: skip
    columns = (_("Time"), _("Count"), _("Chips"), _("Total"), _("Variance"), _("Note"), _("Signed"))
    return Section(_("Counts"), columns, rows)


def _slips(session: Session) -> Section:
    rows = []
    for slip in session.slips.prefetch_related("signatures").order_by("id"):
        amount = slip.amount if slip.kind == Slip.Kind.FILL else -slip.amount
        signed = ", ".join(f"{term(signature.step)} {signature.by}" for signature in slip.signatures.all())
        state = term(slip.state)
        state = f"{state}: {slip.reason}" if slip.reason else state
        rows.append(
            (
                clock(slip.at),
                term(slip.get_kind_display()).lower(),
                slip.serial,
                counting.shown(slip.chips),
                Amount(amount),
                state,
                signed,
            )
        )
    columns = (_("Time"), _("Slip"), _("Number"), _("Chips"), _("Amount"), _("State"), _("Signed"))
    return Section(_("Fills and credits"), columns, rows)


def _cash(session: Session) -> Section:
    rows = []
    for exchange in session.exchanges.select_related("box").order_by("id"):
        words = counting.shown(exchange.given)
        if exchange.taken:
            moved = _("{taken:chips} in, {given:chips} out") if exchange.given else _("{taken:chips} in")
            words = text(moved, taken=exchange.taken, given=exchange.given)
        kind = text(
            _("{exchange:term} reversed") if exchange.reverses_id else "{exchange:term}",
            exchange=exchange.get_kind_display(),
        )
        amount = Amount(exchange.cash if exchange.kind == Exchange.Kind.BUY_IN else 0)
        signed = f"{exchange.by}, {exchange.signed_by}" if exchange.signed_by else exchange.by
        rows.append((clock(exchange.at), kind, exchange.player, words, amount, exchange.note, signed))
    columns = (_("Time"), _("What"), _("Player"), _("Chips"), _("Cash"), _("Note"), _("Signed"))
    return Section(_("Buy-ins and colour-ups"), columns, rows)


def _boxes(session: Session) -> Section:
    boxes = DropBox.objects.filter(table=session.table)
    if session.closed_at is not None:
        boxes = boxes.filter(on_at__lte=session.closed_at)
    rows = []
    for box in boxes.exclude(off_at__lt=session.opening.at).order_by("id"):
        counted: Cell = Amount(box.counted) if box.counted is not None else _("not yet")
        rows.append(
            (box.number, clock(box.on_at), clock(box.off_at), Amount(recorded_in(box)), counted, box.note)
        )
    return Section(
        _("Drop boxes"),
        (_("Box"), _("On"), _("Off"), _("Cash recorded"), _("Cash counted"), _("Note")),
        rows,
        _("A box that was on before or after also has cash of other sessions in it."),
    )


def _bets(session: Session, played: Sequence[RoundFigures]) -> Section:
    sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
    for dealt_round in played:
        for name, (handle, win, base, _squares) in dealt_round.bets.items():
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
    return Section(_("Bet by bet"), (_("Bet"), _("Handle"), _("Win"), _("Theo"), _("Hold"), _("Edge")), rows)


def _by(session: Session) -> Section:
    rows: list[tuple[Cell, ...]] = []
    for (day, shift, dealer), sums in sorted(sums_of(session).items()):
        rows.append(
            (
                day.isoformat(), term(shift), dealer, sums.rounds, Amount(sums.handle), Amount(sums.win),
                Amount(round(sums.theo)), Amount(sums.drop),
            )
        )  # fmt: skip
    columns = (
        _("Gaming day"),
        _("Shift"),
        _("Dealer"),
        _("Rounds"),
        _("Handle"),
        _("Win"),
        _("Theo"),
        _("Drop"),
    )
    return Section(_("By shift and dealer"), columns, rows)


def _payments(session: Session, played: Sequence[RoundFigures]) -> Section:
    """Wrong payments in the rounds of the session, and how they were put right."""
    if not played:
        return Section(_("Payments put right"), (), ())
    entries = Entry.objects.filter(
        chain=session.table.code,
        kind="payment_corrected",
        round_no__range=(played[0].round_no, played[-1].round_no),
    )
    rows = [
        (clock(entry.at), str(entry.round_no), detail_of(entry), entry.clause, entry.actor)
        for entry in entries.order_by("seq")
    ]
    return Section(
        _("Payments put right"), (_("Time"), _("Round"), _("What"), _("Clause"), _("Signed")), rows
    )


def _alerts(session: Session) -> Section:
    alerts = Alert.objects.filter(table=session.table, raised_at__gte=session.opening.at)
    if session.closed_at is not None:
        alerts = alerts.filter(raised_at__lte=session.closed_at)
    rows = [
        (clock(alert.raised_at), alert.words, alert.note or _("not answered"), alert.answered_by)
        for alert in alerts
    ]
    return Section(_("Alerts"), (_("Time"), _("What"), _("Answer"), _("By")), rows)
