"""The button of the replay: who may, what is asked, and the same form sent twice."""

import io
import json
import zipfile

import pytest
from django.test import Client

from casino.ledger import HOUSE, Entry
from casino.staff.roles import Role
from tests import floor
from tests.rounds.surveillance.evidence.packs import plain

pytestmark = pytest.mark.django_db

URL = "/audit/round/BJ-07/1/evidence"


def signed_in(role: Role) -> Client:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    return client


def packs() -> int:
    return Entry.objects.filter(chain=HOUSE, kind="evidence_made").count()


def number(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as files:
        return str(json.loads(files.read("pack.json"))["number"])


@pytest.mark.parametrize(
    "role", [Role.CASINO_SUPERVISOR, Role.OPERATIONS_MANAGER, Role.SURVEILLANCE, Role.INSPECTOR]
)
def test_who_reads_the_record_makes_packs(role: Role) -> None:
    plain()
    answer = signed_in(role).post(URL, {"reason": "review", "key": "k-1"})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/zip"
    assert ".zip" in answer["Content-Disposition"]
    entry = Entry.objects.get(chain=HOUSE, kind="evidence_made")
    assert (entry.actor, entry.role) == (floor.NUMBERS[role], role)
    assert number(b"".join(answer)) == json.loads(entry.body)["number"]  # type: ignore[arg-type]


@pytest.mark.parametrize("role", [Role.DEALER, Role.GAME_SUPERVISOR, Role.TOURNAMENT_DIRECTOR])
def test_nobody_else_does(role: Role) -> None:
    plain()
    assert signed_in(role).post(URL, {"reason": "review", "key": "k-1"}).status_code in (303, 403)
    assert Client().post(URL, {"reason": "review", "key": "k-1"}).status_code == 303
    assert packs() == 0


def test_a_form_sent_twice_gives_one_pack_and_another_reason_under_its_key_is_refused() -> None:
    plain()
    client = signed_in(Role.SURVEILLANCE)
    first, again = (b"".join(client.post(URL, {"reason": "review", "key": "k-1"})) for _ in range(2))  # type: ignore[arg-type]
    assert number(first) == number(again)
    other = client.post(URL, {"reason": "another", "key": "k-1"})
    assert other.status_code == 409
    assert other.context["refusal"].code == "request.sent_before"
    assert packs() == 1
    client.post(URL, {"reason": "review", "key": "k-2"})
    assert packs() == 2


@pytest.mark.parametrize(
    ("reason", "code"), [("", "evidence.reason_missing"), ("é" * 501, "evidence.reason_too_long")]
)
def test_a_wrong_reason_is_said_beside_its_field_and_stays(reason: str, code: str) -> None:
    plain()
    answer = signed_in(Role.SURVEILLANCE).post(URL, {"reason": reason, "key": "k-1"})
    assert answer.status_code == 409
    assert [error.code for error in answer.context["evidence"].errors.as_data()["reason"]] == [code]
    page = answer.content.decode()
    assert 'id="evidence-reason_error"' in page
    assert reason in page
    assert packs() == 0


def test_a_round_that_is_not_there_is_not_found() -> None:
    plain()
    client = signed_in(Role.SURVEILLANCE)
    assert client.post("/audit/round/BJ-07/9/evidence", {"reason": "review"}).status_code == 404
    assert client.get(URL).status_code == 405
    assert 'action="/audit/round/BJ-07/1/evidence"' in client.get("/audit/round/BJ-07/1/").content.decode()
