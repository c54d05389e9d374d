"""A file that was cut, changed, or is another one is refused in one sentence that names it and the line, and nothing
changes; a database that was changed behind the archive is found."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.test import override_settings

from casino.ledger import HOUSE, Entry
from casino.ledger.archives.exchange import archive, bring_back
from casino.ledger.archives.file import BadArchive, checked
from casino.ledger.archives.reading import beside
from casino.ledger.seals import before_of
from casino.ledger.verify import house_keys, verify
from casino.refusals import Refusal
from tests.ledger.archives.year import AUGUST, NOW, dealt, in_partition, lines_of, rewritten
from tests.ledger.chains import rehash, tamper

pytestmark = pytest.mark.django_db

Lines = list[dict[str, Any]]
# The lines: 1 the manifest; of BJ-07 2 before, 3 seal, 4 to 11 entries 9 to 16; of BJ-08 12 to 21; of house 22 to 24.


@pytest.fixture
def path(tmp_path: Path) -> Path:
    dealt()
    file = tmp_path / "august.gz"
    archive(AUGUST, file, at=NOW)
    return file


def words_on(file: Path) -> str:
    """What every reader of the file says of it: one sentence with its name."""
    with pytest.raises(BadArchive) as bad:
        checked(file, str(settings.LEDGER_ORIGIN), house_keys()[0])
    sentence = str(bad.value)
    assert sentence.startswith(str(file))
    assert sentence.endswith(".")
    assert "\n" not in sentence
    with pytest.raises((BadArchive, Refusal)):
        bring_back(file, at=NOW)
    with pytest.raises(BadArchive), beside([file]):
        pass
    assert in_partition(AUGUST) == 4
    return sentence.removeprefix(str(file))


def _put(number: int, **values: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[number - 1].update(values)


def _content(number: int, place: int, value: Any) -> Callable[[Lines], Any]:
    def change(lines: Lines) -> None:
        content = msgspec.json.decode(lines[number - 1]["content"])
        content[place] = value
        lines[number - 1]["content"] = msgspec.json.encode(content).decode()

    return change


def _chains(chain: str, **values: Any) -> Callable[[Lines], Any]:
    return lambda lines: lines[0]["chains"][chain].update(values)


CHANGES: tuple[tuple[Callable[[Lines], Any], str], ...] = (
    (_content(6, 13, "x"), " line 6: entry 11 of BJ-07"),
    (_content(6, 0, 3), " line 6: entry 11 of BJ-07"),
    (_put(6, hash="00" * 32), " line 6: entry 11 of BJ-07"),
    (_put(6, seq=12), " line 6: entry 12 of BJ-07"),
    (_put(6, chain="BJ-08"), " line 6"),
    (_put(6, more=1), " line 6"),
    (lambda lines: lines.pop(5), " line 6: entry 12 of BJ-07"),
    (lambda lines: lines.insert(5, lines[5]), " line 7: entry 11 of BJ-07"),
    (lambda lines: lines.insert(6, lines.pop(5)), " line 6"),
    (_put(2, before="00" * 32), " line 2"),
    (_put(3, note="x"), " line 3: seal 2 of BJ-07"),
    (lambda lines: lines.pop(2), ""),
    (lambda lines: lines.pop(1), " line 2"),
    (lambda lines: lines.pop(), ""),
    (lambda lines: lines.__delitem__(slice(11, 21)), ""),
    (lambda lines: lines.append(lines[-1]), " line 25"),
    (lambda lines: lines.pop(0), " line 1"),
    (_put(1, entries=16), ""),
    (_put(1, seals=2), ""),
    (_put(1, month="2034-07"), " line 4"),
    (_put(1, month="August"), " line 1"),
    (_put(1, more=1), " line 1"),
    (_put(1, origin="pit.example/2"), " line 1: this is an archive of pit.example/2"),
    (_put(1, format="casino-archive/2"), " line 1: this archive is of a later form"),
    (_put(1, form=3), " line 1: this archive is of a later form"),
    (_put(1, format="casino-evidence/1"), " line 1: this is not an archive"),
    (_chains("BJ-07", last=15), " line 11"),
    (_chains("BJ-07", first=8), " line 4"),
    (_chains("BJ-07", after="00" * 32), ""),
    (_chains("BJ-07", before="00" * 32), " line 2"),
    (_chains("BJ-07", entries=7), ""),
)
"""A change, and what the sentence says after the name of the file."""


def test_a_changed_line(path: Path) -> None:
    """As it was changed, and with a manifest that was made to fit the lines after it."""
    wrong: list[tuple[int, bool, str]] = []
    for number, (change, where) in enumerate(CHANGES):
        for fits in (False, True):
            sentence = words_on(rewritten(path, change, fits=fits))
            if not sentence.startswith(where):
                wrong.append((number, fits, sentence))
    assert wrong == []
    # The number of a seal is not in its note: the digests show it.
    assert "SHA-256" in words_on(rewritten(path, _put(3, seal=4)))


def test_a_file_that_is_cut_or_is_not_an_archive(path: Path) -> None:
    whole = path.read_bytes()
    copy = path.with_name("copy.gz")
    ends = (
        whole[10:],
        whole[:-1],
        whole[: len(whole) // 2],
        whole[:30],
        whole + b"x",
        b"",
        b"PK\3\4",
        whole[::-1],
    )
    for data in (*ends, gzip.compress(b"[]\n"), gzip.compress(b"\xff\n"), gzip.compress(b"{}")):
        copy.write_bytes(data)
        assert "archive" in words_on(copy) or "cut" in words_on(copy)
    for number in range(0, len(whole), len(whole) // 40):
        copy.write_bytes(whole[:number] + bytes([whole[number] ^ 1]) + whole[number + 1 :])
        with pytest.raises(BadArchive):
            bring_back(copy, at=NOW)
    assert "No such file" in words_on(path.with_name("nowhere.gz"))
    assert "directory" in words_on(path.parent)


def test_the_file_of_another_house_is_not_ours(path: Path) -> None:
    with override_settings(LEDGER_ORIGIN="pit.example/9"), pytest.raises(BadArchive, match="another house"):
        checked(path, "pit.example/9", house_keys()[0])


def test_the_same_entries_in_another_file_are_not_what_was_archived(path: Path) -> None:
    copy = path.with_name("copy.gz")
    copy.write_bytes(gzip.compress(gzip.decompress(path.read_bytes()), 1))
    with pytest.raises(BadArchive, match="not the file that was archived"):
        bring_back(copy, at=NOW)
    with pytest.raises(BadArchive, match="not the file that was archived"), beside([copy]):
        pass


def test_a_file_that_is_there_is_only_used_if_it_is_the_months(path: Path) -> None:
    bring_back(path, at=NOW)
    whole = path.read_bytes()
    for change in (_content(6, 13, "x"), lambda lines: lines.pop()):
        copy = rewritten(path, change)
        data = copy.read_bytes()
        with pytest.raises(BadArchive, match=r"copy-of"):
            archive(AUGUST, copy, at=NOW)
        assert copy.read_bytes() == data
    assert path.read_bytes() == whole
    assert in_partition(AUGUST) == 17
    assert verify().ok


# --- the database behind the archive


@pytest.mark.parametrize(
    ("sql", "chain", "seq", "what"),
    [
        ("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-07' AND seq = 12", "BJ-07", 12, "changed"),
        ("UPDATE ledger_entry SET hash = sha256('x') WHERE chain = 'BJ-07' AND seq = 12", "BJ-07", 9, "changed"),
        ("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq = 12", "BJ-07", 9, "changed"),
        ("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq = 8", "BJ-07", 8, "removed"),
        ("DELETE FROM ledger_entry WHERE chain = 'BJ-07' AND seq = 17", "BJ-07", 17, "removed"),
        ("UPDATE ledger_archivedmonth SET away = false", HOUSE, 4, "row"),
        ("UPDATE ledger_archivedmonth SET sha256 = 'x'", HOUSE, 4, "row"),
        ("UPDATE ledger_archivedmonth SET chains = '{}'", HOUSE, 4, "row"),
        ("DELETE FROM ledger_archivedmonth", HOUSE, 4, "row"),
    ],
)  # fmt: skip
def test_what_is_changed_around_the_gap_is_found(
    path: Path, sql: str, chain: str, seq: int, what: str
) -> None:
    assert tamper(sql) == 1
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.seq, fault.what) == (chain, seq, what)


def test_a_chain_cannot_be_rewritten_before_the_gap(path: Path) -> None:
    tamper("UPDATE ledger_entry SET amount = 7 WHERE chain = 'BJ-07' AND seq = 7")
    rehash("BJ-07", 7)
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.what) == ("BJ-07", "rewritten")


def test_a_gap_that_no_entry_speaks_of_is_a_hole(path: Path) -> None:
    entry = Entry.objects.get(chain=HOUSE, kind="archived")
    tamper("DELETE FROM ledger_entry WHERE chain = 'house' AND seq = %s", entry.seq)
    faults = {(fault.chain, fault.what) for fault in verify().faults}
    assert {("BJ-07", "removed"), ("BJ-08", "removed"), (HOUSE, "removed")} <= faults


@pytest.mark.parametrize("wrong", ['"before":"x', '"before":7,"b":"', '"rows":[[['])
def test_an_entry_about_an_archive_that_cannot_be_read_is_named(path: Path, wrong: str) -> None:
    change = "UPDATE ledger_entry SET body = replace(body, %s, %s) WHERE kind = 'archived'"
    tamper(change, '"rows":[[' if "rows" in wrong else '"before":"', wrong)
    fault = verify().first
    assert fault is not None
    assert (fault.chain, fault.seq, fault.what) == (HOUSE, 4, "changed")


def test_the_seals_of_an_archive_follow_one_another(path: Path) -> None:
    lines = lines_of(path)
    assert before_of(lines[2]["note"]) not in lines[2]["note"]
    seals = [(line["chain"], line["seal"]) for line in lines if "seal" in line]
    assert seals == [("BJ-07", 2), ("BJ-08", 2), (HOUSE, 2)]
