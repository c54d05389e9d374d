"""A month is archived, looked for, verified across, brought back, and archived again."""

import csv
import io
import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings

from casino.ledger import HOUSE, Entry
from casino.ledger import verify as verifying
from casino.ledger.archives.exchange import archive, bring_back
from casino.ledger.archives.months import Month, gaps, recorded_gaps
from casino.ledger.archives.reading import beside
from casino.ledger.export import Csv, JsonLines, lines
from casino.ledger.models import ArchivedMonth
from casino.ledger.sealing import rotate
from casino.ledger.seals import seal_key
from casino.ledger.search import Search, archived_within
from casino.ledger.verify import verify
from casino.refusals import Refusal
from tests.ledger.archives.year import AUGUST, NOW, dealt, every_entry, in_partition, lines_of
from tests.ledger.chains import tamper
from tests.ledger.test_commands import run

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(tmp_path: Path) -> Path:
    dealt()
    return tmp_path / "august.gz"


def test_a_month_goes_into_a_file_and_comes_back_as_it_was(path: Path) -> None:
    before = every_entry()
    outcome = archive(AUGUST, path, at=NOW)

    # Of each table six are away, and two that belong to no round stayed; of the house the anchor of the seals is away.
    assert (outcome.entries, outcome.kept, in_partition(AUGUST)) == (17, 4, 4)
    manifest, *others = lines_of(path)
    assert (manifest["format"], manifest["form"], manifest["month"]) == ("casino-archive/1", 2, "2034-08")
    assert {chain: (part["first"], part["last"]) for chain, part in manifest["chains"].items()} == {
        "BJ-07": (9, 16), "BJ-08": (9, 16), "house": (2, 2),
    }  # fmt: skip
    assert [line["seq"] for line in others if line["chain"] == "BJ-07" and "seq" in line] == [*range(9, 17)]
    assert [line["seal"] for line in others if "seal" in line] == [2, 2, 2]
    assert Entry.objects.get(chain=HOUSE, seq=outcome.seq).kind == "archived"

    report = verify()
    assert report.faults == []
    assert {chain.chain: (chain.entries, chain.last_seq, chain.seals) for chain in report.chains} == {
        "BJ-07": (18, 24, 3), "BJ-08": (18, 24, 3), "house": (3, 4, 3),
    }  # fmt: skip
    (unread,) = report.chains[0].unread
    assert (unread.first, unread.last, unread.entries, unread.rounds) == (9, 16, 6, (249, 268))
    assert recorded_gaps() == gaps()

    later = NOW + timedelta(days=1)
    assert bring_back(path, at=later).entries == 17
    assert every_entry() == before
    assert gaps() == recorded_gaps() == {}
    report = verify()
    assert (report.faults, report.entries) == ([], 24 + 24 + 5)

    digest = path.read_bytes()
    again = archive(AUGUST, path, at=later)  # the same file serves again
    assert path.read_bytes() == digest
    assert (again.sha256, again.kept) == (outcome.sha256, 4)
    assert verify().faults == []
    kinds = Entry.objects.filter(chain=HOUSE, kind__in=("archived", "brought_back")).order_by("seq")
    assert list(kinds.values_list("kind", flat=True)) == ["archived", "brought_back", "archived"]


