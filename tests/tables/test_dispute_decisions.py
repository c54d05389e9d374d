"""What a dispute is decided to pay: proposed for the player where the rules are ambiguous, and followed by a correction
or, until one is recorded, said to be open."""

import re
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.rulebooks.corrections import corrections as corrections_of
from casino.rulebooks.disputes import DISPUTES, decided_by
from casino.staff.roles import Role
from rounds import engine
from rounds.models import Round
from rounds.play import snapshot
from tables.book import rules_for_table
from tables.disputes import disputes
from tables.disputes.followed import corrections, named_in, outstanding
from tables.disputes.views import Shown
from tables.models import Dispute
from tests import floor, pages
from tests.floor import AT, cards, taps
from tests.refusing import refused_as, refused_with
from tests.snapshots import made_once
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"


@pytest.fixture(autouse=True)
def _no_state_kept() -> None:
    snapshot.forget()


def dispute_at(book: str, **details: Any) -> Dispute:
    """A dispute on round 1, in which player A lost 20 with 19 against 20."""

    def lost() -> None:
        floor.open_table(CODE, **setup_of(book, "blackjack"))
        taps(CODE, engine.PlaceWager(1, "A", 2000), engine.CallBets(), *cards("Ts 9d 9c"))
        taps(CODE, engine.Decide(1, "stand"), *cards("Ad"), engine.Settle(), engine.Collect())

    made_once((__name__, book), lost)
    question = "an ace counts one for the dealer"
    complaint = disputes.Complaint("A", question, round_no=1, box=1, **details)
    return disputes.raise_dispute(CODE, complaint, by=floor.dealer(), at=AT)


def marked(dispute: Dispute, **details: Any) -> Dispute:
    how: dict[str, Any] = {"readings": "what an ace counts", "otherwise": 2000} | details
    by = floor.person(Role.GAME_SUPERVISOR)
    return disputes.mark_ambiguous(CODE, dispute.pk, disputes.Ambiguity(**how), by=by, at=AT)


def unpaid(rows: Any) -> list[Dispute]:
    """The disputes by which money is still to change hands."""
    return [dispute for dispute, _ in outstanding(rows)]


def decide(dispute: Dispute, **details: Any) -> Dispute:
    at = AT + timedelta(minutes=5)
    decision = disputes.Decision("seen on camera 4", **details)
    return disputes.decide(CODE, dispute.pk, decision, by=floor.casino_supervisor(), at=at)


@pytest.mark.clause("UK-A01")
def test_the_reading_that_is_better_for_the_player_is_proposed() -> None:
    # As settled A lost his 20; by the other reading he wins 20: 40 is to be paid to him.
    dispute = marked(dispute_at("UK", settled=-2000))
    assert dispute.proposed == 4000
    entry = Entry.objects.get(kind="dispute_ambiguous")
    assert (entry.clause, "proposed: pay $40" in entry.detail) == ("UK-A01", True)
    # Where it was settled by the better reading nothing more is proposed.
    assert Dispute(ambiguous=True, settled=3000, otherwise=2000).proposed == 0
    assert Dispute(ambiguous=True, settled=None, otherwise=2000).proposed is None
    assert Dispute(ambiguous=False, settled=-2000, otherwise=2000).proposed is None


@pytest.mark.clause("UK-A01")
@pytest.mark.parametrize(
    ("details", "code"),
    [
        ({}, "outcome_missing"),
        ({"for_player": False}, "ambiguous_against"),
        ({"for_player": True}, "ambiguous_less"),
        ({"for_player": True, "awarded": 2000}, "ambiguous_less"),
    ],
)
def test_a_decision_that_is_not_as_proposed_needs_its_reason(details: dict[str, Any], code: str) -> None:
    dispute = marked(dispute_at("UK", settled=-2000))
    with refused_as(f"dispute.{code}", "UK-A01"):
        decide(dispute, **details)
    with refused_as(f"dispute.{code}", "UK-A01"):
        decide(dispute, **details, against="  ")
    if not details:
        return
    done = decide(dispute, **details, against="the sign says so in plain words")
    assert (done.state, done.against) == ("decided", "the sign says so in plain words")
    assert "not as proposed: the sign says so" in Entry.objects.get(kind="dispute_decided").detail


