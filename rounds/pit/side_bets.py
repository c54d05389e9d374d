"""The side bets on a table's page: what each is, how it is offered, what it still lacks; and the figures of every
bet, drawn."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from casino.money import decimal, dollars
from casino.money_words import percent
from rounds.pit import bet_figures as of_bets
from sidebets import Scale, SideBet
from sidebets.table import Equipment
from tables.bets import scales
from tables.bets.offers import fault_of, known, lacking, marks_of, offers_of, together
from tables.forms import showed
from tables.models import Fitting, Offer, ScaleOrder, Sign, Table

Typed = Mapping[str, str]


def cards(table: Table, typed: Typed, at: datetime) -> list[dict[str, Any]]:
    """One card a bet that goes with the table's game; bets of one option of the book share one. `typed` is what was
    sent with a step that was refused."""
    bets = known(table)
    if not bets:
        return []
    there = {offer.bet: offer for offer in Offer.objects.filter(table=table)}
    limits = {sign.bet: sign for sign in Sign.objects.filter(table=table)}
    fitted: dict[tuple[str, str], Fitting] = {
        (one.bet, one.item): one for one in table.fittings.select_related("device")
    }
    found: list[dict[str, Any]] = []
    seen: set[str] = set()
    for key, bet in bets.items():
        if key in seen:
            continue
        fellows = together(table, key)
        seen.update(fellows)
        mine = typed if typed.get("bet") in fellows or typed.get("order_of") in fellows else {}
        fault = fault_of(table, [(key, "")], there.values())
        card = _card(table, bet, there.get(key), limits.get(key), mine, at)
        card["fault"] = None if card["on"] else fault
        card["title"] = " and ".join(bets[one].title for one in fellows)
        card["showed"] = showed.of_bet(table, key, [item.item for item in bet.equipment])
        card["equipment"] = [_thing(one, fitted.get((key, one.item)), mine) for one in bet.equipment]
        found.append(card)
    # What is offered comes first, then what may be offered beside it, then the rest, each in the book's order.
    return sorted(found, key=lambda card: (not card["on"], card["fault"] is not None))


def _card(
    table: Table, bet: SideBet, offer: Offer | None, sign: Sign | None, typed: Typed, at: datetime
) -> dict[str, Any]:
    on = offer is not None and offer.on
    house = scales.house_scale(table.book, bet.key) if bet.same_everywhere.value else None
    current = house.scale if house is not None else offer.scale if offer is not None else bet.scales[0].name
    wanted = typed.get("scale") or current
    playing = {one.bet for one in offers_of(table)}
    lacks = [f"its {one.item} {wrong}" for one, wrong in lacking(table, bet)]
    asked = marks_of(bet, current, table.boxes)
    order = scales.running_for(table.book, bet.key) if bet.same_everywhere.value else None
    only = bet.exactly.value
    minimum, maximum = (only, only) if only else (sign.minimum, sign.maximum) if sign else (0, 0)
    return {
        "key": bet.key,
        "clause": bet.clause,
        "on": on,
        "waits": on and bet.key not in playing,
        "lacks": lacks,
        "scale": current,
        "scales": [_scale(one, bet, table.decks, wanted) for one in bet.scales],
        "several": len(bet.scales) > 1,
        "everywhere": bet.same_everywhere.clause if bet.same_everywhere.value else "",
        "fixed_scale": house is not None and on,
        "limits": _limits(sign) if sign is not None and on else "",
        "sign_clause": bet.sign_shown or bet.exactly.clause,
        "only": bool(only),
        "minimum": typed.get("minimum") or _field(minimum),
        "maximum": typed.get("maximum") or _field(maximum),
        "multiple": typed.get("multiple") or _field(sign.multiple if sign else 0),
        "cloth": bet.cloth.approved or bet.cloth.shared[1],
        "cloth_words": "Approval of the layout"
        if bet.cloth.approved
        else "Approval of a layout with both bets",
        "cloth_approval": typed.get("cloth_approval", offer.cloth_approval if offer else ""),
        "amount": bet.amount_approved,
        "amount_approval": typed.get("amount_approval", offer.amount_approval if offer else ""),
        "cap": bet.most_paid[0],
        "cap_shown": bet.most_paid[1],
        "most_paid": typed.get("most_paid") or _field(offer.most_paid if offer else 0),
        "most_paid_approval": typed.get("most_paid_approval", offer.most_paid_approval if offer else ""),
        "most_paid_shown": offer is not None and offer.most_paid_shown,
        "marks": asked,
        "in_play": table.state != Table.State.CLOSED,
        "set_by": offer.set_by if offer else "",
        "set_at": offer.set_at if offer else None,
        "order": _order(order, at) if order is not None else None,
        "change": _change(bet, current, typed) if house is not None else None,
        "open": bool(typed),
    }


def _limits(sign: Sign) -> str:
    if sign.minimum == sign.maximum:
        return f"{dollars(sign.minimum)} only"
    return f"{dollars(sign.minimum)}–{dollars(sign.maximum)[1:]}"


def _field(cents: int) -> str:
    """An amount as a field shows it; empty for none."""
    return decimal(cents) if cents else ""


def _scale(scale: Scale, bet: SideBet, decks: int, wanted: str) -> dict[str, Any]:
    if scale.prizes is not None:
        prizes = [prize for prize, _ in scale.prizes.entries]
        pays = f"prizes of {dollars(min(prizes))} to {dollars(max(prizes))} for each dollar"
    else:
        pays = ", ".join(f"{line.name.replace('_', ' ')} {line.odds_for(decks)}" for line in scale.lines)
    return {"name": scale.name, "pays": pays, "chosen": scale.name == wanted, "clause": scale.clause}


def _thing(wanted: Equipment, fitted: Fitting | None, typed: Typed) -> dict[str, Any]:
    mine = typed if typed.get("thing") == wanted.item else {}
    device = fitted.device if fitted is not None else None
    works = fitted is not None and fitted.working and (device is None or device.working)
    return {
        "item": wanted.item,
        "clause": wanted.clause,
        "fitted": fitted,
        "works": works,
        "device": mine.get("device") or (device.code if device else ""),
        "serves": wanted.serves,
        "approved": wanted.approved,
        "approval": mine.get("approval_of_type") or (fitted.approval if fitted else ""),
        "approved_on": mine.get("approved_on")
        or (fitted.approved_on.isoformat() if fitted and fitted.approved_on else ""),
        "certified": wanted.certified,
        "certificate": mine.get("certificate") or (fitted.certificate if fitted else ""),
    }


def _order(order: ScaleOrder, at: datetime) -> dict[str, Any]:
    closed = order.state == ScaleOrder.State.CLOSED
    return {
        "order": order,
        "closed": closed,
        "closes": order.closes_at,
        "may_close": not closed and at >= order.closes_at,
        "until": order.reopens_at,
        "may_reopen": closed and at >= order.reopens_at,
    }


def _change(bet: SideBet, current: str, typed: Typed) -> dict[str, Any]:
    """What the form for a change of the house's scale asks."""
    changes = [one for one in bet.changes if one.before == current]
    return {
        "others": [one.name for one in bet.scales if one.name != current],
        "notice": bet.change_notice.value,
        "notice_clause": bet.change_notice.clause,
        "closes": bool(changes),
        "clauses": [one.clause for one in changes],
        "dated": any(one.dated for one in changes),
        "entries": any(one.entries_settled for one in changes) and bet.entries_bar_change.value,
        "new_scale": typed.get("new_scale", ""),
        "notice_text": typed.get("notice_text", ""),
        "notice_minutes": typed.get("notice_minutes") or bet.change_notice.value or "",
        "change_date": typed.get("change_date", ""),
        "change_time": typed.get("change_time", ""),
        "closed_minutes": typed.get("closed_minutes", ""),
        "field": typed.get("field", ""),
    }


def figures(table: Table) -> list[dict[str, Any]]:
    """The figures of every bet for the page: in words, and drawn."""
    rows = of_bets.rows_of(table)
    return [
        {
            "row": row,
            "bar": bar,
            "handle": dollars(row.handle),
            "win": dollars(row.win),
            "lost": row.win < 0,
            "hold": percent(row.win, row.handle),
            "theo": "—" if row.theo is None else dollars(row.theo),
            "edge": "—" if row.edge is None else f"{100 * row.edge:.2f}%",
        }
        for row, bar in zip(rows, of_bets.bars(rows), strict=True)
    ]
