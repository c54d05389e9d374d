"""Ten entries, sealed to the sixth; somebody with the triggers off changes them; each is found and named.

What was done to entry 4 is done below the seal, what was done to entry 8 above it.
"""

from datetime import timedelta

import pytest
from django.db import transaction

from casino.ledger import HOUSE, ChainHead, Draft, Entry, Seal, append, seal
from casino.ledger import verify as module
from casino.ledger.canonical import COLUMNS, chained, digest_of
from casino.ledger.models import Entry as Row
from casino.ledger.sealing import seal_all
from casino.ledger.verify import Fault, UnknownChain, register_check, verify
from tests.examples import each_time
from tests.ledger.chains import NINE, record, rehash, superuser, tamper
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def chain():
    def recorded():
        record(entries=6)
        seal("BJ-07", NINE)
        more(4)
        record("BJ-08", 3)
        assert verify().ok

    made_once(__name__, recorded)


def more(entries, chain="BJ-07"):
    with transaction.atomic():
        append(
            chain,
            [Draft(kind="card")] * entries,
            actor="D-114",
            role="dealer",
            at=NINE + timedelta(minutes=1),
        )


def first_wrong(*chain_and_since) -> Fault:
    report = verify(*chain_and_since)
    assert report.first is not None
    assert not report.ok
    return report.first


def first_fault():
    """(what, seq) of the first fault, which must be of BJ-07 and named in its message."""
    first = first_wrong()
    assert first.chain == "BJ-07"
    assert first.seq is None or str(first.seq) in first.message
    return first.what, first.seq


# --- Changed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "detail = 'nothing happened'",
        'body = \'{"card":"5c","n":3}\'',
        'body = \'{"n": 3, "card": "4c"}\'',  # the same JSON in other words
        "at = at + interval '1 microsecond'",
        "actor = 'D-115'",
        "role = 'inspector'",
        "acting_as = 'dealer'",
        "kind = 'paid'",
        "round_no = 215",
        "folded = NOT folded",
        "key = 'k'",
        "tap = 99",
        "clause = 'VIC03-1.2'",
        "amount = 100",
        "digest = sha256('a')",
        "hash = sha256('a')",
    ],
)
@pytest.mark.parametrize("seq", each_time([1, 8], [1, 4, 8, 10]))
def test_any_changed_column_of_any_entry(change, seq):
    assert tamper(f"UPDATE ledger_entry SET {change} WHERE chain = 'BJ-07' AND seq = %s", seq) == 1  # noqa: S608
    assert first_fault() == ("changed", seq)


def test_the_first_of_several_is_named():
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq IN (9, 5, 7)")
    assert first_fault() == ("changed", 5)


@pytest.mark.parametrize("seq", [4, 8])
def test_changed_and_rehashed_alone(seq):
    tamper("UPDATE ledger_entry SET amount = 5 WHERE chain = 'BJ-07' AND seq = %s", seq)
    entry = Entry.objects.get(chain="BJ-07", seq=seq)
    digest = digest_of([getattr(entry, column) for column in COLUMNS])
    before = bytes(Entry.objects.get(chain="BJ-07", seq=seq - 1).hash)
    change = "UPDATE ledger_entry SET digest = %s, hash = %s WHERE chain = 'BJ-07' AND seq = %s"
    tamper(change, digest, chained(before, digest), seq)
    assert first_fault() == ("moved", seq)  # the next one was chained to another entry


def test_rewritten_below_the_seal_with_every_hash_and_the_head():
    tamper("UPDATE ledger_entry SET amount = 5 WHERE chain = 'BJ-07' AND seq = 4")
    rehash("BJ-07", 4, head=True)
    fault = first_wrong()
    assert fault.what == "rewritten"
    assert "between 1 and 6" in fault.message


def test_the_search_narrows_to_after_the_last_good_seal():
    seal("BJ-07", NINE)  # to 10
    tamper("UPDATE ledger_entry SET amount = 5 WHERE chain = 'BJ-07' AND seq = 8")
    rehash("BJ-07", 8, head=True)
    assert first_fault() == ("rewritten", 7)


def test_rewritten_above_the_seal_is_found_by_the_head():
    tamper("UPDATE ledger_entry SET amount = 5 WHERE chain = 'BJ-07' AND seq = 8")
    rehash("BJ-07", 8)
    assert first_fault() == ("rewritten", 7)


