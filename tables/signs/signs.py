"""The limits on a table's signs: who may change them, and after which notice.

In Victoria a lower minimum, and any maximum or multiple, is in force for the next round at once; a higher minimum
needs a notice that names it and the time of the change and has been displayed continuously for at least 20 minutes
before that time (VIC03-6.4, 6.5, section 66(2)). Both Canberra books require that the players are told beforehand,
and name no period (ACT96-4.2, ACT03-3.1). The others do not mention it. What a table's book requires is in
`casino.rulebooks.house`. The current time is passed in as `at`. Amounts are in cents.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from casino.house_time import clock, whole_minute
from casino.ledger import Draft
from casino.ledger.rows import ROWS, rows_of
from casino.refusals import Refusal
from casino.rulebooks import Rules
from casino.rulebooks.house import House, house_of, sign_fault
from casino.staff.models import Staff
from casino.words import Phrase
from sidebets import SideBet
from tables.models import MAIN, Offer, Sign, SignChange, Table
from tables.offers import bet_of, offers_of, title_of
from tables.record import locked, require, write
from tables.refusal import wrong_set_up
from tables.signs import notices


class Limits(NamedTuple):
    """The limits of one bet, in cents; `multiple` is 0 for any amount."""

    minimum: int
    maximum: int
    multiple: int = 0


class By(NamedTuple):
    """Who takes a step, when, and by which role's power if it is not the person's own."""

    person: Staff
    at: datetime
    acting_as: str = ""


def set_limits(
    code: str,
    limits: Limits,
    *,
    bet: str = MAIN,
    told: bool = False,
    approval: str = "",
    by: Staff,
    at: datetime,
) -> Sign:
    """Put these limits in force from the next round on. `told`: the players were told of the change
    beforehand. `approval`: the reference of the approved amounts, for a side bet whose amounts must be approved.

    Raises Refusal for a person who may not, for limits that are invalid or do not fit the elections, for a change at
    a table in play whose players were not told although the book requires it, and for a minimum above the current
    one if that requires `put_up` and `bring_in`.
    """
    with locked(code) as table:
        house_rules = house(table)
        acting = _may(table, by, house_rules)
        _check_limits(table, house_rules, bet, limits)
        _amounts_approved(table, bet, limits, approval)
        _check_against_notice(table, house_rules, bet, limits)
        sign = Sign.objects.filter(table=table, bet=bet).first()
        in_play = (
            sign is not None and table.state != Table.State.CLOSED and _offered(table, house_rules, bet, at)
        )
        if sign is not None and in_play and house_rules.notice and limits.minimum > sign.minimum:
            raise Refusal(
                "sign.rise_needs_notice",
                house_rules.limits_altered,
                old=sign.minimum,
                new=limits.minimum,
                minutes=house_rules.notice_minutes,
            )
        fixed = table.rules.maximum_changes
        other = sign is not None and in_play and bet == MAIN and limits.maximum != sign.maximum
        if sign is not None and other and fixed.value == "at_opening":
            raise Refusal("sign.maximum_fixed", fixed.clause, maximum=sign.maximum)
        if in_play and house_rules.limits_told and not told:
            raise Refusal("sign.players_not_told", house_rules.limits_told)
        return _set(table, bet, limits, By(by, at, acting), told=told)


def put_up(
    code: str,
    *,
    minimum: int | None,
    change_at: datetime | None,
    maximum: int | None = None,
    multiple: int | None = None,
    bet: str = MAIN,
    by: Staff,
    at: datetime,
) -> SignChange:
    """Record that a notice of a higher minimum (cents) is displayed at the table from `at` on, and what it
    announces.

    Raises Refusal for a notice without the new minimum or the time, or with a time that comes too soon.
    """
    with locked(code) as table:
        house_rules = house(table)
        acting = _may(table, by, house_rules)
        if table.state != Table.State.OPEN:
            raise Refusal("sign.notice_at_closed_table", _notice_clause(house_rules), table=code)
        sign = Sign.objects.filter(table=table, bet=bet).first()
        if sign is None:
            raise Refusal("sign.no_limits", house_rules.limits, table=table.code, bet=_named(table, bet))
        clause = _notice_clause(house_rules)
        if minimum is None or change_at is None:
            raise Refusal("sign.notice_incomplete", clause)
        if minimum == sign.minimum or (minimum < sign.minimum and not house_rules.limits_told):
            raise Refusal(
                "sign.minimum_not_higher", house_rules.limits_altered, new=minimum, old=sign.minimum
            )
        if change_at - at < _hangs(house_rules):
            minutes = int((change_at - at).total_seconds() // 60)
            raise Refusal(
                "sign.notice_too_short",
                clause,
                minutes=minutes,
                least=house_rules.notice_minutes,
                earliest=clock(whole_minute(at + _hangs(house_rules))),
            )
        if SignChange.objects.filter(table=table, bet=bet, state=SignChange.State.SHOWN).exists():
            raise Refusal("sign.notice_up", house_rules.limits_altered)
        limits = Limits(
            minimum,
            sign.maximum if maximum is None else maximum,
            sign.multiple if multiple is None else multiple,
        )
        _check_limits(table, house_rules, bet, limits)
        _amounts_approved(table, bet, limits, "")
        notice = SignChange.objects.create(
            table=table, bet=bet, **limits._asdict(),
            change_at=change_at, shown_from=at, put_up_by=by.number,
        )  # fmt: skip
        detail = Phrase.of("entry.notice_up", bet=_named(table, bet), minimum=minimum, at=clock(change_at))
        write(
            table,
            [_entry("notice_up", detail, notice, acting, clause)],
            by=by,
            at=at,
            changes=notices.show(table),
        )
        return notice


def take_down(code: str, notice_id: int, *, by: Staff, at: datetime) -> SignChange:
    """Record that the notice is taken down. The next one must be displayed for the full time again."""
    with locked(code) as table:
        house_rules = house(table)
        acting = _may(table, by, house_rules)
        notice = _running(table, house_rules, notice_id)
        _end(notice, SignChange.State.TAKEN_DOWN, by, at)
        detail = Phrase.of("entry.notice_down", bet=_named(table, notice.bet), minimum=notice.minimum)
        entry = _entry("notice_down", detail, notice, acting, _notice_clause(house_rules))
        write(table, [entry], by=by, at=at, changes=notices.show(table))
        return notice


def bring_in(code: str, notice_id: int, *, by: Staff, at: datetime) -> Sign:
    """Put the notice's minimum in force. Raises Refusal before its time."""
    with locked(code) as table:
        house_rules = house(table)
        acting = _may(table, by, house_rules)
        notice = _running(table, house_rules, notice_id)
        if at < notice.change_at:
            raise Refusal("sign.before_notice", house_rules.limits_altered, at=clock(notice.change_at))
        if notice.change_at - notice.shown_from < _hangs(house_rules):
            raise Refusal(
                "sign.notice_was_short", _notice_clause(house_rules), minutes=house_rules.notice_minutes
            )
        return apply_notice(table, house_rules, notice, by=by, at=at, acting=acting, by_itself=False)


