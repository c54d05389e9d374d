"""The side bets on a table's page: what each is, how it is offered and what it still lacks; and the figures of every
bet, drawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from casino.forms.fields import StepForm
from casino.money import decimal, dollars
from casino.money_words import percent
from casino.refusals import Refusal
from casino.rulebooks.house import Mark
from casino.translated import term, text
from rounds.pit import bet_figures as of_bets
from rounds.pit import shown
from sidebets import Scale, SideBet
from sidebets.table import Equipment
from tables.bets import scales
from tables.bets.forms import FitForm, OfferForm, ScaleForm
from tables.models import Fitting, Offer, ScaleOrder, Sign, Table
from tables.offers import fault_of, known, lacking, marks_of, of_book, offers_of, together

Typed = Mapping[str, str]
Form = TypeVar("Form", bound=StepForm)


@dataclass(frozen=True, slots=True)
class RefusedStep:
    """A side-bet step that was refused: what was typed into its form, and why it was refused."""

    typed: Typed
    refusal: Refusal


def _form(form: type[Form], refused: RefusedStep | None, part: str, now: dict[str, Any]) -> Form:
    """A form of a card: if refused, as it was sent with the refusal beside its field; otherwise with the table's
    values."""
    if refused is None or refused.typed.get("step") != form.step:
        return form(initial=now, part=part)
    # An unticked checkbox is not sent, so it must not fall back to the table's value.
    texts = {name: text for name, text in now.items() if isinstance(text, str)}
    sent = form(texts | dict(refused.typed), part=part)
    sent.refuse(refused.refusal)
    return sent


@dataclass(frozen=True, slots=True)
class PayScale:
    """One of a bet's pay scales: what it pays, in words."""

    name: str
    pays: str
    clause: str

    @classmethod
    def of(cls, scale: Scale, decks: int) -> PayScale:
        if scale.prizes is not None:
            prizes = [prize for prize, _ in scale.prizes.entries]
            pays = text(
                _("prizes of {least:money} to {most:money} for each {unit:money}"),
                least=min(prizes),
                most=max(prizes),
                unit=100,
            )
        else:
            pays = ", ".join(
                f"{term(line.name.replace('_', ' '))} {line.odds_for(decks)}" for line in scale.lines
            )
        return cls(name=scale.name, pays=pays, clause=scale.clause)


@dataclass(frozen=True, slots=True)
class Thing:
    """A piece of equipment that a bet needs: what is at the table, and the form that records it."""

    item: str
    clause: str
    fitted: Fitting | None
    works: bool
    serves: int
    approved: str
    certified: tuple[tuple[str, str], ...]
    form: FitForm

    @classmethod
    def of(
        cls, requirement: Equipment, fitted: Fitting | None, refused: RefusedStep | None, part: str
    ) -> Thing:
        """`part` keeps the ids of its form different from any other on the page."""
        mine = refused if refused is not None and refused.typed.get("thing") == requirement.item else None
        device = fitted.device if fitted is not None else None
        return cls(
            item=requirement.item,
            clause=requirement.clause,
            fitted=fitted,
            works=fitted is not None and fitted.working and (device is None or device.working),
            serves=requirement.serves,
            approved=requirement.approved,
            certified=requirement.certified,
            form=_form(FitForm, mine, part, {}),
        )


@dataclass(frozen=True, slots=True)
class RunningOrder:
    """A change of the house's scale under way, on the card of its bet."""

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
class Change:
    """What a change of the house's scale requires, and its form."""

    notice: int
    notice_clause: str
    closes: bool
    clauses: list[str]
    dated: bool
    entries: bool
    form: ScaleForm

    @classmethod
    def of(cls, bet: SideBet, current: str, refused: RefusedStep | None) -> Change:
        changes = [change for change in bet.changes if change.before == current]
        form = _form(ScaleForm, refused, bet.key, {"notice_minutes": str(bet.change_notice.value or "")})
        form.offer("new_scale", [(scale.name, scale.name) for scale in bet.scales if scale.name != current])
        return cls(
            notice=bet.change_notice.value,
            notice_clause=bet.change_notice.clause,
            closes=bool(changes),
            clauses=[change.clause for change in changes],
            dated=any(change.dated for change in changes),
            entries=any(change.entries_settled for change in changes) and bet.entries_bar_change.value,
            form=form,
        )


@dataclass(frozen=True, slots=True)
class Card:
    """A side bet on the table's page, as ``pit/_bets.html`` shows it."""

    key: str
    title: str
    clause: str
    on: bool
    waits: bool
    """Whether it is offered only from the next round."""
    fault: Refusal | None
    """Why it may not be offered beside the present bets."""
    lacks: list[str]
    showed: str
    equipment: list[Thing]
    scale: str
    scales: list[PayScale]
    several: bool
    everywhere: str
    """The clause that requires the same scale at every table."""
    fixed_scale: bool
    limits: str
    sign_clause: str
    exactly: str
    """The only amount that may be wagered, as typed in a field; empty if there is a range."""
    cloth: str
    cloth_words: str
    amount: str
    cap: str
    cap_shown: str
    form: OfferForm
    marks: tuple[Mark, ...]
    in_play: bool
    set_by: str
    set_at: datetime | None
    order: RunningOrder | None
    change: Change | None
    open: bool


