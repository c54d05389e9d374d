"""A house works a shift; its month is archived, and everything that looks back at it is right or says where it is."""

from datetime import UTC, datetime, timedelta
from functools import partial
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from casino.ledger import HOUSE, Entry, partitions
from casino.ledger.archives.exchange import archive, bring_back
from casino.ledger.archives.months import Month
from casino.ledger.archives.reading import beside
from casino.ledger.sealing import seal_all
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds.models import PlayedRound, Round, RoundFacts
from rounds.play import participants, past_rounds, service, snapshot
from rounds.simulation.shift import Place, Shift
from rounds.surveillance.facts.indexing import catch_up, start_anew
from rounds.surveillance.retention import service as retention
from rounds.surveillance.retention.spent_months import end_month
from tables.models import Session, Table
from tests import floor
from tests.ledger.chains import tamper
from tests.refusing import refused_as
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db

BEGINS = datetime(2034, 8, 10, 12, tzinfo=UTC)
AUGUST = Month(2034, 8)
LATER = datetime(2034, 11, 2, tzinfo=UTC)
FILE = "ledger-2034-08.jsonl.gz"
PLACE = Place("VIC03", packs=4)


def worked() -> None:
    """A house that has worked a shift of ten rounds."""

    def work() -> None:
        assert Shift(PLACE, rounds=10, seed=8, begins=BEGINS).work().faults == []

    partitions.prepare(BEGINS)  # for the rows that are put back
    made_once((__name__, "shift"), work)


def facts_of_rounds() -> list[tuple[object, ...]]:
    return list(RoundFacts.objects.order_by("round_no").values_list("round_no", "terms", "lay", "win"))


@pytest.mark.long
def test_what_looks_back_at_an_archived_month_is_right_or_says_where_it_is(tmp_path: Path) -> None:
    path, code = tmp_path / FILE, PLACE.code
    worked()
    with refused_as("archive.not_sealed"):
        archive(AUGUST, path, at=LATER)

    client = Client()
    client.post("/sign-in/", {"number": floor.person(Role.INSPECTOR).number, "pin": floor.PIN})
    report = f"/float/session/{Session.objects.get().pk}.csv"
    # Without its first line, which says at which minute it was asked for.
    figures = client.get(report).content.partition(b"\r\n")[2]
    assert b"D1-VIC03" in figures
    steps = len(service.history(code, 3))
    sat = participants.in_rounds(code, [3, 10])

    seal_all(BEGINS + timedelta(days=1))
    with refused_as("archive.not_indexed"):
        archive(AUGUST, path, at=LATER)
    assert not catch_up()
    facts = facts_of_rounds()
    archive(AUGUST, path, at=LATER)
    snapshot.forget()
    result = verify()
    assert result.faults == []
    assert [unread.rounds for chain in result.chains for unread in chain.unread if chain.chain == code] == [
        (1, 8)
    ]

    # The table's state is folded from its last rounds, and the figures of the session are told apart by dealer.
    assert service.current(code).previous == service.history(code, 10)[-1].state
    assert client.get(report).content.partition(b"\r\n")[2] == figures
    assert client.get(f"/pit/table/{code}/").status_code == 200

    # The audit log and the replay say where the entries are.
    page = client.get("/audit/", {"table": code, "round": "3"})
    assert [gap.file for gap in page.context["away"]] == [FILE]
    assert FILE in page.content.decode()
    for target, status in (("", 200), ("section#beside", 200)):
        page = client.get(f"/audit/round/{code}/3/", headers={"HX-Target": target} if target else {})
        assert (page.status_code, page.context["refusal"].code) == (status, "archive.round_away")
        assert FILE in page.content.decode()
    assert client.get(f"/audit/round/{code}/10/").context["count"] > 10
    assert client.get(f"/audit/round/{code}/3/export.round").status_code == 409
    asked = client.post(f"/audit/round/{code}/3/evidence", {"reason": "review", "key": "k-3"})
    assert (asked.status_code, asked.context["refusal"].code) == (409, "archive.round_away")
    asked = client.post(f"/audit/round/{code}/10/evidence", {"reason": "review", "key": "k-10"})
    assert (asked.status_code, asked.context["refusal"].code) == (409, "archive.entries_away")
    pack = tmp_path / "pack.zip"
    for command, arguments in (
        ("evidence", {"reason": "review", "output": pack}),
        ("export_round", {}),
    ):
        with pytest.raises(CommandError, match=FILE):
            call_command(command, f"{code}/3", stdout=StringIO(), **arguments)
    assert not pack.exists()

    # The search for rounds keeps what it has of them, also where all is indexed again.
    start_anew()
    assert not catch_up()
    assert facts_of_rounds() == facts

    # Nobody signs for a round, or has it corrected, that cannot be looked at.
    for looks in (
        partial(past_rounds.past_round, code),
        lambda number: participants.in_rounds(code, [number]),
    ):
        with refused_as("archive.round_away") as refused:
            looks(3)
        assert FILE in refused.value.remedy
    assert past_rounds.round_shown(code, 3) is None

    # What is changed of a row whose entries are away is found with the file.
    row = Round.objects.get(round_no=3)
    tamper("UPDATE rounds_round SET called_at = NULL WHERE id = %s", row.pk)
    assert verify().faults == []
    with beside([path]) as other:
        faults = verify().faults
    assert other == []
    assert [(fault.chain, fault.seq) for fault in faults if "round 3:" in fault.message] == [
        (code, row.first_seq)
    ]
    tamper("UPDATE rounds_round SET called_at = %s WHERE id = %s", row.called_at, row.pk)
    with beside([path]):
        assert verify().faults == []

    # Brought back, all is as it was.
    bring_back(path, at=LATER)
    assert len(service.history(code, 3)) == steps
    assert participants.in_rounds(code, [3, 10]) == sat
    assert client.get("/audit/", {"table": code, "round": "3"}).context["away"] == ()
    assert client.get(f"/audit/round/{code}/3/").status_code == 200
    call_command("evidence", f"{code}/3", reason="review", output=pack, stdout=StringIO())
    assert pack.exists()
    assert verify().faults == []

    # A table that is open, with a round in hand, still needs the month.
    Table.objects.filter(code=code).update(state=Table.State.OPEN)
    with refused_as("archive.table_open"):
        archive(AUGUST, tmp_path / "other.gz", at=LATER)
    Table.objects.filter(code=code).update(phase="deal")
    with refused_as("archive.table_open"):
        archive(AUGUST, tmp_path / "other.gz", at=LATER)