def test_what_nobody_can_find():
    """Written down in the package: above the last seal, every hash and the head rewritten."""
    tamper("UPDATE ledger_entry SET amount = 5 WHERE chain = 'BJ-07' AND seq = 8")
    rehash("BJ-07", 8, head=True)
    assert verify().ok


# --- Removed ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seqs", [[1], [4], [4, 5], [8], [5, 6, 7, 8]])
def test_removed_from_the_middle(seqs):
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq = ANY(%s)", seqs)
    assert first_fault() == ("removed", seqs[0])


def test_removed_and_renumbered():
    with superuser():
        Row.objects.filter(chain="BJ-07", seq=4).delete()
        for seq in range(5, 11):
            Row.objects.filter(chain="BJ-07", seq=seq).update(seq=seq - 1)
    assert first_fault() == ("changed", 4)


def test_removed_renumbered_and_rehashed():
    with superuser():
        Row.objects.filter(chain="BJ-07", seq=4).delete()
        for seq in range(5, 11):
            Row.objects.filter(chain="BJ-07", seq=seq).update(seq=seq - 1)
    rehash("BJ-07", 4, head=True)
    assert first_fault() == ("rewritten", 1)


@pytest.mark.parametrize("last", [9, 6, 3, 0])
def test_the_end_cut_off(last):
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq > %s", last)
    assert first_fault() == ("cut_off", last + 1)


def test_the_end_cut_off_below_the_seal_with_the_head_moved_back():
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq > 4")
    rehash("BJ-07", 4, head=True)
    assert first_fault() == ("cut_off", 5)


def test_the_whole_chain_taken_away_but_its_seals():
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07'")
    tamper("DELETE FROM ledger_chainhead WHERE chain = 'BJ-07'")
    assert first_fault() == ("cut_off", 1)


def test_everything_truncated():
    tamper("TRUNCATE ledger_entry")
    assert first_fault() == ("cut_off", 1)


def test_the_end_and_its_seals_cut_off_is_found_by_the_house():
    seal_all(NINE)  # seals to 10 and says so in the house chain
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq > 6")
    tamper("DELETE FROM ledger_seal WHERE chain = 'BJ-07' AND seq > 6")
    tamper(
        "UPDATE ledger_chainhead SET seq = 6, hash = (SELECT hash FROM ledger_entry "
        "WHERE chain = 'BJ-07' AND seq = 6) WHERE chain = 'BJ-07'"
    )
    assert first_fault() == ("cut_off", 10)
    assert "entry 1 of the house chain" in first_wrong("BJ-07").message


def test_the_whole_chain_with_head_and_seals_is_found_by_the_house():
    seal_all(NINE)
    for table in ("ledger_entry", "ledger_seal", "ledger_chainhead"):
        tamper(f"DELETE FROM {table} WHERE chain = 'BJ-07'")  # noqa: S608
    assert first_fault() == ("cut_off", 10)


# --- Inserted and reordered -------------------------------------------------------------------------------------


def copy_of(seq, to):
    entry = Row.objects.get(chain="BJ-07", seq=seq)
    entry.seq, entry._state.adding = to, True
    return entry


def test_inserted_in_the_middle():
    with superuser():
        for seq in range(10, 3, -1):
            Row.objects.filter(chain="BJ-07", seq=seq).update(seq=seq + 1)
        copy_of(3, 4).save()
    assert first_fault() == ("changed", 4)


def test_inserted_at_the_end_behind_the_heads_back():
    with superuser():
        entry = copy_of(10, 11)
        entry.digest = digest_of([getattr(entry, column) for column in COLUMNS])
        entry.hash = chained(bytes(Row.objects.get(chain="BJ-07", seq=10).hash), entry.digest)
        entry.save()
    assert first_fault() == ("inserted", 11)


@pytest.mark.parametrize(("first", "other"), [(1, 2), (4, 5), (3, 9)])
def test_swapped(first, other):
    with superuser():
        Row.objects.filter(chain="BJ-07", seq=first).update(seq=99)
        Row.objects.filter(chain="BJ-07", seq=other).update(seq=first)
        Row.objects.filter(chain="BJ-07", seq=99).update(seq=other)
    assert first_fault() == ("changed", first)


def test_swapped_and_rehashed():
    with superuser():
        Row.objects.filter(chain="BJ-07", seq=4).update(seq=99)
        Row.objects.filter(chain="BJ-07", seq=5).update(seq=4)
        Row.objects.filter(chain="BJ-07", seq=99).update(seq=5)
    rehash("BJ-07", 4, head=True)
    assert first_fault() == ("rewritten", 1)