@pytest.mark.clause("UK-A01")
def test_a_decision_as_proposed_needs_no_reason() -> None:
    dispute = decide(marked(dispute_at("UK", settled=-2000)), for_player=True, awarded=4000)
    assert (dispute.for_player, dispute.to_pay, dispute.against) == (True, 4000, "")
    assert verify().ok


@pytest.mark.clause("UK-A01")
def test_without_figures_it_is_still_decided_for_the_player() -> None:
    dispute = marked(dispute_at("UK"), otherwise=None)
    with refused_as("dispute.ambiguous_against", "UK-A01"):
        decide(dispute, for_player=False)
    assert decide(dispute, for_player=True).state == "decided"


def test_other_books_record_that_it_is_ambiguous_and_propose_nothing() -> None:
    dispute = marked(dispute_at("ACT03"))
    assert "proposed" not in Entry.objects.get(kind="dispute_ambiguous").detail
    assert decide(dispute, for_player=False).state == "decided"
    with refused_as("dispute.state", "ACT03-16.6-B01"):
        marked(dispute)


@pytest.mark.parametrize(
    ("details", "code"),
    [({"readings": " "}, "dispute.ambiguity_missing")],
)
def test_what_is_ambiguous_is_said(details: dict[str, Any], code: str) -> None:
    dispute = dispute_at("UK")
    with refused_as(code, "UK-A01"):
        marked(dispute, **details)
    marked(dispute)
    with refused_as("dispute.ambiguity_recorded", "UK-A01"):
        marked(dispute)


def test_a_decision_against_the_player_pays_nothing() -> None:
    with refused_as("dispute.award_against_player", "ACT03-16.6-B01"):
        decide(dispute_at("ACT03"), for_player=False, awarded=100)


@pytest.mark.clause("VIC03-17.10", "ACT96-20.6", "ACT03-16.6-B02")
@pytest.mark.parametrize("book", ["ACT96", "ACT03", "VIC03"])
def test_a_review_that_changes_the_result_is_open_until_it_is_corrected(book: str) -> None:
    dispute = dispute_at(book)
    boss = floor.casino_supervisor()
    if book != "ACT03":
        disputes.record_advice(CODE, dispute.pk, by=floor.dealer(), at=AT)
    decide(dispute, for_player=False)
    assert unpaid([Dispute.objects.get()]) == []
    disputes.ask_review(CODE, dispute.pk, by=boss, at=AT)
    disputes.record_review(
        CODE,
        dispute.pk,
        disputes.Review(reviewer="I-9", changed=True, awarded=4000, words="A wins"),
        by=boss,
        at=AT,
    )
    client = Client()
    client.post("/sign-in/", {"number": boss.number, "pin": floor.PIN})
    page = f"/pit/table/{CODE}/disputes"
    assert "$40 to be paid, no correction yet" in client.get(page).content.decode()
    assert "decided for the player, $40 not paid yet" in client.get("/pit/now").content.decode()
    # It starts from the dispute: 40 more than the 20 that was taken, signed by another person.
    start = f"/pit/irregular/{CODE}/dispute/{dispute.pk}/payment"
    assert start in client.get(page).content.decode()
    shown = client.get(start).content.decode()
    assert "$20 taken from player A, box 1; by the decision on a dispute $20 is due" in shown
    assert "To pay to A: $40" in shown
    form = {"what": "1.1|A|main|main", "pay": "40", "key": "k-1"}
    assert client.post(start, form | pages.showed(client, start)).status_code == 302
    assert unpaid([Dispute.objects.select_related("table").get()])  # nobody has signed yet
    role = Role.OPERATIONS_MANAGER
    assert floor.tap(CODE, engine.Approve(role=str(role)), floor.person(role)).ok
    assert Round.objects.get().win == 2000 - 4000
    row = Dispute.objects.select_related("table").get()
    assert unpaid([row]) == []
    (entry,) = corrections([row])[row.pk]
    assert entry.kind == "payment_corrected"
    # Each names the other.
    back = Entry.objects.get(kind="dispute_put_right")
    body = msgspec.json.decode(back.body)
    assert (body["dispute"], body["correction"]) == (dispute.pk, entry.seq)
    assert (named_in(entry), back.actor, back.round_no) == (dispute.pk, entry.actor, 1)
    assert back.clause == {"ACT96": "ACT96-20.6", "ACT03": "ACT03-16.6-B02", "VIC03": "VIC03-17.10"}[book]
    after = client.get(page).content.decode()
    assert "no correction yet" not in after
    assert "Corrected at" in after
    assert "pay $40: box 1, player A" in after
    assert "not paid yet" not in client.get("/pit/now").content.decode()
    assert verify().ok


