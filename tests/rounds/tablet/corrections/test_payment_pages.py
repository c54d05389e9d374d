"""A payment that was made wrongly, at the tablet: tapped from the list of the round's payments, shown as it should have
been beside what it was, signed there or in the pit."""

from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import UnreadableRequest
from casino.staff.models import Approval
from rounds import engine
from rounds.models import Round
from rounds.play import service
from rounds.read_model.irregularities.payment_fields import payments
from rounds.tablet.corrections.requests import correction_of
from tables.models import Table
from tests import floor
from tests.engine.story import deal
from tests.floor import taps
from tests.refusing import refused_with
from tests.signed_in import settled_round, tablet_of_settled_round

pytestmark = pytest.mark.django_db
CODE = "BJ-07"
PLAY = f"/table/{CODE}/play"
A_PAID = "1.1|A|main|main"


@pytest.fixture
def tablet() -> Client:
    """The tablet of a round that is settled: A has 20 and was due 50, B has 17 and lost 20 to 18."""
    return tablet_of_settled_round(CODE)


def fields_of(**values: str) -> dict[str, str]:
    return {f"v:{name.replace('_other', ':other')}": value for name, value in values.items()}


def planned(client: Client, **values: str) -> str:
    return client.get(f"/table/{CODE}/correct/payment/plan", fields_of(**values)).content.decode()


def correct(client: Client, **values: str) -> Any:
    version = Table.objects.get(code=CODE).version
    post = {"do": "correct", "kind": "payment", "key": f"k-{version}", "expected": version}
    return client.post(PLAY, post | fields_of(**values))


def test_every_payment_of_the_round_is_there_to_tap_with_what_was_due() -> None:
    story = deal("NZ", offer=["perfect_pairs 2"]).bet(1, "A", 50).bet(1, "A", 5, "perfect_pairs")
    story.call().initial("Ad", "As Kc").settle()
    options = [(option.value, option.words, option.small) for option in payments(story.state)]
    assert options == [
        ("1.0|A|perfect_pairs|main", "Box 1 · A", "Perfect Pairs lost: $5 taken"),
    ]


def test_the_list_leads_to_it_and_asks_for_what_is_missing(tablet: Client) -> None:
    page = tablet.get(f"/table/{CODE}/wrong").content.decode()
    assert f'data-wrong="/table/{CODE}/correct/payment"' in page
    sheet = tablet.get(f"/table/{CODE}/correct/payment").content.decode()
    assert "Box 1 · A" in sheet
    assert "won: $50 paid at 1 to 1" in sheet
    assert "lost: $20 taken" in sheet
    assert 'data-key="7"' in sheet
    assert 'data-add="2500"' in sheet
    assert "Still to enter: <b>which payment, what the dealer did</b>" in sheet
    assert "Still to enter: <b>how much</b>" in planned(tablet, what=A_PAID, did="paid")


@pytest.mark.clause("VIC03-17.10")
def test_what_should_have_been_and_what_was_are_beside_each_other(tablet: Client) -> None:
    page = planned(tablet, what=A_PAID, did="paid", sum_other="50", to="B")
    assert "Should have been" in page
    assert "$50 paid to player A, box 1" in page
    assert "$50 paid to player B, box 1" in page
    recover, pay = page.index("To recover from B: $50"), page.index("To pay to A: $50")
    # Money that comes back and money that goes out are not of one colour.
    assert page.rindex('class="moves in"', 0, recover) > 0
    assert page.rindex('class="moves out"', 0, pay) > recover
    assert "ask a casino supervisor" in page
    left = planned(tablet, what=A_PAID, did="paid", sum_other="75", open="recover|left")
    assert "$25 is not recovered: the player has left" in left
    nothing = planned(tablet, what=A_PAID, did="paid", sum_other="50")
    assert refused_with(nothing) == ("payment.as_recorded", "VIC03-17.10")
    assert 'type="submit"' not in nothing


def test_it_is_signed_and_the_money_of_the_round_is_what_lies_there(tablet: Client) -> None:
    answer = correct(
        tablet, what=A_PAID, did="paid", sum_other="75", open="recover|refuses", stays_other="10"
    )
    assert answer["Table-Answer"] == "asked"
    (ask,) = Approval.objects.all()
    assert ask.role_wanted == "casino_supervisor"
    assert "To recover from A: $15" in tablet.get(f"/table/{CODE}/").content.decode()
    sign = {"approval": ask.pk, "number": floor.casino_supervisor().number, "pin": floor.PIN, "do": "approve"}
    assert tablet.post(f"/table/{CODE}/sign", sign).status_code == 200
    assert "A payment is put right" in tablet.get(f"/table/{CODE}/").content.decode()
    # 50 to A and 20 from B; 10 of the 25 too much stay with A.
    assert Round.objects.get().win == -3000 - 1000
    detail = Entry.objects.get(kind="payment_corrected").detail
    assert "due and recorded: $50 paid to player A, box 1" in detail
    assert "in fact: $75 paid to player A, box 1" in detail
    assert "recover $15: box 1, player A; $10 not recovered from player A: the player refuses" in detail
    assert verify().ok


def test_a_payment_of_an_earlier_round_is_tapped_from_its_own_list(tablet: Client) -> None:
    taps(CODE, engine.Collect())
    settled_round(CODE)
    page = tablet.get(f"/table/{CODE}/correct/payment?round=1").content.decode()
    assert 'name="v:round" value="1"' in page
    form = {"what": A_PAID, "did": "nothing", "round": "1"}
    assert "(round 1)" not in planned(tablet, what=A_PAID, did="nothing")
    assert "To pay to A: $50" in planned(tablet, **form)
    assert correct(tablet, **form)["Table-Answer"] == "asked"
    state = service.current(CODE).state
    assert state.irregular is not None
    assert isinstance(state.irregular.correction, engine.CorrectPayment)
    assert state.irregular.correction.round_no == 1


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"what": A_PAID},
        {"what": A_PAID, "did": "flew"},
        {"what": A_PAID, "did": "paid"},
        {"what": A_PAID, "did": "paid", "sum:other": "ten"},
        {"what": "x|A|main", "did": "nothing"},
        {"what": "1.1|A", "did": "nothing"},
        {"what": A_PAID, "did": "nothing", "open": "recover|rain"},
        {"what": A_PAID, "did": "nothing", "round": "x"},
        {"what": A_PAID, "did": "nothing", "open": "pay|left", "stays:other": "ten"},
    ],
)
def test_a_form_that_makes_no_payment_is_refused(form: dict[str, str]) -> None:
    post = QueryDict(mutable=True)
    post.update({f"v:{name}": value for name, value in form.items()})
    with pytest.raises(UnreadableRequest) as refusal:
        correction_of("payment", post)
    assert refusal.value.remedy