def test_moved_to_another_chain():
    tamper("UPDATE ledger_entry SET chain = 'BJ-08', seq = 4 WHERE chain = 'BJ-07' AND seq = 10")
    faults = {(fault.chain, fault.what, fault.seq) for fault in verify().faults}
    assert faults == {("BJ-07", "cut_off", 10), ("BJ-08", "changed", 4)}


# --- Heads and seals --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "change",
    [
        "seq = 5",
        "hash = sha256('a')",
        "at = at + interval '1 day'",
        "note = replace(note, '\n6\n', '\n5\n')",
        "note = note || 'x'",
        "no = 2",
    ],
)
def test_a_changed_seal(change):
    tamper(f"UPDATE ledger_seal SET {change} WHERE chain = 'BJ-07'")  # noqa: S608
    assert first_fault()[0] == "bad_seal"


def test_a_seal_made_with_another_key(settings):
    key, settings.LEDGER_SEAL_KEY = settings.LEDGER_SEAL_KEY, "another key"
    seal("BJ-07", NINE)
    settings.LEDGER_SEAL_KEY = key
    assert first_fault() == ("bad_seal", 10)


def test_a_seal_taken_out_from_between_others():
    seal("BJ-07", NINE)
    more(1)
    seal("BJ-07", NINE)
    tamper("DELETE FROM ledger_seal WHERE chain = 'BJ-07' AND no = 2")
    assert first_fault()[0] == "bad_seal"
    tamper("UPDATE ledger_seal SET no = 2 WHERE chain = 'BJ-07' AND no = 3")
    assert first_fault()[0] == "bad_seal"


def test_a_wrong_entry_is_named_before_a_bad_seal():
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 2")
    tamper("UPDATE ledger_seal SET note = 'x'")
    assert [(fault.what, fault.seq) for fault in verify().faults] == [("changed", 2), ("bad_seal", 6)]


def test_a_moved_head():
    tamper("UPDATE ledger_chainhead SET seq = 12 WHERE chain = 'BJ-07'")
    assert first_fault() == ("cut_off", 11)
    tamper("DELETE FROM ledger_chainhead WHERE chain = 'BJ-07'")
    assert first_fault() == ("inserted", 1)


def test_the_seals_of_an_unchanged_chain_are_made_once():
    first = seal("BJ-07", NINE)
    assert first is not None
    assert first.seq == 10
    assert seal("BJ-07", NINE) is None
    assert [new.chain for new in seal_all(NINE)] == ["BJ-08", HOUSE]
    assert seal_all(NINE) == []
    assert Seal.objects.count() == 4
    assert verify().ok


# --- What is asked for ------------------------------------------------------------------------------------------


def test_one_chain_alone():
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 4")
    assert verify("BJ-08").ok
    assert not verify("BJ-07").ok
    with pytest.raises(UnknownChain):
        verify("BJ-99")


def test_since_a_time_takes_what_was_before_on_trust():
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 2")
    assert not verify("BJ-07", NINE + timedelta(seconds=2)).ok  # entry 3, checked against entry 2
    report = verify("BJ-07", NINE + timedelta(seconds=4))  # entry 5, checked against entry 4
    assert report.ok
    assert report.entries == 7
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 9")
    assert first_wrong("BJ-07", NINE + timedelta(seconds=4)).seq == 9


def test_since_a_time_after_everything_still_checks_the_end():
    later = NINE + timedelta(days=1)
    assert verify(since=later).ok
    tamper("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq > 8")
    assert not verify(since=later).ok


def test_a_registered_check_has_its_say(monkeypatch):
    monkeypatch.setattr(module, "_checks", {})
    asked = []

    def replay(chain, since):
        asked.append((chain, since))
        yield Fault("BJ-07", 4, "row", "the stored hand of box 3 is not what replay gives")

    register_check("replay", replay)
    report = verify("BJ-07", NINE)
    assert asked == [("BJ-07", NINE)]
    assert report.checks == ["replay"]
    assert [fault.what for fault in report.faults] == ["row"]


def test_entries_of_a_verification_are_counted():
    report = verify()
    assert [(chain.chain, chain.entries, chain.sealed_to) for chain in report.chains] == [
        ("BJ-07", 10, 6),
        ("BJ-08", 3, 0),
    ]
    assert bytes(ChainHead.objects.get(chain="BJ-07").hash).hex() == report.chains[0].hash
