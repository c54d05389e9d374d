"""Offers a side bet at a table, changes how it is offered, and withdraws it: between two rounds, by a certain role.

Whatever is missing is refused with its clause: approvals, limits, equipment, a layout with its areas, the scale on
display. Everything applies from the next round on. The current time is passed in as `at`; amounts are in cents.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.money import Cents
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from sidebets import SideBet
from tables.bets import scales
from tables.models import Offer, Sign, Table
from tables.offers import bet_of, fault_of, lacking, marks_of, refresh, set_ups, together
from tables.record import locked, require, write
from tables.signs import signs

OFFERED_BY: Final = Role.CASINO_SUPERVISOR
"""The operator decides which side bets a table offers (NZ-15.1, 15A.1, 15B.1 …); the books name no role, so it is
the role that sets limits."""
CAPPED_BY: Final = Role.OPERATIONS_MANAGER
"""The operator sets the most that is paid, with the regulator's approval (NZ-15F.12)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms on which a bet is offered. Its limits on the sign are its own. ``seen``: at a table in play, the
    layout, its areas and the displayed scale are as they must be."""

    minimum: Cents
    maximum: Cents
    multiple: Cents = 0
    scale: str = ""
    cloth_approval: str = ""
    amount_approval: str = ""
    most_paid: Cents = 0
    most_paid_approval: str = ""
    most_paid_shown: bool = False
    seen: bool = False
    told: bool = False
    """Whether the players were told of the change beforehand, if the book requires that for limits."""

    @property
    def limits(self) -> signs.Limits:
        """The limits on the sign."""
        return signs.Limits(self.minimum, self.maximum, self.multiple)


def offer(code: str, key: str, terms: Terms, *, by: Staff, at: datetime) -> Table:
    """Offer the bet and those in the same option from the next round on, or change how it is offered.

    Raises Refusal for a person who may not, while a round is in hand, and for what the book forbids or requires
    first.
    """
    with scales.house_scale_locked(code, key):
        with locked(code) as table:
            bets = _may_be_offered(table, key, terms, by)
            for bet in bets:
                _set_limits(table, bet, terms, by, at)
        with locked(code) as table:  # read the row again after the change of limits
            for bet in bets:
                _put_on(table, bet, terms, by, at)
            return table


def _may_be_offered(table: Table, key: str, terms: Terms, by: Staff) -> list[SideBet]:
    """The bets of the option, once nothing prevents offering them on these terms."""
    bets = [bet_of(table, key_of_bet) for key_of_bet in together(table, key)]
    require(by, OFFERED_BY, bets[0].clause)
    _between_rounds(table, bets[0])
    offers = set_ups(table)
    if wrong := fault_of(table, [(bet.key, terms.scale) for bet in bets], there=offers.values()):
        raise wrong
    for bet in bets:
        _ready(table, bet, terms, offers.get(bet.key), by)
    _shares_cloth(table, bets[0], terms, offers)
    return bets


def withdraw(code: str, key: str, *, by: Staff, at: datetime) -> Table:
    """Withdraw the bet from the next round on; its set-up stays."""
    with locked(code) as table:
        bet = bet_of(table, key)
        acting = require(by, OFFERED_BY, bet.clause)
        _between_rounds(table, bet)
        keys = together(table, key)
        if not Offer.objects.filter(table=table, bet__in=keys, on=True).update(
            on=False, set_by=by.number, set_at=at
        ):
            raise Refusal("offer.not_offered", bet.clause, bet=bet.title, table=code)
        changes = refresh(table)
        table.live = {**table.live, "limits": signs.limits_of(table)}
        entry = Draft(
            kind="side_bet_withdrawn",
            detail=Phrase.of("entry.bet_withdrawn", bet=bet.title),
            clause=bet.clause,
            body={"bets": list(keys), ROWS: rows_of(*Offer.objects.filter(table=table, bet__in=keys))},
            acting_as=acting,
        )
        write(table, [entry], by=by, at=at, changes=["live", *changes])
        return table


def _between_rounds(table: Table, bet: SideBet) -> None:
    """Raises Refusal during a round: it is finished with the offers that it began with (ACT03-17.1, VIC03-11.6.2)."""
    if table.in_hand:
        raise Refusal("offer.round_open", bet.clause, table=table.code)


def _ready(table: Table, bet: SideBet, terms: Terms, offer: Offer | None, by: Staff) -> None:
    """Raises Refusal for anything that must be there before the bet is offered and is not."""
    for fault in approval_faults(bet, terms):
        raise fault
    _cap_is_approved(bet, terms, offer, by)
    if missing := lacking(table, bet):
        requirement, wrong = missing[0]
        raise Refusal(
            "offer.equipment_missing", requirement.clause, bet=bet.title, item=requirement.item, fault=wrong
        )
    scale = scales.in_operation(table, bet, terms.scale)
    marks = marks_of(bet, scale, table.boxes)
    if table.state != Table.State.CLOSED and marks and not terms.seen:
        raise Refusal(
            "offer.not_confirmed",
            (bet.scale_shown, marks[-1].clause)[not bet.scale_shown],
            what=[mark.words for mark in marks],
        )


def approval_faults(bet: SideBet, terms: Terms) -> Iterator[Refusal]:
    """What the terms themselves lack, whatever is at the table: approvals that the book requires, and limits that
    the bet may have."""
    if bet.cloth.approved and not terms.cloth_approval:
        yield Refusal("offer.layout_not_approved", bet.cloth.approved, bet=bet.title)
    if bet.amount_approved and not terms.amount_approval:
        yield Refusal("offer.amounts_not_approved", bet.amount_approved, bet=bet.title)
    if fault := signs.side_fault(bet, terms.limits):
        yield fault


def _cap_is_approved(bet: SideBet, terms: Terms, offer: Offer | None, by: Staff) -> None:
    """Raises Refusal unless the book lets the operator limit what is paid, with approval (NZ-15F.12-S1)."""
    may, _shown = bet.most_paid
    before = (offer.most_paid, offer.most_paid_approval) if offer is not None else (0, "")
    if may and (terms.most_paid, terms.most_paid_approval) != before:
        require(by, CAPPED_BY, may)
    if not terms.most_paid:
        return
    if not may:
        raise Refusal("offer.no_payout_limit", bet.clause, bet=bet.title)
    if terms.most_paid < 0:
        raise Refusal("offer.payout_limit", may)
    if not terms.most_paid_approval:
        raise Refusal("offer.payout_limit_not_approved", may, bet=bet.title)


def _shares_cloth(table: Table, bet: SideBet, terms: Terms, offers: dict[str, Offer]) -> None:
    """Raises Refusal for two bets on one layout, unless that layout was approved (VIC03-15.3.1)."""
    others, clause = bet.cloth.shared
    for other in others:
        beside = offers.get(other)
        if beside is not None and beside.on and not terms.cloth_approval:
            raise Refusal(
                "offer.shared_layout_not_approved", clause, bet=bet.title, other=bet_of(table, other).title
            )


def _set_limits(table: Table, bet: SideBet, terms: Terms, by: Staff, at: datetime) -> None:
    sign = Sign.objects.filter(table=table, bet=bet.key).first()
    if sign is None or (sign.minimum, sign.maximum, sign.multiple) != terms.limits:
        signs.set_limits(
            table.code,
            terms.limits,
            bet=bet.key,
            told=terms.told,
            approval=terms.amount_approval,
            by=by,
            at=at,
        )


def _put_on(table: Table, bet: SideBet, terms: Terms, by: Staff, at: datetime) -> None:
    scale = scales.in_operation(table, bet, terms.scale)
    before = Offer.objects.filter(table=table, bet=bet.key).first()
    was = _plain(before) if before is not None and before.on else None
    offer = before or Offer(table=table, bet=bet.key)
    offer.on, offer.scale = True, scale
    offer.cloth_approval, offer.amount_approval = terms.cloth_approval, terms.amount_approval
    offer.most_paid, offer.most_paid_approval = terms.most_paid, terms.most_paid_approval
    offer.most_paid_shown = terms.most_paid_shown and terms.most_paid > 0
    offer.set_by, offer.set_at = by.number, at
    offer.full_clean(exclude=["table"])
    offer.save()
    taken_up = scales.take_up(table, bet, scale, by, at)
    changes = refresh(table)
    marks = marks_of(bet, scale, table.boxes)
    if table.state != Table.State.CLOSED:
        for mark in marks:
            table.checks[mark.item] = {"by": by.number, "at": at.isoformat(), "words": mark.words}
        changes = [*changes, "checks"]
    table.live = {**table.live, "limits": signs.limits_of(table)}
    detail = (
        Phrase.of("entry.bet_offered_most", bet=bet.title, scale=scale, most=offer.most_paid)
        if offer.most_paid_shown
        else Phrase.of("entry.bet_offered", bet=bet.title, scale=scale)
    )
    entry = Draft(
        kind="side_bet_offered" if was is None else "side_bet_changed",
        detail=detail,
        clause=bet.clause,
        body={
            "bet": bet.key, "before": was, "after": _plain(offer),
            "limits": [terms.minimum, terms.maximum, terms.multiple],
            "seen": [{"words": mark.words, "clause": mark.clause} for mark in marks] if terms.seen else [],
            ROWS: rows_of(offer),
        },
        acting_as=require(by, OFFERED_BY, bet.clause),
    )  # fmt: skip
    write(table, [entry], by=by, at=at, changes=["live", *changes])
    if taken_up is not None:
        everywhere = Phrase.of("entry.scale_everywhere", bet=bet.title, scale=scale)
        scales.record(bet, everywhere, [taken_up], by, at)


def _plain(offer: Offer) -> dict[str, Any]:
    return {
        "scale": offer.scale,
        "cloth_approval": offer.cloth_approval,
        "amount_approval": offer.amount_approval,
        "most_paid": offer.most_paid,
        "most_paid_approval": offer.most_paid_approval,
        "most_paid_shown": offer.most_paid_shown,
    }
