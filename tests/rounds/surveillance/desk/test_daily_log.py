"""The daily log: what the record gives and what people wrote, signed off by one and taken over by another."""

from datetime import timedelta

from django.utils import timezone

from casino.ledger import DESK
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from rounds.surveillance.daily_log import service
from rounds.surveillance.daily_log.screen import screen_of
from rounds.surveillance.incidents.service import add, set_access, task
from rounds.surveillance.models import DailyLog
from rounds.surveillance.notes import notes
from tables.disputes import disputes
from tests import floor
from tests.refusing import refused_as
from tests.rounds.surveillance.desk.conftest import client_of
from tests.rounds.surveillance.desk.test_incidents import opened


def test_a_shift_from_its_beginning_until_it_is_taken_over(dealt: None, people: dict[str, Staff]) -> None:
    client = client_of("V-3")
    assert client.post("/desk/log/act", {"step": "begin"}).status_code == 302
    log = DailyLog.objects.get()
    assert (
        client.post("/desk/log/act", {"step": "write", "words": "212 of 214 cameras good"}).status_code == 302
    )
    assert client.post("/desk/log/act", {"step": "write", "words": " "}).status_code == 409
    at = timezone.now()
    notes.add("BJ-07", 1, notes.Written(words="Basic play, nothing to add"), by=people["V-3"], at=at)
    incident, hidden = opened(people["V-3"]), opened(people["V-3"], title="Of our own")
    set_access(hidden, [], ["V-3"], by=people["V-3"], at=at)
    add(incident, "task", task("Copy of C-0713", "V-5", at + timedelta(hours=2)), by=people["V-3"], at=at)
    disputes.raise_dispute(
        "BJ-07", disputes.Complaint("A", "Pays 3 to 2?", round_no=1, box=1), by=people["G-21"], at=at
    )

    shown = client_of("I-9").get("/desk/log/").content.decode()
    for words in ("212 of 214 cameras good", "Basic play", incident.number, "Pays 3 to 2?", "Copy of C-0713"):
        assert words in shown, words
    assert "Of our own" not in shown
    assert hidden.number not in shown
    for number in ("S-07", "M-1", "G-21", "D-114"):
        assert client_of(number).get("/desk/log/").status_code == 403

    def send(who: str, **fields: str) -> tuple[int, str]:
        sender = client_of(who)
        page = sender.get("/desk/log/").content.decode()
        showed = page.split('name="showed" value="')[1].split('"')[0].replace("&quot;", '"')
        answer = sender.post("/desk/log/act", {"showed": showed, "log": "1"} | fields)
        code = answer.content.decode().split('data-code="')
        return answer.status_code, code[1].split('"')[0] if len(code) > 1 else ""

    take = {"step": "take", "number": "V-5", "pin": floor.PIN}
    assert send("V-3", **take) == (409, "log.not_signed")
    assert send("V-5", step="sign", pin=floor.PIN) == (409, "log.not_on_desk")
    assert send("V-3", step="sign", pin="9999") == (409, "sign_in.wrong")
    assert send("V-3", step="sign", pin=floor.PIN) == (302, "")
    numbers = [(line.no, line.words) for line in screen_of(DailyLog.objects.get(), people["I-9"]).lines]
    assert [number for number, _ in numbers] == list(range(1, len(numbers) + 1))
    assert send("V-3", **take | {"number": "V-3"}) == (409, "signature.alone")
    assert send("V-3", **take | {"number": "S-07"}) == (409, "desk.not_surveillance")
    assert send("V-3", **take) == (302, "")
    log.refresh_from_db()
    assert (log.signed_by, log.taken_by) == ("V-3", "V-5")
    running = service.running()
    assert running is not None
    assert (running.no, running.by) == (2, "V-5")
    assert "Copy of C-0713" in client_of("V-5").get("/desk/log/").content.decode()  # the task goes along

    # What is written later has no number, and changes none of those that were signed.
    service.add(log, "The grey cap was P-4471", "", by=people["V-5"], at=timezone.now())
    lines = screen_of(log, people["I-9"]).lines
    assert [(line.no, line.words) for line in lines[:-1]] == numbers
    assert (lines[-1].no, lines[-1].later) == (None, True)
    # No line says anything of an incident that has since been limited to named people.
    set_access(incident, [], ["V-3"], by=people["V-3"], at=timezone.now())
    for reader, seen in (("V-3", True), ("I-9", False)):
        assert any(incident.number in line.words for line in screen_of(log, people[reader]).lines) is seen
    with refused_as("log.signed"):
        service.sign_off(log, by=people["V-3"], at=timezone.now())
    assert list(wrong_rows(DESK)) == []