@pytest.mark.long
def test_a_month_that_has_ended_is_destroyed_and_leaves_its_digests(tmp_path: Path) -> None:
    path, copy, code = tmp_path / FILE, tmp_path / "copy.gz", PLACE.code
    worked()
    seal_all(BEGINS + timedelta(days=1))
    assert not catch_up()
    archived = archive(AUGUST, path, at=LATER)
    copy.write_bytes(path.read_bytes())
    writer, manager = floor.person(Role.SURVEILLANCE), floor.person(Role.OPERATIONS_MANAGER)
    over = LATER + timedelta(days=10 * 365)

    def stays(code: str) -> None:
        with refused_as(code):
            end_month(path, at=over)
        assert path.exists()

    stays("archive.not_ended")
    ending = retention.name_ending(by=writer, at=over)
    stays("archive.not_ended")  # named, and not signed for
    # A hold that is put meanwhile keeps it: then it has not ended, whatever was named.
    hold = retention.place("round", f"{code}/3", "a claim", by=writer, at=over)
    over += timedelta(days=8)
    retention.carry_out(ending.pk, second=manager, by=writer, at=over)
    stays("archive.not_ended")
    second = floor.person(Role.SURVEILLANCE, "V-5")
    retention.lift(hold.pk, second=second, by=writer, at=over)
    ending = retention.name_ending(by=writer, at=over)
    over += timedelta(days=8)
    retention.carry_out(ending.pk, second=manager, by=writer, at=over)
    # What two people have signed for cannot be held any more.
    with refused_as("hold.ended"):
        retention.place("round", f"{code}/3", "a claim", by=writer, at=over)

    played = Round.objects.count()
    end_month(path, at=over)
    assert not path.exists()
    entry = Entry.objects.get(chain=HOUSE, kind="archive_destroyed")
    body = msgspec.json.decode(entry.body)
    assert (body["month"], body["sha256"]) == (str(AUGUST), archived.sha256)
    assert body["signed"] == [writer.number, manager.number]
    assert [number for number, *_ in facts_of_rounds()] == [9, 10]
    assert set(PlayedRound.objects.values_list("round_no", flat=True)) <= {9, 10}
    assert Round.objects.count() == played
    assert verify().faults == []
    # A copy that turns up is not brought back, and can be destroyed as well.
    with refused_as("archive.destroyed"):
        bring_back(copy, at=over)
    call_command("destroy_archive", str(copy), stdout=StringIO())
    assert not copy.exists()
    with pytest.raises(CommandError):
        call_command("destroy_archive", str(copy), stdout=StringIO())
