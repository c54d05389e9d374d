"""The rota: shifts, breaks and the time at a table as the record has them, and the relief that is proposed."""

from datetime import timedelta

import pytest
from django.test import Client, override_settings

from casino.ledger import HOUSE, Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from tables.floor import dealers, people
from tables.models import Duty, Stint, Table
from tables.rota import rota
from tests import floor
from tests.floor import AT
from tests.refusing import refused_as

pytestmark = pytest.mark.django_db

LATER = AT + timedelta(hours=1)


def minutes(count: int) -> timedelta:
    return timedelta(minutes=count)


def test_a_shift_with_its_break_is_in_the_record_and_each_step_says_why_it_cannot_be() -> None:
    boss, dealer = floor.casino_supervisor(), floor.dealer()
    with refused_as("rota.off_shift"):
        rota.begin_break("D-114", 20, by=boss, at=AT)
    with refused_as("rota.no_such_person"):
        rota.begin_shift("D-999", by=boss, at=AT)
    with refused_as("staff.role_too_low"):
        rota.begin_shift("D-114", by=dealer, at=AT)
    rota.begin_shift(" d-114", by=boss, at=AT)
    with refused_as("rota.on_shift"):
        rota.begin_shift("D-114", by=boss, at=AT)
    with refused_as("rota.break_minutes"):
        rota.begin_break("D-114", 121, by=boss, at=AT)
    with refused_as("rota.no_break"):
        rota.end_break("D-114", by=boss, at=AT)
    rota.begin_break("D-114", 20, by=boss, at=AT)
    with refused_as("rota.on_break"):
        rota.begin_break("D-114", 20, by=boss, at=AT)
    rota.end_shift("D-114", by=boss, at=AT + minutes(5))  # and the break with it
    assert [(row.kind, row.ended_by) for row in Duty.objects.order_by("kind")] == [
        ("break", "S-07"),
        ("shift", "S-07"),
    ]
    kinds = Entry.objects.filter(chain=HOUSE, kind__in=("shift_began", "break_began", "shift_ended"))
    assert [entry.kind for entry in kinds.order_by("seq")] == ["shift_began", "break_began", "shift_ended"]
    assert verify().ok
    with floor.behind_the_database():
        Duty.objects.filter(kind="shift").update(ended_by="S-08")
    assert any("duty" in fault.message for fault in verify().faults)


def test_the_time_at_a_table_is_kept_as_dealers_change_and_nobody_who_deals_has_a_break() -> None:
    floor.open_table("BJ-07")
    floor.open_table("BJ-08")
    boss, first, other = floor.casino_supervisor(), floor.dealer(), floor.person(Role.DEALER, "D-131")
    Stint.objects.all()
    dealers.come_to_table("BJ-07", first, LATER)
    rota.begin_shift("D-114", by=boss, at=LATER)
    with refused_as("rota.deals"):
        rota.begin_break("D-114", 20, by=boss, at=LATER)
    with refused_as("rota.deals"):
        rota.end_shift("D-114", by=boss, at=LATER)
    dealers.come_to_table("BJ-08", first, LATER + minutes(40))  # he leaves the other table by it
    dealers.come_to_table("BJ-07", other, LATER + minutes(41))
    stints = [
        (stint.table.code, stint.number, stint.ended_at is None)
        for stint in Stint.objects.select_related("table")
    ]
    assert stints[-3:] == [("BJ-07", "D-114", False), ("BJ-08", "D-114", True), ("BJ-07", "D-131", True)]
    assert verify().ok


@override_settings(DEALER_MINUTES=60)
def test_who_has_rested_longest_is_proposed_where_the_limit_is_near_and_each_for_one_table() -> None:
    boss = floor.casino_supervisor()
    for number, code in (("D-114", "BJ-07"), ("D-102", "BJ-08")):
        floor.open_table(code)
        floor.person(Role.DEALER, number)
    Table.objects.filter(code="BJ-07").update(dealer="D-114", dealer_since=LATER)
    Table.objects.filter(code="BJ-08").update(dealer="D-102", dealer_since=LATER + minutes(5))
    for number, began in (("D-131", 10), ("D-188", 20), ("D-109", 0)):
        floor.person(Role.DEALER, number)
        rota.begin_shift(number, by=boss, at=LATER + minutes(began))
    rota.begin_break("D-109", 30, by=boss, at=LATER + minutes(40))
    at = LATER + minutes(49)
    assert rota.reliefs(rota.people(at), at) == []
    at = LATER + minutes(55)
    proposed = {
        relief.table.code: [person.number for person in relief.candidates]
        for relief in rota.reliefs(rota.people(at), at)
    }
    assert proposed == {"BJ-07": ["D-131", "D-188", "D-109"], "BJ-08": ["D-188", "D-109", "D-131"]}
    # Nobody is proposed for a table that somebody was sent to, and nobody who is on the way is proposed.
    Table.objects.filter(code="BJ-07").update(relief="D-131")
    (relief,) = rota.reliefs(rota.people(at), at)
    assert (relief.table.code, [person.number for person in relief.candidates]) == (
        "BJ-08",
        ["D-188", "D-109"],
    )


