"""Who acts where: every address that changes something, with each role, at the own and at another table, in the own and
in another pit. Nobody writes into the chain of a table where they do not act."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from casino.ledger import HOUSE, ChainHead, Entry
from casino.staff import approvals
from casino.staff.models import Staff, Tablet
from casino.staff.roles import Role
from rounds import engine
from tables.float import cash, slips
from tables.models import Pit, Table
from tables.opening import checklist
from tables.readers import registration
from tests import floor
from tests.floor import AT, tap
from tests.refusing import refused_with
from tests.snapshots import made_once

pytestmark = pytest.mark.django_db

HERE, THERE = "BJ-01", "BJ-07"
"""Tables of the pits P1 and P2."""
HOUSE_WIDE = {
    "screen_fault": "a screen tells of its own fault",
    "sign_in": "a number and a PIN",
    "sign_out": "the own session",
    "lock": "the own session",
    "unlock": "the own session",
    "own_pin": "the own PIN",
    "change_dealer": "the tablet's own table",
    "take_over": "the same",
    "rota": "a shift and a break belong to no pit; who is sent to a table is judged by its pit",
    "gaming_hours": "an operations manager lays them down for the whole house",
    "audit_chain": "a check of the record, which writes into no table's chain",
    "staff_seen": "the staff is the house's",
    "acknowledge_guesses": "PINs are the house's",
    "reader_reports": "a device, by its token, at its own table",
    "tournament_draft": "an operations manager writes the conditions of a tournament, which belongs to no pit",
    "tournament_act": "a tournament belongs to no pit; its machine says who takes which step",
    "staff_add": "the staff is the house's",
    "staff_act": "the same",
    "house_games": "the games of the house",
    "house_pit": "a pit, which has no table yet or keeps those that it has",
    "house_enter_table": "a table that is new",
    "house_step": "a new house, which has no pit yet, by its first operations manager",
    "house_list": "the same, staff and tables from a spreadsheet",
    "house_book": "what the book says of a table that is filled in; it changes nothing",
    "desk_note": "surveillance writes beside a round, into the desk's own chain",
    "desk_note_withdraw": "the same",
    "desk_incident_new": "an incident is the desk's, whose chain it is in",
    "desk_incident_act": "the same",
    "desk_incident_attach": "the same",
    "desk_log_act": "the daily log of the desk",
    "desk_keeping_act": "holds and endings of the desk",
    "desk_lists": "the lists that an operations manager sets for the desk",
    "approved_rules_add": "the approved rules are the house's",
    "approved_rules_withdraw": "the same",
    "alert_set": "what a reviewer waits for, at any table",
    "alert_end": "the same",
    "alert_seen": "the same",
    "find_keep": "a reviewer's own list of searches",
    "find_forget": "the same",
    "recorder_issue": "a video recorder, which only reads, of tables in any pit",
    "recorder_revoke": "the same",
    "tournament_hall": "the board of a tournament, which belongs to no pit",
}
"""Addresses that take a post and name no table, with what they change instead."""


def posted(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, set[str]]]:
    """The name of every address outside the admin, with the arguments that it has."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield str(pattern.name), set(pattern.pattern.regex.groupindex)
        elif pattern.namespace != "admin":
            yield from posted(pattern)


