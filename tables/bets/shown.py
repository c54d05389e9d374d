"""What pages show of a table's side bets that a step depends on (`tables.forms.showed`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from casino.money import decimal
from tables.bets import scales
from tables.forms.showed import Fact, Fields, Needed
from tables.models import Table
from tables.offers import known


def _offer(table: Table, bet: str) -> dict[str, str | bool]:
    offer = next((offer for offer in table.offer_set.all() if offer.bet == bet), None)
    if offer is None:
        return {"on": False}
    return {
        "on": offer.on,
        "scale": offer.scale,
        "cloth_approval": offer.cloth_approval,
        "amount_approval": offer.amount_approval,
        "most_paid": decimal(offer.most_paid) if offer.most_paid else "",
        "most_paid_approval": offer.most_paid_approval,
        "most_paid_is_shown": offer.most_paid_shown,
    }


def _fitting(table: Table, of: str) -> list[Any]:
    bet, _, item = of.partition("/")
    fitted = next(
        (fitted for fitted in table.fittings.all() if (fitted.bet, fitted.item) == (bet, item)), None
    )
    if fitted is None:
        return []
    device = fitted.device
    return [fitted.pk, fitted.working, device.code if device else "", device is None or device.working]


def _scale(table: Table, bet: str) -> list[Any]:
    if bet not in known(table) or not known(table)[bet].same_everywhere.value:
        return [""]  # the house has no scale of it
    house, order = scales.house_scale(table.book, bet), scales.running_for(table.book, bet)
    return [house.scale if house else "", *([order.pk, order.state] if order else [])]


FACTS: Final[Mapping[str, Fact]] = {
    "offer": Fact("changed.offer", ("side_bet_offered", "side_bet_changed", "side_bet_withdrawn"), _offer),
    "fitting": Fact(
        "changed.fitting",
        ("equipment_recorded", "equipment_gone", "equipment_failed", "equipment_repaired"),
        _fitting,
    ),
    "scale": Fact(
        "changed.scale",
        ("side_bet_offered", "scale_ordered", "scale_closing", "scale_changed", "scale_dropped"),
        _scale,
    ),
}


def _of_bet(fields: Fields) -> tuple[str, ...]:
    return (f"offer:{fields.get('bet', '')}", f"limits:{fields.get('bet', '')}")


def _of_thing(fields: Fields) -> tuple[str, ...]:
    return (f"fitting:{fields.get('bet', '')}/{fields.get('thing', '')}",)


def _of_scale(fields: Fields) -> tuple[str, ...]:
    return (f"scale:{fields.get('bet', '')}",)


NEEDED: Final[Mapping[str, Needed]] = {
    "offer_bet": _of_bet,
    "withdraw_bet": _of_bet,
    "fit": _of_thing,
    "take_away": _of_thing,
    "fail": _of_thing,
    "repair": _of_thing,
    "order_scale": _of_scale,
    "close_games": _of_scale,
    "reopen_games": _of_scale,
    "drop_order": _of_scale,
}
