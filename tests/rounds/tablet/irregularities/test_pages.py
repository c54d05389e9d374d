"""From the tap that reports to the signature, at the tablet and from the pit, over HTTP."""

from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from tables.models import Table
from tests import floor, pages
from tests.floor import cards, taps
from tests.refusing import refused_with
from tests.signed_in import dealer_at

pytestmark = pytest.mark.django_db
CODE = "BJ-07"
PLAY, SIGN = f"/table/{CODE}/play", f"/table/{CODE}/sign"


def at_table() -> Client:
    """The dealer on the tablet that is assigned to the table."""
    return dealer_at(CODE, sign=False)


def in_pit(role: str = Role.CASINO_SUPERVISOR) -> Client:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    return client


def report(client: Client, kind: str, **values: str) -> Any:
    fields = {f"v:{name}": value for name, value in values.items()}
    version = Table.objects.get(code=CODE).version
    return client.post(
        PLAY, {"do": "wrong", "kind": kind, "key": f"k-{version}", "expected": version} | fields
    )


def a_round(book: str = "UK") -> None:
    """A 17 and B 11 under a 6."""
    floor.open_table(CODE, book=book)
    floor.tap(CODE, engine.PlaceWager(1, "A", 5000))
    taps(CODE, engine.PlaceWager(3, "B", 5000), engine.CallBets(), *cards("Ts 9s 6d 7h 2h"))


@pytest.mark.clause("VIC03-9.2")
def test_what_nobody_signs_is_done_at_once_and_left_to_tick_off() -> None:
    a_round("VIC03")
    answer = report(at_table(), "face_up_in_shoe", card="5c")
    assert (answer.status_code, answer["Table-Answer"]) == (200, "ok")
    html = answer.content.decode()
    assert "5♣ to the discards" in html
    assert 'data-no="1-' in html
    assert service.current(CODE).state.discarded == ("5c",)


@pytest.mark.clause("UK-A01", "VIC03-1.2")
def test_the_report_asks_for_the_signature_and_the_person_who_signs_chooses() -> None:
    a_round()
    client = at_table()
    assert report(client, "face_up_in_shoe", card="5c")["Table-Answer"] == "asked"
    (ask,) = Approval.objects.all()
    assert (ask.kind, ask.role_wanted, ask.state) == ("irregularity", "casino_supervisor", "waiting")
    floor.person(Role.GAME_SUPERVISOR)
    sign = {"approval": ask.pk, "number": "G-21", "pin": floor.PIN, "do": "approve", "choice": "next_card"}
    low = client.post(SIGN, sign)
    assert low.status_code == 422
    assert refused_with(low.content.decode()) == ("approval.role_too_low", "UK-A01")
    assert client.post(SIGN, sign | {"number": "S-07"}).status_code == 200
    assert [held_card.card for held_card in service.current(CODE).state.held] == ["5c"]
    entry = Entry.objects.get(kind="irregularity_approved")
    assert (entry.actor, "next card" in entry.detail) == ("S-07", True)
    assert verify().ok


def test_an_unknown_choice_decides_nothing() -> None:
    a_round()
    client = at_table()
    report(client, "face_up_in_shoe", card="5c")
    ask = Approval.objects.get()
    wrong = {"approval": ask.pk, "number": "S-07", "pin": floor.PIN, "do": "approve", "choice": "burn it"}
    assert client.post(SIGN, wrong).status_code == 422
    ask.refresh_from_db()
    assert (ask.state, ask.choice) == ("waiting", "")


def test_a_refusal_is_one_tap_with_its_reason_and_is_recorded() -> None:
    a_round()
    client = at_table()
    report(client, "face_up_in_shoe", card="5c")
    ask = Approval.objects.get()
    refuse = {
        "approval": ask.pk,
        "number": "S-07",
        "pin": floor.PIN,
        "do": "refuse:That is not what happened",
    }
    assert client.post(SIGN, refuse).status_code == 200
    entry = Entry.objects.get(kind="irregularity_refused")
    assert "That is not what happened" in entry.detail
    assert service.current(CODE).due.action == "decision"


def test_a_report_that_is_taken_back_leaves_nothing_to_sign() -> None:
    a_round()
    client = at_table()
    report(client, "face_up_in_shoe", card="5c")
    taps(CODE, engine.Undo())
    ask = Approval.objects.get()
    assert (ask.state, ask.reason) == ("expired", "the report was taken back")
    assert (Table.objects.get().live["waiting"], Table.objects.get().live["irregular"]) == (0, 0)