NAMED: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "pit_act": ((THERE,), {"step": "supervise", "supervisor": ""}),
    "acknowledge": ((THERE,), {"kind": "dealer", "subject": "D-114"}),
    "dispute_act": ((THERE,), {"step": "raise", "player": "A", "question": "the nine"}),
    "irregular_decide": ((THERE, 1), {"decision": "approve"}),
    "irregular_seen": ((THERE, 1), {}),
    "float_act": ((THERE,), {"step": "request", "kind": "fill", "chip-2500": "4"}),
    "card_check_act": ((THERE,), {"step": "read"}),
    "play": ((THERE,), {"do": "call", "expected": "1", "key": "k1"}),
    "sign": ((THERE,), {"do": "approve", "approval": "1"}),
    "withdraw": ((THERE,), {"approval": "1"}),
    "opening": ((THERE,), {"item": "sign"}),
    "supervisor_call": ((THERE,), {}),
    "take_over_answer": ((THERE,), {"do": "no", "newcomer": "D-131", "key": "k1"}),
    "reader_at_tablet": ((THERE,), {"do": "hand", "key": "k2"}),
    "people_act": ((THERE,), {"step": "patron", "player": "A", "number": "P-9"}),
    "rules_given": ((THERE,), {}),
    "tablet_dispute_record": ((THERE,), {"player": "A", "question": "the nine", "key": "k3"}),
    "house_change_table": ((THERE,), {"packs": "6"}),
    "house_layout_check": ((THERE,), {}),
    "house_layout_save": ((THERE,), {"none": "yes"}),
    "felt_preview": ((THERE,), {}),
}
"""Every address with a table's code that changes something, as it is posted to at the other table."""
SET_UP = {"house_change_table", "house_layout_check", "house_layout_save", "felt_preview"}
"""Those of the set-up, which is an operations manager's in every pit."""


def test_every_address_that_changes_something_names_its_table_or_says_what_else_it_changes() -> None:
    from tests.screens.test_role_walk import DOORS, ENTERED

    args = dict(posted(get_resolver()))
    changing = {name for name, door in DOORS.items() if door.method == "post" or name in ENTERED}
    # A pack of evidence is read from the record: nothing changes at the table, wherever its maker acts.
    with_code = {name for name in changing if "code" in args[name]} - {"replay_evidence"}
    assert with_code == set(NAMED)
    by_other_ways = {
        "act_at_tables", "pit_decide", "float_alert", "reader_issue", "reader_revoke", "unassign_tablet",
        "enrol_tablet",
    }  # fmt: skip
    assert changing - with_code - {"replay_evidence"} == set(HOUSE_WIDE) | by_other_ways


@pytest.fixture
def house() -> None:
    """Two open tables in two pits, D-114 at the one, D-102 at the other; G-21 and S-07 act in the first pit alone."""
    made_once((__name__, "house"), _two_pits)


def _two_pits() -> None:
    for code in (HERE, THERE):
        floor.open_table(code)
    second = Pit.objects.create(code="P2", name="High limits")
    Table.objects.filter(code=THERE).update(pit=second)
    for number, code in (("D-114", HERE), ("D-102", THERE)):
        floor.person(Role.DEALER, number)
        client_of(number, code)
    for role in Role.values:
        floor.person(role)
    Staff.objects.filter(number__in=("G-21", "S-07", "M-1")).update(pits=["P1"])
    floor.person(Role.GAME_SUPERVISOR, "G-22")
    Staff.objects.filter(number="G-22").update(pits=["P2"])
    floor.person(Role.GAME_SUPERVISOR, "G-23")
    Staff.objects.filter(number="G-23").update(pits=[])


def client_of(number: str, tablet: str = "") -> Client:
    client = Client()
    if tablet:
        boss = floor.person(Role.OPERATIONS_MANAGER, "M-9")
        assigned = client.post(
            "/tablet/enrol/", {"table_code": tablet, "number": boss.number, "pin": floor.PIN}
        )
        assert assigned.status_code == 302
    answer = client.post("/sign-in/", {"number": number, "pin": floor.PIN, "take_over": number})
    assert answer.status_code == 302, answer.content.decode()
    return client


def heads() -> dict[str, int]:
    return dict(ChainHead.objects.exclude(chain=HOUSE).values_list("chain", "seq"))


OUT_OF_PLACE = ["D-114", "G-21", "G-23", "S-07", "M-1", "V-3", "I-9", "T-2"]


