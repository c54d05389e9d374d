"""The side bets on a table's page: what each is, how it is offered, what it still lacks; and the figures of every
bet, drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from casino.money import decimal, dollars
from casino.money_words import percent
from casino.refusals import Refusal
from casino.rulebooks.house import Mark
from rounds.pit import bet_figures as of_bets
from sidebets import Scale, SideBet
from sidebets.table import Equipment
from tables.bets import scales
from tables.bets.offers import fault_of, known, lacking, marks_of, offers_of, together
from tables.forms import showed
from tables.models import Fitting, Offer, ScaleOrder, Sign, Table

Typed = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PayScale:
    """One of a bet's pay scales: what it pays, in words; `chosen`: the form has it selected."""

    name: str
    pays: str
    chosen: bool
    clause: str

    @classmethod
    def of(cls, scale: Scale, decks: int, wanted: str) -> PayScale:
        if scale.prizes is not None:
            prizes = [prize for prize, _ in scale.prizes.entries]
            pays = f"prizes of {dollars(min(prizes))} to {dollars(max(prizes))} for each dollar"
        else:
            pays = ", ".join(f"{line.name.replace('_', ' ')} {line.odds_for(decks)}" for line in scale.lines)
        return cls(name=scale.name, pays=pays, chosen=scale.name == wanted, clause=scale.clause)


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of equipment that a bet needs: what is at the table, and what its form shows."""

    item: str
    clause: str
    fitted: Fitting | None
    works: bool
    device: str
    serves: int
    approved: str
    approval: str
    approved_on: str
    certified: tuple[tuple[str, str], ...]
    certificate: str

    @classmethod
    def of(cls, wanted: Equipment, fitted: Fitting | None, typed: Typed) -> Thing:
        mine = typed if typed.get("thing") == wanted.item else {}
        device = fitted.device if fitted is not None else None
        return cls(
            item=wanted.item,
            clause=wanted.clause,
            fitted=fitted,
            works=fitted is not None and fitted.working and (device is None or device.working),
            device=mine.get("device") or (device.code if device else ""),
            serves=wanted.serves,
            approved=wanted.approved,
            approval=mine.get("approval_of_type") or (fitted.approval if fitted else ""),
            approved_on=mine.get("approved_on")
            or (fitted.approved_on.isoformat() if fitted and fitted.approved_on else ""),
            certified=wanted.certified,
            certificate=mine.get("certificate") or (fitted.certificate if fitted else ""),
        )


@dataclass(frozen=True, slots=True)
class RunningOrder:
    """A change of the house's scale that is under way, on the card of its bet."""

    order: ScaleOrder
    closed: bool
    closes: datetime
    may_close: bool
    until: datetime
    may_reopen: bool

    @classmethod
    def of(cls, order: ScaleOrder, at: datetime) -> RunningOrder:
        closed = order.state == ScaleOrder.State.CLOSED
        return cls(
            order=order,
            closed=closed,
            closes=order.closes_at,
            may_close=not closed and at >= order.closes_at,
            until=order.reopens_at,
            may_reopen=closed and at >= order.reopens_at,
        )


@dataclass(frozen=True, slots=True)
class ChangeForm:
    """What the form for a change of the house's scale asks, and what was typed there."""

    others: list[str]
    """The scales that may take the place of the current one."""
    notice: int
    notice_clause: str
    closes: bool
    clauses: list[str]
    dated: bool
    entries: bool
    new_scale: str
    notice_text: str
    notice_minutes: str | int
    change_date: str
    change_time: str
    closed_minutes: str
    field: str

    @classmethod
    def of(cls, bet: SideBet, current: str, typed: Typed) -> ChangeForm:
        changes = [change for change in bet.changes if change.before == current]
        return cls(
            others=[scale.name for scale in bet.scales if scale.name != current],
            notice=bet.change_notice.value,
            notice_clause=bet.change_notice.clause,
            closes=bool(changes),
            clauses=[change.clause for change in changes],
            dated=any(change.dated for change in changes),
            entries=any(change.entries_settled for change in changes) and bet.entries_bar_change.value,
            new_scale=typed.get("new_scale", ""),
            notice_text=typed.get("notice_text", ""),
            notice_minutes=typed.get("notice_minutes") or bet.change_notice.value or "",
            change_date=typed.get("change_date", ""),
            change_time=typed.get("change_time", ""),
            closed_minutes=typed.get("closed_minutes", ""),
            field=typed.get("field", ""),
        )


@dataclass(frozen=True, slots=True)
class Card:
    """A side bet on the table's page, as ``pit/_bets.html`` shows it; amounts as their fields show them."""

    key: str
    title: str
    clause: str
    on: bool
    waits: bool
    """Whether it is offered only from the next round."""
    fault: Refusal | None
    """Why it may not be offered beside what is."""
    lacks: list[str]
    showed: str
    equipment: list[Thing]
    scale: str
    scales: list[PayScale]
    several: bool
    everywhere: str
    """The clause under which every table has the same scale."""
    fixed_scale: bool
    limits: str
    sign_clause: str
    only: bool
    """Whether one amount alone may be wagered."""
    minimum: str
    maximum: str
    multiple: str
    cloth: str
    cloth_words: str
    cloth_approval: str
    amount: str
    amount_approval: str
    cap: str
    cap_shown: str
    most_paid: str
    most_paid_approval: str
    most_paid_shown: bool
    marks: tuple[Mark, ...]
    in_play: bool
    set_by: str
    set_at: datetime | None
    order: RunningOrder | None
    change: ChangeForm | None
    open: bool


