"""Who signs for what is done about an irregularity: neither the dealer nor the person who reported it; and what a
book gives to a supervisor alone needs no second person."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.floor import dealers
from tables.models import Table
from tables.opening import checklist
from tests import floor
from tests.floor import cards, tap, taps
from tests.refusing import code_and_clause, refused_as, refused_with
from tests.signed_in import dealer_at

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
FIRE = engine.Irregularity("outcome_disrupted", (("cause", "fire"),))
SIGN = engine.Approve(role="")


def game_supervisor() -> Staff:
    return floor.person(Role.GAME_SUPERVISOR)


def manager() -> Staff:
    return floor.person(Role.OPERATIONS_MANAGER)


def reported(table: str, by: Staff) -> None:
    """A round in which a casino supervisor has to sign, with the report of that person."""
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9s"))
    assert tap(table, FIRE, by).ok


def deals(who: Staff) -> None:
    dealers.come_to_table(CODE, who, timezone.now())
    for item in checklist.confirmations(Table.objects.get(code=CODE)):
        checklist.confirm(CODE, item, by=who, at=timezone.now())


def asked(table: str, by: Staff) -> Approval:
    answer = tap(table, SIGN, by)
    assert not answer.ok
    assert answer.approval_id is not None
    return Approval.objects.get(pk=answer.approval_id)


def test_a_supervisor_signs_alone_what_the_dealer_reported(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.dealer())
    assert tap(table, SIGN, floor.casino_supervisor()).ok
    assert not Approval.objects.exists()


def test_who_reported_it_does_not_sign_it(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.casino_supervisor())
    approval = asked(table, floor.casino_supervisor())
    with refused_as("approval.own_request", "VIC03-17.3.1"):
        approvals.decide(approval, floor.casino_supervisor(), True)
    approvals.decide(approval, floor.person(Role.CASINO_SUPERVISOR, "S-08"), True)
    assert service.current(table).previous is not None
    assert verify().ok


def test_the_person_who_reported_it_does_not_sign_when_the_dealer_asks_for_it(table: str) -> None:
    # S-07 reported it, the dealer taps: what is refused is the person, whoever asked.
    deals(floor.dealer())
    reported(table, floor.casino_supervisor())
    approval = asked(table, floor.dealer())
    count = Entry.objects.count()
    for approve in (True, False):
        with refused_as("signer.reported", "VIC03-17.3.1") as refused:
            approvals.decide(approval, floor.casino_supervisor(), approve, "why")
        assert refused.value.values["role"] == "casino supervisor"
    assert Entry.objects.count() == count
    approvals.decide(approval, manager(), True)


def test_a_supervisor_who_deals_does_not_sign(table: str) -> None:
    # D-114 reported it and was relieved by S-07, who deals now.
    reported(table, floor.dealer())
    deals(floor.casino_supervisor())
    approval = asked(table, floor.casino_supervisor())
    with refused_as("approval.own_request", "VIC03-17.3.1"):
        approvals.decide(approval, floor.casino_supervisor(), True)
    approvals.decide(approval, manager(), True)


def test_who_deals_when_it_is_signed_or_has_dealt_in_the_round_does_not_sign(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.dealer())
    approval = asked(table, floor.dealer())
    deals(floor.casino_supervisor())
    with refused_as("signer.deals", "VIC03-17.3.1"):
        approvals.decide(approval, floor.casino_supervisor(), True)
    deals(floor.dealer())
    with refused_as("signer.had_part", "VIC03-17.3.1"):
        approvals.decide(approval, floor.casino_supervisor(), True)
    approvals.decide(approval, floor.person(Role.CASINO_SUPERVISOR, "S-08"), True)


def test_another_person_of_too_low_a_role_is_not_enough(table: str) -> None:
    deals(floor.casino_supervisor())
    reported(table, floor.casino_supervisor())
    approval = asked(table, floor.casino_supervisor())
    with refused_as("approval.role_too_low", "VIC03-17.3.1"):
        approvals.decide(approval, game_supervisor(), True)


def test_the_person_who_reported_it_does_not_refuse_it_alone(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.casino_supervisor())
    answer = tap(table, engine.Refuse(role=""), floor.casino_supervisor())
    assert answer.refusal is not None
    assert code_and_clause(answer.refusal) == ("signer.reported", "VIC03-17.3.1")
    assert answer.refusal.values["number"] == "S-07"
    assert tap(table, engine.Undo(), floor.casino_supervisor()).ok
    assert service.current(table).due.action == "card"


def test_another_supervisor_refuses_at_once(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.casino_supervisor())
    assert tap(table, engine.Refuse(role=""), manager()).ok
    assert service.current(table).due.action == "card"


@pytest.mark.clause("VIC03-6.3", "VIC03-7.5.3")
def test_what_the_book_gives_to_a_supervisor_alone_needs_no_second_person(table: str) -> None:
    deals(floor.casino_supervisor())
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert tap(table, engine.AllowLimit(1, "A", 200000, role=""), floor.casino_supervisor()).ok
    assert tap(table, engine.PlaceMarker(1, "A"), floor.casino_supervisor()).ok
    taps(table, engine.CallBets(), *cards("5s 9d 6c"))
    assert tap(table, engine.AskDirection(1, 1, "absent"), floor.casino_supervisor()).ok
    assert tap(table, engine.DirectHand(1, 1, role=""), floor.casino_supervisor()).ok
    assert not Approval.objects.exists()


# --- at the screens


def sign_at_tablet(client: Client, approval: Approval, who: Staff) -> str:
    fields = {"approval": str(approval.pk), "number": who.number, "pin": floor.PIN, "do": "approve"}
    return client.post(f"/table/{CODE}/sign", fields, headers={"HX-Request": "true"}).content.decode()


def test_a_second_person_signs_by_pin_at_the_tablet(table: str) -> None:
    client = Client()
    supervisor = floor.casino_supervisor()
    client.post("/tablet/enrol/", {"table_code": CODE, "number": supervisor.number, "pin": floor.PIN})
    client.post("/change-dealer/", {"number": supervisor.number, "pin": floor.PIN})
    assert Table.objects.get().dealer == supervisor.number
    checklist.confirm(CODE, "sign", by=supervisor, at=floor.AT)
    reported(table, floor.dealer())
    approval = asked(table, floor.dealer())
    page = sign_at_tablet(client, approval, supervisor)
    assert refused_with(page) == ("signer.deals", "VIC03-17.3.1")
    approval.refresh_from_db()
    assert approval.is_waiting
    assert "M-1 approved" in sign_at_tablet(client, approval, manager())


def test_a_second_person_signs_from_the_dashboard(table: str) -> None:
    deals(floor.dealer())
    reported(table, floor.casino_supervisor())
    approval = asked(table, floor.dealer())
    for who, taken in ((floor.casino_supervisor(), False), (manager(), True)):
        client = Client()
        client.post("/sign-in/", {"number": who.number, "pin": floor.PIN})
        answer = client.post(
            f"/pit/ask/{approval.pk}/", {"decision": "approve"}, headers={"HX-Request": "true"}
        )
        if not taken:
            assert refused_with(answer.content.decode()) == ("signer.reported", "VIC03-17.3.1")
        approval.refresh_from_db()
        assert approval.is_waiting is not taken


def test_the_tablet_is_told_which_field_of_a_signature_is_wrong(table: str) -> None:
    client, dealer = dealer_at(CODE), floor.dealer()
    reported(table, dealer)
    approval = asked(table, dealer)

    def refused(field: str, code: str, **changed: str) -> None:
        fields = {"approval": str(approval.pk), "number": "M-1", "pin": floor.PIN, "do": "refuse"} | changed
        answer = client.post(f"/table/{CODE}/sign", fields, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.get("Table-Field", "")) == (422, field)
        assert refused_with(answer.content.decode())[0] == code
        assert fields["pin"] not in answer.content.decode()

    manager()
    refused("", "approval.none_waiting", approval="999")
    refused("pin", "sign_in.wrong", pin="135790")
    refused("number", "approval.own_request", number=dealer.number, do="approve")
    refused("reason", "approval.reason_missing")
    refused("reason", "approval.reason_missing", do="refuse: ", reason=" ")
    approval.refresh_from_db()
    assert approval.is_waiting