def apply_notice(
    table: Table,
    asked: House,
    notice: SignChange,
    *,
    by: Staff,
    at: datetime,
    acting: str = "",
    by_itself: bool = True,
) -> Sign:
    """Put a notice's minimum in force at a table whose row is locked; at the announced time nobody has to tap.
    Raises Refusal if the limits no longer fit the table's set-up."""
    sign = Sign.objects.filter(table=table, bet=notice.bet).first()
    # The maximum and multiple may have been changed since: the notice decides only the minimum.
    other = sign or notice
    limits = Limits(notice.minimum, other.maximum, other.multiple)
    _check_limits(table, asked, notice.bet, limits)
    _end(notice, SignChange.State.IN_FORCE, by, at)
    who = By(by, at, acting)
    return _set(table, notice.bet, limits, who, told=True, notice=notice, by_itself=by_itself)


def _named(table: Table, bet: str) -> str:
    """The bet, as the record names it to people."""
    return MAIN if bet == MAIN else title_of(table, bet)


def cancel_notice(
    table: Table, asked: House, notice: SignChange, refusal: Refusal, *, by: Staff, at: datetime
) -> None:
    """Take down a notice whose time has come but which cannot come into force any more."""
    _end(notice, SignChange.State.TAKEN_DOWN, by, at)
    detail = Phrase.of(
        "entry.notice_cancelled_under" if refusal.clause else "entry.notice_cancelled",
        bet=_named(table, notice.bet),
        minimum=notice.minimum,
        why=Phrase(refusal.code, refusal.values),
        **({"clause": refusal.clause} if refusal.clause else {}),
    )
    entry = _entry("notice_down", detail, notice, "", _notice_clause(asked))
    write(table, [entry], by=by, at=at, changes=notices.show(table))


