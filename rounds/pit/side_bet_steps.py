"""The side-bet steps of a table's page, from the fields of their forms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from casino.staff.models import Staff
from tables import offers
from tables.bets import equipment, offering, scales
from tables.bets.forms import FitForm, OfferForm, OrderForm, ScaleForm
from tables.models import Table

Fields = Mapping[str, str]


def _named(fields: Fields, name: str) -> str:
    """The value of a field that names the bet, or the equipment, that the step is about."""
    return fields.get(name, "").strip()


def check_bet(step: str, table: Table, fields: Fields) -> None:
    """Raises Refusal, with the clause, for a step on a side bet that the book does not have with the table's game."""
    if step in NAMES_A_BET:
        offers.bet_of(table, _named(fields, "bet"))


def _offer(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    offering.offer(code, _named(fields, "bet"), OfferForm(fields).terms(), by=by, at=at)


def _withdraw(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    offering.withdraw(code, _named(fields, "bet"), by=by, at=at)


def _fit(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    values = FitForm(fields).values()
    piece = equipment.Piece(
        _named(fields, "thing"),
        device=values["device"].upper(),
        approval=values["approval_of_type"],
        approved_on=values["approved_on"],
        certificate=values["certificate"],
    )
    equipment.fit(code, _named(fields, "bet"), piece, by=by, at=at)


def _take_away(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.take_away(code, _named(fields, "bet"), _named(fields, "thing"), by=by, at=at)


def _fail(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.fail(code, _named(fields, "bet"), _named(fields, "thing"), by=by, at=at)


def _repair(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.repair(code, _named(fields, "bet"), _named(fields, "thing"), by=by, at=at)


def _order(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.order(code, _named(fields, "bet"), ScaleForm(fields).plan(), by=by, at=at)


def _close_games(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.close_games(OrderForm(fields).values()["order"], by=by, at=at)


def _reopen_games(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.reopen(OrderForm(fields).values()["order"], by=by, at=at)


def _drop_order(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.cancel(OrderForm(fields).values()["order"], by=by, at=at)


STEPS: Final = {
    "offer_bet": _offer,
    "withdraw_bet": _withdraw,
    "fit": _fit,
    "take_away": _take_away,
    "fail": _fail,
    "repair": _repair,
    "order_scale": _order,
    "close_games": _close_games,
    "reopen_games": _reopen_games,
    "drop_order": _drop_order,
}
NAMES_A_BET: Final = ("offer_bet", "withdraw_bet", "fit", "take_away", "fail", "repair")
"""The steps on one bet at the table, for which the book is checked before anything else."""
OF_THE_HOUSE: Final = ("order_scale", "close_games", "reopen_games", "drop_order")
"""The steps on the house's scale, which lock it before any table's row."""