def signed_in(role: str) -> Client:
    client = Client()
    client.post("/sign-in/", {"number": floor.person(role).number, "pin": floor.PIN})
    return client


@pytest.mark.clause("UK-A01")
def test_a_decision_leads_straight_to_the_payment_that_it_needs() -> None:
    first = marked(dispute_at("UK", settled=-2000))
    other = disputes.raise_dispute(
        CODE, disputes.Complaint("A", "was not paid", round_no=1, box=1), by=floor.dealer(), at=AT
    )
    client = signed_in(Role.CASINO_SUPERVISOR)
    page = f"/pit/table/{CODE}/disputes"

    def decided(dispute: Dispute, **fields: str) -> str:
        step = {"step": "decide", "dispute": str(dispute.pk), "words": "seen on camera 4"}
        return client.post(f"{page}/act", step | fields | pages.showed(client, page))["Location"]

    start = f"/pit/irregular/{CODE}/dispute/{first.pk}/payment"
    assert decided(first, whose="player", awarded="40") == start
    # One that pays nothing leads back to the dispute.
    assert decided(other, whose="house") == f"{page}#dispute-{other.pk}"


def test_what_another_dispute_was_paid_does_not_pay_this_one() -> None:
    first = dispute_at("ACT03")
    other = disputes.raise_dispute(
        CODE, disputes.Complaint("A", "was not paid", round_no=1, box=1), by=floor.dealer(), at=AT
    )
    for dispute in (first, other):
        decide(dispute, for_player=True, awarded=4000)
    role = Role.OPERATIONS_MANAGER
    assert floor.tap(CODE, engine.CorrectPayment(1, "A", due=2000, dispute=first.pk)).ok
    assert floor.tap(CODE, engine.Approve(role=str(role)), floor.person(role)).ok
    owed = unpaid(Dispute.objects.select_related("table").order_by("pk"))
    assert [dispute.pk for dispute in owed] == [other.pk]


def test_it_starts_from_the_hand_and_shows_the_round_beside_the_question() -> None:
    dispute_at("VIC03")
    client = signed_in(Role.CASINO_SUPERVISOR)
    page = client.get(f"/pit/table/{CODE}/disputes").content.decode()
    filled = "?round=1&amp;box=1&amp;player=A&amp;settled=-20#h-raise"
    assert filled in page
    chosen = client.get(f"/pit/table/{CODE}/disputes?round=1&box=1&player=A&settled=-20").content.decode()
    assert 'class="about"' in chosen
    assert 'value="-20"' in chosen
    # A number that no round can have is shown as it was typed.
    assert client.get(f"/pit/table/{CODE}/disputes?round={'9' * 30}").status_code == 200


