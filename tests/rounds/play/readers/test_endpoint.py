"""The endpoint: a token, JSON both ways, batches, and an answer that says what, why and what to do."""

import json
from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from rounds.play import service
from tables.models import Reader
from tables.readers import registration
from tests import floor
from tests.rounds.play.readers.conftest import CODE, Shoe

pytestmark = pytest.mark.django_db


def post(token: str, *reports: dict[str, Any], body: bytes | None = None) -> tuple[int, dict[str, Any]]:
    answer = Client(enforce_csrf_checks=True).post(
        "/reader/reports",
        body if body is not None else json.dumps({"reports": reports}).encode(),
        content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )
    return answer.status_code, json.loads(answer.content)


def card(number: int, card: str, **more: Any) -> dict[str, Any]:
    return {"sequence": number, "card": card} | more


def test_a_batch_is_taken_in_order_and_can_be_sent_again(shoe: Shoe) -> None:
    batch = [card(1, "Ts"), card(2, "9d", age=200), card(3, "7h")]
    status, answer = post(shoe.token, *batch)
    assert status == 200
    assert (answer["reader"], answer["table"], answer["expected"]) == (shoe.reader.number, CODE, 4)
    assert [part["outcome"] for part in answer["answers"]] == ["dealt"] * 3
    status, again = post(shoe.token, *batch, card(4, "8c"))
    assert status == 200
    assert [part.get("duplicate", False) for part in again["answers"]] == [True, True, True, False]
    assert service.current(CODE).state.drawn == ("Ts", "9d", "7h", "8c")


def test_a_gap_ends_the_batch_with_the_number_that_is_expected(shoe: Shoe) -> None:
    status, answer = post(shoe.token, card(1, "Ts"), card(3, "7h"), card(4, "8c"))
    assert (status, answer["expected"]) == (409, 2)
    assert [part["outcome"] for part in answer["answers"]] == ["dealt", "out_of_order"]
    assert "send from number 2 on" in answer["answers"][1]["remedy"].lower()


def test_a_card_that_waits_is_taken_and_says_why(shoe: Shoe) -> None:
    status, answer = post(shoe.token, *[card(n, c) for n, c in enumerate("Ts 9d 7h 8c 9s 5d".split(), 1)])
    last = answer["answers"][-1]
    assert (status, last["outcome"], last["clause"]) == (200, "waits", "VIC03-7.5.1")
    assert last["code"] == "card.decision_first"
    assert last["message"]
    assert last["remedy"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b'{"reports": [{"card": "Ts"}]}',
        b'{"reports": [{"sequence": 0, "card": "Ts"}]}',
        b'{"reports": [{"sequence": 1, "what": "joker"}]}',
        b'{"reports": [{"sequence": 1, "card": "Ts", "round": 3}]}',
        b'{"reports": [' + b",".join([b'{"sequence": 1}'] * 101) + b"]}",
        b'{"reports": []' + b" " * 40_000 + b"}",
    ],
)
def test_a_request_that_is_not_a_post_of_reports_takes_nothing(shoe: Shoe, body: bytes) -> None:
    status, answer = post(shoe.token, body=body)
    assert status == 400
    assert answer["code"].startswith("reader.post")
    assert answer["remedy"]
    assert Reader.objects.get().expected == 1


def test_an_unknown_token_and_a_revoked_token(shoe: Shoe) -> None:
    for token in ("", "x", "a\0b", "é"):
        status, answer = post(token, card(1, "Ts"))
        assert (status, answer["code"]) == (401, "reader.token_unknown")
    registration.revoke(shoe.reader.pk, by=floor.casino_supervisor(), at=floor.AT)
    status, answer = post(shoe.token, card(1, "Ts"))
    assert status == 401
    assert (answer["code"], shoe.reader.number in answer["error"]) == ("reader.token_revoked", True)
    assert "casino supervisor" in answer["remedy"]
    assert service.current(CODE).state.drawn == ()


def test_tokens_of_no_reader_are_counted_by_address_and_stop_no_reader(shoe: Shoe) -> None:
    statuses = [post(f"guess-{number}")[0] for number in range(63)]
    assert statuses == [401] * 60 + [429] * 3
    assert Entry.objects.filter(chain="house", kind="rate_limited").count() == 1
    assert "guess" not in "".join(Entry.objects.values_list("body", flat=True))
    assert post(shoe.token, card(1, "Ts"))[0] == 200


def test_a_reader_that_starts_again_asks_for_its_number(shoe: Shoe) -> None:
    post(shoe.token, card(1, "Ts"))
    answer = Client().get("/reader/", headers={"Authorization": f"Bearer {shoe.token}"})
    assert answer.status_code == 200
    body = answer.json()
    assert (body["expected"], body["waits_for"], body["cards_from"]) == (2, "card", "reader")
    assert Reader.objects.get().heard_at is not None


def test_a_session_opens_nothing_here(shoe: Shoe) -> None:
    client = Client()
    client.force_login(floor.casino_supervisor(), backend="casino.staff.backend.PinBackend")
    assert client.post("/reader/reports", b"{}", content_type="application/json").status_code == 401