@pytest.mark.parametrize("number", OUT_OF_PLACE)
def test_nobody_writes_into_the_chain_of_a_table_where_he_does_not_act(house: None, number: str) -> None:
    client = client_of(number, HERE if number == "D-114" else "")
    before, version = heads()[THERE], Table.objects.get(code=THERE).version
    for name, (args, fields) in NAMED.items():
        for headers in ({}, {"HX-Request": "true"}, {"Pit-Panel": "1", "HX-Request": "true"}):
            answer = client.post(reverse(name, args=args), fields, headers=headers)
            assert answer.status_code == 403, (name, answer.status_code)
    played = client.post(
        f"/table/{THERE}/play", {"command": {"type": "call_bets"}, "key": "k", "expected": version},
        content_type="application/json",
    )  # fmt: skip
    assert played.status_code == 403
    assert (heads()[THERE], Table.objects.get(code=THERE).version) == (before, version)


@pytest.mark.parametrize("number", ["G-22", "M-9"])
def test_who_acts_in_the_pit_comes_in_at_each_of_them(house: None, number: str) -> None:
    client = client_of(number)
    for name, (args, fields) in NAMED.items():
        answer = client.post(reverse(name, args=args), fields)
        turned_away = number == "G-22" and name in SET_UP
        assert (answer.status_code == 403) == turned_away, name


@pytest.mark.parametrize("number", ["G-21", "G-23", "S-07"])
def test_a_supervisor_looks_at_every_pit(house: None, number: str) -> None:
    client = client_of(number)
    for address in (
        "/pit/",
        "/pit/P2/",
        f"/pit/table/{THERE}/",
        f"/table/{THERE}/watch",
        f"/float/table/{THERE}/",
    ):
        assert client.get(address).status_code == 200, address


def test_the_forms_that_name_a_table_inside_ask_too(house: None) -> None:
    client, boss = client_of("S-07"), floor.person(Role.OPERATIONS_MANAGER, "M-9")
    reader, _ = registration.issue(THERE, "shoe", "serial 7", by=boss, at=AT)
    tablet = Tablet.objects.filter(table_code=THERE, revoked_at=None).first()
    assert tablet is not None
    asked = approvals.ask(
        THERE,
        approvals.Matter(kind="other", text="a limit", role=Role.GAME_SUPERVISOR),
        asked_by=Staff.objects.get(number="D-102"),
    )
    before = heads()[THERE]
    answer = client.post(
        "/pit/several/act",
        {"step": "limits", "table": [THERE], "minimum": "10", "maximum": "500", "sure": "yes"},
    )
    assert re.findall(r'<li class="no" data-code="([^"]+)"', answer.content.decode()) == ["place.other_pit"]
    assert client.post(f"/pit/ask/{asked.pk}/", {"decision": "approve"}).status_code == 409
    issued = client.post("/readers/issue", {"table": THERE, "kind": "scanner", "label": "x"})
    assert refused_with(issued.content.decode()) == ("place.other_pit", "VIC03-1.2")
    assert client.post(f"/readers/{reader.pk}/revoke").status_code == 409
    unassigned = client.post(f"/tablets/{tablet.pk}/unassign/")
    assert unassigned.status_code == 403
    assert refused_with(unassigned.content.decode()) == ("place.other_pit", "VIC03-1.2")
    assigned = Client().post("/tablet/enrol/", {"table_code": THERE, "number": "S-07", "pin": floor.PIN})
    assert assigned.status_code == 403
    assert heads()[THERE] == before


def test_a_pin_signs_only_where_its_person_acts(house: None) -> None:
    tablet = client_of("D-102", THERE)
    asked = approvals.ask(
        THERE,
        approvals.Matter(kind="other", text="a limit", role=Role.GAME_SUPERVISOR),
        asked_by=Staff.objects.get(number="D-102"),
    )
    fields = {"approval": str(asked.pk), "number": "G-21", "pin": floor.PIN, "do": "approve"}
    answer = tablet.post(f"/table/{THERE}/sign", fields)
    assert refused_with(answer.content.decode()) == ("place.other_pit", "VIC03-1.2")
    asked.refresh_from_db()
    assert asked.is_waiting
    # A dealer signs a count where he deals.
    supervisor = client_of("G-22")
    count = {"step": "count", "kind": "mid", "number": "D-114", "pin": floor.PIN, "key": "c1"}
    answer = supervisor.post(f"/float/table/{THERE}/act", count | {"chip-2500": "100"})
    assert (answer.status_code, f"D-114 deals at {HERE}, not at {THERE}" in answer.content.decode()) == (
        409,
        True,
    )
    assert tablet.post(f"/table/{THERE}/sign", fields | {"number": "G-22"}).status_code == 200
    asked.refresh_from_db()
    assert asked.decided_by == "G-22"


