"""Incidents: a number without a gap, pages that are only added, access by role or name, closing by a second person."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from casino.ledger import DESK
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.surveillance.incidents import service
from rounds.surveillance.models import Incident, Page
from tests import floor
from tests.refusing import refused_as
from tests.rounds.surveillance.desk.conftest import client_of

Sort = Page.Sort
TYPE = "Table games > Cards > Drawn in excess"
COVER: dict[str, Any] = {
    "title": "Card in excess", "type": TYPE, "occurred": "", "reported": "", "place": "Main floor", "table": "BJ-07",
    "loss": 0, "saving": 57_500, "recovered": 5_000,
}  # fmt: skip


def opened(by: Staff, **more: Any) -> Incident:
    return service.open_incident(COVER | more, by=by, at=timezone.now())


def test_an_incident_from_a_round_has_what_is_known(dealt: None, people: dict[str, Staff]) -> None:
    client = client_of("V-3")
    page = client.get("/desk/incidents/new?table=BJ-07&round=1").content.decode()
    assert 'value="BJ-07/1"' in page
    assert "Pit 1" in page
    fields = {
        "title": "Card in excess", "type": TYPE, "round": "BJ-07/1", "narrative": "Dealer drew a card too many",
        "occurred": "28 Nov 2026 20:00:31", "reported": "", "loss": "", "saving": "575", "recovered": "50", "key": "k1",
    }  # fmt: skip
    wrong = client.post("/desk/incidents/new", fields | {"occurred": "some day", "key": "k0"})
    assert (wrong.status_code, "Dealer drew a card too many" in wrong.content.decode()) == (409, True)
    for _ in range(2):
        assert client.post("/desk/incidents/new", fields).status_code == 302
    incident = Incident.objects.get()
    year = timezone.localtime().year
    assert incident.number == f"INC-{year}-0001"
    assert (incident.facts["saving"], incident.facts["recovered"], incident.facts["table"]) == (
        57_500,
        5_000,
        "BJ-07",
    )
    people_on_it = [(row.facts["who"], row.facts["part"]) for row in incident.pages.filter(sort=Sort.PERSON)]
    assert people_on_it[0] == ("D-114", "dealer")
    assert people_on_it[-2:] == [("A", "player"), ("B", "player")]
    shown = client.get(f"/desk/incidents/{incident.number}/").content.decode()
    for words in ("Dealer drew a card too many", "small-felt", "$575", "D-114", "/audit/round/BJ-07/1/"):
        assert words in shown, words
    assert list(wrong_rows(DESK)) == []


def test_numbers_never_skip_though_steps_are_refused(people: dict[str, Staff]) -> None:
    first = opened(people["V-3"])
    with refused_as("incident.title_missing"):
        opened(people["V-3"], title=" ")
    with pytest.raises(RuntimeError), transaction.atomic():
        opened(people["V-3"])
        raise RuntimeError
    second = opened(people["V-5"])
    assert (first.no, second.no) == (1, 2)
    with refused_as("desk.not_surveillance"):
        opened(people["I-9"])


def test_pages_are_withdrawn_and_replaced_never_changed(people: dict[str, Staff]) -> None:
    incident, by, at = opened(people["V-3"]), people["V-5"], timezone.now()
    first = service.add(incident, Sort.NARRATIVE, service.narrative("S-07 came at 21:14:38"), by=by, at=at)
    service.add(incident, Sort.NARRATIVE, service.narrative("at 21:14:36"), about=first.no, by=by, at=at)
    with refused_as("incident.page_withdrawn"):
        service.add(incident, Sort.WITHDRAWN, service.narrative("wrong"), about=first.no, by=by, at=at)
    page = client_of("I-9").get(f"/desk/incidents/{incident.number}/").content.decode()
    assert "<s>S-07 came at 21:14:38</s>" in page
    assert "Replaced by piece 2." in page
    with pytest.raises(DatabaseError), transaction.atomic():
        Page.objects.filter(pk=first.pk).update(facts={"words": "another"})
    with pytest.raises(DatabaseError), transaction.atomic():
        Page.objects.filter(pk=first.pk).delete()
    with floor.behind_the_database():
        Page.objects.filter(pk=first.pk).update(by="V-9")
    assert [fault.what for fault in wrong_rows(DESK)] == ["row"]


def test_what_was_typed_stays_at_its_piece_when_it_is_refused(people: dict[str, Staff]) -> None:
    incident, by, at = opened(people["V-3"]), people["V-3"], timezone.now()
    pieces = [
        service.add(incident, Sort.NARRATIVE, service.narrative(words), by=by, at=at)
        for words in ("one", "two")
    ]
    client, typed = client_of("V-3"), "it was at 21:14:36"
    act = f"/desk/incidents/{incident.number}/act"
    client.post(act, {"step": "narrative", "words": "three", "key": "k-used"})
    for step in ("withdrawn", "narrative"):
        answer = client.post(act, {"step": step, "about": str(pieces[1].no), "words": typed, "key": "k-used"})
        assert answer.status_code == 409
        first, _, second = answer.text.partition('<p class="said">two')
        assert typed not in first
        assert typed in second.partition("</li>")[0]


def test_who_reads_an_incident(people: dict[str, Staff]) -> None:
    incident, hidden = opened(people["V-3"]), opened(people["V-3"], title="Of our own")
    service.set_access(hidden, [], ["I-9"], by=people["V-3"], at=timezone.now())
    service.add(incident, Sort.LINK, {"to": hidden.number, "words": ""}, by=people["V-3"], at=timezone.now())
    expected = {"V-3": (200, 200), "V-5": (200, 404), "I-9": (200, 200), "S-07": (404, 404), "M-1": (404, 404),
                "G-21": (403, 403), "D-114": (403, 403)}  # fmt: skip
    for number, statuses in expected.items():
        client = client_of(number)
        got = tuple(client.get(f"/desk/incidents/{row.number}/").status_code for row in (incident, hidden))
        assert got == statuses, number
        if number in ("V-5", "S-07", "M-1"):
            for page in ("/desk/incidents/", "/desk/incidents/?q=Of+our+own", f"/desk/incidents/?q={hidden.number}",
                         f"/desk/incidents/{incident.number}/", "/desk/log/"):  # fmt: skip
                shown = client.get(page).content.decode()
                for typed in (f'value="{hidden.number}"', 'value="Of our own"'):
                    shown = shown.replace(typed, "")
                assert (hidden.number in shown, "Of our own" in shown) == (False, False), page
            posted = client.post(f"/desk/incidents/{hidden.number}/act", {"step": "review"})
            assert posted.status_code == (404 if number == "V-5" else 403)
    service.set_access(incident, [Role.CASINO_SUPERVISOR], [], by=people["V-3"], at=timezone.now())
    assert client_of("S-07").get(f"/desk/incidents/{incident.number}/").status_code == 200
    with refused_as("incident.no_such_reader"):
        service.set_access(incident, [], ["D-114"], by=people["V-3"], at=timezone.now())
    assert list(wrong_rows(DESK)) == []


def test_a_second_person_closes_it_with_a_pin_when_nothing_is_open(people: dict[str, Staff]) -> None:
    incident, at = opened(people["V-3"]), timezone.now()
    facts = service.task("Copy of C-0713", "v-5", at + timedelta(hours=1))
    task = service.add(incident, Sort.TASK, facts, by=people["V-3"], at=at)
    client = client_of("V-3")
    address = f"/desk/incidents/{incident.number}/"

    def send(**fields: str) -> tuple[int, str]:
        page = client.get(address).content.decode()
        showed = page.split('name="showed" value="')[1].split('"')[0].replace("&quot;", '"')
        answer = client.post(f"{address}act", {"showed": showed} | fields)
        code = answer.content.decode().split('data-code="')
        return answer.status_code, code[1].split('"')[0] if len(code) > 1 else ""

    closing = {"step": "close", "number": "V-5", "pin": floor.PIN}
    assert send(**closing) == (409, "incident.not_reviewed")
    assert send(step="review") == (302, "")
    assert send(**closing) == (409, "incident.tasks_open")
    assert send(step="done", about=str(task.no)) == (302, "")
    assert send(**closing | {"pin": "9999"}) == (409, "sign_in.wrong")
    assert send(**closing | {"number": "V-3"}) == (409, "signature.alone")
    assert send(**closing | {"number": "S-07"}) == (409, "incident.second_reads_not")
    assert send(**closing | {"number": ""}) == (409, "signature.second_missing")
    assert client.post(f"{address}act", closing | {"showed": "{}"}).status_code == 409
    assert send(**closing) == (302, "")
    incident.refresh_from_db()
    assert (incident.status, incident.closed_by, incident.closed_with) == ("closed", "V-3", "V-5")
    with refused_as("incident.closed"):
        service.add(incident, Sort.NARRATIVE, service.narrative("more"), by=people["V-3"], at=at)
    assert list(wrong_rows(DESK)) == []


def test_who_opened_it_does_not_sign_for_what_another_asks_to_close(people: dict[str, Staff]) -> None:
    incident, at = opened(people["V-3"]), timezone.now()
    service.review(incident, by=people["V-5"], at=at)
    with refused_as("incident.opener_closes"):
        service.close(incident, second=people["V-3"], by=people["V-5"], at=at)
    service.close(incident, second=people["I-9"], by=people["V-5"], at=at)


def test_the_list_is_filtered_and_goes_by_key(
    people: dict[str, Staff], monkeypatch: pytest.MonkeyPatch
) -> None:
    from rounds.surveillance.incidents import screen

    for number in range(5):
        incident = opened(people["V-3"], title=f"number {number}", table=f"BJ-0{number}")
    service.add(
        incident,
        Sort.PERSON,
        service.person("P-4471", "player", "grey cap"),
        by=people["V-3"],
        at=timezone.now(),
    )

    def titles(**given: str) -> list[str]:
        return [row.title[-1] for row in screen.listed(people["V-5"], given).rows]

    assert titles(q="number 3") == ["3"]
    assert titles(q=f"inc-{timezone.localtime().year}-0002") == ["1"]
    for odd in ("INC-2026-x0001", "INC-²²²²-0001", "INC-2026-99999999999999999999"):
        assert titles(q=odd) == []
    assert titles(person="p-4471") == titles(person="grey") == ["4"]
    assert titles(table="bj-02") == ["2"]
    assert titles(type="Table games") == ["4", "3", "2", "1", "0"]
    assert titles(type="People") == []
    assert titles(status="closed") == []
    assert titles(when="10 minutes ago") == []
    assert titles(when="today") == ["4", "3", "2", "1", "0"]
    monkeypatch.setattr(screen, "PAGE", 2)
    first = screen.listed(people["V-5"], {})
    opened(people["V-3"], title="number 9")
    second = screen.listed(people["V-5"], {"before": str(first.next)})
    assert [row.title[-1] for row in second.rows] == ["2", "1"]
