"""The word of a second person: who may give it, once, and what the record says of it."""

import json
import threading
from typing import Any

import pytest
from django.db import connections, transaction

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff import approvals, signals
from casino.staff.models import Approval, Guard
from casino.staff.refusals import SignInRefused
from casino.staff.roles import LADDER, Role
from tests.refusing import code_and_clause, refused_as
from tests.staff.people import PIN, floor, kinds

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return floor()


@pytest.fixture
def hears():
    """Connects receivers to signals for the length of the test."""
    connected = []

    def connect(signal, receiver):
        signal.connect(receiver, weak=False)
        connected.append((signal, receiver))

    yield connect
    for signal, receiver in connected:
        signal.disconnect(receiver)


def asked(people, role=Role.GAME_SUPERVISOR, by=Role.DEALER, **fields):
    key, at = fields.pop("key", ""), fields.pop("at", None)
    given: dict[str, Any] = {
        "kind": "several_boxes", "text": "A wagers on boxes 3 and 4", "clause": "VIC03-5.10",
        "round_no": 214, "command": b'{"type":"allow", "box":4}', "version": 88_214,
    } | fields  # fmt: skip
    matter = approvals.Matter(role=role, **given)
    return approvals.ask("BJ-07", matter, asked_by=people[by], key=key, at=at)


def test_what_is_asked_waits_and_is_recorded(people):
    approval = asked(people)
    assert list(approvals.waiting_for("BJ-07")) == [approval]
    assert list(approvals.waiting_for("BJ-08")) == []
    entry = Entry.objects.get(chain="BJ-07")
    assert (entry.chain, entry.kind, entry.actor, entry.role) == (
        "BJ-07",
        "approval_asked",
        "D-114",
        "dealer",
    )
    assert (entry.round_no, entry.clause, entry.folded) == (214, "VIC03-5.10", False)
    body = json.loads(entry.body)
    assert body["role_wanted"] == "game_supervisor"
    assert json.loads(body["command"]) == {"type": "allow", "box": 4}


def test_the_key_of_the_asking_command_is_on_its_entry(people):
    asked(people, key="k-1")
    assert Entry.objects.get(chain="BJ-07").key == "k-1"


@pytest.mark.clause("VIC03-1.2")
@pytest.mark.parametrize("expected", LADDER[1:])
def test_who_may_decide(people, expected):
    for role, who in people.items():
        approval = asked(people, expected)
        allowed = role in LADDER and LADDER.index(role) >= LADDER.index(expected)
        if allowed:
            approvals.decide(approval, who, True)
        else:
            asker = who.number == approval.asked_by
            code = "approval.own_request" if asker else "approval.role_too_low"
            with refused_as(code, "VIC03-5.10") as refusal:
                approvals.decide(approval, who, True)
            assert refusal.value.remedy
        approval.refresh_from_db()
        assert approval.state == ("approved" if allowed else "waiting")


@pytest.mark.clause("VIC03-1.2")
def test_the_record_has_the_actual_role_and_the_one_acted_as(people):
    approvals.decide(asked(people), people[Role.CASINO_SUPERVISOR], True, "tables enough")
    entry = Entry.objects.get(kind="approved")
    assert (entry.actor, entry.role, entry.acting_as) == ("C-02", "casino_supervisor", "game_supervisor")
    approvals.decide(asked(people), people[Role.GAME_SUPERVISOR], True)
    assert Entry.objects.filter(kind="approved").latest("at", "seq").acting_as == ""


def test_nobody_decides_what_they_asked_for(people):
    approval = asked(people, by=Role.GAME_SUPERVISOR)
    with refused_as("approval.own_request", "VIC03-5.10"):
        approvals.decide(approval, people[Role.GAME_SUPERVISOR], True)
    approvals.decide(approval, people[Role.CASINO_SUPERVISOR], True)


@pytest.mark.parametrize("role", [Role.SURVEILLANCE, Role.INSPECTOR])
def test_who_only_watches_asks_for_nothing(people, role):
    with refused_as("approval.role_cannot_ask", "VIC03-1.2"):
        asked(people, by=role)
    assert not Approval.objects.exists()
    with refused_as("approval.role_cannot_withdraw", "VIC03-1.2"):
        approvals.withdraw(asked(people), people[role])