@pytest.mark.long
def test_the_months_around_it_can_follow_in_any_order_and_dealing_goes_on(path: Path) -> None:
    september, july = Month(2034, 9), Month(2034, 7)
    before = every_entry()
    for month in (AUGUST, september, july):
        archive(month, path.with_name(str(month)), at=NOW)
        assert verify().faults == []
    dealt((11,))
    assert verify().faults == []
    assert verify(since=july.first).faults == []
    assert verify(since=AUGUST.first + timedelta(days=10)).faults == []
    for month in (september, july, AUGUST):
        bring_back(path.with_name(str(month)), at=NOW)
        assert verify().faults == []
    assert every_entry()[: len(before) // 2] == before[: len(before) // 2]


def test_with_the_file_everything_is_read_and_compared(path: Path) -> None:
    archive(AUGUST, path, at=NOW)
    with beside([path]) as other:
        report = verify()
    assert (other, report.faults, report.entries) == ([], [], 24 + 24 + 4)
    assert [chain.unread for chain in report.chains] == [[], [], []]
    # What stayed is compared with the file.
    tamper("UPDATE ledger_entry SET detail = 'x' WHERE chain = 'BJ-08' AND seq = 12")
    with beside([path]) as other:
        assert [(fault.chain, fault.seq) for fault in other] == [("BJ-08", 12)]
    assert Entry.objects.filter(chain="BJ-07").count() == 18  # the record is the table again


def test_searches_and_exports_say_what_is_archived(path: Path) -> None:
    archive(AUGUST, path, at=NOW)

    def away(**given: str) -> list[str]:
        return [str(gap.month) for gap in archived_within(Search.parse(given))]

    assert away() == away(table="BJ-07") == away(table="BJ-07", round="249") == ["2034-08"]
    assert away(table="BJ-07", round="218") == away(table="BJ-09") == []
    assert away(**{"from": "2034-08-31T23:59+00:00"}) == away(to="2034-08-01T00:00+00:00") == ["2034-08"]
    assert away(**{"from": "2034-09-01T00:00+00:00"}) == away(to="2034-07-31T23:58+00:00") == []

    def file(form: Csv | JsonLines) -> str:
        return "".join(lines(Search.parse({"table": "BJ-07"}), form))

    *entries, last = csv.reader(io.StringIO(file(Csv())))
    assert len(entries) == 1 + 18
    assert "august.gz" in last[0]
    *_, last_line = file(JsonLines()).splitlines()
    assert "august.gz" in json.loads(last_line)["archived"]


def test_a_change_of_the_seal_key_in_an_archived_month_is_followed(tmp_path: Path) -> None:
    with override_settings(LEDGER_SEAL_KEY_NEXT="n" * 50):
        dealt((7,))
        changed = rotate(datetime(2034, 8, 1, tzinfo=UTC))
        dealt((8, 9))
        archive(AUGUST, tmp_path / "august.gz", at=NOW)
        assert seal_key().verifier == changed
        assert verify().faults == []
        with beside([tmp_path / "august.gz"]):
            assert verify().faults == []
        bring_back(tmp_path / "august.gz", at=NOW)
        assert verify().faults == []


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_a_long_record_is_shared_out_across_the_gap(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive(AUGUST, path, at=NOW)
    monkeypatch.setattr(verifying, "WORTH_PROCESSES", 1)
    report = verify(jobs=2)
    assert report.faults == []
    assert [len(chain.unread) for chain in report.chains] == [1, 1, 1]


def cause_of(error: CommandError) -> str:
    """The code of the refusal for which a command ended."""
    assert isinstance(error.__cause__, Refusal)
    return error.__cause__.code


def test_the_commands(path: Path) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("archive_ledger", "2034-13")
    assert (refused.value.returncode, cause_of(refused.value)) == (2, "archive.no_month")
    with pytest.raises(CommandError) as early:
        call_command("archive_ledger", "2034-09", output=path)
    assert cause_of(early.value) == "archive.not_over"
    archive(AUGUST, path, at=NOW)
    status, output = run()
    assert status == 0
    assert "6 of the entries 9 to 16 of BJ-07 not read" in output
    assert "sound as far as it was read" in output
    assert json.loads(run("--json")[1])["chains"][0]["unread"][0]["file"] == "august.gz"
    status, output = run("--archives", str(path))
    assert (status, "not read" in output) == (0, False)
    for wrong in ([path, path], [path.with_name("other.gz")]):
        assert run("--archives", *map(str, wrong))[0] == 2
    output = io.StringIO()
    call_command("restore_archive", path, json=True, stdout=output)
    assert json.loads(output.getvalue())["entries"] == 17
    assert ArchivedMonth.objects.get().away is False
    with pytest.raises(CommandError) as again:
        call_command("restore_archive", path)
    assert cause_of(again.value) == "archive.not_away"
    assert run("--archives", str(path))[0] == 2


@pytest.mark.parametrize("months", [range(1, 11), pytest.param(range(1, 13), marks=pytest.mark.long)])
def test_a_year_with_one_month_away(tmp_path: Path, months: range) -> None:
    """The long one has five hundred entries a table and a month."""
    long = len(months) == 12
    now = NOW.replace(year=2035)
    for month in months:
        for _ in range(10 if long else 1):
            dealt((month,), range(1, 14) if long else (1, 28))
    before = every_entry()
    path = tmp_path / "march.gz"
    archive(Month(2034, 3), path, at=now)
    assert verify().faults == []
    with beside([path]) as other:
        assert other + verify().faults == []
    bring_back(path, at=now)
    assert every_entry() == before
    assert verify().faults == []