def take_all_down(table: Table, *, by: Staff, at: datetime, acting: str = "") -> list[Draft]:
    """Take down every notice at a table that is closing, whose row is locked, since they affect no further round.
    Returns the entries."""
    house_rules = house(table)
    drafts = []
    for notice in running(table):
        _end(notice, SignChange.State.TAKEN_DOWN, by, at)
        detail = Phrase.of(
            "entry.notice_closes", bet=_named(table, notice.bet), minimum=notice.minimum, table=table.code
        )
        drafts.append(_entry("notice_down", detail, notice, acting, _notice_clause(house_rules)))
    return drafts


def running(table: Table) -> list[SignChange]:
    """The notices displayed at the table."""
    return list(SignChange.objects.filter(table=table, state=SignChange.State.SHOWN))


def limits_of(table: Table) -> dict[str, list[int]]:
    """The limits in force as a tile shows them, for the main bet and every side bet on offer: {bet: [minimum,
    maximum, multiple]}, in cents."""
    shown = (MAIN, *(offer.bet for offer in offers_of(table)))
    signs = {sign.bet: sign for sign in Sign.objects.filter(table=table, bet__in=shown)}
    return {
        bet: [signs[bet].minimum, signs[bet].maximum, signs[bet].multiple] for bet in shown if bet in signs
    }


def house(table: Table) -> House:
    """What the table's book requires. Raises Refusal for a set-up that no book permits."""
    try:
        return house_of(table.rules)
    except ValueError as fault:
        raise wrong_set_up(fault) from fault


def _hangs(house_rules: House) -> timedelta:
    """How long a notice of a higher minimum is displayed before the change."""
    return timedelta(minutes=house_rules.notice_minutes)


def _notice_clause(house_rules: House) -> str:
    return house_rules.notice or house_rules.limits_told or house_rules.limits_altered


def _may(table: Table, by: Staff, house_rules: House) -> str:
    return require(by, table.rules.limits_role.value, house_rules.limits_altered)


def _check_limits(table: Table, house_rules: House, bet: str, limits: Limits) -> None:
    if bet == MAIN:
        fault = main_fault(table.rules, limits, house_rules.limits)
    else:
        fault = _invalid(house_rules.limits, limits) or side_fault(bet_of(table, bet), limits)
    if fault is not None:
        raise fault


def main_fault(rules: Rules, limits: Limits, clause: str | None = None) -> Refusal | None:
    """Why these limits of the main bet are not valid under those rules; None if they are. `clause` is that of the
    sign, if it is not the book's own."""
    of_sign = house_of(rules).limits if clause is None else clause
    return _invalid(of_sign, limits) or sign_fault(rules, limits.minimum, limits.maximum)


def _invalid(clause: str, limits: Limits) -> Refusal | None:
    minimum, maximum, multiple = limits
    if minimum < 1 or maximum < minimum or multiple < 0:
        return Refusal("sign.limits", clause, minimum=minimum, maximum=maximum)
    if multiple > maximum:
        return Refusal("sign.multiple", clause, maximum=maximum, multiple=multiple)
    return None


def side_fault(bet: SideBet, limits: Limits) -> Refusal | None:
    """Why these limits of a side bet are not valid; None if they are. Any multiple is."""
    minimum, maximum, _ = limits
    if minimum < 1 or maximum < minimum:
        return Refusal(
            "sign.side_bet_limits", bet.sign_shown, bet=bet.title, minimum=minimum, maximum=maximum
        )
    only = bet.exactly
    if only.value and (minimum, maximum) != (only.value, only.value):
        return Refusal("sign.side_bet_amount", only.clause, bet=bet.title, amount=only.value)
    return None