def test_a_refusal_needs_its_reason(people):
    approval = asked(people)
    with refused_as("approval.reason_missing", "VIC03-5.10"):
        approvals.decide(approval, people[Role.GAME_SUPERVISOR], False, "  ")
    refused = approvals.decide(approval, people[Role.GAME_SUPERVISOR], False, "no seat is free elsewhere")
    assert (refused.state, refused.decided_by, refused.decided_role) == ("refused", "S-07", "game_supervisor")
    assert Entry.objects.get(kind="approval_refused").detail.endswith("(no seat is free elsewhere)")


@pytest.mark.parametrize("end", ["approved", "refused", "withdrawn", "expired"])
def test_what_no_longer_waits_is_not_decided_again(people, end):
    approval, supervisor = asked(people), people[Role.GAME_SUPERVISOR]
    if end == "withdrawn":
        approvals.withdraw(approval, people[Role.DEALER])
    elif end == "expired":
        assert [gone.pk for gone in approvals.expire("BJ-07", "the round is over")] == [approval.pk]
    else:
        approvals.decide(approval, supervisor, end == "approved", "why")
    before = Entry.objects.count()
    for approve in (True, False):
        with refused_as(f"approval.{end}", "VIC03-5.10"):
            approvals.decide(approval, people[Role.CASINO_SUPERVISOR], approve, "why")
    with refused_as(f"approval.{end}", "VIC03-5.10"):
        approvals.withdraw(approval, people[Role.DEALER])
    assert Entry.objects.count() == before
    assert not approvals.waiting_for().exists()


def test_signals_are_sent_in_the_transaction_around_the_decision(people, hears):
    order = []
    hears(signals.approval_deciding, lambda *, table_code, **_: order.append(("deciding", table_code)))
    hears(
        signals.approval_decided,
        lambda *, approval, **_: order.append((approval.state, kinds("BJ-07")[-1][0])),
    )
    approvals.decide(asked(people), people[Role.GAME_SUPERVISOR], True)
    assert order == [("deciding", "BJ-07"), ("approved", "approved")]


def test_an_approval_is_not_spent_on_a_command_that_the_table_refuses(people, hears):
    approval = asked(people)

    def play(*, approval, **_):
        raise ValueError("box 4 is taken")

    hears(signals.approval_decided, play)
    with pytest.raises(ValueError, match="box 4 is taken"), transaction.atomic():
        approvals.decide(approval, people[Role.GAME_SUPERVISOR], True)
    approval.refresh_from_db()
    assert approval.is_waiting
    assert [kind for kind, _ in kinds("BJ-07")] == ["approval_asked"]


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_decides(people):
    approval, start, outcomes = asked(people), threading.Barrier(2), []

    def decide(role, approve):
        try:
            start.wait()
            outcomes.append(approvals.decide(approval, people[role], approve, "why").state)
        except Refusal as refusal:
            outcomes.append(refusal.code)
        finally:
            connections.close_all()

    deciders = [
        threading.Thread(target=decide, args=(Role.GAME_SUPERVISOR, True)),
        threading.Thread(target=decide, args=(Role.CASINO_SUPERVISOR, False)),
    ]
    for decider in deciders:
        decider.start()
    for decider in deciders:
        decider.join()
    approval.refresh_from_db()
    assert sorted(outcomes) == sorted([approval.state, f"approval.{approval.state}"])
    assert len(kinds("BJ-07")) == 2
    assert verify().ok


def test_by_pin_names_the_second_person_and_counts_wrong_tries(people):
    assert approvals.by_pin("S-07", PIN, "10.0.0.7") == people[Role.GAME_SUPERVISOR]
    for _ in range(4):
        with pytest.raises(SignInRefused):
            approvals.by_pin("S-07", "0000", "10.0.0.7")
    assert Guard.objects.get(subject="number S-07").wrong == 4
    with pytest.raises(SignInRefused) as locked:
        approvals.by_pin("S-07", "0000", "10.0.0.7")
    assert code_and_clause(locked.value) == ("sign_in.locked", "")
    assert "approve as S-07" in Entry.objects.filter(kind="locked_out").get().detail


def test_a_command_that_is_not_json_or_an_unknown_role_is_refused(people):
    with pytest.raises(ValueError):
        asked(people, command=b"{")
    with pytest.raises(ValueError):
        asked(people, role="croupier")
