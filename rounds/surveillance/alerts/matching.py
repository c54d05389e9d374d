"""Check whether what was just recorded at a table meets a rule's condition. This happens after the commit, in a
separate thread (`thread`): neither a tap nor a screen waits for it."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any, Final

import msgspec
from django.db.models import Count, F, Sum
from django.utils import timezone

from casino.ledger import DESK, HOUSE, Entry
from casino.money import Cents
from rounds.models import AlertRule, DeskAlert, PlayedRound, Wager
from rounds.surveillance.alerts.rules import raise_alert, running
from rounds.surveillance.facts import indexing
from tables.float.days import begins, gaming_day
from tables.models import Table

log = logging.getLogger(__name__)

Kind = AlertRule.Kind
Raised = tuple[str, int | None, dict[str, Any]]
"""The subject, round and values of an alert."""

TELLING: Final = frozenset({"called", "collected", "irregularity", "patron_attached", "round_voided"})
"""Kinds of entries that can raise an alert."""
PATIENCE: Final = 1.0


def can_raise(entry: Entry) -> bool:
    """Whether this entry can raise an alert."""
    return entry.kind in TELLING and entry.chain not in (HOUSE, DESK)


def raise_alerts(entries: Iterable[Entry]) -> list[DeskAlert]:
    """Raise the alerts that these entries give reason for; returns the new ones."""
    by_table: dict[str, list[Entry]] = {}
    for entry in entries:
        if can_raise(entry):
            by_table.setdefault(entry.chain, []).append(entry)
    if not by_table:
        return []
    rules = running()
    new: list[DeskAlert] = []
    for code, telling in by_table.items():
        for rule in rules:
            rule_table = str(rule.facts["table"])
            if rule_table and rule_table != code:
                continue
            try:
                for subject, round_no, values in _raised(rule, code, telling):
                    alert = raise_alert(rule, subject, code, round_no, values, timezone.now())
                    new += [alert] if alert is not None else []
            except Exception:
                log.exception("Alert rule %s could not be looked at for %s.", rule.pk, code)
    return new


def _raised(rule: AlertRule, code: str, telling: Sequence[Entry]) -> Iterator[Raised]:
    kinds = {entry.kind for entry in telling}
    last = telling[-1]
    if rule.kind == Kind.IRREGULARITIES and "irregularity" in kinds:
        yield from _irregularities(rule, code, last)
    elif rule.kind == Kind.WAGER and "called" in kinds:
        yield from _wagers(rule, code, last)
    elif rule.kind == Kind.WIN and kinds & {"collected", "round_voided"}:
        yield from _wins(rule, code, last)
    elif rule.kind == Kind.WATCHED and kinds & {"called", "patron_attached"}:
        yield from _watched(rule, code, last, telling)
    elif rule.kind == Kind.MEETS and "collected" in kinds:
        yield from _meets(rule, code, last)


def _irregularities(rule: AlertRule, code: str, last: Entry) -> Iterator[Raised]:
    since = last.at - timedelta(minutes=rule.facts["span"])
    of_hour = Entry.objects.filter(chain=code, kind="irregularity", at__gte=since).order_by("-seq")
    rounds = list(of_hour.values_list("seq", "round_no")[:100])
    # As many again are another alert: each irregularity counts towards only one.
    raised = (
        DeskAlert.objects.filter(rule=rule, table=code)
        .order_by("-pk")
        .values_list("facts", flat=True)
        .first()
    )
    counted = raised["last"] if raised else 0
    fresh = [(seq, number) for seq, number in rounds if seq > counted]
    if len(fresh) >= rule.facts["times"]:
        numbers = sorted({number for _, number in fresh if number is not None})
        values = {
            "count": len(fresh), "minutes": rule.facts["span"], "rounds": [str(n) for n in numbers],
            "last": fresh[0][0],
        }  # fmt: skip
        yield f"{code} {fresh[0][0]}", fresh[0][1], values


def _wagers(rule: AlertRule, code: str, last: Entry) -> Iterator[Raised]:
    over = Wager.objects.filter(
        round__table__code=code,
        round__round_no=last.round_no or 0,
        round__tournament="",
        amount__gt=rule.facts["amount"],
    )
    for wager in over.order_by("box", "hand", "player", "bet"):
        subject = f"{code} {last.round_no} {wager.box} {wager.player} {wager.bet}"
        yield (
            subject,
            last.round_no,
            {
                "player": wager.player,
                "box": wager.box,
                "amount": wager.amount,
                "last": last.seq,
            },
        )


def _wins(rule: AlertRule, code: str, last: Entry) -> Iterator[Raised]:
    """Players who are ahead by more than the amount at the table in the gaming day: once a day, and again for each
    further multiple of the amount."""
    day = gaming_day(last.at)
    today = Wager.objects.filter(
        round__table__code=code, round__opened_at__gte=begins(day), round__tournament=""
    ).order_by()
    ahead = (
        today.values("player")
        .annotate(net=Sum(F("pays") - F("takes")), rounds=Count("round", distinct=True))
        .filter(net__gt=rule.facts["amount"])
    )
    patrons = _patrons(code)
    for row in ahead:
        times = _times(row["net"], rule.facts["amount"])
        subject = f"{code} {day} {row['player']} {times}"
        yield subject, last.round_no, {
            "player": patrons.get(row["player"], row["player"]), "amount": row["net"], "rounds": row["rounds"],
        }  # fmt: skip


def _times(net: Cents, amount: Cents) -> int:
    return net // amount


def _watched(rule: AlertRule, code: str, last: Entry, telling: Sequence[Entry]) -> Iterator[Raised]:
    watched_player = str(rule.facts["player"])
    patrons = _patrons(code)
    marks = {mark for mark, number in patrons.items() if number == watched_player.upper()}
    if rule.facts["table"]:
        marks.add(watched_player)
    day = gaming_day(last.at)
    for entry in telling:
        if (
            entry.kind == "patron_attached"
            and msgspec.json.decode(entry.body).get("number") == watched_player.upper()
        ):
            yield f"{code} {day}", entry.round_no, {"player": watched_player}
            return
    there = Wager.objects.filter(
        round__table__code=code, round__round_no=last.round_no or 0, player__in=marks
    ).exists()
    if marks and there:
        yield f"{code} {day}", last.round_no, {"player": watched_player, "last": last.seq}


def _meets(rule: AlertRule, code: str, last: Entry) -> Iterator[Raised]:
    """Gaming days, among the last so many, on which the table's dealer dealt to a patron."""
    table = Table.objects.filter(code=code).first()
    rule_dealer = str(rule.facts["dealer"])
    dealer = table.dealer if table is not None else ""
    if table is None or not dealer or (rule_dealer and rule_dealer != dealer):
        return
    player = str(rule.facts["player"]).upper()
    numbers = [number for number in table.patrons.values() if not player or number == player]
    if not numbers:
        return
    indexing.catch_up(PATIENCE)
    day = gaming_day(last.at)
    since = begins(day - timedelta(days=rule.facts["span"] - 1))
    for number in numbers:
        moments = PlayedRound.objects.filter(patron=number, dealer=dealer, at__gte=since).values_list(
            "at", flat=True
        )
        days = {gaming_day(at) for at in moments}
        if len(days) >= rule.facts["times"]:
            values = {"player": number, "dealer": dealer, "times": len(days), "days": rule.facts["span"]}
            yield f"{dealer} {number} {day}", last.round_no, values


def _patrons(code: str) -> dict[str, str]:
    return dict(Table.objects.filter(code=code).values_list("patrons", flat=True).first() or {})
