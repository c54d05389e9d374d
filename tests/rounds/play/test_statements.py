"""The prepared statements of a tap name what the models have, and do what the models' own queries do."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import UniqueConstraint

from casino.ledger.chain import WRITTEN
from casino.ledger.models import ChainHead, Entry
from rounds.models import Hand, Round, Wager
from rounds.play import service
from rounds.play.projection import rows as projection
from rounds.play.projection.rows import (
    BOXES,
    HAND_KEY,
    HAND_VALUES,
    HANDS,
    KINDS,
    WAGER_KEY,
    WAGER_VALUES,
    WAGERS,
    Kind,
)
from tables.models import Box, Table
from tests import floor
from tests.rounds.play.test_play import one_round

pytestmark = pytest.mark.django_db

MODELS: dict[str, Any] = {"hands": Hand, "wagers": Wager, "boxes": Box}
ROWS: dict[str, list[list[tuple[Any, ...]]]] = {
    "hands": [
        [
            (1, 1, "Ts 9h", 19, False, False, False, False, False, "A"),
            (0, 0, "Ad", 11, True, False, False, False, False, ""),
        ],
        [(1, 1, "Ts 9h 5c", 24, False, False, True, False, True, "O'N\"é")],
    ],
    "wagers": [
        [
            (1, 1, "A", "main", 5000, 5000, "", "", "", 0, 0, ""),
            (1, 0, "A", "insurance", 2**40, 0, "", "", "", 0, 0, ""),
        ],
        [(1, 1, "A", "main", 5000, 4950, "VIC03-6.2", "loses", "3:2", 0, 4950, "VIC03-7.5")],
    ],
    "boxes": [[(1, "A", ["A", "B"]), (2, "", [])], [(2, "C", ["C"])]],
}  # fmt: skip
"""Rows as they are written first, and as they are written again."""


def columns(kind: Kind) -> tuple[str, ...]:
    return tuple(name for name, _ in (*kind.key, *kind.values))


def test_what_is_written_is_what_the_models_have() -> None:
    assert columns(HANDS) == (*HAND_KEY, *HAND_VALUES)
    assert columns(WAGERS) == (*WAGER_KEY, *WAGER_VALUES)
    for kind in KINDS:
        fields = {field.column: field for field in MODELS[kind.name]._meta.concrete_fields}
        assert MODELS[kind.name]._meta.db_table == kind.table
        assert {*columns(kind), kind.owner, "id"} == set(fields)
        assert [type_ for _, type_ in (*kind.key, *kind.values)] == [
            fields[name].db_type(connection) for name in columns(kind)
        ]
        (unique,) = [c for c in MODELS[kind.name]._meta.constraints if isinstance(c, UniqueConstraint)]
        assert [fields[kind.owner].name, *[name for name, _ in kind.key]] == list(unique.fields)
    assert set(projection.OF_TABLE) < {field.column for field in Table._meta.concrete_fields}
    assert sorted(WRITTEN) == sorted(field.column for field in Entry._meta.concrete_fields)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_rows_are_written_as_the_models_write_them(table: str, kind: Kind) -> None:
    row, model = Table.objects.get(code=table), MODELS[kind.name]
    new = {"table": row, "setup": {}, "opened_at": floor.AT, "first_seq": 1, "phase": "wagers"}
    by_statement, by_model = (Round.objects.create(round_no=number, **new) for number in (901, 902))
    Box.objects.filter(table=row).delete()
    other = floor.set_up("BJ-99") if kind is BOXES else row
    Box.objects.filter(table=other).delete()
    for rows in ROWS[kind.name]:
        projection.write(row, by_statement.pk, {kind.name: rows}, {})
        owner = other.pk if kind is BOXES else by_model.pk
        model.objects.bulk_create(
            [model(**{kind.owner: owner}, **dict(zip(columns(kind), values, strict=True))) for values in rows],
            update_conflicts=True,
            unique_fields=[kind.owner.removesuffix("_id"), *[name for name, _ in kind.key]],
            update_fields=[name for name, _ in kind.values],
        )  # fmt: skip
        written, meant = (
            list(model.objects.filter(**{kind.owner: owner}).order_by(*columns(kind)).values_list(*columns(kind)))
            for owner in ((row.pk, other.pk) if kind is BOXES else (by_statement.pk, by_model.pk))
        )  # fmt: skip
        assert written == meant
        assert len(meant) == 2


def test_the_table_and_its_round_are_written_as_the_models_write_them(table: str) -> None:
    one_round(table)
    row = Table.objects.select_related("pit").get(code=table)
    of_round = {
        "phase": "wagers", "handle": 2**40, "win": -5, "bets": {"main": [1, -2, 3, 4]}, "called_at": floor.AT,
        "collected_at": None, "setup": {"book": "NZ"}, "tournament": "T-1 1.2", "opened_at": floor.AT, "first_seq": 7,
    }  # fmt: skip
    row.version, row.play_hash, row.round_no, row.phase = 70_000, "ab" * 32, 9, "initial_deal"
    row.live, row.rounds, row.handle, row.win, row.bets = (
        {"hold": 1.5, "é": None},
        3,
        2**40,
        -2,
        {"main": [1, 2, 3]},
    )
    dealt = Round.objects.get(table=row)
    projection.write(row, dealt.pk, {}, of_round)
    assert vars_of(Table.objects.get(pk=row.pk)) == vars_of(row)
    dealt.refresh_from_db()
    assert {name: getattr(dealt, name) for name in of_round} == of_round
    assert {*of_round, "id", "table_id", "round_no"} == {
        field.column for field in Round._meta.concrete_fields
    }


def test_a_table_is_locked_and_read_as_the_models_read_it(table: str) -> None:
    one_round(table)
    with transaction.atomic():
        locked = service.lock(table, "")
        meant = Table.objects.select_related("pit").get(code=table)
    assert locked is not None
    assert vars_of(locked.table) == vars_of(meant)
    assert vars_of(locked.table.pit) == vars_of(meant.pit)
    assert locked.table.mark == meant.mark
    assert vars_of(locked.head) == vars_of(ChainHead.objects.get(chain=table))
    assert not locked.table._state.adding
    assert locked.seq_of_key is None


def test_the_entry_of_a_key_is_known_with_the_lock(table: str) -> None:
    one_round(table)
    entry = Entry.objects.filter(chain=table).exclude(key="").last()
    assert entry is not None
    with transaction.atomic():
        locked = service.lock(table, entry.key)
        assert service.lock("BJ-98", "") is None
    assert locked is not None
    assert locked.seq_of_key == entry.seq


def test_postgresql_plans_a_statement_once_a_connection(table: str) -> None:
    one_round(table)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*), min(generic_plans + custom_plans) FROM pg_prepared_statements WHERE statement LIKE %s",
            ["%FOR NO KEY UPDATE OF t, h"],
        )
        kept, used = cursor.fetchone()
    assert kept == 1
    assert used >= 5


def vars_of(row: Any) -> dict[str, Any]:
    """The columns of a row as they are in the object."""
    return {
        field.attname: bytes(value) if isinstance(value := getattr(row, field.attname), memoryview) else value
        for field in row._meta.concrete_fields
    }
