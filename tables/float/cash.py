"""Buy-ins and colour-ups at the table, and the drop box that the cash goes into.

Players cash in their chips at the cage, not at the table; the table only changes small chips for large ones
(colour-up). Times are passed in.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q, Sum

from casino.ledger import Draft
from casino.money import Cents
from casino.player_mark import LONGEST_MARK, is_mark
from casino.refusals import Refusal
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from tables.float import chips as counting
from tables.float.counts import raise_alert, variance_phrase
from tables.float.models import Alert, DropBox, Exchange, Session
from tables.float.policy import policy
from tables.float.record import (
    at_table,
    dealt_lately,
    draft,
    in_session,
    note,
    require_two_signers,
    sent_before,
)
from tables.models import Table
from tables.record import form_request, require

Kind = Exchange.Kind
_BOX = re.compile(r"[A-Z0-9][A-Z0-9-]{0,11}")


def buy_in(
    code: str,
    cash: Cents,
    given: Mapping[int, int],
    *,
    by: Staff,
    at: datetime,
    player: str = "",
    key: str = "",
) -> Exchange:
    """Record cash exchanged for chips of the same value (cents); the cash goes into the drop box.

    Raises Refusal if chips and cash differ, if no box is on the table, and for a person who may not.
    """
    with at_table(code) as table:
        chips = counting.at_least_one(table, given)
        request = form_request(key, "buy_in", by, given=chips, cash=cash, player=player)
        if done := sent_before(Exchange, table, request):
            return done
        session = in_session(table)
        require(by, Role.DEALER, "")
        amount = counting.total(chips)
        if cash != amount:
            raise Refusal("buy_in.chips_differ", cash=cash, chips=amount)
        box = box_on(table)
        if box is None:
            raise Refusal("drop_box.none", table=code)
        row = _keep(
            table, session, Kind.BUY_IN, by, at, key,
            cash=cash, given=chips, amount=amount, box=box, player=player,
        )  # fmt: skip
        detail = Phrase.of(
            "entry.buy_in_for" if player else "entry.buy_in",
            amount=cash,
            given=chips,
            box=box.number,
            **_for(player),
        )
        note(table, [draft("buy_in", detail, [row], amount=cash)], by=by, at=at, request=request)
        return row


def colour_up(
    code: str,
    taken: Mapping[int, int],
    given: Mapping[int, int],
    *,
    by: Staff,
    at: datetime,
    player: str = "",
    key: str = "",
) -> Exchange:
    """Record chips exchanged for chips of the same value. Raises Refusal if they differ."""
    with at_table(code) as table:
        had, has = counting.at_least_one(table, taken), counting.at_least_one(table, given)
        request = form_request(key, "colour_up", by, given=has, taken=had, player=player)
        if done := sent_before(Exchange, table, request):
            return done
        session = in_session(table)
        require(by, Role.DEALER, "")
        amount = counting.total(had)
        if amount != counting.total(has):
            raise Refusal(
                "colour_up.sums_differ", had=had, amount=amount, given=has, given_amount=counting.total(has)
            )
        row = _keep(
            table, session, Kind.COLOUR_UP, by, at, key, given=has, taken=had, amount=amount, player=player
        )
        code_of_detail = "entry.colour_up_for" if player else "entry.colour_up"
        detail = Phrase.of(code_of_detail, amount=amount, had=had, given=has, **_for(player))
        note(table, [draft("colour_up", detail, [row], amount=amount)], by=by, at=at, request=request)
        return row


def reverse(
    exchange_id: int, reason: str, *, by: Staff, signed_by: Staff, at: datetime, key: str = ""
) -> Exchange:
    """Reverse an exchange that was entered wrongly, while its session is open: a new row, signed by two."""
    exchange = Exchange.objects.select_related("table").filter(pk=exchange_id).first()
    if exchange is None:
        raise Refusal("exchange.unknown")
    with at_table(exchange.table.code) as table:
        request = form_request(
            key, "reverse", by, exchange=exchange_id, reason=reason.strip(), signed_by=signed_by.number
        )
        if done := sent_before(Exchange, table, request):
            return done
        session = in_session(table)
        require_two_signers(
            table, by, signed_by, policy().reversed, at=at,
            part=lambda person: _entered(exchange, person) or dealt_lately(table, person),
        )  # fmt: skip
        if exchange.session_id != session.pk:
            raise Refusal("exchange.session_closed")
        if exchange.reverses_id is not None or Exchange.objects.filter(reverses=exchange).exists():
            raise Refusal("exchange.reversed")
        if exchange.box is not None and exchange.box.off_at is not None:
            raise Refusal("exchange.box_gone", box=exchange.box.number)
        if not reason.strip():
            raise Refusal("exchange.reason_missing")
        row = _keep(
            table, session, exchange.kind, by, at, key,
            cash=-exchange.cash, given=exchange.taken, taken=exchange.given, amount=exchange.amount, box=exchange.box,
            player=exchange.player, reverses=exchange, signed_by=signed_by.number, note=reason.strip()[:500],
        )  # fmt: skip
        detail = Phrase.of(
            "entry.exchange_reversed",
            kind=str(exchange.get_kind_display()),
            amount=exchange.amount,
            note=row.note,
            signed=(by.number, signed_by.number),
        )
        entry = draft("exchange_reversed", detail, [row], amount=-exchange.amount)
        note(table, [entry], by=by, at=at, request=request)
        return row


def _entered(exchange: Exchange, person: Staff) -> Refusal | None:
    """The refusal if the person entered the exchange or dealt when it was made; otherwise None."""
    had = person.number in (exchange.by, exchange.dealer)
    return Refusal("signer.made_exchange", number=person.number) if had else None


def _put_in(box: DropBox, person: Staff) -> Refusal | None:
    """The refusal if the person put cash into the box or dealt while it was on; otherwise None."""
    own = box.exchanges.filter(Q(by=person.number) | Q(dealer=person.number)).exists()
    return Refusal("signer.put_cash_in", number=person.number, box=box.number) if own else None


def _for(player: str) -> dict[str, str]:
    """The player's mark as a value of a detail, if one is recorded."""
    return {"player": player} if player else {}


