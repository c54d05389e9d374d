"""Notes: written beside a step, read by surveillance and inspectors, by the pit where addressed to it, never by
dealers."""

import msgspec
import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.ledger import DESK, HOUSE, Entry
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from rounds.surveillance.desk_settings import lists
from rounds.surveillance.models import Note
from rounds.surveillance.notes import notes
from rounds.surveillance.record import digest
from tests import floor
from tests.refusing import refused_as
from tests.rounds.surveillance.desk.conftest import client_of

SECRET, TO_PIT = "The shoe was looked into", "Watch the cut"


def test_who_reads_which_note_and_where(dealt: None, people: dict[str, Staff]) -> None:
    writer = client_of("V-3")
    last = Entry.objects.filter(chain="BJ-07", round_no=1).order_by("-seq").first()
    assert last is not None
    fields = {"words": SECRET, "tag": "card", "seq": str(last.seq), "key": "k-secret"}
    before = Entry.objects.filter(chain="BJ-07").count()
    for _ in range(2):  # the same form twice is one note
        assert writer.post("/desk/notes/BJ-07/1", fields).status_code == 302
    pit = {"words": TO_PIT, "tag": "", "to_pit": "yes", "whole": "yes", "key": "k-pit"}
    assert writer.post("/desk/notes/BJ-07/1", pit).status_code == 302
    assert Note.objects.count() == 2
    assert Entry.objects.filter(chain="BJ-07").count() == before  # the table goes on as it was

    pages = ("/audit/round/BJ-07/1/", "/audit/?table=BJ-07", "/desk/notes/")
    for number, reads in (("V-3", True), ("I-9", True), ("S-07", False), ("M-1", False)):
        client = client_of(number)
        for page in pages:
            answer = client.get(page)
            if page == "/desk/notes/" and not reads:
                assert answer.status_code == 403
                continue
            assert (SECRET in answer.content.decode()) is reads, (number, page)
        replay = client.get(pages[0]).content.decode()
        assert TO_PIT in replay, number
    for number in ("G-21", "S-07"):
        to_pit = client_of(number).get("/desk/notes/pit/").content.decode()
        assert (TO_PIT in to_pit, SECRET in to_pit) == (True, False)
    assert client_of("D-114").get("/desk/notes/pit/").status_code == 403
    for number in ("I-9", "S-07", "G-21", "D-114"):
        assert client_of(number).post("/desk/notes/BJ-07/1", fields).status_code in (302, 303, 403), number
    assert Note.objects.count() == 2


def test_the_record_has_notes_by_digest_and_only_the_desk_reads_its_chain(
    dealt: None, people: dict[str, Staff]
) -> None:
    note = notes.add("BJ-07", 1, notes.Written(words=SECRET), by=people["V-3"], at=timezone.now())
    entry = Entry.objects.get(chain=DESK)
    assert (entry.kind, entry.actor, SECRET in entry.body) == ("desk_note", "V-3", False)
    assert msgspec.json.decode(entry.body)["rows"][0][2]["facts"] == digest(note.facts)
    for number, seen in (("V-3", 1), ("I-9", 1), ("S-07", 0)):
        client = client_of(number)
        assert client.get("/audit/?table=desk").content.decode().count('data-table="desk" data-seq') == seen
        lines = b"".join(client.get("/audit/export.jsonl")).decode()  # type: ignore[arg-type]
        assert ('"chain":"desk"' in lines, SECRET in lines) == (bool(seen), False)
        tail = client.get("/audit/tail?after=%7B%22desk%22%3A0%7D").content.decode()
        assert "desk note" not in tail

    assert list(wrong_rows(DESK)) == []
    with pytest.raises(DatabaseError), transaction.atomic():
        Note.objects.filter(pk=note.pk).update(facts={"words": "another"})
    with floor.behind_the_database():
        Note.objects.filter(pk=note.pk).update(facts=note.facts | {"words": "another"})
    assert [fault.what for fault in wrong_rows(DESK)] == ["row"]


