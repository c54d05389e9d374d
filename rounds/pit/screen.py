"""What the pit dashboard shows of a table, and of what waits for a supervisor.

A tile is rendered once per change, for everybody who watches: nothing in it depends on the viewer. Amounts are in
cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Final

from django.db.models import QuerySet
from django.template.loader import get_template
from django.utils import timezone
from django.utils.translation import gettext_noop

from casino.ledger import clocks, keeping
from casino.ledger.keeping import Trouble
from casino.ledger.models import Worker
from casino.money import Cents, dollars
from casino.money_words import figure, percent
from casino.rulebooks.house import house_of
from casino.staff import approvals, changes
from casino.staff.models import Approval, GuessAlert, StaffChange
from casino.staff.roles import Role
from casino.tournament_table import units
from casino.translated import gettext as _
from casino.translated import phrase, term, text
from casino.view_models import context_of
from casino.web import fragments
from rounds.pit import bet_figures as of_bets
from rounds.pit import watch
from rounds.pit.alerts import alerts
from rounds.read_model.felt.words import phase_words
from sidebets import side_bets_of_book
from tables.floor import scheduled_changes
from tables.models import MAIN, Pit, PitAlert, ScaleOrder, SignChange, Table
from tables.offers import title_of
from tables.rota.stints import long_at_table
from tables.tournaments.at_table import at_table

BRIEF = {
    "initial_deal": gettext_noop("deal"),
    "insurance": gettext_noop("insure"),
    "interim_settlement": gettext_noop("pay"),
    "subsequent_deal": gettext_noop("decide"),
    "dealer_draw": gettext_noop("dealer"),
    "final_settlement": gettext_noop("pay"),
    "collected": gettext_noop("over"),
}
"""The phases in one short word, for a wall of sixty small tiles."""
NEEDS: Final = alerts.NEEDS
MOST_CHANGES = 20
"""How many changes of staff set-up are listed; more follow as these are acknowledged."""
WIDTH, HEIGHT = 240, 28
"""The size of the sparkline, in its own units."""


# --- a tile


@dataclass(frozen=True, slots=True)
class Spark:
    """The win over the last rounds as a line, starting before the first of them, with the zero line."""

    line: str
    zero: float | None
    label: str

    @classmethod
    def of(cls, points: list[list[int]]) -> Spark | None:
        wins = [win for _, win in points]
        if len(wins) < 2:
            return None
        low, high = min(wins), max(wins)
        room = (high - low) or 1
        top, usable = 3, HEIGHT - 6

        def height(win: int) -> float:
            return round(top + usable * (high - win) / room, 1) if high > low else HEIGHT / 2

        step = WIDTH / (len(wins) - 1)
        line = " ".join(f"{at * step:.1f},{height(win)}" for at, win in enumerate(wins))
        label = text(
            _("win over the last {rounds} rounds: from {first:money} to {last:money}"),
            rounds=len(wins),
            first=wins[0],
            last=wins[-1],
        )
        return cls(line, height(0) if low < 0 < high else None, label)


@dataclass(frozen=True, slots=True)
class BetOnTile:
    """A side bet on a tile, in a few characters."""

    title: str
    short: str
    win: str
    lost: bool
    all: str
    """The same in full: label, handle and hold."""
    bar: of_bets.Bar

    @classmethod
    def of(cls, row: of_bets.Row, bar: of_bets.Bar) -> BetOnTile:
        return cls(
            title=row.title,
            short=row.short,
            win=figure(row.win, sign=True),
            lost=row.win < 0,
            all=text(
                _("{bet}, handle {handle:money}, hold {percent}"),
                bet=bar.label,
                handle=row.handle,
                percent=percent(row.win, row.handle),
            ),
            bar=bar,
        )


@dataclass(frozen=True, slots=True)
class Tile:
    """What ``pit/_tile.html`` shows of a table, in plain values."""

    table: Table
    css: str
    phase: str
    brief: str
    """The phase in one short word."""
    phase_css: str
    irregular: int
    waiting: int
    """How many approvals wait at the table."""
    slips: int
    variances: int
    closing: bool
    """Whether it closes after this round."""
    listed: str
    """A word or two on the table's alert that its own row does not show; empty if there is no such alert."""
    listed_need: str
    listed_url: str
    need: str
    """How urgently it needs somebody: one of `NEEDS`, or empty."""
    attention: bool
    kind: str
    """Book and game, as named in the filter by game."""
    limits: str
    game: str
    since: str
    most: int
    """Minutes after which a dealer counts as long at the table."""
    held: int
    dealer: str
    boxes: list[tuple[int, str, str]]
    """Number, CSS classes and words of each box."""
    dealer_css: str
    due: str
    shoe: str
    pace: str
    handle: str
    handle_all: str
    win: str
    win_all: str
    hold: str
    spark: Spark | None
    bets: list[BetOnTile]
    theo: Cents | None
    theo_words: str
    theo_all: str
    off: bool = False
    """Whether the filter by game hides it."""
    bar_width: float = of_bets.WIDTH
    bar_middle: float = of_bets.WIDTH // 2
    width: int = WIDTH
    height: int = HEIGHT