def test_a_supervisor_acknowledges_it_on_record_and_signs_on_his_page() -> None:
    a_round()
    report(at_table(), "void_round", reason="cards_mixed_up")
    ask = Approval.objects.get()
    page = f"/pit/irregular/{CODE}/"
    game = in_pit(Role.GAME_SUPERVISOR)
    looked = game.get(page).content.decode()
    assert "The round is declared void" in looked
    assert "or above can sign this" in looked
    assert "Return the wager of $50: box 1, player A" in looked
    assert game.post(f"{page}{ask.pk}/decide", {"decision": "approve"}).status_code == 409
    assert game.post(f"{page}{ask.pk}/seen").status_code == 302
    assert game.post(f"{page}{ask.pk}/seen").status_code == 302  # sent again: recorded once
    entry = Entry.objects.get(kind="approval_seen")
    assert (entry.actor, entry.chain) == ("G-21", CODE)
    casino = in_pit()
    assert casino.post(f"{page}{ask.pk}/seen").status_code == 409  # somebody else's already
    pit = casino.get("/pit/").content.decode()
    assert "G-21 is on it" in pit
    assert f'href="{page}"' in pit
    reasonless = casino.post(f"{page}{ask.pk}/decide", {"decision": "refuse"})
    assert (reasonless.status_code, list(pages.wrong(reasonless.content.decode()))) == (409, ["reason"])
    unanswered = casino.post(f"{page}{ask.pk}/decide", {"decision": "perhaps", "reason": "seen otherwise"})
    assert 'value="seen otherwise"' in unanswered.content.decode()
    assert casino.post(f"{page}{ask.pk}/decide", {"decision": "approve"}).status_code == 302
    assert service.current(CODE).previous is not None
    assert Table.objects.get().live["irregular"] == 0
    assert "Nothing is open" in casino.get(page).content.decode()


def test_a_refused_report_says_why_and_changes_nothing() -> None:
    a_round("VIC03")
    answer = report(at_table(), "decision_not_carried_out", hand="3")
    assert answer.status_code == 422
    assert refused_with(answer.content.decode()) == ("report.nothing_decided", "VIC03-9.8")
    assert service.current(CODE).state.irregular is None


def test_the_plan_says_what_is_still_to_be_said() -> None:
    a_round("VIC03")
    client = at_table()
    plan = f"/table/{CODE}/wrong/excess_card/plan"
    assert "was the card exposed" in client.get(plan).content.decode().lower()
    assert "which card" in client.get(plan, {"v:seen": "yes"}).content.decode().lower()
    done = client.get(plan, {"v:seen": "yes", "v:card": "5c"}).content.decode()
    assert "5♣ face up beside the shoe: it comes next" in done
    assert 'form="report"' in done


@pytest.mark.clause("VIC03-9.8(a)")
def test_a_round_just_over_is_rewound_from_the_tablet() -> None:
    floor.open_table(CODE)
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(CODE, *cards("Ts Tc 9d 4h 5c"), engine.Decide(1, "stand"), engine.Decide(2, "hit"), *cards("8d"))
    taps(CODE, engine.Settle(), *cards("9h"), engine.Settle(), engine.Collect())
    client = at_table()
    listed = client.get(f"/table/{CODE}/wrong").content.decode()
    possible, _, later = listed.partition("Not possible now")
    assert "kind-decision_not_carried_out" in possible
    assert "Two cards" in later or "excess" in later  # what belongs to a round in hand waits for one
    step_page = client.get(f"/table/{CODE}/wrong/decision_not_carried_out").content.decode()
    assert "Box 2" in step_page
    answer = report(client, "decision_not_carried_out", hand="1")
    assert (answer.status_code, answer["Table-Answer"]) == (200, "asked")
    live = service.current(CODE)
    assert (live.round_no, live.due.action) == (1, "approval")
    approvals.decide(Approval.objects.get(), floor.person(Role.GAME_SUPERVISOR), True)
    assert service.current(CODE).due.box == 1
    assert verify().ok


@pytest.mark.clause("ACT96-18(g)")
def test_the_dealer_completes_the_hand_of_an_absent_player_alone() -> None:
    floor.open_table(CODE, book="ACT96")
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("5s 6d 3h"))
    taps(CODE, engine.AskDirection(1, 1, "absent"))
    client = at_table()
    screen = client.get(f"/table/{CODE}/").content.decode()
    assert "Complete the hand by the rule" in screen
    version = Table.objects.get(code=CODE).version
    command = '{"type":"direct_hand","box":1,"hand":1,"role":"dealer"}'
    answer = client.post(PLAY, {"command": command, "key": "k", "expected": version})
    assert answer.status_code in (200, 302)
    assert not Approval.objects.exists()
    assert service.current(CODE).state.box(1).hands[0].directed