def test_a_supervisor_takes_over_a_table_of_the_own_pits_only(house: None) -> None:
    tablet = client_of("D-102", THERE)
    assert tablet.post("/change-dealer/", {"number": "G-21", "pin": floor.PIN}).status_code == 403
    assert Table.objects.get(code=THERE).dealer == "D-102"
    assert tablet.post("/change-dealer/", {"number": "G-22", "pin": floor.PIN}).status_code == 302
    assert Table.objects.get(code=THERE).dealer == "G-22"


def test_pits_that_are_taken_away_end_the_powers_at_once(house: None) -> None:
    client = client_of("G-22")
    assert client.post(f"/pit/table/{THERE}/act", {"step": "supervise", "supervisor": ""}).status_code != 403
    Staff.objects.filter(number="G-22").update(pits=["P1"])
    assert client.post(f"/pit/table/{THERE}/act", {"step": "supervise", "supervisor": ""}).status_code == 403
    Table.objects.filter(code=THERE).update(pit=Pit.objects.get(code="P1"))
    assert client.post(f"/pit/table/{THERE}/act", {"step": "supervise", "supervisor": ""}).status_code != 403


def test_a_loop_of_copies_is_one_entry_a_minute_and_no_tap_is_stale(house: None) -> None:
    client, dealer = client_of("D-102", THERE), Staff.objects.get(number="D-102")
    for _ in range(5):
        assert client.post(f"/rules/{THERE}/given", {"key": "a"}).status_code == 302
    for number in range(5):
        client.post(f"/rules/{THERE}/given", {"key": f"k{number}"})
    assert Entry.objects.filter(chain=THERE, kind="rules_given").count() == 1
    checklist.confirm(THERE, "sign", by=dealer, at=timezone.now())
    version = Table.objects.get(code=THERE).version
    client.post(f"/rules/{THERE}/given", {"key": "z"})
    assert tap(THERE, engine.PlaceWager(1, "A", 5000), dealer, expected=version).ok


def test_the_demonstrations_supervisors_act_in_every_pit(house: None) -> None:
    someone = Staff.objects.create_user("G-31", floor.PIN, role=Role.GAME_SUPERVISOR)
    assert someone.acts_in("P1")
    assert someone.acts_in("P9")
    assert not Staff(number="G-32", role=Role.GAME_SUPERVISOR).acts_in("P1")
    assert Staff(number="S-32", role=Role.CASINO_SUPERVISOR).acts_in("P1")
    assert not Staff(number="V-32", role=Role.SURVEILLANCE, pits=["*"]).acts_in("P1")


def test_slips_are_signed_in_the_own_pit(house: None) -> None:
    slip = slips.request(THERE, "fill", {2500: 4}, by=Staff.objects.get(number="D-102"), at=timezone.now())
    assert cash.box_on(Table.objects.get(code=THERE)) is None
    client = client_of("S-07")
    fields = {"step": "sign", "slip": str(slip.pk), "back": "all"}
    assert client.post(f"/float/table/{THERE}/act", fields).status_code == 403
    assert client.post(f"/float/table/{HERE}/act", fields).status_code == 409
    slip.refresh_from_db()
    assert slip.state == "requested"


def test_a_dealers_session_is_ended_by_a_supervisor_of_the_pit(house: None) -> None:
    tablet = client_of("D-102", THERE)
    tablet.post("/lock/")
    for number, status in (("G-21", 403), ("G-22", 302)):
        answer = tablet.post("/unlock/", {"number": number, "pin": floor.PIN, "do": "end"})
        assert answer.status_code == status, number
    assert Table.objects.get(code=THERE).dealer == ""
