"""A player disputes something, at the tablet: round, box and player are tapped, and the pit has it at once."""

from typing import Any

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from tables.models import Dispute
from tests import floor
from tests.signed_in import tablet_of_settled_round

pytestmark = pytest.mark.django_db
CODE = "BJ-07"


@pytest.fixture
def tablet() -> Client:
    """The tablet of a settled round in which A won 50 and B lost 20."""
    return tablet_of_settled_round(CODE)


def post(client: Client, **values: str) -> Any:
    fields = {f"v:{name}": text for name, text in values.items()}
    return client.post(f"/table/{CODE}/dispute/record", {"key": "k-1"} | fields)


def test_the_dialog_has_everybody_of_the_round(tablet: Client) -> None:
    listed = tablet.get(f"/table/{CODE}/wrong").content.decode()
    assert f'data-wrong="/table/{CODE}/dispute"' in listed
    page = tablet.get(f"/table/{CODE}/dispute").content.decode()
    assert 'value="1|A"' in page
    assert "settled $50" in page
    assert "settled −$20" in page


@pytest.mark.parametrize("number", ["2", "99", "-1", "1.0", "01", "x"])
def test_a_round_that_was_not_dealt_is_not_taken_for_another(tablet: Client, number: str) -> None:
    answer = post(tablet, round=number, who="3|B", question="was not paid")
    assert (answer.status_code, answer["Table-Answer"]) == (422, "refused")
    assert not Dispute.objects.exists()


@pytest.mark.clause("VIC03-17.9", "VIC03-17.10")
def test_the_dealer_records_it_and_the_pit_has_it(tablet: Client) -> None:
    answer = post(tablet, round="1", who="3|B", question="the card belongs to another hand")
    assert answer["Table-Answer"] == "ok"
    assert "Tell B: may consult" in answer.content.decode()
    dispute = Dispute.objects.get()
    assert (dispute.player, dispute.box, dispute.round_no, dispute.settled, dispute.raised_by) == (
        "B",
        3,
        1,
        -2000,
        "D-114",
    )
    assert Entry.objects.get(kind="dispute_raised").round_no == 1
    post(
        tablet, round="1", who="3|B", question="the card belongs to another hand"
    )  # the same tap, sent again
    assert Dispute.objects.count() == 1
    other = post(tablet, round="1", who="1|A", question="was not paid")  # another one under its key
    assert other["Table-Answer"] == "refused"
    boss = Client()
    boss.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    assert "the card belongs to another hand" in boss.get("/pit/now").content.decode()
    assert verify().ok


def test_a_dispute_in_other_words_and_by_somebody_without_a_wager(tablet: Client) -> None:
    answer = post(tablet, **{"round": "1", "who:other": "Q7", "question:other": "said <b>double</b>"})
    assert answer["Table-Answer"] == "ok"
    dispute = Dispute.objects.get()
    assert (dispute.player, dispute.box, dispute.settled, dispute.question) == (
        "Q7",
        None,
        None,
        "said <b>double</b>",
    )


@pytest.mark.parametrize(
    "form",
    [
        {"round": "1", "question": "was not paid"},
        {"round": "1", "who": "3|B"},
        {"round": "1", "who": "x|B", "question": "was not paid"},
        {"round": "1", "who": "99|B", "question": "was not paid"},
    ],
)
def test_what_is_missing_or_cannot_be_is_refused(tablet: Client, form: dict[str, str]) -> None:
    answer = post(tablet, **form)
    assert answer["Table-Answer"] == "refused"
    assert not Dispute.objects.exists()


def test_a_refusal_names_the_field_that_it_concerns(tablet: Client) -> None:
    answer = post(tablet, round="1", who="3|B")
    assert (answer.status_code, answer["Table-Field"]) == (422, "question")
    answer = post(tablet, round="1", question="was not paid")
    assert (answer.status_code, answer["Table-Field"]) == (422, "who")
    answer = post(tablet, round="1", who="x|A", question="was not paid")
    assert (answer.status_code, answer["Table-Field"]) == (422, "who")
    answer = post(tablet, round="2", who="3|B", question="was not paid")
    assert (answer.status_code, "Table-Field" in answer) == (422, False)
    assert not Dispute.objects.exists()