@dataclass(frozen=True, slots=True)
class OtherBet:
    """A side bet of the book that the table's game does not have, and why it cannot be offered."""

    key: str
    why: Refusal


def others(table: Table) -> list[OtherBet]:
    """The side bets of the book that do not go with the table's game, in the book's order."""
    with_game = known(table)
    return [
        OtherBet(key, why)
        for key in of_book(table)
        if key not in with_game and (why := fault_of(table, [(key, "")], there=())) is not None
    ]


@dataclass(frozen=True, slots=True)
class There:
    """What a table has for its side bets: the bets of its game, and the rows of each by its key."""

    table: Table
    bets: Mapping[str, SideBet]
    offers: Mapping[str, Offer]
    signs: Mapping[str, Sign]
    fittings: Mapping[tuple[str, str], Fitting]

    @classmethod
    def at(cls, table: Table) -> There:
        """Of a table that comes with `shown.ROWS`."""
        return cls(
            table=table,
            bets=known(table),
            offers={offer.bet: offer for offer in table.offer_set.all()},
            signs={sign.bet: sign for sign in table.signs.all()},
            fittings={(fitting.bet, fitting.item): fitting for fitting in table.fittings.all()},
        )


def cards(table: Table, refused: RefusedStep | None, at: datetime) -> list[Card]:
    """One card for each bet that goes with the table's game; bets of one option of the book share a card. The table
    comes with `shown.ROWS`."""
    there = There.at(table)
    all_cards: list[Card] = []
    seen: set[str] = set()
    for key in there.bets:
        if key in seen:
            continue
        fellows = together(table, key)
        seen.update(fellows)
        mine = refused if refused is not None and refused.typed.get("bet") in fellows else None
        all_cards.append(_card(there, key, fellows, mine, at))
    # Bets on offer first, then those that may be added, then the rest, each in the book's order.
    return sorted(all_cards, key=lambda card: (not card.on, card.fault is not None))


def _card(
    there: There, key: str, fellows: Collection[str], refused: RefusedStep | None, at: datetime
) -> Card:
    table, bet, offer, sign = there.table, there.bets[key], there.offers.get(key), there.signs.get(key)
    on = offer is not None and offer.on
    house = scales.house_scale(table.book, bet.key) if bet.same_everywhere.value else None
    current = house.scale if house is not None else offer.scale if offer is not None else bet.scales[0].name
    playing = {offered.bet for offered in offers_of(table)}
    order = scales.running_for(table.book, bet.key) if bet.same_everywhere.value else None
    only = bet.exactly.value
    minimum, maximum = (only, only) if only else (sign.minimum, sign.maximum) if sign else (0, 0)
    now = {
        "scale": current,
        "minimum": _field(minimum),
        "maximum": _field(maximum),
        "multiple": _field(sign.multiple if sign else 0),
        "cloth_approval": offer.cloth_approval if offer else "",
        "amount_approval": offer.amount_approval if offer else "",
        "most_paid": _field(offer.most_paid if offer else 0),
        "most_paid_approval": offer.most_paid_approval if offer else "",
        "most_paid_shown": offer is not None and offer.most_paid_shown,
    }
    form = _form(OfferForm, refused, bet.key, now)
    form.offer("scale", [(scale.name, scale.name) for scale in bet.scales])
    return Card(
        key=bet.key,
        title=" and ".join(there.bets[fellow].title for fellow in fellows),
        clause=bet.clause,
        on=on,
        waits=on and bet.key not in playing,
        fault=None if on else fault_of(table, [(key, "")], there.offers.values()),
        lacks=[
            text(_("its {item} {wrong}"), item=term(piece.item), wrong=term(wrong))
            for piece, wrong in lacking(table, bet, table.fittings.all())
        ],
        showed=shown.of_bet(table, key, [requirement.item for requirement in bet.equipment]),
        equipment=[
            Thing.of(requirement, there.fittings.get((key, requirement.item)), refused, f"{key}-{number}")
            for number, requirement in enumerate(bet.equipment)
        ],
        scale=current,
        scales=[PayScale.of(scale, table.decks) for scale in bet.scales],
        several=len(bet.scales) > 1,
        everywhere=bet.same_everywhere.clause if bet.same_everywhere.value else "",
        fixed_scale=house is not None and on,
        limits=_limits(sign) if sign is not None and on else "",
        sign_clause=bet.sign_shown or bet.exactly.clause,
        exactly=_field(only),
        cloth=bet.cloth.approved or bet.cloth.shared[1],
        cloth_words=_("Approval of the layout")
        if bet.cloth.approved
        else _("Approval of a layout with both bets"),
        amount=bet.amount_approved,
        cap=bet.most_paid[0],
        cap_shown=bet.most_paid[1],
        form=form,
        marks=marks_of(bet, current, table.boxes),
        in_play=table.state != Table.State.CLOSED,
        set_by=offer.set_by if offer else "",
        set_at=offer.set_at if offer else None,
        order=RunningOrder.of(order, at) if order is not None else None,
        change=Change.of(bet, current, refused) if house is not None else None,
        open=refused is not None,
    )


def _limits(sign: Sign) -> str:
    if sign.minimum == sign.maximum:
        return text(_("{minimum:money} only"), minimum=sign.minimum)
    return f"{dollars(sign.minimum)}–{dollars(sign.maximum)[1:]}"


def _field(cents: int) -> str:
    """An amount as typed in a field; empty for zero."""
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
