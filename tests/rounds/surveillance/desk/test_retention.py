"""What is kept for its days, what is held, and what ends: named beforehand, signed for by two, its digests kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
from django.db import models
from django.utils import timezone

from casino.ledger import DESK, Entry
from casino.ledger.archives.keeping import Extent
from casino.ledger.archives.months import Month
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from rounds.surveillance.incidents import files, service
from rounds.surveillance.incidents.check import wrong_files
from rounds.surveillance.models import Incident, Note, Page
from rounds.surveillance.notes import notes
from rounds.surveillance.record import digest
from rounds.surveillance.retention import service as retention
from rounds.surveillance.retention.archive_needs import held_rounds
from tests.refusing import refused_as
from tests.rounds.surveillance.desk.conftest import client_of
from tests.rounds.surveillance.desk.test_attachments import PDF, folder
from tests.rounds.surveillance.desk.test_incidents import opened

__all__ = ["folder"]  # a fixture of these tests too

YEARS = timedelta(days=8 * 365)


@contextmanager
def refused(code: str) -> Iterator[None]:
    with refused_as(code):
        yield


def key_of(row: models.Model) -> str:
    return str(row.pk)


def test_what_ends_is_named_signed_by_two_and_leaves_its_digests(
    dealt: None, people: dict[str, Staff], folder: Path, django_capture_on_commit_callbacks: Any
) -> None:
    # All of it eight years ago: more than the 2557 and 1096 days of the house.
    long_ago, now = timezone.now() - YEARS, timezone.now()
    v3, v5, m1 = people["V-3"], people["V-5"], people["M-1"]
    gone = notes.add("BJ-07", 1, notes.Written(words="The cut was low"), by=v3, at=long_ago)
    stays = notes.add("BJ-07", 1, notes.Written(words="P-4471 looked back"), by=v3, at=long_ago)
    incident = service.open_incident(
        {"title": "x", "type": "Other > Other > Other", "occurred": "", "reported": ""}, by=v3, at=long_ago
    )
    place = files.place_of("0" * 64)
    place.parent.mkdir(parents=True)
    place.write_bytes(PDF)
    page = service.add(
        incident, Page.Sort.FILE, {"name": "a.pdf", "type": "application/pdf", "size": 9, "sha256": "0" * 64},
        by=v3, at=long_ago,
    )  # fmt: skip
    assert retention.due(now)["incident"] == []  # while it is open its time does not begin
    service.review(incident, by=v3, at=long_ago)
    service.close(incident, second=v5, by=v3, at=long_ago)
    assert retention.due(now) == {
        "round": [], "note": [key_of(gone), key_of(stays)], "incident": [key_of(incident)], "file": [key_of(page)],
    }  # fmt: skip

    ending = retention.name_ending(by=v3, at=now)
    with refused("ending.waits"):
        retention.name_ending(by=v5, at=now)
    hold = retention.place("note", key_of(stays), "a claim", by=v3, at=now)
    with refused("ending.too_early"):
        retention.carry_out(ending.pk, second=m1, by=v3, at=now + timedelta(days=6))
    later = now + timedelta(days=8)
    with refused("signature.alone"):
        retention.carry_out(ending.pk, second=m1, by=m1, at=later)
    with refused("ending.no_manager"):
        retention.carry_out(ending.pk, second=v5, by=v3, at=later)
    with refused("ending.signer"):
        retention.carry_out(ending.pk, second=people["S-07"], by=v3, at=later)
    before = {row.pk: digest(row.facts) for row in (gone, stays)}
    with django_capture_on_commit_callbacks(execute=True):
        retention.carry_out(ending.pk, second=m1, by=v3, at=later)
    gone.refresh_from_db()
    stays.refresh_from_db()
    assert (gone.facts, gone.ended_at is not None) == ({}, True)
    assert (stays.facts["words"], stays.ended_at) == ("P-4471 looked back", None)
    assert Incident.objects.get().facts == Page.objects.get(pk=page.pk).facts == {}
    assert not place.exists()
    body = msgspec.json.decode(Entry.objects.get(chain=DESK, kind="desk_ended").body)
    assert body["signed"] == ["V-3", "M-1"]
    assert body["digests"][f"note {gone.pk}"] == before[gone.pk]
    assert body["digests"][f"file {page.pk}"] == "0" * 64
    assert f"note {stays.pk}" not in body["digests"]
    assert list(wrong_rows(DESK)) == []
    assert list(wrong_files()) == []
    for address in ("/desk/notes/", "/desk/keeping/", "/desk/incidents/", f"/desk/incidents/{incident.number}/",
                    "/audit/round/BJ-07/1/"):  # fmt: skip
        assert client_of("I-9").get(address).status_code == 200, address

    with refused("signature.alone"):
        retention.lift(hold.pk, second=v3, by=v3, at=later)
    retention.lift(hold.pk, second=v5, by=v3, at=later)
    assert retention.due(later)["note"] == [key_of(stays)]


def test_a_hold_on_a_round_keeps_what_is_about_it_and_its_month(
    dealt: None, people: dict[str, Staff]
) -> None:
    v3, long_ago, now = people["V-3"], timezone.now() - YEARS, timezone.now()
    note = notes.add("BJ-07", 1, notes.Written(words="x"), by=v3, at=long_ago)
    with refused("hold.no_such_thing"):
        retention.place("round", "BJ-07/99", "a claim", by=v3, at=now)
    with refused("hold.why_missing"):
        retention.place("round", "BJ-07/1", " ", by=v3, at=now)
    retention.place("round", "bj-07 / 1", "a claim", by=v3, at=now)
    with refused("hold.held"):
        retention.place("round", "BJ-07/1", "a claim", by=v3, at=now)
    assert retention.due(now)["note"] == []
    assert Note.objects.get().pk == note.pk
    last = Entry.objects.filter(chain="BJ-07").order_by("-seq").values_list("seq", flat=True).first()
    month = Month(2026, 11)
    expected = [why.code for why in held_rounds(month, {"BJ-07": Extent(1, last or 1)})]
    assert expected == ["archive.held"]
    assert list(held_rounds(month, {"BJ-08": Extent(1, 9)})) == []


def test_holds_of_what_somebody_does_not_read_are_not_shown(people: dict[str, Staff]) -> None:
    incident = opened(people["V-3"])
    service.set_access(incident, [], ["V-3"], by=people["V-3"], at=timezone.now())
    fields = {"step": "hold", "kind": "incident", "subject": incident.number, "why": "the claim of P-4471"}
    assert client_of("V-5").post("/desk/keeping/act", fields).status_code == 409
    assert client_of("V-3").post("/desk/keeping/act", fields).status_code == 302
    for number, shown in (("V-3", True), ("V-5", False), ("M-1", False)):
        page = client_of(number).get("/desk/keeping/").content.decode()
        assert (incident.number in page, "P-4471" in page) == (shown, shown), number
    assert "legal hold" in client_of("V-3").get("/desk/incidents/").content.decode()
