"""The steps of a table's page on its side bets, from the fields of their forms."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from casino.forms.typed import Fields, day, moment, money, number, text, ticked, time_of_day
from casino.staff.models import Staff
from tables.bets import equipment, offering, scales

WHEN: Final = "When the games close"


def _offer(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    terms = offering.Terms(
        minimum=money(text(fields, "minimum"), "Minimum"),
        maximum=money(text(fields, "maximum"), "Maximum"),
        multiple=money(text(fields, "multiple"), "Multiple", optional=True),
        scale=text(fields, "scale"),
        cloth_approval=text(fields, "cloth_approval"),
        amount_approval=text(fields, "amount_approval"),
        most_paid=money(text(fields, "most_paid"), "Largest payment", optional=True),
        most_paid_approval=text(fields, "most_paid_approval"),
        most_paid_shown=ticked(fields, "most_paid_shown"),
        seen=ticked(fields, "seen"),
        told=ticked(fields, "told"),
    )
    offering.offer(code, text(fields, "bet"), terms, by=by, at=at)


def _withdraw(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    offering.withdraw(code, text(fields, "bet"), by=by, at=at)


def _fit(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.fit(
        code,
        text(fields, "bet"),
        text(fields, "thing"),
        device=text(fields, "device").upper(),
        approval=text(fields, "approval_of_type"),
        approved_on=day(text(fields, "approved_on"), "Date of approval"),
        certificate=text(fields, "certificate"),
        by=by,
        at=at,
    )


def _take_away(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.take_away(code, text(fields, "bet"), text(fields, "thing"), by=by, at=at)


def _fail(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.fail(code, text(fields, "bet"), text(fields, "thing"), by=by, at=at)


def _repair(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    equipment.repair(code, text(fields, "bet"), text(fields, "thing"), by=by, at=at)


def _order(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    minutes = text(fields, "notice_minutes")
    wanted = scales.Wanted(
        scale=text(fields, "new_scale"),
        notice=text(fields, "notice_text")[:200],
        notice_minutes=number(text(fields, "notice_minutes"), "Minutes of the notice") if minutes else None,
        change_at=moment(
            day(text(fields, "change_date"), WHEN),
            time_of_day(text(fields, "change_time")) if text(fields, "change_time") else None,
            WHEN,
        ),
        closed_minutes=number(text(fields, "closed_minutes"), "Minutes closed", optional=True),
        field=number(text(fields, "field"), "Entrants", optional=True),
    )
    scales.order(code, text(fields, "bet"), wanted, by=by, at=at)


def _close_games(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.close_games(number(text(fields, "order"), "Change"), by=by, at=at)


def _reopen_games(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.reopen(number(text(fields, "order"), "Change"), by=by, at=at)


def _drop_order(code: str, by: Staff, at: datetime, fields: Fields) -> None:
    scales.drop(number(text(fields, "order"), "Change"), by=by, at=at)


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
OF_THE_HOUSE: Final = ("order_scale", "close_games", "reopen_games", "drop_order")
"""The steps on the house's scale; they lock it before the row of any table."""