def test_a_note_is_withdrawn_by_another_entry(dealt: None, people: dict[str, Staff]) -> None:
    at = timezone.now()
    note = notes.add("BJ-07", 1, notes.Written(words=TO_PIT, to_pit=True), by=people["V-3"], at=at)
    with refused_as("note.why_missing"):
        notes.withdraw(note.pk, " ", by=people["V-5"], at=at)
    notes.withdraw(note.pk, "another table", by=people["V-5"], at=at)
    assert Entry.objects.filter(chain=DESK).count() == 2
    assert notes.visible(people["S-07"]).count() == 0
    assert TO_PIT in client_of("I-9").get("/desk/notes/").content.decode()
    with refused_as("note.withdrawn"):
        notes.withdraw(note.pk, "again", by=people["V-3"], at=at)
    assert list(wrong_rows(DESK)) == []


def test_a_camera_keeps_its_own_time_and_the_offset_of_its_clock(
    dealt: None, people: dict[str, Staff]
) -> None:
    client = client_of("M-1")
    page = client.get("/desk/lists/").content.decode()
    token = page.split('name="showed" value="')[1].split('"')[0].replace("&quot;", '"')
    fields = {
        "showed": token, "rows1": "card\r\nwatch", "rows2": "Table games > Cards > Exposed",
        "rows3": "c-0712 2.0 slow\r\nC-0713 0.4 fast", "days_round": "10", "days_note": "20", "days_incident": "30",
        "days_file": "40", "largest": "1",
    }  # fmt: skip
    assert client.post("/desk/lists/", fields | {"rows2": "Cards"}).status_code == 409
    assert client.post("/desk/lists/", fields).status_code == 302
    assert lists.cameras() == {"C-0712": -2000, "C-0713": 400}
    assert client.post("/desk/lists/", fields | {"largest": "2"}).status_code == 409  # the page is an old one
    assert client_of("V-3").post("/desk/lists/", fields | {"largest": "3"}).status_code == 409
    assert list(wrong_rows(HOUSE)) == []

    at = floor.AT
    note = notes.add(
        "BJ-07",
        1,
        notes.Written(tag="card", camera="c-0712", camera_time="2026-11-28 20:00:29.9"),
        by=people["V-3"],
        at=timezone.now(),
    )
    # 2.0 seconds slow: what it showed at 20:00:29.9 happened at 20:00:31.9 by the house's clock.
    assert note.facts["camera"] == "C-0712"
    assert note.facts["house"][17:23].startswith("31.9")
    for typed in ("yesterday morning", "25:00:00"):
        with refused_as("camera.time"):
            notes.add(
                "BJ-07",
                1,
                notes.Written(tag="card", camera="C-0712", camera_time=typed),
                by=people["V-3"],
                at=at,
            )
    with refused_as("note.no_such_tag"):
        notes.add("BJ-07", 1, notes.Written(tag="nothing"), by=people["V-3"], at=at)


def test_why_a_note_is_withdrawn_stays_when_it_is_refused(dealt: None, people: dict[str, Staff]) -> None:
    at = timezone.now()
    first, second = [
        notes.add("BJ-07", 1, notes.Written(words=words), by=people["V-3"], at=at)
        for words in (SECRET, TO_PIT)
    ]
    client, why = client_of("V-3"), "it was another hand"
    client.post(f"/desk/notes/{first.pk}/withdraw", {"why": "another table", "key": "k-used"})
    answer = client.post(f"/desk/notes/{second.pk}/withdraw", {"why": why, "key": "k-used"})
    assert answer.status_code == 409
    form = answer.context["sent"].form
    assert (answer.context["sent"].note, form["why"].value()) == (second.pk, why)
    assert answer.text.count(f'value="{why}"') == 1
    assert list(Note.objects.filter(withdrawn_at=None)) == [second]
    missing = client.post(f"/desk/notes/{second.pk}/withdraw", {"why": " ", "key": "k-missing"})
    assert missing.context["sent"].form["why"].errors
