"""Entries get their place in the chain: order, hash, lock, queries."""

import hashlib
import json
import threading
from datetime import datetime, timedelta, timezone

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st

from casino.ledger import ChainHead, Draft, Entry, OutsideTransaction, Seal, append
from casino.ledger.canonical import COLUMNS, GENESIS, body_text, chained, content, digest_of
from casino.ledger.signals import appended
from casino.ledger.verify import verify
from tests.ledger.chains import NINE, record


@pytest.mark.django_db
def test_entries_are_numbered_and_chained():
    first, second, third = record(entries=3, each=2)
    assert [first.seq, second.seq, third.seq] == [1, 2, 3]
    assert bytes(32) == GENESIS
    before = GENESIS
    for entry in (first, second, third):
        assert entry.hash == hashlib.sha256(before + entry.digest).digest()
        before = bytes(entry.hash)
    head = ChainHead.objects.get(chain="BJ-07")
    assert (head.seq, bytes(head.hash), head.at) == (3, third.hash, third.at)


@pytest.mark.django_db
def test_each_chain_counts_for_itself():
    record("BJ-07", 3)
    assert [entry.seq for entry in record("BJ-08", 2)] == [1, 2]


@pytest.mark.django_db
def test_the_hash_can_be_worked_out_with_the_standard_library_alone():
    with transaction.atomic():
        draft = Draft(
            kind="paid",
            body={"to": "S♣", "an": 1},
            detail='box 3 “coloured” 12:1\n\t"$120"',
            clause="VIC03-15.6.1",
            amount=12_000,
            round_no=214,
            folded=True,
            tap=9,
            key="k-1",
            acting_as="dealer",
        )
        (entry,) = append("BJ-07", [draft], actor="S-07", role="game_supervisor", at=NINE)
    form = [
        2, "BJ-07", 1, "2026-11-27T21:00:00.000000Z", "S-07", "game_supervisor", "dealer", "paid", 214, True,
        "k-1", 9, '{"an":1,"to":"S♣"}', 'box 3 “coloured” 12:1\n\t"$120"', "VIC03-15.6.1", 12_000,
    ]  # fmt: skip
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    assert entry.digest == hashlib.sha256(text.encode()).digest()
    assert entry.hash == hashlib.sha256(bytes(32) + hashlib.sha256(text.encode()).digest()).digest()


@given(
    detail=st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"])),
    amount=st.none() | st.integers(-(2**62), 2**62),
    folded=st.booleans(),
)
def test_the_canonical_form_is_plain_json_whatever_it_holds(detail, amount, folded):
    values = ["BJ-07", 1, NINE, "", "", "", "card", None, folded, "", 0, "{}", detail, "", amount]
    form = [2, *values]
    form[3] = "2026-11-27T21:00:00.000000Z"
    text = json.dumps(form, ensure_ascii=False, separators=(",", ":"))
    assert json.loads(text)[13] == detail
    assert content(values) == text.encode()
    assert digest_of(values) == hashlib.sha256(text.encode()).digest()


@pytest.mark.django_db
def test_the_hash_covers_every_column():
    (entry,) = record(entries=1)
    values = [getattr(entry, column) for column in COLUMNS]
    stored = {field.name for field in Entry._meta.concrete_fields} - {"digest", "hash"}
    assert set(COLUMNS) == stored
    for place, column in enumerate(COLUMNS):
        other = list(values)
        before = values[place]
        if column == "at":
            other[place] = before + timedelta(microseconds=1)
        elif column in ("round_no", "tap", "seq"):
            other[place] = before + 1
        elif column == "folded":
            other[place] = not before
        elif column == "amount":
            other[place] = 0
        else:
            other[place] = before + "x"
        assert digest_of(other) != entry.digest, column
    assert chained(bytes(32), bytes(entry.digest)) == entry.hash


@pytest.mark.django_db
def test_a_time_of_another_zone_is_the_same_moment():
    melbourne = timezone(timedelta(hours=11))
    with transaction.atomic():
        at = datetime(2026, 11, 28, 8, 0, tzinfo=melbourne)
        (entry,) = append("BJ-07", [Draft(kind="card")], at=at)
    entry.refresh_from_db()
    assert entry.at == NINE
    assert verify("BJ-07").ok