def _check_against_notice(table: Table, house_rules: House, bet: str, limits: Limits) -> None:
    """Raises Refusal for limits that contradict a displayed notice for the bet: at the announced time its minimum
    comes into force, as the announced change and no other (ACT96-4.2, ACT03-3.1-B02, VIC03-6.4)."""
    notice = SignChange.objects.filter(table=table, bet=bet, state=SignChange.State.SHOWN).first()
    sign = Sign.objects.filter(table=table, bet=bet).first()
    if notice is None or sign is None:
        return
    higher = notice.minimum > sign.minimum
    fits = limits.minimum < notice.minimum if higher else limits.minimum > notice.minimum
    if not fits or limits.maximum < notice.minimum:
        raise Refusal(
            "sign.conflicts_with_notice",
            _notice_clause(house_rules),
            planned=notice.minimum,
            at=clock(notice.change_at),
        )


def _amounts_approved(table: Table, bet: str, limits: Limits, approval: str) -> None:
    """Raises Refusal for other amounts of a bet whose amounts must be approved, without their own approval
    (ACT03-17.4)."""
    if bet == MAIN or not bet_of(table, bet).amount_approved or approval:
        return
    raise Refusal(
        "sign.amounts_not_approved",
        bet_of(table, bet).amount_approved,
        minimum=limits.minimum,
        maximum=limits.maximum,
    )


def _offered(table: Table, house_rules: House, bet: str, at: datetime) -> bool:
    """Whether players go by the sign of that bet. They still do after the bet was withdrawn, for as long as a notice
    of a higher minimum would be displayed, so that withdrawing it is no way around the notice (VIC03-6.4)."""
    lately = Q(set_at__gt=at - _hangs(house_rules), set_at__gte=table.opened_at or at)
    return bet == MAIN or Offer.objects.filter(Q(on=True) | lately, table=table, bet=bet).exists()


def _running(table: Table, house_rules: House, notice_id: int) -> SignChange:
    notice = SignChange.objects.filter(table=table, pk=notice_id, state=SignChange.State.SHOWN).first()
    if notice is None:
        raise Refusal("sign.no_such_notice", _notice_clause(house_rules))
    return notice


def _end(notice: SignChange, state: str, by: Staff, at: datetime) -> None:
    notice.state, notice.ended_by, notice.ended_at = state, by.number, at
    notice.save(update_fields=["state", "ended_by", "ended_at"])


def _entry(kind: str, detail: Phrase, notice: SignChange, acting: str, clause: str) -> Draft:
    body = {
        "notice": notice.pk, "bet": notice.bet, "minimum": notice.minimum, "maximum": notice.maximum,
        "multiple": notice.multiple, "change_at": notice.change_at.isoformat(),
        "shown_from": notice.shown_from.isoformat(), ROWS: rows_of(notice),
    }  # fmt: skip
    return Draft(kind=kind, detail=detail, clause=clause, amount=notice.minimum, body=body, acting_as=acting)


def _set(
    table: Table,
    bet: str,
    limits: Limits,
    who: By,
    *,
    told: bool,
    notice: SignChange | None = None,
    by_itself: bool = False,
) -> Sign:
    """Write the limits to the sign of a bet, with their entry. The table's row must be locked."""
    sign = Sign.objects.filter(table=table, bet=bet).first()
    before = [sign.minimum, sign.maximum, sign.multiple] if sign else None
    sign = sign or Sign(table=table, bet=bet)
    sign.minimum, sign.maximum, sign.multiple = limits
    sign.save()
    detail = Phrase.of(
        "entry.limits_in" if limits.multiple else "entry.limits",
        bet=_named(table, bet),
        minimum=limits.minimum,
        maximum=limits.maximum,
        **({"multiple": limits.multiple} if limits.multiple else {}),
    )
    body = {
        "bet": bet, "before": before, "after": list(limits),
        "notice": notice.pk if notice else None,
        "shown_from": notice.shown_from.isoformat() if notice else None, "told": told,
        "by_itself": by_itself, ROWS: rows_of(*[notice] if notice else []),
    }  # fmt: skip
    entry = Draft(
        kind="limits_changed",
        detail=detail,
        clause=house(table).limits_altered,
        amount=limits.minimum,
        body=body,
        acting_as=who.acting_as,
    )
    table.live = {**table.live, "limits": limits_of(table)}
    notices.show(table)
    write(table, [entry], by=who.person, at=who.at, changes=["live"])
    return sign
