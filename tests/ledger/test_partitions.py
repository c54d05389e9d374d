"""A partition a month: made before it is needed, and no way round the triggers."""

import threading
from datetime import UTC, datetime, timedelta

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.db.utils import InternalError

from casino.ledger import Draft, Entry, append
from casino.ledger.canonical import COLUMNS, chained, digest_of
from casino.ledger.partitions import months, prepare_ahead
from casino.ledger.sealing import seal_all
from casino.ledger.search import Search
from casino.ledger.verify import verify
from tests.ledger.chains import tamper

pytestmark = pytest.mark.django_db

REFUSED = (IntegrityError, InternalError)
ENDS = datetime(2031, 1, 31, 23, 59, 59, 999_999, tzinfo=UTC)
NEXT = datetime(2031, 2, 1, tzinfo=UTC)


def append_over_two_months() -> list[Entry]:
    """Two entries of January 2031 and two of February, all of BJ-07."""
    rows: list[Entry] = []
    for number, at in enumerate((ENDS - timedelta(days=1), ENDS, NEXT, NEXT + timedelta(days=1))):
        with transaction.atomic():
            rows += append(
                "BJ-07", [Draft(kind="card", key=f"k-{number}", round_no=number)], actor="D-114", at=at
            )
    return rows


def value_of(sql: str, *values: datetime) -> object:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        row = cursor.fetchone()
    return row and row[0]


def test_an_entry_lies_in_its_month_and_the_chain_goes_on() -> None:
    append_over_two_months()
    with connection.cursor() as cursor:
        cursor.execute("SELECT tableoid::regclass::text, count(*) FROM ledger_entry GROUP BY 1 ORDER BY 1")
        assert cursor.fetchall() == [("ledger_months.entry_2031_01", 2), ("ledger_months.entry_2031_02", 2)]
    assert verify().ok
    assert [entry.seq for entry in Search.parse({}).entries()] == [4, 3, 2, 1]
    assert [entry.seq for entry in Search.parse({"from": "2031-02-01T00:00+00:00"}).entries()] == [4, 3]


def test_the_month_and_the_next_are_there_before_they_begin() -> None:
    prepare_ahead(datetime(2032, 12, 31, 12, tzinfo=UTC))
    assert {"entry_2032_12", "entry_2033_01"} <= set(months())


def test_a_month_is_made_once_however_often_it_is_asked_for() -> None:
    for _ in range(2):
        assert value_of("SELECT ledger_prepare_month(%s)", NEXT) == "entry_2031_02"
    assert months().count("entry_2031_02") == 1


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE {} SET detail = 'x'",
        "UPDATE {} SET detail = 'x' WHERE false",
        "DELETE FROM {} WHERE seq = 3",
        "TRUNCATE {}",
        "INSERT INTO {} SELECT * FROM ledger_entry WHERE seq = 3",
    ],
)
def test_a_partition_does_not_avoid_the_triggers(sql: str) -> None:
    append_over_two_months()
    with pytest.raises(REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql.format("ledger_months.entry_2031_02"))
    assert verify().ok


@pytest.mark.parametrize("table", ["ledger_entry", "ledger_months.entry_2031_02"])
@pytest.mark.parametrize(
    ("seq", "key", "wrong"),
    [
        (1, "new", "does not continue"),
        (4, "new", "does not continue"),
        (5, "k-0", "of the key"),
        (5, "k-3", "of the key"),
    ],
    ids=["a number of another month", "the last number", "a key of another month", "a key of this month"],
)
def test_no_number_and_no_key_is_taken_twice_whichever_month_it_was_in(
    table: str, seq: int, key: str, wrong: str
) -> None:
    last = append_over_two_months()[-1]
    row = {column: getattr(last, column) for column in COLUMNS} | {"seq": seq, "key": key}
    digest = digest_of(tuple(row.values()))
    row |= {"digest": digest, "hash": chained(bytes(last.hash), digest)}
    marks = ", ".join(["%s"] * len(row))
    with pytest.raises(IntegrityError, match=wrong), transaction.atomic(), connection.cursor() as cursor:
        # The unique index of the month would speak first.
        cursor.execute("DROP INDEX ledger_months.entry_2031_02_chain_seq")
        cursor.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", list(row.values()))  # noqa: S608
    assert verify().ok


def test_a_month_has_a_unique_index_of_its_own() -> None:
    append_over_two_months()
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        with pytest.raises(IntegrityError, match="entry_2031_02_chain_seq"), transaction.atomic():
            cursor.execute("INSERT INTO ledger_entry SELECT * FROM ledger_entry WHERE seq = 3")
        cursor.execute("SET session_replication_role = DEFAULT")


def test_a_year_of_the_record_is_sealed_searched_and_verified_as_one() -> None:
    """Twelve months, two tables, a seal a month; what is changed in any of them is found."""
    starts = [datetime(2034, month, 1, tzinfo=UTC) for month in range(1, 13)]
    for start in starts:
        for chain in ("BJ-07", "BJ-08"):
            with transaction.atomic():
                append(chain, [Draft(kind="card", round_no=start.month)] * 2, actor="D-114", at=start)
            with transaction.atomic():
                append(chain, [Draft(kind="card")], at=start + timedelta(days=27))
        seal_all(start + timedelta(days=27))
    assert {f"entry_2034_{month:02d}" for month in range(1, 13)} <= set(months())
    report = verify()
    assert report.ok
    assert [(chain.chain, chain.entries, chain.seals) for chain in report.chains] == [
        ("BJ-07", 36, 12), ("BJ-08", 36, 12), ("house", 12, 12),
    ]  # fmt: skip
    march = {"from": "2034-03-01T00:00+00:00", "to": "2034-03-31T23:59+00:00"}
    assert [entry.seq for entry in Search.parse({"table": "BJ-07"} | march).entries()] == [9, 8, 7]
    assert [entry.seq for entry in Search.parse({"who": "D-114"} | march).entries()] == [8, 7, 8, 7]
    assert [entry.seq for entry in Search.parse({"table": "BJ-08", "round": "5"}).entries()] == [14, 13]
    for month in (1, 6, 12):
        seq = (month - 1) * 3 + 2
        tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-08' AND seq = %s", seq)
        fault = verify().first
        assert fault is not None
        assert (fault.chain, fault.seq, fault.what) == ("BJ-08", seq, "changed")
        tamper("UPDATE ledger_entry SET detail = '' WHERE chain = 'BJ-08' AND seq = %s", seq)
    assert verify().ok


@pytest.mark.django_db(transaction=True)
def test_two_that_need_a_month_that_nobody_prepared_both_append() -> None:
    start, wrong = threading.Barrier(2), []

    def deal(chain: str) -> None:
        try:
            start.wait()
            with transaction.atomic():
                append(chain, [Draft(kind="card")], at=datetime(2035, 5, 1, tzinfo=UTC))
        except BaseException as exception:  # noqa: BLE001  told to the main thread
            wrong.append(exception)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=deal, args=(chain,)) for chain in ("BJ-07", "BJ-08")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert months().count("entry_2035_05") == 1
    assert verify().ok
