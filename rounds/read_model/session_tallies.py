"""A table's rounds for the figures of its sessions: who dealt each, and its figures bet by bet; and the rounds of
many tables added up by the time at which they began."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from casino.ledger import Entry
from casino.money import Cents
from casino.postgres import standby
from rounds.engine.values import OVER
from rounds.models import Round
from tables.float.round_figures import RoundFigures


@dataclass(frozen=True, slots=True)
class Part:
    """The sums of one table's rounds that began in one part of the time. ``base``: by bet, the base of its edge, in
    cents."""

    table_id: int
    number: int
    """The number of the part, counted from the beginning."""
    rounds: int
    win: Cents
    base: Mapping[str, int]


BATCH = 500
CALLED = "called"
"""The kind of the entry in which no more bets is called."""


def dealt(code: str, after: int, last: int | None, **_: object) -> Iterator[RoundFigures]:
    """The completed rounds of a table after number `after`, up to `last`, in order, without tournament rounds, whose
    chips are not money. The dealer is whoever called no more bets or, if the call was never made, whoever opened the
    round."""
    rows = Round.objects.filter(table__code=code, round_no__gt=after, phase__in=OVER, tournament="")
    if last is not None:
        rows = rows.filter(round_no__lte=last)
    round_rows = list(
        rows.order_by("round_no").values_list(
            "round_no", "opened_at", "collected_at", "first_seq", "handle", "win", "bets"
        )
    )
    for first in range(0, len(round_rows), BATCH):
        batch = round_rows[first : first + BATCH]
        entries = Entry.objects.filter(chain=code, seq__in=[row[3] for row in batch])
        began = dict(entries.values_list("seq", "actor"))
        calls = Entry.objects.filter(chain=code, round_no__in=[row[0] for row in batch], kind=CALLED)
        called = dict(calls.order_by("seq").values_list("round_no", "actor"))
        for number, at, ended, seq, handle, win, bets in batch:
            dealer = called.get(number) or began.get(seq, "")
            yield RoundFigures(number, at, ended, dealer, handle, win, bets)


ADDED_UP = """
    WITH part AS (
        SELECT table_id, floor(extract(epoch FROM opened_at - %s) / %s)::int AS number, win, bets
        FROM rounds_round
        WHERE table_id = ANY(%s) AND opened_at >= %s AND phase = ANY(%s) AND tournament = ''
    ), base AS (
        SELECT table_id, number, bet.key, sum((bet.value ->> 2)::bigint)::bigint AS base
        FROM part CROSS JOIN LATERAL jsonb_each(bets) AS bet
        GROUP BY table_id, number, bet.key
    ), by_bet AS (
        SELECT table_id, number, jsonb_object_agg(key, base)::text AS base FROM base GROUP BY table_id, number
    )
    SELECT part.table_id, part.number, count(*), sum(part.win)::bigint, coalesce(min(by_bet.base), '{}')
    FROM part LEFT JOIN by_bet USING (table_id, number)
    GROUP BY part.table_id, part.number
    ORDER BY part.number
"""


def parts(tables: Sequence[int], since: datetime, length: timedelta) -> Iterator[Part]:
    """The completed rounds of these tables (by id) that began since then, added up per table and per `length` of
    time: one query."""
    with standby.connection().cursor() as cursor:
        cursor.execute(ADDED_UP, [since, length.total_seconds(), list(tables), since, list(OVER)])
        rows = cursor.fetchall()
    for table_id, number, rounds, win, base in rows:
        yield Part(table_id, number, rounds, win, json.loads(base))