def cards(table: Table, typed: Typed, at: datetime) -> list[Card]:
    """One card a bet that goes with the table's game; bets of one option of the book share one. `typed` is what was
    sent with a step that was refused."""
    bets = known(table)
    if not bets:
        return []
    offers = {offer.bet: offer for offer in Offer.objects.filter(table=table)}
    limits = {sign.bet: sign for sign in Sign.objects.filter(table=table)}
    fittings: dict[tuple[str, str], Fitting] = {
        (fitting.bet, fitting.item): fitting for fitting in table.fittings.select_related("device")
    }
    all_cards: list[Card] = []
    seen: set[str] = set()
    for key, bet in bets.items():
        if key in seen:
            continue
        fellows = together(table, key)
        seen.update(fellows)
        mine = typed if typed.get("bet") in fellows or typed.get("order_of") in fellows else {}
        all_cards.append(
            _card(
                table,
                bet,
                offers.get(key),
                limits.get(key),
                mine,
                at,
                fault=fault_of(table, [(key, "")], offers.values()),
                title=" and ".join(bets[fellow].title for fellow in fellows),
                showed=showed.of_bet(table, key, [wanted.item for wanted in bet.equipment]),
                equipment=[
                    Thing.of(wanted, fittings.get((key, wanted.item)), mine) for wanted in bet.equipment
                ],
            )
        )
    # What is offered comes first, then what may be offered beside it, then the rest, each in the book's order.
    return sorted(all_cards, key=lambda card: (not card.on, card.fault is not None))


def _card(
    table: Table,
    bet: SideBet,
    offer: Offer | None,
    sign: Sign | None,
    typed: Typed,
    at: datetime,
    *,
    fault: Refusal | None,
    title: str,
    showed: str,
    equipment: list[Thing],
) -> Card:
    on = offer is not None and offer.on
    house = scales.house_scale(table.book, bet.key) if bet.same_everywhere.value else None
    current = house.scale if house is not None else offer.scale if offer is not None else bet.scales[0].name
    wanted = typed.get("scale") or current
    playing = {offered.bet for offered in offers_of(table)}
    order = scales.running_for(table.book, bet.key) if bet.same_everywhere.value else None
    only = bet.exactly.value
    minimum, maximum = (only, only) if only else (sign.minimum, sign.maximum) if sign else (0, 0)
    return Card(
        key=bet.key,
        title=title,
        clause=bet.clause,
        on=on,
        waits=on and bet.key not in playing,
        fault=None if on else fault,
        lacks=[f"its {thing.item} {wrong}" for thing, wrong in lacking(table, bet)],
        showed=showed,
        equipment=equipment,
        scale=current,
        scales=[PayScale.of(scale, table.decks, wanted) for scale in bet.scales],
        several=len(bet.scales) > 1,
        everywhere=bet.same_everywhere.clause if bet.same_everywhere.value else "",
        fixed_scale=house is not None and on,
        limits=_limits(sign) if sign is not None and on else "",
        sign_clause=bet.sign_shown or bet.exactly.clause,
        only=bool(only),
        minimum=typed.get("minimum") or _field(minimum),
        maximum=typed.get("maximum") or _field(maximum),
        multiple=typed.get("multiple") or _field(sign.multiple if sign else 0),
        cloth=bet.cloth.approved or bet.cloth.shared[1],
        cloth_words="Approval of the layout" if bet.cloth.approved else "Approval of a layout with both bets",
        cloth_approval=typed.get("cloth_approval", offer.cloth_approval if offer else ""),
        amount=bet.amount_approved,
        amount_approval=typed.get("amount_approval", offer.amount_approval if offer else ""),
        cap=bet.most_paid[0],
        cap_shown=bet.most_paid[1],
        most_paid=typed.get("most_paid") or _field(offer.most_paid if offer else 0),
        most_paid_approval=typed.get("most_paid_approval", offer.most_paid_approval if offer else ""),
        most_paid_shown=offer is not None and offer.most_paid_shown,
        marks=marks_of(bet, current, table.boxes),
        in_play=table.state != Table.State.CLOSED,
        set_by=offer.set_by if offer else "",
        set_at=offer.set_at if offer else None,
        order=RunningOrder.of(order, at) if order is not None else None,
        change=ChangeForm.of(bet, current, typed) if house is not None else None,
        open=bool(typed),
    )


def _limits(sign: Sign) -> str:
    if sign.minimum == sign.maximum:
        return f"{dollars(sign.minimum)} only"
    return f"{dollars(sign.minimum)}–{dollars(sign.maximum)[1:]}"


def _field(cents: int) -> str:
    """An amount as a field shows it; empty for none."""
    return decimal(cents) if cents else ""


@dataclass(frozen=True, slots=True)
class BetFigures:
    """The figures of one bet on the table's page: in words, and drawn."""

    row: of_bets.Row
    bar: of_bets.Bar
    handle: str
    win: str
    lost: bool
    hold: str
    theo: str
    edge: str


def figures(table: Table) -> list[BetFigures]:
    """The figures of every bet of a table."""
    rows = of_bets.rows_of(table)
    return [
        BetFigures(
            row=row,
            bar=bar,
            handle=dollars(row.handle),
            win=dollars(row.win),
            lost=row.win < 0,
            hold=percent(row.win, row.handle),
            theo="—" if row.theo is None else dollars(row.theo),
            edge="—" if row.edge is None else f"{100 * row.edge:.2f}%",
        )
        for row, bar in zip(rows, of_bets.bars(rows), strict=True)
    ]
