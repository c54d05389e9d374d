"""What the database itself refuses, asked in raw SQL."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.utils import InternalError

from casino.ledger import ChainHead, Entry, Seal, seal
from casino.ledger.canonical import COLUMNS, chained
from casino.ledger.verify import verify
from tests.ledger.chains import NINE, record

pytestmark = pytest.mark.django_db

REFUSED = (IntegrityError, InternalError)

CHANGES = [
    "UPDATE ledger_entry SET detail = 'x' WHERE seq = 2",
    "UPDATE ledger_entry SET detail = detail",
    "UPDATE ledger_entry SET detail = 'x' WHERE false",
    "DELETE FROM ledger_entry WHERE seq = 3",
    "DELETE FROM ledger_entry",
    "TRUNCATE ledger_entry",
    "TRUNCATE ledger_entry, ledger_seal CASCADE",
    "INSERT INTO ledger_entry SELECT * FROM ledger_entry WHERE seq = 2",
    "UPDATE ledger_seal SET seq = 1",
    "DELETE FROM ledger_seal",
    "TRUNCATE ledger_seal",
    "UPDATE ledger_chainhead SET seq = 2",
    "UPDATE ledger_chainhead SET seq = 9",
    "DELETE FROM ledger_chainhead",
    "TRUNCATE ledger_chainhead",
    "INSERT INTO ledger_chainhead (chain, seq, hash) VALUES ('BJ-99', 5, 'x'::bytea)",
]


@pytest.mark.parametrize("sql", CHANGES)
def test_the_record_is_not_changed(sql):
    record(entries=3)
    seal("BJ-07")
    with pytest.raises(REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    assert verify().ok


@pytest.mark.parametrize("sql", CHANGES)
def test_no_setting_of_a_session_unlocks_it(sql):
    """pgtrigger's own triggers yield to this setting; the ledger's must not."""
    record(entries=3)
    seal("BJ-07")
    with connection.cursor() as cursor:
        cursor.execute("SELECT tgname FROM pg_trigger WHERE tgname LIKE 'pgtrigger_%%'")
        names = ",".join(name for (name,) in cursor.fetchall())
    assert "append_only" in names
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL pgtrigger.ignore = '{{{names}}}'")
        with pytest.raises(REFUSED), transaction.atomic():
            cursor.execute(sql)


def test_the_models_cannot_do_it_either():
    entry = record(entries=2)[0]
    for change in (entry.save, entry.delete, Entry.objects.all().delete, Seal.objects.all().delete):
        with pytest.raises(REFUSED), transaction.atomic():
            change()
    with pytest.raises(REFUSED), transaction.atomic():
        ChainHead.objects.update(seq=1)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"seq": 5}, id="a gap"),
        pytest.param({"hash": b"f" * 32}, id="not chained to the last one"),
        pytest.param({"at": NINE - timedelta(days=40)}, id="a time before the last one's"),
        pytest.param({"chain": "BJ-99"}, id="a chain that nobody opened"),
    ],
)
def test_an_entry_that_does_not_continue_its_chain_is_refused(change):
    """Whoever writes it, and however: the database keeps the sequence."""
    record(entries=3)
    columns = [*COLUMNS, "digest", "hash"]
    last = Entry.objects.get(seq=3)
    row = {column: getattr(last, column) for column in columns}
    row |= {"seq": 4, "digest": b"d" * 32, "hash": chained(bytes(last.hash), b"d" * 32), **change}
    marks = ", ".join(["%s"] * len(columns))
    with pytest.raises(REFUSED), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO ledger_entry ({', '.join(columns)}) VALUES ({marks})",  # noqa: S608
            [row[column] for column in columns],
        )
    assert verify().ok