def _keep(
    table: Table, session: Session, kind: str, by: Staff, at: datetime, key: str, **more: Any
) -> Exchange:
    player = more.pop("player", "")
    if player and not is_mark(player):
        raise Refusal("player.not_a_mark", mark=player[:LONGEST_MARK], longest=LONGEST_MARK)
    return Exchange.objects.create(
        table=table, session=session, kind=kind, dealer=table.dealer, by=by.number, at=at, key=key,
        player=player, **more,
    )  # fmt: skip


# --- the drop box


def box_on(table: Table) -> DropBox | None:
    """The box that is on the table, if any."""
    return DropBox.objects.filter(table=table, off_at=None).first()


def change_box(code: str, *, old: str, new: str, by: Staff, signed_by: Staff, at: datetime) -> DropBox | None:
    """Take the box `old` off ("" where none is on) and put `new` on ("" for none); both sign. Returns the box that
    is now on.

    Raises Refusal if `old` is not the box on the table, and for a box that is in use or waiting to be counted.
    """
    with at_table(code) as table:
        require_two_signers(
            table, by, signed_by, policy().counted, at=at,
            part=lambda person: dealt_lately(table, person),
        )  # fmt: skip
        old, new = old.strip().upper(), new.strip().upper()
        on = box_on(table)
        if (on.number if on else "") != old:
            raise Refusal("drop_box.another_on", on=on.number if on else "–", table=code, old=old or "–")
        if old == new:
            raise Refusal("drop_box.same")
        if new and not _BOX.fullmatch(new):
            raise Refusal("drop_box.number", number=new)
        if new and DropBox.objects.filter(number=new, counted_at=None).exists():
            raise Refusal("drop_box.in_use", number=new)
        both = [by.number, signed_by.number]
        rows = []
        if on is not None:
            on.off_at, on.off_by = at, both
            on.save()
            rows.append(on)
        if new:
            rows.append(DropBox.objects.create(table=table, number=new, on_at=at, on_by=both))
        detail = Phrase.of("entry.drop_box_changed", old=old or "none", new=new or "none", signed=both)
        note(table, [draft("drop_box_changed", detail, rows)], by=by, at=at)
        return rows[-1] if new else None


def recorded_in(box: DropBox) -> Cents:
    """The cash that was recorded as put into a box, in cents."""
    return box.exchanges.aggregate(cash=Sum("cash"))["cash"] or 0


def count_box(
    box_id: int, counted: Cents, *, by: Staff, signed_by: Staff, at: datetime, note_text: str = ""
) -> DropBox:
    """Record what was counted in a box that is off its table, in cents. Raises Refusal for a box that is on a table
    or has been counted, and for a difference from the recorded buy-ins without a note."""
    box_row = DropBox.objects.select_related("table").filter(pk=box_id).first()
    if box_row is None:
        raise Refusal("drop_box.unknown")
    with at_table(box_row.table.code) as table:
        box = DropBox.objects.select_for_update().get(pk=box_id)
        require_two_signers(
            table, by, signed_by, policy().box_counted, at=at,
            part=lambda person: _put_in(box, person),
        )  # fmt: skip
        if box.off_at is None:
            raise Refusal("drop_box.still_on", box=box.number, table=table.code)
        if box.counted_at is not None:
            if box.counted == counted:
                return box
            raise Refusal("drop_box.counted", box=box.number, amount=box.counted or 0)
        differs = counted - recorded_in(box)
        if differs and not note_text.strip():
            raise Refusal(
                "drop_box.short" if differs < 0 else "drop_box.over",
                counted=counted,
                recorded=recorded_in(box),
                differs=abs(differs),
            )
        box.counted, box.counted_at, box.counted_by = counted, at, [by.number, signed_by.number]
        box.note = note_text.strip()[:500]
        box.save()
        detail = Phrase.of(
            "entry.drop_box_counted",
            box=box.number,
            amount=counted,
            variance=variance_phrase(differs),
            signed=box.counted_by,
        )
        entries: list[Draft] = [draft("drop_box_counted", detail, [box], amount=counted)]
        if differs:
            why = Phrase.of(
                "cause.drop",
                table=table.code,
                box=box.number,
                variance=variance_phrase(differs),
                note=box.note,
            )
            entries.append(raise_alert(table, Alert.Kind.DROP, why, differs, at))
        note(table, entries, by=by, at=at)
        return box