@pytest.mark.clause("ACT96-20.5", "VIC03-17.9", "VIC03-17.10", "UK-A01")
@pytest.mark.parametrize(
    ("book", "clauses"),
    [
        ("VIC03", ["", "VIC03-17.9", "", "VIC03-17.10"]),
        ("ACT96", ["", "ACT96-20.5", "", "ACT96-20.6"]),
        ("ACT03", ["", "", "ACT03-16.6-B01"]),
        ("UK", ["", "UK-A01", "UK-A01"]),
    ],
)
def test_the_steps_of_the_book_in_their_order(book: str, clauses: list[str]) -> None:
    dispute = dispute_at(book)
    decided = decided_by(rules_for_table(dispute.table))
    shown = Shown(dispute, [], DISPUTES[book], None, decided)
    assert [step.clause for step in shown.steps] == clauses
    assert [step.now for step in shown.steps].index(True) == 1
    # What is ambiguous is decided as the book has it, and the proposal names its clause.
    dispute.ambiguous = True
    assert shown.proposal_clause == (DISPUTES[book].ambiguous or decided[0])
    assert shown.favours == (book == "UK")


@pytest.mark.clause("VIC03-7.5.7(a)")
def test_a_game_supervisor_has_the_round_of_a_dispute_and_no_other() -> None:
    floor.open_table(CODE, **setup_of("VIC03", "blackjack"))
    taps(CODE, engine.PlaceWager(1, "A", 2000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Ad"), engine.Settle(), engine.Collect())
    client = signed_in(Role.GAME_SUPERVISOR)
    replay = f"/audit/round/{CODE}/1/"
    assert client.get(replay).status_code == 403
    disputes.raise_dispute(CODE, disputes.Complaint("A", "the ace", round_no=1), by=floor.dealer(), at=AT)
    shown = client.get(replay)
    assert shown.status_code == 200
    # He is shown no link that does not open for him.
    links = set(re.findall(r'href="(/[^"#?]*)', shown.content.decode())) - {"/static/"}
    closed = [
        link for link in links if not link.startswith("/static/") and client.get(link).status_code == 403
    ]
    assert closed == []
    assert client.get(f"{replay}export.round").status_code == 403
    assert client.post(f"{replay}evidence", {"reason": "x"}).status_code == 403
    page = client.get(f"/pit/table/{CODE}/disputes").content.decode()
    assert replay in page
    # The desk's own people look, and record no dispute.
    assert "open-dispute" not in signed_in(Role.SURVEILLANCE).get(replay).content.decode()


def test_only_what_is_decided_is_put_right_from_its_page() -> None:
    dispute = dispute_at("ACT03")
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    start = f"/pit/irregular/{CODE}/dispute/{dispute.pk}/payment"
    assert refused_with(client.get(start).content.decode()) == ("dispute.undecided", "")
    decide(dispute, for_player=True, awarded=4000)
    form = {"what": "1.1|A|main|main", "pay": "40", "key": "k"} | pages.showed(client, start)
    assert client.post(start, form | {"what": "9.1|Z|main|main"}).status_code == 409
    for pay in ("ten", "-5"):
        answer = client.post(start, form | {"pay": pay})
        assert answer.status_code == 409
        assert list(pages.wrong(answer.content.decode())) == ["pay"]
        assert f'value="{pay}"' in answer.content.decode()
    assert client.get(f"/pit/irregular/{CODE}/dispute/{dispute.pk + 1}/payment").status_code == 404


def test_a_tap_cannot_claim_a_decision_that_the_record_does_not_have() -> None:
    """The tablet asks for no such thing, but its address takes any command."""
    dispute = dispute_at("ACT03")
    clause = corrections_of(rules_for_table(dispute.table))["payment"].clause

    def claimed(**named: Any) -> tuple[bool, str, str]:
        answer = floor.tap(CODE, engine.CorrectPayment(1, "A", **named))
        return answer.ok, *((refusal.clause, refusal.code) if (refusal := answer.refusal) else ("", ""))

    def not_taken(code: str, **named: Any) -> None:
        assert claimed(**named) == (False, clause, code)

    not_taken("dispute.not_named", due=2000)
    not_taken("dispute.undecided", due=2000, dispute=dispute.pk)
    not_taken("dispute.no_such_number", due=2000, dispute=dispute.pk + 1)
    not_taken("dispute.no_such_number", paid=0, took=0, dispute=-1)
    decide(dispute, for_player=True, awarded=4000)
    taps(CODE, engine.PlaceWager(1, "A", 2000), engine.CallBets(), *cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *cards("Ad"), engine.Settle())
    not_taken("dispute.other_round", due=2000, dispute=dispute.pk)
    assert claimed(due=2000, dispute=dispute.pk, round_no=1)[0]


def test_the_page_takes_every_step_with_what_is_ambiguous() -> None:
    dispute = dispute_at("UK", settled=-2000)
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    page = f"/pit/table/{CODE}/disputes"
    act = f"{page}/act"
    step = {"dispute": str(dispute.pk)}
    mark = {"step": "mark", "ambiguous": "yes", "ambiguity": "the ace", "otherwise": "20"}
    assert client.post(act, step | mark | pages.showed(client, page)).status_code == 302
    assert "pay A $40, so that A has $20" in client.get(page).content.decode()
    against = {"step": "decide", "words": "it stands", "whose": "house"}
    answer = client.post(act, step | against | pages.showed(client, page))
    assert (answer.status_code, "UK-A01" in answer.content.decode()) == (409, True)
    assert (
        client.post(
            act, step | against | {"against": "the sign says so"} | pages.showed(client, page)
        ).status_code
        == 302
    )
    shown = client.get(page).content.decode()
    assert "against the player" in shown
    assert "Not as proposed, because" in shown


def test_a_link_fills_in_round_box_and_player() -> None:
    dispute_at("ACT03")
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    replay = client.get(f"/audit/round/{CODE}/1/").content.decode()
    link = f"/pit/table/{CODE}/disputes?round=1&amp;box=1&amp;player=A"
    assert link in replay
    assert "Dispute of A" in replay
    page = client.get(link.replace("&amp;", "&")).content.decode()
    assert 'name="player" value="A"' in page
    assert 'name="box" value="1"' in page


def test_what_is_wrong_is_said_beside_its_field_and_what_was_typed_stays() -> None:
    dispute = dispute_at("UK", settled=-2000)
    client = Client()
    client.post("/sign-in/", {"number": floor.casino_supervisor().number, "pin": floor.PIN})
    page = f"/pit/table/{CODE}/disputes"

    def refused_at(code: str, field: str, **sent: str) -> str:
        answer = client.post(f"{page}/act", sent | pages.showed(client, page))
        shown = answer.content.decode()
        assert answer.status_code == 409
        refused = refused_with(shown)
        assert (refused[0], pages.wrong(shown)) == (code, {field: refused})
        return shown

    raised = {"step": "raise", "player": "B", "question": "<b>was not paid</b>"}
    shown = refused_at("typed.number", "round", **raised, round="first")
    assert 'value="first"' in shown
    assert "&lt;b&gt;was not paid&lt;/b&gt;</textarea>" in shown
    refused_at("dispute.no_such_box", "box", **raised, box="9")
    of_it = {"dispute": str(dispute.pk)}
    shown = refused_at(
        "typed.amount",
        "otherwise",
        **of_it,
        step="mark",
        ambiguous="yes",
        ambiguity="the ace",
        otherwise="ten",
    )
    assert "the ace</textarea>" in shown
    decided = {"step": "decide", "words": "it stands", "awarded": "20", "whose": "house"}
    shown = refused_at("dispute.award_against_player", "awarded", **of_it, **decided)
    assert re.search(r'value="house"[^>]* checked', shown)
    refused_at("dispute.settlement_missing", "words", **of_it, step="settle", awarded="20")
