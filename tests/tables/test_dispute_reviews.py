"""A review that decides otherwise once the decision is paid: what was paid comes back, or the rest of it is paid, by a
correction that names the dispute, in every book that has a review."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.rulebooks.corrections import corrections as corrections_of
from casino.staff.roles import Role
from rounds import engine
from rounds.models import Round
from rounds.play import snapshot
from tables.book import rules_for_table
from tables.disputes import disputes
from tables.disputes.followed import corrections, is_put_right, named_in, outstanding
from tables.models import Dispute
from tests import floor, pages
from tests.examples import each_time
from tests.floor import AT, cards, taps
from tests.refusing import code_and_clause, refused_with
from tests.snapshots import made_once
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
DECIDED = {"ACT96": "ACT96-20.6", "ACT03": "ACT03-16.6-B01", "VIC03": "VIC03-17.10"}
REVIEWED = {"ACT96": "ACT96-20.6", "ACT03": "ACT03-16.6-B02", "VIC03": "VIC03-17.10"}
PAGE = f"/pit/table/{CODE}/disputes"
BET = "1.1|A|main|main"


@pytest.fixture(autouse=True)
def _no_state_kept() -> None:
    snapshot.forget()


class Supervisor(Client):
    """A casino supervisor's browser, who signs in with the first page: what is kept of a dispute is put back into an
    empty house alone."""

    signed_in = False

    def request(self, **request: Any) -> Any:
        if not self.signed_in:
            self.signed_in = True
            self.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
        return super().request(**request)


@pytest.fixture
def client() -> Client:
    return Supervisor()


def disputed(book: str) -> Dispute:
    """A dispute on round 1, in which player A lost 20 with 19 against 20, and which the house won by 20."""
    made_once((__name__, book), lambda: _dispute(book))
    return Dispute.objects.get()


def _dispute(book: str) -> None:
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    taps(CODE, engine.PlaceWager(1, "A", 2000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Ad"), engine.Settle(), engine.Collect())
    dispute = disputes.raise_dispute(
        CODE, disputes.Complaint("A", "the ace", round_no=1, box=1), by=floor.dealer(), at=AT
    )
    if book != "ACT03":
        disputes.record_advice(CODE, dispute.pk, by=floor.dealer(), at=AT)


def decide(dispute: Dispute, **details: Any) -> None:
    at = AT + timedelta(minutes=5)
    decision = disputes.Decision("seen on camera 4", **details)
    disputes.decide(CODE, dispute.pk, decision, by=floor.casino_supervisor(), at=at)


def review(dispute: Dispute, **details: Any) -> None:
    boss = floor.casino_supervisor()
    disputes.ask_review(CODE, dispute.pk, by=boss, at=AT)
    disputes.record_review(CODE, dispute.pk, disputes.Review("I-9", "seen again", **details), by=boss, at=AT)


def start_of(dispute: Dispute) -> str:
    return f"/pit/irregular/{CODE}/dispute/{dispute.pk}/payment"


def ask(client: Client, dispute: Dispute, pay: str, **more: str) -> int:
    """Ask for the signature on a payment, as the page of the dispute does."""
    start = start_of(dispute)
    form = {"what": BET, "pay": pay, "key": uuid4().hex} | more
    status: int = client.post(start, form | pages.showed(client, start)).status_code
    return status


def sign() -> Any:
    role = Role.OPERATIONS_MANAGER
    return floor.tap(CODE, engine.Approve(role=str(role)), floor.person(role))


def paid(client: Client, dispute: Dispute, pay: str, **more: str) -> None:
    assert ask(client, dispute, pay, **more) == 302
    assert sign().ok


def owed() -> list[int]:
    return [cents for _, cents in outstanding(Dispute.objects.select_related("table"))]


def refused(client: Client, dispute: Dispute, pay: str, code: str) -> None:
    start = start_of(dispute)
    answer = client.post(start, {"what": BET, "pay": pay, "key": f"r-{pay}"} | pages.showed(client, start))
    assert (answer.status_code, refused_with(answer.content.decode())) == (
        409,
        (code, DECIDED[dispute.table.book]),
    )


@pytest.mark.clause("VIC03-17.10", "ACT96-20.6", "ACT03-16.6-B02")
@pytest.mark.parametrize("book", sorted(REVIEWED))
def test_what_was_paid_comes_back_when_the_review_decides_for_the_house(book: str, client: Client) -> None:
    dispute = disputed(book)
    decide(dispute, for_player=True, awarded=4000)
    paid(client, dispute, "40")
    # 20 won, 40 paid.
    assert Round.objects.get().win == -2000
    assert owed() == []
    review(dispute, changed=True)
    assert owed() == [-4000]
    shown = client.get(PAGE).content.decode()
    assert "$40 to be taken back, no correction yet" in shown
    assert start_of(dispute) in shown
    assert "A: reviewed, $40 to be taken back" in client.get("/pit/now").content.decode()
    sheet = client.get(start_of(dispute)).content.decode()
    assert "To recover from A: $40" in sheet
    paid(client, dispute, "40")
    assert Round.objects.get().win == 2000
    assert owed() == []
    row = Dispute.objects.select_related("table").get()
    first, second = corrections([row])[row.pk]
    assert is_put_right(row, [first, second])
    # Each correction names the dispute, and the dispute each correction; the second under the clause of the review.
    assert [named_in(entry) for entry in (first, second)] == [row.pk, row.pk]
    back = Entry.objects.filter(kind="dispute_put_right").order_by("seq")
    assert [msgspec.json.decode(entry.body)["correction"] for entry in back] == [first.seq, second.seq]
    assert [entry.clause for entry in back][1] == REVIEWED[book]
    clause = corrections_of(rules_for_table(row.table))["payment"].clause
    assert {first.clause, second.clause} == {clause}
    shown = client.get(PAGE).content.decode()
    assert shown.count("Corrected at") == 2
    assert "no correction yet" not in shown
    assert "to be taken back" not in client.get("/pit/now").content.decode()
    # Once it is as it was decided last, nothing more is paid or taken.
    assert start_of(dispute) not in shown
    refused(client, dispute, "40", "dispute.put_right_already")
    assert verify().ok


@pytest.mark.clause("VIC03-17.10", "ACT96-20.6", "ACT03-16.6-B02")
@pytest.mark.parametrize("book", each_time(["VIC03"], sorted(REVIEWED)))
@pytest.mark.parametrize(
    ("awarded", "cents", "win"),
    # Of 40 that were paid 25 come back; or 2.50 more are paid.
    [(1500, -2500, 500), (4250, 250, -2250)],
)
def test_a_review_that_pays_another_sum_moves_the_difference(
    book: str, awarded: int, cents: int, win: int, client: Client
) -> None:
    dispute = disputed(book)
    decide(dispute, for_player=True, awarded=4000)
    paid(client, dispute, "40")
    review(dispute, changed=True, awarded=awarded)
    assert owed() == [cents]
    # No more than the difference.
    refused(client, dispute, "40", "dispute.more_than_taken_back" if cents < 0 else "dispute.more_than_owed")
    paid(client, dispute, "25" if cents < 0 else "2.50")
    assert Round.objects.get().win == win
    assert owed() == []
    assert verify().ok


def test_what_was_not_paid_yet_is_not_taken_back(client: Client) -> None:
    dispute = disputed("ACT03")
    decide(dispute, for_player=True, awarded=4000)
    review(dispute, changed=True)
    assert owed() == []
    assert "no correction yet" not in client.get(PAGE).content.decode()
    refused(client, dispute, "40", "dispute.put_right_already")
    assert Round.objects.get().win == 2000


def test_a_review_that_upholds_what_was_paid_asks_for_nothing(client: Client) -> None:
    dispute = disputed("ACT03")
    decide(dispute, for_player=True, awarded=4000)
    paid(client, dispute, "40")
    review(dispute, changed=False)
    assert owed() == []
    refused(client, dispute, "40", "dispute.put_right_already")


def test_a_player_who_has_left_gives_nothing_back_and_the_record_says_so(client: Client) -> None:
    dispute = disputed("VIC03")
    decide(dispute, for_player=True, awarded=4000)
    paid(client, dispute, "40")
    review(dispute, changed=True)
    paid(client, dispute, "40", stays="left")
    # The house has not got it back, and nothing waits for it.
    assert Round.objects.get().win == -2000
    assert owed() == []
    last = Entry.objects.filter(kind="payment_corrected").latest("seq")
    (share,) = msgspec.json.decode(last.body)["put_right"]["shares"]
    assert (share["was"], share["due"], share["open"]) == (2000, -2000, 4000)
    assert verify().ok


def test_a_payment_that_waits_for_its_signature_is_not_signed_once_the_review_is_asked(
    client: Client,
) -> None:
    dispute = disputed("ACT03")
    decide(dispute, for_player=True, awarded=4000)
    assert ask(client, dispute, "40") == 302
    disputes.ask_review(CODE, dispute.pk, by=floor.casino_supervisor(), at=AT)
    refusal = sign().refusal
    assert (refusal.code, refusal.clause) == (
        "dispute.undecided",
        corrections_of(rules_for_table(dispute.table))["payment"].clause,
    )
    seen_again = disputes.Review("I-9", "seen again", changed=True)
    disputes.record_review(CODE, dispute.pk, seen_again, by=floor.casino_supervisor(), at=AT)
    assert code_and_clause(sign().refusal) == (
        "dispute.put_right_already",
        corrections_of(rules_for_table(dispute.table))["payment"].clause,
    )
    assert Round.objects.get().win == 2000
    # Whoever was to sign it refuses it, and play goes on.
    role = Role.OPERATIONS_MANAGER
    assert floor.tap(CODE, engine.Refuse(str(role), "reviewed"), floor.person(role)).ok
    assert owed() == []


def test_the_same_form_sent_again_pays_once_and_an_old_page_pays_nothing(client: Client) -> None:
    dispute = disputed("ACT03")
    decide(dispute, for_player=True, awarded=4000)
    start = start_of(dispute)
    form = {"what": BET, "pay": "40", "key": "k-1"} | pages.showed(client, start)
    assert client.post(start, form).status_code == 302
    assert sign().ok
    assert client.post(start, form).status_code == 302
    assert Round.objects.get().win == -2000
    review(dispute, changed=True)
    # The page that asked for 40 to be paid would now take them back.
    answer = client.post(start, form | {"key": "k-2"})
    assert (answer.status_code, refused_with(answer.content.decode())) == (409, ("page.outdated", ""))
    # A key that had another form is refused.
    answer = client.post(start, form | {"pay": "20"} | pages.showed(client, start))
    assert (answer.status_code, refused_with(answer.content.decode())) == (409, ("tap.key_taken", ""))
    assert Round.objects.get().win == -2000
    assert verify().ok
