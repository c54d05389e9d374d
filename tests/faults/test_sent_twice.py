"""Every address that takes a post: the same request a second time, with the same key, is answered as the first was and
records nothing."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver, resolve
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Guard, GuessAlert, Staff, StaffChange
from casino.staff.roles import Role
from rounds.models import FeedDevice
from rounds.surveillance.models import Hold, Incident, Note
from tables.float import counts
from tables.models import Alert, Reader, Table
from tables.readers import registration
from tests import floor
from tests.examples import each_time
from tests.faults import test_cut_connections as cut
from tests.faults.test_cut_connections import CODE, Request, boss, signed_in, tablet
from tests.floor import PIN
from tests.screens.test_role_walk import DOORS, ENTERED

KEY = {"key": "k"}
SECOND = {"number": "S-07", "pin": PIN}


def surveillance_client(number: str = "") -> Client:
    return signed_in(floor.person(Role.SURVEILLANCE, number).number)


def at_desk(address: str, **fields: str) -> Request:
    return Request(surveillance_client(), address, fields | KEY)


# --- the desk of surveillance


def shift_begun() -> None:
    answer = at_desk("/desk/log/act", step="begin").send()
    assert answer.status_code == 302, answer.content


def log_step(**fields: str) -> Request:
    client = surveillance_client()
    page = client.get("/desk/log/").content.decode()
    showed = page.split('name="showed" value="')[1].split('"')[0].replace("&quot;", '"')
    return Request(client, "/desk/log/act", fields | {"showed": showed, "log": "1", "key": "k2"})


def signed_off() -> Request:
    shift_begun()
    return log_step(step="sign", pin=PIN)


def taken_over() -> Request:
    assert signed_off().send().status_code == 302
    request = log_step(step="take", number=floor.person(Role.SURVEILLANCE, "V-5").number, pin=PIN)
    request.fields["key"] = "k3"
    return request


def incident() -> Incident:
    client = cut.EVERY["an incident"]()
    assert client.send().status_code == 302
    return Incident.objects.get()


def of_incident(**fields: str) -> Request:
    row = incident()
    request = at_desk(f"/desk/incidents/{row.number}/act", **fields)
    request.fields["key"] = "k2"
    return request


def held() -> Request:
    row = incident()
    request = at_desk("/desk/keeping/act", step="hold", kind="incident", subject=row.number, why="a claim")
    request.fields["key"] = "k2"
    return request


def lifted() -> Request:
    request = held()
    assert request.send().status_code == 302
    second = floor.person(Role.SURVEILLANCE, "V-5").number
    fields = {"step": "lift", "hold": str(Hold.objects.get().pk), "number": second, "pin": PIN, "key": "k3"}
    return Request(request.client, "/desk/keeping/act", fields)


def withdrawn_note() -> Request:
    assert cut.EVERY["a note of the desk"]().send().status_code == 302
    return Request(
        surveillance_client(),
        f"/desk/notes/{Note.objects.get().pk}/withdraw",
        {"why": "in error", "key": "k2"},
    )


# --- alerts that somebody acknowledges


def long_there() -> Request:
    table = Table.objects.get(code=CODE)
    table.dealer, table.dealer_since = "D-114", timezone.now() - timedelta(hours=3)
    table.save()
    return Request(boss(), f"/pit/table/{CODE}/acknowledge", {"kind": "dealer", "subject": "D-114"} | KEY)


def staff_change() -> Request:
    manager = Staff.objects.create_superuser("M-9", PIN)
    person = floor.person(Role.DEALER, "D-150")
    change = StaffChange.objects.create(
        number=person.number, what="PIN", words="D-150: PIN", set_by=manager.number, set_at=timezone.now()
    )
    return Request(boss(), f"/pit/staff/{change.pk}/seen", KEY)


def guesses() -> Request:
    alert = GuessAlert.objects.create(
        kind=GuessAlert.Kind.NUMBER, source="address 10.9.9.9", words="guesses", raised_at=timezone.now()
    )
    return Request(boss(), f"/pit/guesses/{alert.pk}/acknowledge", KEY)


def short_count() -> Request:
    dealer, signs = floor.dealer(), floor.casino_supervisor()
    counts.count_now(CODE, {500: 1}, by=dealer, signed_by=signs, at=timezone.now(), note_text="short")
    return Request(boss(), f"/float/alert/{Alert.objects.get().pk}/", {"note": "counted again"} | KEY)


# --- at the table


def taken_back() -> Request:
    client, approval = tablet(), cut.asked()
    return Request(client, f"/table/{CODE}/withdraw", {"approval": approval.pk} | KEY)


def handed_over() -> Request:
    client = tablet()
    other = Client()
    newcomer = floor.person(Role.DEALER, "D-131").number
    enrolled = {"table_code": CODE} | SECOND
    assert other.post("/tablet/enrol/", enrolled).status_code == 302
    assert other.post("/sign-in/", {"number": newcomer, "pin": PIN})["Location"] == "/take-over/"
    return Request(client, f"/table/{CODE}/take-over", {"do": "yes", "newcomer": newcomer} | KEY)


def reading() -> Request:
    Table.objects.filter(code=CODE).update(state=Table.State.CLOSED)
    registration.issue(CODE, Reader.Kind.SHOE, "", by=floor.casino_supervisor(), at=floor.AT)
    return Request(boss(), f"/cards/{CODE}/act", {"step": "read"} | KEY)


def revoked() -> Request:
    reader, _ = registration.issue(CODE, Reader.Kind.SHOE, "", by=floor.casino_supervisor(), at=floor.AT)
    return Request(boss(), f"/readers/{reader.pk}/revoke", {"sure": "yes"} | KEY)


def recorder() -> Request:
    return at_desk("/video/issue", label="Recorder 1", tables=CODE)


REQUESTS: dict[str, dict[str, Callable[[], Request]]] = {
    "play": {name: cut.EVERY[name] for name in ("a wager", "a refused wager", "a card")},
    "pit_act": {name: cut.EVERY[name] for name in ("limits", "a notice of a minimum", "a notice of closing")},
    "float_act": {name: cut.EVERY[name] for name in ("a fill", "a count", "a colour-up")},
    "pit_decide": {"a decision": cut.decision},
    "sign": {"a signature": cut.signature},
    "withdraw": {"a question that is taken back": taken_back},
    "take_over_answer": {"a table that is handed over": handed_over},
    "supervisor_call": {"a call": cut.EVERY["a call of a supervisor"]},
    "people_act": {"a patron": cut.patron},
    "rules_given": {"rules": cut.EVERY["rules that were given"]},
    "card_check_act": {"a reading that begins": reading},
    "reader_issue": {"a reader that is assigned": cut.EVERY["a reader that is assigned"]},
    "reader_revoke": {"a reader that is unassigned": revoked},
    "recorder_issue": {"a recorder that may read": recorder},
    "reader_reports": {"reports": cut.reports},
    "unassign_tablet": {"a tablet that is unassigned": cut.unassigned},
    "dispute_act": {"a dispute": cut.EVERY["a dispute"]},
    "gaming_hours": {"hours": cut.EVERY["gaming hours"]},
    "act_at_tables": {"several tables": cut.EVERY["several tables at once"]},
    "rota": {"a dealer who taps in": cut.EVERY["a dealer who taps in"]},
    "house_pit": {"a pit": cut.EVERY["a pit"]},
    "tournament_act": {"an entry": cut.entry},
    "desk_note": {"a note": cut.EVERY["a note of the desk"]},
    "desk_note_withdraw": {"a note that is withdrawn": withdrawn_note},
    "desk_incident_act": {
        "words": lambda: of_incident(step="narrative", words="He left at once."),
        "a task": lambda: of_incident(
            step="task", words="Copy of C-0713", who="V-3", until="30 Dec 2026 20:00"
        ),
    },
    "desk_incident_new": {"an incident": cut.EVERY["an incident"]},
    "desk_keeping_act": {"a hold": held, "a hold that is lifted": lifted},
    "desk_log_act": {
        "a shift": cut.EVERY["a shift of the desk"],
        "a shift that is signed off": signed_off,
        "a shift that is taken over": taken_over,
    },
    "acknowledge": {"a dealer who is long there": long_there},
    "staff_seen": {"a change of the staff": staff_change},
    "acknowledge_guesses": {"guesses": guesses},
    "float_alert": {"a float that is short": short_count},
}
"""By address: requests that it takes."""
CHANGES_NOTHING = {
    "audit_chain", "felt_preview", "house_layout_check", "replay_evidence", "screen_fault", "house_list", "house_book",
}  # fmt: skip
"""What looks, computes or reads; a list of the house is entered by its step (`tests.tables.house`)."""
SAME_AS_BEFORE = {
    "alert_end": "ended is ended",
    "alert_seen": "by the same person: it is seen",
    "approved_rules_withdraw": "withdrawn is withdrawn",
    "find_forget": "gone is gone",
    "find_keep": "one search under one name",
    "irregular_decide": "an approval is decided once",
    "irregular_seen": "tests.rounds.tablet.irregularities.test_pages",
    "lock": "locked is locked",
    "recorder_revoke": "unassigned is unassigned",
    "sign_out": "signed out is signed out",
}
"""What leads to the same when it is done twice, and is answered as done."""
BY_PIN = {"change_dealer", "enrol_tablet", "own_pin", "sign_in", "take_over", "unlock"}
"""What a PIN opens: it is typed again each time, and the last session is the one that counts."""
KEYED_ELSEWHERE = {
    "alert_set", "approved_rules_add", "desk_incident_attach", "desk_lists", "house_change_table", "house_enter_table",
    "house_games", "house_layout_save", "house_step", "opening", "reader_at_tablet", "staff_act", "staff_add",
    "tablet_dispute_record", "tournament_draft", "tournament_hall",
}  # fmt: skip
"""Forms whose handler takes its step through `once`, as those above do."""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "kind"),
    each_time(
        [(name, next(iter(kinds))) for name, kinds in REQUESTS.items()],
        [(name, kind) for name, kinds in REQUESTS.items() for kind in kinds],
    ),
)
def test_sent_again_it_is_answered_as_the_first_time(name: str, kind: str) -> None:
    floor.open_table(CODE, sign=(1000, 50000, 0))
    floor.person(Role.CASINO_SUPERVISOR)
    request = REQUESTS[name][kind]()
    assert resolve(request.address).url_name == name
    before, faults = Entry.objects.count(), verify().faults
    first = request.send()
    recorded = Entry.objects.count()
    Guard.objects.all().delete()
    second = request.send()
    assert first.status_code in (200, 204, 302) or kind == "a refused wager", first.content.decode()
    assert recorded > before or kind == "a refused wager"
    assert (second.status_code, second.get("Location")) == (first.status_code, first.get("Location"))
    assert Entry.objects.count() == recorded
    assert [
        fault for fault in verify().faults if fault not in faults
    ] == []  # but for those of the short cuts above


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [cut.EVERY["a reader that is assigned"], recorder])
def test_a_token_is_shown_once_and_the_second_answer_says_so(kind: Callable[[], Request]) -> None:
    floor.open_table(CODE)
    floor.person(Role.CASINO_SUPERVISOR)
    request = kind()
    first, second = (request.send().content.decode() for _ in range(2))
    assert ('id="token"' in first, 'id="h-before"' in first) == (True, False)
    assert ('id="token"' in second, 'id="h-before"' in second) == (False, True)
    assert Reader.objects.count() + FeedDevice.objects.count() == 1


CUT = ("desk_keeping_act", "desk_log_act", "take_over_answer", "withdraw", "float_alert", "staff_seen")


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "kind"), [(name, kind) for name in CUT for kind in REQUESTS[name]])
def test_cut_at_every_statement_it_is_recorded_once(name: str, kind: str) -> None:
    cut.cut_everywhere(kind, REQUESTS[name][kind])


def test_every_address_that_takes_a_post_says_what_a_second_one_does() -> None:
    posts = {name for name, door in DOORS.items() if door.method == "post" or name in ENTERED}
    spoken_for = [*REQUESTS, *CHANGES_NOTHING, *SAME_AS_BEFORE, *BY_PIN, *KEYED_ELSEWHERE]
    assert sorted(spoken_for) == sorted(posts)


@pytest.mark.parametrize("name", sorted(KEYED_ELSEWHERE))
def test_a_form_takes_its_step_once(name: str) -> None:
    view = inspect.unwrap(views()[name])
    module = inspect.getsource(inspect.getmodule(view))  # type: ignore[arg-type]
    assert re.search(r"\bonce\(|request=of_form\(", module), name


def views(patterns: Any = None) -> dict[str, Any]:
    """By name, what answers an address."""
    by_name: dict[str, Any] = {}
    for pattern in patterns or get_resolver().url_patterns:
        inner = getattr(pattern, "url_patterns", None)
        by_name |= views(inner) if inner else {str(pattern.name): pattern.callback}
    return by_name