def test_who_is_on_the_way_has_no_break_and_who_is_inactive_relieves_nobody() -> None:
    floor.open_table("BJ-07")
    boss = floor.casino_supervisor()
    for number in ("D-131", "D-188"):
        floor.person(Role.DEALER, number)
        rota.begin_shift(number, by=boss, at=AT)
    people.send_dealer("BJ-07", "D-131", by=boss, at=AT)
    with refused_as("rota.sent"):
        rota.begin_break("D-131", 20, by=boss, at=AT)
    with refused_as("rota.sent"):
        rota.end_shift("D-131", by=boss, at=AT)
    people.send_dealer("BJ-07", "", by=boss, at=AT)
    rota.begin_break("D-131", 20, by=boss, at=AT)
    Staff.objects.filter(number="D-188").update(is_active=False)
    on_duty = rota.people(AT)
    assert [person.number for person in on_duty] == ["D-131", "D-188"]
    assert [person.number for person in rota.rested(on_duty)] == ["D-131"]
    with refused_as("people.no_dealer"):
        people.send_dealer("BJ-07", "D-188", by=boss, at=AT)
    rota.end_shift("D-188", by=boss, at=AT)


@pytest.mark.parametrize("minutes", ["0", "-20", "", "1e3", "20.5", "999999", "٣"])
def test_a_break_that_would_end_before_it_begins_or_never_is_refused(minutes: str) -> None:
    floor.person(Role.DEALER, "D-131")
    boss = Client()
    boss.post("/sign-in/", {"number": floor.person(Role.GAME_SUPERVISOR).number, "pin": floor.PIN})
    boss.post("/pit/rota/", {"step": "tap_in", "number": "D-131", "key": "k1"})
    asked = {"step": "break", "number": "D-131", "minutes": minutes, "key": "k2"}
    assert boss.post("/pit/rota/", asked).status_code == 409
    assert not Duty.objects.filter(kind="break").exists()


def test_the_page_taps_in_proposes_and_sends_once_and_who_watches_changes_nothing() -> None:
    floor.open_table("BJ-07")
    floor.person(Role.DEALER, "D-131")
    boss, eye = Client(), Client()
    for client, role in ((boss, Role.GAME_SUPERVISOR), (eye, Role.SURVEILLANCE)):
        client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    asked = {"step": "tap_in", "number": "D-131", "key": "k1"}
    assert eye.post("/pit/rota/", asked).status_code == 409
    assert [boss.post("/pit/rota/", asked).status_code for _ in range(2)] == [302, 302]
    assert Duty.objects.count() == 1
    page = boss.get("/pit/rota/").content.decode()
    token = page.partition('name="showed-BJ-07" value="')[2].partition('"')[0].replace("&quot;", '"')
    send = {"step": "send", "number": "D-131", "at": "BJ-07", "showed-BJ-07": token, "key": "k2"}
    assert boss.post("/pit/rota/", send).status_code == 302
    assert Table.objects.get().relief == "D-131"
    # From an outdated page nobody else is sent in his place.
    assert boss.post("/pit/rota/", send | {"number": "D-114", "key": "k3"}).status_code == 409
    assert "D-131 to BJ-07" in eye.get("/pit/rota/?show=free").content.decode()
    assert 'name="step"' not in eye.get("/pit/rota/").content.decode()
    for nonsense in (
        {"step": "fly"},
        {"step": "break", "number": "D-131", "minutes": "x"},
        {"step": "back", "number": "\u00e9" * 90},
    ):
        answer = boss.post("/pit/rota/", nonsense | {"key": "k4"})
        assert answer.status_code == 409
        assert 'role="alert"' in answer.content.decode()