@pytest.mark.django_db
def test_a_time_without_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"), transaction.atomic():
        append("BJ-07", [Draft(kind="card")], at=datetime(2026, 11, 27, 21, 0))  # noqa: DTZ001


def test_a_body_is_canonical_json():
    assert body_text(b'{ "b": [1, 2.50], "a": "\xe2\x99\xa3" }') == '{"a":"♣","b":[1,2.5]}'
    with pytest.raises(ValueError, match="must be JSON"):
        body_text("not json")


@pytest.mark.parametrize("bad", [{"key": "k" * 65}, {"kind": "k" * 41}, {"key": "a\0"}, {"detail": "a\0"}])
def test_what_the_record_cannot_hold_is_refused_before_anything_is_written(bad):
    with pytest.raises(ValueError, match="ledger entry"):
        Draft(**{"kind": "card"} | bad)


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_is_refused_and_nothing_is_written():
    with pytest.raises(OutsideTransaction):
        append("BJ-07", [Draft(kind="card")], at=NINE)
    assert not Entry.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize("chain", ["", "-", "BJ 07", "BJ-07; drop", "x" * 17])
def test_a_name_that_is_not_of_a_chain_is_refused(chain):
    with pytest.raises(ValueError, match="cannot name a chain"), transaction.atomic():
        append(chain, [Draft(kind="card")], at=NINE)


@pytest.mark.django_db
def test_an_idempotency_key_is_taken_once_a_chain():
    for chain in ("BJ-07", "BJ-08"):
        with transaction.atomic():
            append(chain, [Draft(kind="card", key="k"), Draft(kind="card")], at=NINE)
    with pytest.raises(IntegrityError), transaction.atomic():
        append("BJ-07", [Draft(kind="card", key="k")], at=NINE)
    assert verify().ok


@pytest.mark.django_db
def test_a_command_of_many_entries_costs_two_queries():
    record(entries=1)
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        append("BJ-07", [Draft(kind="card")] * 7, at=NINE)
    assert len(queries) == 2, [query["sql"] for query in queries]


@pytest.mark.django_db
def test_nothing_to_add_makes_no_entry():
    with transaction.atomic():
        assert append("BJ-07", [], at=NINE) == []
    assert verify().ok


@pytest.mark.django_db
def test_a_long_chain_seals_itself(settings):
    settings.LEDGER_SEAL_EVERY = 4
    record(entries=11, each=3)  # commands end at 3, 6, 9, 11: 4 and 8 are passed at 6 and 9
    assert list(Seal.objects.order_by("no").values_list("no", "seq")) == [(1, 6), (2, 9)]
    assert verify().ok


@pytest.mark.django_db
def test_listeners_are_told_of_the_entries():
    heard = []

    def listen(sender, chain, entries, **kwargs):
        heard.append((chain, [entry.seq for entry in entries]))

    appended.connect(listen)
    try:
        record(entries=2, each=2)
    finally:
        appended.disconnect(listen)
    assert heard == [("BJ-07", [1, 2])]


@pytest.mark.django_db(transaction=True)
def test_many_writers_make_one_unbroken_chain():
    """Eight at once on a new chain, two commands of three each, one of them undone."""
    wrong: list[BaseException] = []
    start = threading.Barrier(8)

    def deal(writer: int) -> None:
        try:
            start.wait()
            for command in range(2):
                with transaction.atomic():
                    append("BJ-07", [Draft(kind="card", tap=command)] * 3, actor=f"D-{writer}", at=NINE)
                    if writer == 0 and command == 0:
                        transaction.set_rollback(True)
        except BaseException as exception:  # noqa: BLE001  told to the main thread
            wrong.append(exception)
        finally:
            connections.close_all()

    writers = [threading.Thread(target=deal, args=(n,)) for n in range(8)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert wrong == []
    seqs = list(Entry.objects.filter(chain="BJ-07").order_by("seq").values_list("seq", flat=True))
    assert seqs == list(range(1, 46))  # 16 commands of 3, one undone
    assert verify().ok


@pytest.mark.django_db(transaction=True)
def test_a_caller_that_holds_another_row_is_not_in_the_way():
    """The chain's lock comes after any row that the caller locked, and is let go with it."""
    record(entries=1)
    record("BJ-08", entries=1)
    with transaction.atomic():
        ChainHead.objects.select_for_update().get(chain="BJ-07")
        append("BJ-07", [Draft(kind="card")], at=NINE)
    assert verify().ok
