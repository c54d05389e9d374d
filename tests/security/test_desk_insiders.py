"""The surveillance desk against people who mean harm, or are in a hurry: every form with every kind of text, numbers
of things that are not theirs, second signatures by the wrong person; and what surveillance wrote, looked for everywhere
else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from casino.ledger import DESK
from casino.ledger.rows import wrong_rows
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds.surveillance.alerts import rules
from rounds.surveillance.daily_log import service as daily_log
from rounds.surveillance.incidents import service
from rounds.surveillance.models import HouseList, Incident, Note, Page
from rounds.surveillance.notes import notes
from rounds.surveillance.retention import service as retention
from tests import floor, pages
from tests.examples import each_time
from tests.refusing import refused_as, refused_with
from tests.rounds.surveillance.desk.conftest import client_of, deal, people
from tests.rounds.surveillance.desk.test_attachments import PDF, folder
from tests.rounds.surveillance.desk.test_incidents import opened
from tests.screens.test_role_walk import DOORS
from tests.security.hostile import TEXTS, Form, forms_of, sent
from tests.snapshots import made_once

__all__ = ["folder", "people"]  # fixtures of these tests too

pytestmark = pytest.mark.django_db

FORM = "application/x-www-form-urlencoded"
SECRET = "tangerine"
"""In everything that surveillance writes here, and nowhere else."""
TIMES = {
    "first year": "0001-01-01 00:00:00",
    "last year": "9999-12-31 23:59:59.999",
    "night without an hour": "2026-10-04 02:30",
    "night with two": "2026-04-05 02:30:00",
    "negative": "-5",
    "not a number": "NaN",
    "cents of cents": "0.001",
    "many digits": "99999999999999",
    "emoji": "\U0001f600",
    "right to left": "\u05d0\u05d1 \u202eabc",
    "other digits": "\u0661\u0662:\u0663\u0664",
}
"""What is typed into times and sums, beside the texts of everywhere."""
EACH_TIME = {"first year", "not a number"}
"""Of those, the ones that `make test` types."""
NOT_WALKED = ("/sign-out/", "/lock/")


_stored: dict[Path, bytes] = {}
"""What was attached to the incident, by its place in the folder: the rows of the desk are kept, its files are not."""


@pytest.fixture
def desk(db: None, folder: Path) -> Incident:
    """A desk at work: a note, an incident with every kind of page, a log, a hold, an alert that is set, a recorder."""

    def at_work() -> None:
        deal()
        _put_to_work()
        _stored.update(
            {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        )

    made_once((__name__, "desk"), at_work)
    for place, data in _stored.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(data)
    return Incident.objects.get()


def _put_to_work() -> None:
    v3, at = Staff.objects.get(number="V-3"), timezone.now()
    notes.add("BJ-07", 1, notes.Written(words=f"{SECRET} in the note", camera="C-0712"), by=v3, at=at)
    incident = service.open_incident(
        {
            "title": f"{SECRET} of the cover", "type": "Other > Other > Other", "occurred": "", "reported": "",
            "place": SECRET, "table": "BJ-07", "loss": 0, "saving": 0, "recovered": 0,
        },
        narrative=f"{SECRET} in the narrative", round_name=("BJ-07", 1), by=v3, at=at,
    )  # fmt: skip
    service.add(incident, Page.Sort.TASK, service.task(SECRET, "V-5", at + timedelta(hours=1)), by=v3, at=at)
    service.add(incident, Page.Sort.PERSON, service.person("", "witness", SECRET), by=v3, at=at)
    upload = {"file": SimpleUploadedFile(f"{SECRET}.pdf", PDF), "words": SECRET}
    assert client_of("V-3").post(f"/desk/incidents/{incident.number}/attach", upload).status_code == 302
    log = daily_log.begin(by=v3, at=at)
    daily_log.add(log, f"{SECRET} in the log", "", by=v3, at=at)
    retention.place("round", "BJ-07/1", f"{SECRET} asked for it", by=v3, at=at)
    rules.set_rule(rules.WatchFor("watched", player=SECRET, table="BJ-07"), by=v3, at=at)
    client_of("V-3").post("/video/issue", {"label": "Recorder 1", "tables": "BJ-07"})


def pages_of(incident: Incident) -> list[str]:
    return [
        "/audit/round/BJ-07/1/", "/desk/notes/", "/desk/incidents/", "/desk/incidents/new?table=BJ-07&round=1",
        f"/desk/incidents/{incident.number}/", "/desk/disputes/", "/desk/log/", "/desk/keeping/", "/desk/lists/",
        "/find/?q=box 1", "/compare/", "/alerts/", "/video/", "/audit/",
    ]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("who", ["V-3", "M-1"])
def test_no_field_of_the_desk_fails_on_what_is_typed(desk: Incident, who: str) -> None:
    """Every form that its pages show, with every kind of text in every field."""
    client = client_of(who)
    client.raise_request_exception = False
    known: dict[tuple[str, ...], Form] = {}
    for page in pages_of(desk):
        for form in forms_of(client, page):
            if not form.action.startswith(NOT_WALKED):
                known.setdefault(form.name, form)
    wrong = []
    for form in known.values():
        for field in form.fields:
            if field in ("key", "showed"):
                continue
            for name, text in (TEXTS | TIMES).items():
                values = form.fields | {field: text}
                body = "&".join(f"{key}={sent(value)}" for key, value in values.items())
                if form.method == "get":
                    answer = client.get(form.action, QUERY_STRING=body)
                else:
                    answer = client.post(form.action, body, content_type=FORM)
                if answer.status_code >= 500:
                    wrong.append(f"{form.method} {form.action} {field}: {name}")
        # What was taken is shown again without failing.
        shown = (form.page, f"/desk/incidents/{desk.number}/", "/desk/incidents/", "/desk/log/")
        wrong += [f"{page} after {form.action}" for page in shown if client.get(page).status_code >= 500]
    assert wrong == []
    assert list(wrong_rows(DESK)) == []


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param(text, id=name, marks=() if name in EACH_TIME else pytest.mark.long)
        for name, text in TIMES.items()
    ],
)
def test_no_time_or_sum_makes_the_desk_fail(desk: Incident, typed: str) -> None:
    """A camera whose clock is behind reaches beyond the last year, one whose clock is ahead before the first."""
    HouseList.objects.create(name="cameras", items={"C-1": 5000, "C-2": -5000})
    client = client_of("V-3")
    client.raise_request_exception = False
    page = f"/desk/incidents/{desk.number}/"
    cover = {"step": "cover", "title": "x", "type": "Other > Other > Other"}
    steps: list[dict[str, str]] = [
        {"step": "camera", "camera": "C-1", "camera_time": typed},
        {"step": "camera", "camera": "C-2", "camera_time": typed},
        {"step": "task", "words": "x", "who": "V-3", "until": typed},
        *({**cover, name: typed} for name in ("occurred", "reported", "loss", "saving", "recovered")),
    ]
    for step in steps:
        answer = client.post(f"{page}act", step | pages.showed(client, page))
        assert answer.status_code in (302, 409), step
    line = {"step": "write", "words": "x", "happened": typed}
    assert client.post("/desk/log/act", line).status_code in (302, 409)
    note = {"words": "x", "camera": "C-2", "camera_time": typed}
    assert client.post("/desk/notes/BJ-07/1", note).status_code in (302, 409)
    for shown in (page, "/desk/incidents/", "/desk/log/", "/desk/notes/", "/audit/round/BJ-07/1/"):
        assert client.get(shown).status_code == 200


# --- what surveillance wrote


def addresses(desk: Incident) -> Iterator[str]:
    """Every page of the house that is looked at, of this table and these numbers."""
    for name, door in DOORS.items():
        if door.method == "get" and not door.token and name not in ("sign_out", "lock"):
            yield reverse(name, args=door.args)
    yield from pages_of(desk)
    yield f"/desk/incidents/{desk.number}/file/{desk.pages.get(sort=Page.Sort.FILE).no}"
    for table in ("desk", "DESK", "Desk"):
        yield f"/audit/?table={table}"
        yield f"/audit/export.csv?table={table}"
        yield f"/audit/export.jsonl?table={table}"
        yield f"/audit/tail?table={table}"
        yield f"/audit/chain?chain={table}"
        yield f"/audit/round/{table}/1/"
        yield f"/find/?table={table}"
    yield from (f"/find/?q={SECRET}", f"/audit/?person={SECRET}", f"/desk/incidents/?words={SECRET}")
    yield "/find/?q=note"
    yield "/audit/?person=V-3"
    yield "/audit/export.jsonl?person=V-3"


@pytest.mark.parametrize("who", each_time(["G-21"], ["D-114", "G-21", "S-07", "M-1", "T-2"]))
def test_what_surveillance_wrote_is_nowhere_else(desk: Incident, who: str) -> None:
    client = client_of(who)
    client.raise_request_exception = False
    leaks = []
    for address in addresses(desk):
        answer = client.get(address)
        content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
        text = content.decode("utf-8", "replace")
        # The search shows what was typed again; an operations manager signs for holds, and reads why they are put.
        text = text.replace(f"{SECRET} asked for it", "") if who == "M-1" else text
        if SECRET in text.replace(f'value="{SECRET}"', "") and f"q={SECRET}" not in address:
            leaks.append(address)
        if answer.status_code >= 500:
            leaks.append(f"{address}: {answer.status_code}")
        if who in ("D-114", "G-21", "T-2") and desk.number in text and "incidents/" not in address:
            leaks.append(f"{address} names the incident")
    assert leaks == []


def test_an_incident_of_named_people_is_nowhere_for_their_colleagues(
    desk: Incident, people: dict[str, Staff]
) -> None:
    service.set_access(desk, [], ["V-3", "I-9"], by=people["V-3"], at=timezone.now())
    client = client_of("V-5")
    for address in addresses(desk):
        answer = client.get(address)
        content = b"".join(answer) if answer.streaming else answer.content  # type: ignore[arg-type]
        for secret in (f"{SECRET} of the cover", f"{SECRET} in the narrative"):
            assert secret not in content.decode("utf-8", "replace"), address
    # Nor does she reach it by a number that she knows: no step, no hold, no link, no file.
    steps = {"narrative": {"words": "x"}, "review": {}, "access": {"named": "V-5"}}
    for step, values in steps.items():
        answer = client.post(f"/desk/incidents/{desk.number}/act", {"step": step} | values)
        assert answer.status_code == 404
    for what in (
        {"kind": "incident", "subject": desk.number},
        {"kind": "file", "subject": f"{desk.number}/4"},
    ):
        answer = client.post("/desk/keeping/act", {"step": "hold", "why": "x"} | what)
        assert refused_with(answer.content.decode()) == ("hold.no_such_thing", "")
    own = opened(people["V-5"])
    answer = client.post(f"/desk/incidents/{own.number}/act", {"step": "link", "to": desk.number})
    assert refused_with(answer.content.decode()) == ("incident.no_such_incident", "")
    upload = {"file": SimpleUploadedFile("a.pdf", PDF)}
    assert client.post(f"/desk/incidents/{desk.number}/attach", upload).status_code == 404


# --- marks of what is not there, not theirs, or over


def open_form(**more: str) -> dict[str, str]:
    return {"title": "x", "type": "Other > Other > Other", "key": more.get("key", "k")} | more


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"link": "INC-2026-9999"}, "incident.no_such_incident"),
        ({"link": "javascript:alert(1)"}, "incident.no_such_incident"),
        ({"round": "BJ-07/1", "seq": "999999"}, "note.no_such_entry"),
        ({"round": "BJ-07/1", "seq": "1"}, "note.no_such_entry"),  # of the opening, not of the round
        ({"round": "BJ-07/9"}, "incident.no_such_round"),
    ],
)
def test_an_incident_is_opened_from_nothing_that_is_not_there(
    desk: Incident, more: dict[str, str], code: str
) -> None:
    before = Incident.objects.count()
    answer = client_of("V-3").post("/desk/incidents/new", open_form(**more))
    assert (answer.status_code, refused_with(answer.content.decode())) == (409, (code, ""))
    assert Incident.objects.count() == before


def test_what_has_ended_is_neither_held_nor_withdrawn(desk: Incident, people: dict[str, Staff]) -> None:
    now = timezone.now()
    note = Note.objects.get()
    page = desk.pages.get(sort=Page.Sort.FILE)
    with floor.behind_the_database():
        Note.objects.filter(pk=note.pk).update(facts={}, ended_at=now)
        Page.objects.filter(pk=page.pk).update(facts={}, ended_at=now)
    v3 = people["V-3"]
    for kind, subject in (("note", str(note.pk)), ("file", f"{desk.number}/{page.no}")):
        with refused_as("hold.ended"):
            retention.place(kind, subject, "asked for", by=v3, at=now)
    with refused_as("note.unknown"):
        notes.withdraw(note.pk, "wrong", by=v3, at=now)
    with floor.behind_the_database():
        Incident.objects.filter(pk=desk.pk).update(facts={}, ended_at=now)
    with refused_as("hold.ended"):
        retention.place("incident", desk.number, "asked for", by=v3, at=now)


# --- second signatures


def deactivate(number: str) -> None:
    Staff.objects.filter(number=number).update(is_active=False)


def test_no_step_for_two_is_signed_by_one_or_by_whom_it_is_not_for(
    desk: Incident, people: dict[str, Staff]
) -> None:
    """The same person, a PIN of somebody else, a colleague who has left, the wrong role."""
    for task in service.open_tasks(desk):
        service.add(desk, Page.Sort.DONE, {}, about=task.no, by=people["V-3"], at=timezone.now())
    service.review(desk, by=people["V-3"], at=timezone.now())
    daily_log.sign_off(daily_log.running(), by=people["V-3"], at=timezone.now())  # type: ignore[arg-type]
    floor.person(Role.SURVEILLANCE, "V-8")
    deactivate("V-8")
    hold = retention.Hold.objects.get()
    client = client_of("V-5")
    steps = {
        f"/desk/incidents/{desk.number}/": (f"/desk/incidents/{desk.number}/act", {"step": "close"}),
        "/desk/keeping/": ("/desk/keeping/act", {"step": "lift", "hold": str(hold.pk)}),
    }
    signers = [
        ("V-5", floor.PIN),  # the same person
        ("V-3", "0000"),  # another PIN
        ("V-8", floor.PIN),  # has left
        ("D-114", floor.PIN),
        ("G-21", floor.PIN),
        ("V-99", floor.PIN),  # nobody
        ("", ""),
    ]
    for page, (address, step) in steps.items():
        for number, pin in signers:
            form = step | {"number": number, "pin": pin} | pages.showed(client, page)
            answer = client.post(address, form)
            assert answer.status_code == 409, (page, number)
            assert pin == "" or f'value="{pin}"' not in answer.content.decode()
    # Who opened it does not close it, also as the second.
    form = {"step": "close", "number": "V-3", "pin": floor.PIN}
    page = f"/desk/incidents/{desk.number}/"
    answer = client.post(f"{page}act", form | pages.showed(client, page))
    assert refused_with(answer.content.decode()) == ("incident.opener_closes", "")
    # Neither the person who signed the log off nor an inspector can take it over.
    log = "/desk/log/"
    for number in ("V-3", "I-9"):
        form = {"step": "take", "number": number, "pin": floor.PIN} | pages.showed(client, log)
        assert client.post(f"{log}act", form).status_code == 409
    assert Incident.objects.get().status == "review"
    assert retention.Hold.objects.get().lifted_at is None
    assert daily_log.running().taken_at is None  # type: ignore[union-attr]


# --- two windows, and what is closed


@pytest.mark.long
def test_two_windows_do_not_undo_each_other(desk: Incident, people: dict[str, Staff]) -> None:
    first, second = client_of("V-3"), client_of("V-5")
    page = f"/desk/incidents/{desk.number}/"
    cover = {"step": "cover", "title": "One", "type": "Other > Other > Other"}
    shown = pages.showed(second, page)
    assert first.post(f"{page}act", cover | pages.showed(first, page)).status_code == 302
    answer = second.post(f"{page}act", cover | {"title": "Two words"} | shown)
    assert (answer.status_code, refused_with(answer.content.decode())) == (409, ("page.outdated", ""))
    assert 'value="Two words"' in answer.content.decode()
    assert Incident.objects.get().facts["title"] == "One"
    # The same key with another content is refused, with the same content taken once.
    words = {"step": "narrative", "words": "seen", "key": "n1"}
    for _ in range(2):
        assert first.post(f"{page}act", words).status_code == 302
    answer = first.post(f"{page}act", words | {"words": "not seen"})
    assert answer.status_code == 409
    assert "not seen" in answer.content.decode()
    narratives = desk.pages.filter(sort=Page.Sort.NARRATIVE, facts__words="seen")
    assert narratives.count() == 1


def test_nothing_is_added_to_what_is_closed(desk: Incident, people: dict[str, Staff], folder: Path) -> None:
    for task in service.open_tasks(desk):
        service.add(desk, Page.Sort.DONE, {}, about=task.no, by=people["V-3"], at=timezone.now())
    service.review(desk, by=people["V-3"], at=timezone.now())
    floor.person(Role.SURVEILLANCE, "V-7")
    other = Staff.objects.get(number="V-7")
    service.close(desk, second=other, by=people["V-5"], at=timezone.now())
    count, client, page = desk.pages.count(), client_of("V-3"), f"/desk/incidents/{desk.number}/"
    for step in (
        {"step": "narrative", "words": "x"}, {"step": "person", "who": "A"}, {"step": "round", "round": "BJ-07/1"},
        {"step": "camera", "camera": "C-1", "camera_time": "12:00"}, {"step": "withdrawn", "about": "1", "words": "x"},
        {"step": "task", "words": "x", "who": "V-3", "until": "in 5 minutes"}, {"step": "done", "about": "1"},
        {"step": "cover", "title": "x", "type": "Other > Other > Other"}, {"step": "access", "named": "V-3"},
        {"step": "review"}, {"step": "close", "number": "V-7", "pin": floor.PIN}, {"step": "link", "to": desk.number},
    ):  # fmt: skip
        answer = client.post(f"{page}act", step | pages.showed(client, page))
        assert answer.status_code == 409, step
    stored = sorted(path.name for path in folder.rglob("*") if path.is_file())
    upload = {"file": SimpleUploadedFile("b.pdf", PDF + b"% another")}
    assert client.post(f"{page}attach", upload).status_code == 409
    # The file of a page that is there stays, though the same content is refused again.
    upload = {"file": SimpleUploadedFile("b.pdf", PDF)}
    assert client.post(f"{page}attach", upload).status_code == 409
    assert sorted(path.name for path in folder.rglob("*") if path.is_file()) == stored
    assert desk.pages.count() == count


@pytest.mark.parametrize(
    "path", ["../../etc/passwd", "..%2f..%2fetc", "file/1/../../..", "INC-2026-0001%00", "INC-٢٠٢٦-٠٠٠١"]
)
def test_an_address_is_not_taken_for_a_path(desk: Incident, path: str) -> None:
    client = client_of("V-3")
    client.raise_request_exception = False
    for start in ("/desk/incidents/", f"/desk/incidents/{desk.number}/file/", "/video/feed/", "/find/at/"):
        answer = client.get(f"{start}{path}")
        assert answer.status_code in (301, 302, 400, 401, 403, 404), start
        assert not re.search(r"root:|daemon:", answer.text)