@dataclass(frozen=True, slots=True)
class SessionOnTile:
    """What a tile shows of a table used for a tournament, in place of its game and its sign."""

    name: str
    limits: str
    """In tournament chips."""

    @classmethod
    def of(cls, table: Table) -> SessionOnTile | None:
        session = at_table(table)
        if session is None:
            return None
        name = _("Tournament %(code)s") % {"code": session.table.code}
        main = session.limits[0] if session.limits else None
        limits = f"{units(main.minimum)}–{units(main.maximum)}" if main is not None else ""
        return cls(f"{name} · {session.stage}" if session.stage else name, limits)


def tile(table: Table, lines: Iterable[alerts.AlertLine] = (), *, off: bool = False) -> Tile:
    """The tile of a table. `lines`: the pit's list, for alerts that the table's own row does not show; a pushed tile
    leaves them out, and the screen adds them from the list beside the tiles."""
    live = table.live or {}
    closed = table.state == Table.State.CLOSED
    limits = live.get("limits", {}).get(MAIN)
    irregular, waiting = live.get("irregular", 0), live.get("waiting", 0)
    slips, variances = (live.get("float", {}).get(name, 0) for name in ("slips", "alerts"))
    called = table.called_at is not None and not table.coming
    in_hand = not closed and table.in_hand
    shoe = live.get("shoe") or {}
    boxes = live.get("boxes") or [[number, False, 0, False] for number in range(1, table.boxes + 1)]
    theo = of_bets.theo_of(table)
    of_table = _listed(table.code, lines)
    listed = next(iter(sorted(of_table, key=lambda line: NEEDS.index(line.need))), None)
    closing = table.state == Table.State.CLOSING
    need = _need(
        bad=irregular or variances,
        sup=waiting or called or slips,
        now=closing,
        listed=listed.need if listed is not None else "",
    )
    phase = _phase(table, closed=closed, in_hand=in_hand)
    session = SessionOnTile.of(table) if table.tournament else None
    silent = any(line.kind == PitAlert.Kind.TABLET for line in of_table)
    classes = {"closed": closed, "now": in_hand, "silent": silent}
    return Tile(
        table=table,
        off=off,
        css=" ".join(name for name, applies in classes.items() if applies),
        phase=phase,
        brief=_brief(table, phase, closed=closed),
        phase_css="bad" if irregular else "",
        irregular=irregular,
        waiting=waiting,
        slips=slips,
        variances=variances,
        closing=closing,
        listed=listed.brief if listed is not None else "",
        listed_need=listed.need if listed is not None else "",
        listed_url=listed.url if listed is not None else "",
        need=need,
        attention=bool(need),
        kind=f"{table.book}/{table.game}",
        limits=session.limits
        if session is not None
        else f"{dollars(limits[0])}–{dollars(limits[1])[1:]}"
        if limits
        else _("no limits set"),
        game=session.name if session is not None else table.game_title,
        since=table.dealer_since.isoformat() if table.dealer and table.dealer_since else "",
        most=int(long_at_table().total_seconds() // 60),
        held=len(live.get("people", {}).get("held", ())) + len(live.get("people", {}).get("out", ())),
        dealer=table.dealer or ("—" if closed else _("no dealer")),
        boxes=[
            (
                number,
                "on" * bool(on) + " cur" * bool(current and in_hand),
                _box_words(number, on, hands, current and in_hand),
            )
            for number, on, hands, current in boxes
        ],
        dealer_css=" cur" if live.get("dealer_now") and in_hand else "",
        due=phrase(live.get("due") if in_hand else None if closed else shoe.get("next")),
        shoe=text(_("{left} of {of}"), left=shoe["left"], of=shoe["of"]) if shoe and not closed else "",
        pace=live.get("rounds_hour") or "—",
        handle=figure(table.handle) if table.rounds or table.handle else "—",
        handle_all=dollars(table.handle),
        win=figure(table.win, sign=True) if table.rounds or table.win else "—",
        win_all=dollars(table.win),
        hold=percent(table.win, table.handle),
        spark=Spark.of(live.get("points", [])),
        bets=_bets(table),
        theo=theo,
        theo_words=figure(theo) if theo is not None and (table.rounds or table.handle) else "—",
        theo_all=_("no edge known") if theo is None else dollars(theo),
    )


def _listed(code: str, lines: Iterable[alerts.AlertLine]) -> list[alerts.AlertLine]:
    """A table's unacknowledged alerts that its own row does not show."""
    return [line for line in lines if line.code == code and line.on_tile]


def _need(**needs: object) -> str:
    """The most urgent of the needs that are set."""
    listed = needs.pop("listed")
    return next((name for name in NEEDS if needs.get(name) or listed == name), "")


def by_need(tiles: Iterable[Tile]) -> list[Tile]:
    """The tiles that need somebody first, by urgency; closed tables last; each group by code."""

    def place(tile: Tile) -> tuple[int, str]:
        if tile.need:
            return NEEDS.index(tile.need), tile.table.code
        return len(NEEDS) + (tile.table.state == Table.State.CLOSED), tile.table.code

    return sorted(tiles, key=place)


def _phase(table: Table, *, closed: bool, in_hand: bool) -> str:
    """The phase of the round in words, or that the table is open, closing or closed."""
    if closed:
        return _("closed")
    phase = phase_words(table.phase) if table.phase else _("open")
    if table.state == Table.State.CLOSING:
        return text(_("closing · {phase}"), phase=phase) if in_hand else _("closing")
    return phase


def _brief(table: Table, phase: str, *, closed: bool) -> str:
    """One short word for `phase`, if there is one."""
    short = "" if closed or table.state == Table.State.CLOSING else BRIEF.get(table.phase, "")
    return _(short) if short else phase


def _bets(table: Table) -> list[BetOnTile]:
    """The side bets of a table, briefly; its page has them in full."""
    rows = of_bets.each_bet(row for row in of_bets.rows_of(table) if ":" in row.name)
    return [BetOnTile.of(row, bar) for row, bar in zip(rows, of_bets.bars(rows), strict=True)]


def _box_words(number: int, on: bool, hands: int, here: bool) -> str:
    words = text(_("box {box}, wagered") if on else _("box {box}, empty"), box=number)
    if hands > 1:
        words += ", " + text(_("{hands} hands"), hands=hands)
    return words + (f", {_('now')}" if here else "")


def render_tile(table: Table, lines: Iterable[alerts.AlertLine] = ()) -> str:
    """The push of a table's tile, which replaces the tile on the screen if it is there."""
    html = fragments.render("pit/_tile.html", {"tile": tile(table, lines)})
    return f'<hx-partial hx-target="#tile-{table.code}" hx-swap="outerMorph">{html}</hx-partial>'


# --- the pits


@dataclass(frozen=True, slots=True)
class NamedPits:
    """The pits to choose from, and the one shown (None: all)."""

    pits: Sequence[Pit]
    pit: Pit | None
    pits_mark: str
    """A digest of their names: a screen with another digest shows old names."""


def named_pits(pit: Pit | None) -> NamedPits:
    """Every pit by its present name."""
    pits = list(Pit.objects.all())
    digest = blake2b("\n".join(f"{each.code} {each.name}" for each in pits).encode(), digest_size=6)
    return NamedPits(pits, pit, digest.hexdigest())


def render_pits(pit: Pit | None) -> str:
    """The push that replaces the pits' names on a screen that shows old ones."""
    html = get_template("pit/_pits.html").render(context_of(named_pits(pit)))
    return f'<hx-partial hx-target="#pits" hx-swap="outerMorph">{html}</hx-partial>'


# --- what waits for a supervisor


def tables_of(pit: Pit | None) -> QuerySet[Table]:
    """The tables of a pit, or of the whole floor."""
    tables = Table.objects.select_related("pit").order_by("code")
    return tables if pit is None else tables.filter(pit=pit)


def look_at(pit: Pit | None, at: datetime) -> tuple[list[Table], list[alerts.AlertLine]]:
    """The tables of a pit and what needs a supervisor there now, after applying changes that have come due and
    recording new alerts."""
    scheduled_changes.due_now(pit)
    tables = list(tables_of(pit))
    return tables, alerts.keep_up(tables, at)


def waiting(pit: Pit | None) -> list[Approval]:
    """The approvals that wait at the pit's tables, irregularities first, oldest first."""
    asks = approvals.waiting_for()
    if pit is not None:
        asks = asks.filter(table_code__in=tables_of(pit).values("code"))
    # Irregularities come first: play stops until somebody acts.
    return sorted(asks[:100], key=lambda ask: ask.kind != approvals.IRREGULARITY)


def notices(pit: Pit | None) -> list[SignChange]:
    """The notices of a higher minimum displayed at the pit's tables, the next due first."""
    hang = SignChange.objects.filter(state=SignChange.State.SHOWN).select_related("table")
    return list((hang if pit is None else hang.filter(table__pit=pit)).order_by("change_at"))


def guessed() -> list[GuessAlert]:
    """Guessed PINs that no supervisor has acknowledged, in the whole house and shown in every pit, newest first."""
    return list(GuessAlert.objects.filter(seen_at=None).order_by("-raised_at")[:20])


@dataclass(frozen=True, slots=True)
class Ask:
    """An approval or an irregularity that waits in the pit's list."""

    ask: Approval
    role: str
    irregular: bool
    pit: str
    """The code of the table's pit."""
    seen: bool = False

    @property
    def red(self) -> bool:
        return self.irregular

    @classmethod
    def of(cls, ask: Approval, pits: Mapping[str, str]) -> Ask:
        return cls(
            ask=ask,
            role=term(Role(ask.role_wanted).label),
            irregular=ask.kind == approvals.IRREGULARITY,
            pit=pits.get(ask.table_code, ""),
        )


@dataclass(frozen=True, slots=True)
class Alert:
    """An alert in the pit's list, until somebody acknowledges it."""

    line: alerts.AlertLine
    ask: None = None
    """Lets the templates tell it from an approval."""

    @property
    def id(self) -> str:
        return self.line.key

    @property
    def red(self) -> bool:
        return self.line.red

    @property
    def seen(self) -> bool:
        return bool(self.line.seen_by)


@dataclass(frozen=True, slots=True)
class HigherMinimum:
    """A notice of a higher minimum displayed at a table."""

    notice: SignChange
    bet: str
    clause: str
    minimum: str
    seconds: int
    """Seconds until it is due."""
    due: bool

    @classmethod
    def of(cls, notice: SignChange, now: datetime) -> HigherMinimum:
        return cls(
            notice=notice,
            bet=title_of(notice.table, notice.bet),
            clause=house_of(notice.table.rules).notice,
            minimum=dollars(notice.minimum),
            seconds=int((notice.change_at - now).total_seconds()),
            due=notice.change_at <= now,
        )


@dataclass(frozen=True, slots=True)
class ChangeOfScale:
    """A change of scale among the notices: until when its notice is displayed or its games stay closed."""

    order: ScaleOrder
    title: str
    closed: bool
    until: datetime
    due: bool
    clause: str

    @classmethod
    def of(cls, order: ScaleOrder, now: datetime) -> ChangeOfScale:
        bet = side_bets_of_book(order.book)[order.bet]
        closed = order.state == ScaleOrder.State.CLOSED
        until = order.reopens_at if closed else order.closes_at
        clauses = (
            change.clause
            for change in bet.changes
            if (change.before, change.after) == (order.before, order.after)
        )
        return cls(
            order=order,
            title=bet.title,
            closed=closed,
            until=until,
            due=until <= now,
            clause=next(clauses, bet.same_everywhere.clause),
        )


@dataclass(frozen=True, slots=True)
class WrongClock:
    """A worker whose clock differs from the database's, shown in every pit until it is right."""

    worker: str
    difference: str
    """“30.0 s ahead of”."""

    @classmethod
    def of(cls, worker: Worker) -> WrongClock:
        return cls(worker.name, clocks.in_words(clocks.offset_of(worker)))


@dataclass(frozen=True, slots=True)
class Side:
    """What ``pit/_side.html`` shows: one list of what needs a supervisor, and what is under way."""

    asks: list[Approval]
    todo: list[Ask | Alert]
    warnings: list[Alert]
    """Alerts that wait for nobody's answer, but that somebody should know."""
    staff: list[StaffChange]
    to_acknowledge: int
    """How many items wait to be acknowledged."""
    alarm: bool
    notices: list[HigherMinimum]
    orders: list[ChangeOfScale]
    closing: list[watch.Closing]
    ending: list[watch.Ending]
    guesses: list[GuessAlert]
    clocks: list[WrongClock]
    troubles: tuple[Trouble, ...]
    """Whatever stops the record from being kept, the worst first."""
    mark: str
    pit: Pit | None


def side(
    pit: Pit | None,
    now: datetime | None = None,
    tables: Sequence[Table] | None = None,
    lines: list[alerts.AlertLine] | None = None,
) -> Side:
    """The side of a pit (None: of all). ``tables`` are the pit's and ``lines`` its alerts, if the caller has them."""
    now = now or timezone.now()
    pit_tables = list(tables_of(pit)) if tables is None else tables
    asks, hang, orders, guesses = waiting(pit), notices(pit), scale_orders(pit), guessed()
    staff = list(changes.waiting()[:MOST_CHANGES])
    runs = watch.running_at(pit, pit_tables, now)
    lines = alerts.lines(pit_tables, now) if lines is None else lines
    pits = {table.code: table.pit.code for table in pit_tables}
    wrong, troubles = clocks.wrong_clocks(), keeping.troubles()
    return Side(
        asks=asks,
        todo=_todo(asks, [line for line in lines if not line.warns], pits),
        warnings=[Alert(line) for line in lines if line.warns],
        staff=staff,
        to_acknowledge=sum(not line.seen_by for line in lines) + len(guesses) + len(staff),
        alarm=bool(guesses or wrong or troubles) or any(line.red and not line.seen_by for line in lines),
        notices=[HigherMinimum.of(notice, now) for notice in hang],
        orders=[ChangeOfScale.of(order, now) for order in orders],
        closing=runs.closing,
        ending=runs.ending,
        guesses=guesses,
        clocks=[WrongClock.of(worker) for worker in wrong],
        troubles=troubles,
        mark=_mark(asks, hang, orders, lines, runs, guesses, staff, wrong),
        pit=pit,
    )


def todo_at(table: Table, lines: list[alerts.AlertLine]) -> list[Ask | Alert]:
    """What needs a supervisor at one table; ``lines`` are its alerts."""
    asks = list(approvals.waiting_for().filter(table_code=table.code))
    return _todo(asks, lines, {table.code: table.pit.code})


def _todo(asks: list[Approval], lines: list[alerts.AlertLine], pits: Mapping[str, str]) -> list[Ask | Alert]:
    """Irregularities first, then what waits, then what is acknowledged. `pits`: the pit of each table, by code."""
    todo: list[Ask | Alert] = [*(Ask.of(ask, pits) for ask in asks), *(Alert(line) for line in lines)]
    return sorted(todo, key=lambda item: (item.seen, not item.red))


def scale_orders(pit: Pit | None) -> list[ScaleOrder]:
    """The changes of house-wide scales under way, the earliest ordered first, where the pit has tables of that
    book."""
    orders = ScaleOrder.objects.filter(state__in=(ScaleOrder.State.SHOWN, ScaleOrder.State.CLOSED))
    if pit is not None:
        orders = orders.filter(book__in=tables_of(pit).values("book"))
    return list(orders)


def mark(pit: Pit | None, tables: Sequence[Table], lines: list[alerts.AlertLine], now: datetime) -> str:
    """A digest of what the side shows: a screen with another digest is outdated."""
    asks, staff = waiting(pit), list(changes.waiting()[:MOST_CHANGES])
    runs = watch.running_at(pit, tables, now)
    return _mark(asks, notices(pit), scale_orders(pit), lines, runs, guessed(), staff, clocks.wrong_clocks())


def _mark(
    asks: list[Approval],
    hang: list[SignChange],
    orders: list[ScaleOrder],
    lines: list[alerts.AlertLine],
    runs: watch.Running,
    guesses: list[GuessAlert],
    staff: list[StaffChange],
    wrong: list[Worker],
) -> str:
    parts = (
        "a" + ".".join(f"{ask.pk}{'s' * bool(ask.seen_by)}" for ask in asks),
        "n" + ".".join(str(notice.pk) for notice in hang),
        "s" + ".".join(f"{order.pk}{order.state[0]}" for order in orders),
        "c" + ".".join(str(closing.notice.pk) for closing in runs.closing),
        "e" + ".".join(f"{ending.table.code}{ending.words}" for ending in runs.ending),
        "l" + ".".join(line.mark for line in lines),
        "g" + ".".join(str(alert.pk) for alert in guesses),
        "p" + ".".join(str(change.pk) for change in staff),
        "k" + ".".join(f"{worker.name}{worker.ahead_ms // 1000}" for worker in wrong),
        "t" + ".".join(f"{trouble.code}{trouble.what}" for trouble in keeping.troubles()),
    )
    return blake2b("".join(parts).encode(), digest_size=6).hexdigest()


def render_asks(
    pit: Pit | None, tables: Sequence[Table] | None = None, lines: list[alerts.AlertLine] | None = None
) -> str:
    """The push of what waits at a pit (None: at any table)."""
    html = get_template("pit/_side.html").render(context_of(side(pit, tables=tables, lines=lines)))
    return f'<hx-partial hx-target="#side" hx-swap="outerMorph">{html}</hx-partial>'
