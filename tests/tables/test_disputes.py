"""Disputes by each book: the complainant told first, a final decision, a review on request; all of it recorded."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from casino.ledger import Entry
from casino.staff.roles import Role
from rounds import engine
from tables.disputes import disputes
from tables.models import Dispute, Table
from tests import floor, pages
from tests.floor import AT, cards, taps
from tests.refusing import refused_as
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
DECIDED = {"ACT96": "ACT96-20.6", "ACT03": "ACT03-16.6-B01", "VIC03": "VIC03-17.10"}
ADVISED = {"ACT96": "ACT96-20.5", "VIC03": "VIC03-17.9"}
REVIEWED = {"ACT96": "ACT96-20.6", "ACT03": "ACT03-16.6-B02", "VIC03": "VIC03-17.10"}
BOSS = Role.CASINO_SUPERVISOR


def dispute_at(book: str) -> Dispute:
    """A dispute on round 1, in which player A lost."""
    floor.open_table(CODE, **setup_of(book, "blackjack"))
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Td"), engine.Collect())
    question = "said stand after the card was drawn"
    return disputes.raise_dispute(
        CODE, disputes.Complaint("A", question, round_no=1), by=floor.dealer(), at=AT
    )


def decide(dispute: Dispute, role: str = BOSS, words: str = "the card stands, seen on camera 4") -> Dispute:
    at = AT + timedelta(minutes=5)
    return disputes.decide(CODE, dispute.pk, disputes.Decision(words), by=floor.person(role), at=at)


def advise(dispute: Dispute) -> Dispute:
    return disputes.record_advice(CODE, dispute.pk, by=floor.dealer(), at=AT + timedelta(minutes=2))


@pytest.mark.clause("ACT96-20.5", "VIC03-17.9")
@pytest.mark.parametrize("book", ["ACT96", "VIC03"])
def test_nothing_is_decided_before_the_complainant_was_told_whom_he_may_consult(book: str) -> None:
    dispute = dispute_at(book)
    with refused_as("dispute.not_advised", ADVISED[book]):
        decide(dispute)
    advise(dispute)
    entry = Entry.objects.get(kind="dispute_advised")
    assert (entry.clause, entry.actor, entry.round_no) == (ADVISED[book], "D-114", 1)
    assert decide(dispute).state == "decided"


@pytest.mark.clause("ACT03-16.6-B01")
def test_in_canberra_2003_nobody_is_named_to_be_told_of() -> None:
    dispute = dispute_at("ACT03")
    with refused_as("dispute.nobody_to_consult"):
        advise(dispute)
    assert decide(dispute).state == "decided"


@pytest.mark.clause("ACT96-20.6", "ACT03-16.6-B01", "VIC03-17.10")
@pytest.mark.parametrize("book", sorted(DECIDED))
def test_the_decision_is_final_has_its_reason_and_its_role(book: str) -> None:
    dispute = dispute_at(book)
    if book in ADVISED:
        advise(dispute)
    with refused_as("staff.role_too_low", DECIDED[book]):
        decide(dispute, Role.GAME_SUPERVISOR)
    with refused_as("dispute.decision_missing", DECIDED[book]):
        decide(dispute, words="  ")
    decide(dispute)
    entry = Entry.objects.get(kind="dispute_decided")
    assert (entry.clause, entry.actor, entry.round_no) == (DECIDED[book], "S-07", 1)
    assert "seen on camera 4" in entry.detail
    with refused_as("dispute.state", DECIDED[book]):
        decide(dispute, words="otherwise, after all")


@pytest.mark.clause("ACT96-20.6", "ACT03-16.6-B02", "VIC03-17.10")
@pytest.mark.parametrize("book", sorted(REVIEWED))
def test_a_review_is_asked_for_and_the_record_keeps_both(book: str) -> None:
    dispute = dispute_at(book)
    if book in ADVISED:
        advise(dispute)
    boss = floor.casino_supervisor()
    with refused_as("dispute.state", REVIEWED[book]):  # there is no decision yet
        disputes.ask_review(CODE, dispute.pk, by=boss, at=AT)
    decide(dispute)
    review = disputes.Review("I-9", "the hand stands on 19", changed=True)
    with refused_as("dispute.state", REVIEWED[book]):  # nobody asked for one
        disputes.record_review(CODE, dispute.pk, review, by=boss, at=AT)
    disputes.ask_review(CODE, dispute.pk, by=floor.person(Role.GAME_SUPERVISOR), at=AT)
    assert Dispute.objects.get().state == "review"
    with refused_as("dispute.reviewer_missing", REVIEWED[book]):
        disputes.record_review(CODE, dispute.pk, replace(review, reviewer=""), by=boss, at=AT)
    disputes.record_review(CODE, dispute.pk, review, by=boss, at=AT)
    kept = Dispute.objects.get()
    assert (kept.state, kept.changed, kept.reviewer) == ("reviewed", True, "I-9")
    assert (kept.decision, kept.review) == ("the card stands, seen on camera 4", "the hand stands on 19")
    clauses = (
        Entry.objects.filter(kind__startswith="dispute_review")
        .order_by("seq")
        .values_list("clause", flat=True)
    )
    assert set(clauses) == {REVIEWED[book]}


@pytest.mark.clause("VIC03-17.9")
def test_a_dispute_that_is_settled_with_the_player_is_resolved() -> None:
    dispute = dispute_at("VIC03")
    boss = floor.person(Role.GAME_SUPERVISOR)
    disputes.settle(CODE, dispute.pk, "explained the rule, content", by=boss, at=AT)
    assert Dispute.objects.get().ends
    with refused_as("dispute.state", "VIC03-17.10"):
        decide(dispute)


@pytest.mark.parametrize("book", ["NZ", "UK"])
def test_a_book_that_says_nothing_of_reviews_has_a_decision_all_the_same(book: str) -> None:
    dispute = decide(dispute_at(book))
    with refused_as("dispute.no_review"):
        disputes.ask_review(CODE, dispute.pk, by=floor.casino_supervisor(), at=AT)


@pytest.mark.parametrize(
    ("player", "question", "round_no", "code"),
    [
        ("", "a card", 1, "player_missing"),
        ("A", " ", 1, "question_missing"),
        ("A", "a card", 2, "no_such_round"),
    ],
)
def test_a_dispute_has_a_player_a_question_and_a_round_that_was_dealt(
    player: str, question: str, round_no: int, code: str
) -> None:
    dispute_at("VIC03")
    with refused_as(f"dispute.{code}", "VIC03-17.10"):
        disputes.raise_dispute(
            CODE, disputes.Complaint(player, question=question, round_no=round_no), by=floor.dealer(), at=AT
        )
    assert Dispute.objects.count() == 1


@pytest.mark.clause("ACT03-16.6-B01", "VIC03-17.9")
def test_the_pit_shows_it_until_it_is_ended() -> None:
    dispute = dispute_at("VIC03")
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    side = client.get("/pit/now").content.decode()
    assert "tell A: may consult the Director of Casino Surveillance or a delegate" in side
    page = f"/pit/table/{CODE}/disputes"
    step = {"dispute": str(dispute.pk), "words": "the card stands"}
    answer = client.post(f"{page}/act", step | {"step": "decide"} | pages.showed(client, page))
    assert answer.status_code == 409
    assert "VIC03-17.9" in answer.content.decode()
    assert (
        client.post(f"{page}/act", step | {"step": "advise"} | pages.showed(client, page)).status_code == 302
    )
    assert (
        client.post(f"{page}/act", step | {"step": "decide"} | pages.showed(client, page)).status_code == 302
    )
    assert "the card stands" in client.get(page).content.decode()
    assert "may consult" not in client.get("/pit/now").content.decode()
    assert "Disputes ◆" not in client.get(f"/pit/table/{CODE}/").content.decode()
    assert Table.objects.get().version == Entry.objects.filter(chain=CODE).latest("seq").seq
