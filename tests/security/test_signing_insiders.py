"""Two signatures are two people who had no part in what they sign, for every rule of two in the house."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff import approvals, two_people
from casino.staff.models import Approval, Staff, StaffChange
from casino.staff.roles import Role
from rounds import engine
from rounds.play import participants, service, snapshot
from tables.disputes import disputes
from tables.float import cash, counts, slips
from tables.floor import dealers
from tables.models import Table
from tables.opening import checklist, deck_count, packs
from tests import floor
from tests.floor import AT, cards, tap, taps
from tests.refusing import code_and_clause, refused_as

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
LATER = AT + timedelta(minutes=20)
FIRE = engine.Irregularity("outcome_disrupted", (("cause", "fire"),))
"""A casino supervisor signs what is done about it."""


def other(number: str = "S-08", role: str = Role.CASINO_SUPERVISOR) -> Staff:
    return floor.person(role, number)


def comes(who: Staff, at: datetime = AT) -> None:
    """He deals at the table from now on, and confirms its sign."""
    dealers.come_to_table(CODE, who, at)
    checklist.confirm(CODE, "sign", by=who, at=at)


SIGN = engine.Approve(role="")


def asked(command: engine.Command = SIGN, **how: object) -> Approval:
    answer = tap(CODE, command, **how)  # type: ignore[arg-type]
    assert answer.approval_id is not None, answer
    return Approval.objects.get(pk=answer.approval_id)


@pytest.fixture
def table() -> str:
    snapshot.forget()
    floor.open_table(CODE)
    comes(floor.dealer())
    return CODE


# --- who dealt


def deals_a_hand(who: Staff) -> None:
    comes(who)
    for command in (engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9s")):
        assert tap(CODE, command, who).ok


def test_who_dealt_and_handed_the_tablet_over_does_not_sign(table: str) -> None:
    deals_a_hand(other())
    comes(floor.dealer())
    taps(table, FIRE)
    approval, count = asked(), Entry.objects.count()
    for approve in (True, False):
        with refused_as("signer.had_part", "VIC03-17.3.1"):
            approvals.decide(approval, other(), approve, "why")
    assert Entry.objects.count() == count
    # Nor directly, at the tablet: it stays a question for another.
    assert not tap(table, engine.Approve(role=""), other()).ok
    # Under another role he is the same person.
    Staff.objects.filter(number="S-08").update(role=Role.OPERATIONS_MANAGER)
    with refused_as("signer.had_part", "VIC03-17.3.1"):
        approvals.decide(approval, other(), True)
    Staff.objects.filter(number="S-08").update(role=Role.CASINO_SUPERVISOR)
    approvals.decide(approval, floor.casino_supervisor(), True)
    assert verify().ok


def test_one_tap_in_the_round_is_a_part_and_so_is_one_that_was_taken_back(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert tap(table, engine.PlaceWager(2, "B", 5000), other()).ok
    taps(table, engine.Undo(), engine.CallBets(), *cards("Ts"), FIRE)
    with refused_as("signer.had_part", "VIC03-17.3.1"):
        approvals.decide(asked(), other(), True)


def test_who_sat_at_the_table_while_a_reader_dealt_had_a_part(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    comes(other())
    comes(floor.dealer())
    taps(table, FIRE)
    with refused_as("signer.had_part", "VIC03-17.3.1"):
        approvals.decide(asked(), other(), True)


def test_who_worked_the_reader_without_dealing_had_a_part(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    participants.operates(Table.objects.get(), other(), timezone.now())
    participants.operates(Table.objects.get(), floor.dealer(), timezone.now())
    taps(table, FIRE)
    assert [entry.actor for entry in Entry.objects.filter(kind=participants.OPERATED)] == ["S-08"]
    with refused_as("signer.had_part", "VIC03-17.3.1"):
        approvals.decide(asked(), other(), True)


def test_who_only_signed_prepared_or_permitted_had_no_part(table: str) -> None:
    # S-07 had the shoe prepared; the one supervisor of the house signs whatever the dealer did, one after the other.
    assert Entry.objects.filter(actor="S-07", kind="shoe", acting_as="dealer", round_no=1).exists()
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert tap(table, engine.AllowLimit(1, "A", 200000, role=""), floor.casino_supervisor()).ok
    taps(table, engine.PlaceMarker(1, "A"), engine.CallBets(), *cards("Ts"), FIRE)
    approvals.decide(asked(), floor.casino_supervisor(), False, "no fire")
    taps(table, FIRE)
    approvals.decide(asked(), floor.casino_supervisor(), True)


def test_a_part_in_one_round_does_not_count_in_the_next(table: str) -> None:
    deals_a_hand(other())
    comes(floor.dealer())
    taps(table, *cards("9c"), engine.Decide(1, "stand"), *cards("Td"), engine.Collect())
    part = two_people.had_part(table, other(), [1])
    assert part is not None
    assert (part.code, part.values) == ("signer.had_part", {"number": "S-08", "round": 1})
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"), FIRE)
    assert two_people.had_part(table, other(), [2]) is None
    approvals.decide(asked(), other(), True)


@pytest.mark.clause("ACT03-14.5")
def test_a_report_of_an_earlier_round_is_not_signed_by_its_dealer() -> None:
    snapshot.forget()
    floor.open_table(CODE, book="ACT03")
    game = floor.person(Role.GAME_SUPERVISOR)
    for dealer in (game, floor.dealer()):
        comes(dealer)
        for command in (
            engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 9c"), engine.Decide(1, "stand"),
            *cards("8s"), engine.Settle(), engine.Collect(),
        ):  # fmt: skip
            assert tap(CODE, command, dealer).ok
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    taps(CODE, engine.Irregularity("misplaced_earlier", (("round", "1"),)))
    approval = asked()
    with refused_as("signer.had_part", "ACT03-14.5"):
        approvals.decide(approval, game, True)
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR, "G-22"), True)
    assert verify().ok


@pytest.mark.clause("VIC03-5.10")
def test_a_permit_that_is_asked_for_is_not_given_by_a_dealer_of_the_round(table: str) -> None:
    comes(game := floor.person(Role.GAME_SUPERVISOR))
    assert tap(table, engine.PlaceWager(1, "A", 5000), game).ok
    comes(floor.dealer())
    approval = asked(engine.AllowSeveralBoxes("A", role=""))
    with refused_as("signer.had_part", "VIC03-5.10"):
        approvals.decide(approval, game, True)
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR, "G-22"), True)


@pytest.mark.clause("VIC03-17.9", "VIC03-17.10")
def test_who_dealt_the_round_in_dispute_neither_decides_nor_settles_it(table: str) -> None:
    deals_a_hand(other())
    comes(floor.dealer())
    dispute = disputes.raise_dispute(
        table, disputes.Complaint("A", "the nine was mine", round_no=1), by=floor.dealer(), at=AT
    )
    disputes.record_advice(table, dispute.pk, by=floor.dealer(), at=AT)
    decision = disputes.Decision("the record")
    with refused_as("signer.had_part", "VIC03-17.10"):
        disputes.decide(table, dispute.pk, decision, by=other(), at=AT)
    with refused_as("signer.had_part", "VIC03-17.10"):
        disputes.settle(table, dispute.pk, "the record", by=other(), at=AT)
    disputes.decide(table, dispute.pk, decision, by=floor.casino_supervisor(), at=AT)


# --- the float


def a_float() -> dict[int, int]:
    return floor.chips(CODE)


def test_the_float_is_not_vouched_for_by_the_supervisor_who_dealt_since_it_was_counted(table: str) -> None:
    comes(other(), LATER)
    comes(floor.dealer(), LATER)
    how = {"by": floor.dealer(), "at": LATER}
    with refused_as("signer.dealt_since_count") as refusal:
        counts.count_now(table, a_float(), signed_by=other(), **how)  # type: ignore[arg-type]
    assert refusal.value.values["role"] == "game supervisor"
    # He may sign as the dealer that he was, beside another supervisor.
    counts.count_now(table, a_float(), by=other(), signed_by=floor.casino_supervisor(), at=LATER)
    # With that count his part is over.
    counts.count_now(table, a_float(), signed_by=other(), **how | {"at": LATER + timedelta(hours=1)})  # type: ignore[arg-type]


def test_who_deals_now_signs_nothing_of_the_float_as_a_supervisor(table: str) -> None:
    comes(other())
    dealer = floor.dealer()
    with refused_as("signer.deals"):
        cash.change_box(table, old="", new="D1", by=dealer, signed_by=other(), at=AT)
    slip = slips.request(table, "fill", {2500: 4}, by=other(), at=AT)
    # A supervisor who deals asks as the dealer, and has approved nothing with it.
    assert slip.state == "requested"
    with refused_as("slip.signed_already"):
        slips.sign(slip.pk, by=other(), at=AT)
    comes(floor.dealer())
    with refused_as("signer.deals"):
        comes(other("S-09"))
        slips.sign(slip.pk, by=other("S-09"), at=AT)
    slips.sign(slip.pk, by=floor.person(Role.GAME_SUPERVISOR), at=AT)
    slips.sign(slip.pk, by=floor.casino_supervisor(), at=AT)
    assert slips.sign(slip.pk, by=other(), at=AT).state == "received"


def test_a_slip_is_voided_by_two_and_one_of_them_has_not_signed_it(table: str) -> None:
    game, boss = floor.person(Role.GAME_SUPERVISOR), floor.casino_supervisor()
    slip = slips.request(table, "fill", {2500: 4}, by=floor.dealer(), at=AT)
    slips.sign(slip.pk, by=game, at=AT)
    slips.sign(slip.pk, by=boss, at=AT)
    with refused_as("slip.voided_by_its_signers"):
        slips.void(slip.pk, "lost", by=game, signed_by=boss, at=AT)
    assert slips.void(slip.pk, "lost", by=game, signed_by=other(), at=AT).state == "void"


def test_who_made_an_exchange_neither_takes_it_back_as_supervisor_nor_counts_its_box(table: str) -> None:
    game, boss, dealer = floor.person(Role.GAME_SUPERVISOR), floor.casino_supervisor(), floor.dealer()
    box = cash.change_box(table, old="", new="D1", by=dealer, signed_by=boss, at=AT)
    exchange = cash.buy_in(table, 5000, {2500: 2}, by=game, at=AT)
    with refused_as("signer.made_exchange"):
        cash.reverse(exchange.pk, "wrong", by=dealer, signed_by=game, at=AT)
    assert cash.reverse(exchange.pk, "wrong", by=game, signed_by=boss, at=AT)
    cash.change_box(table, old="D1", new="", by=dealer, signed_by=boss, at=AT)
    with refused_as("signer.put_cash_in"):
        cash.count_box(box.pk, 0, by=game, signed_by=boss, at=AT)
    cash.count_box(box.pk, 0, by=floor.person(Role.GAME_SUPERVISOR, "G-22"), signed_by=boss, at=AT)


# --- who set whom up


def set_up(who: str, by: str, *, ago: timedelta = timedelta(hours=1)) -> None:
    StaffChange.objects.create(
        number=who, what="PIN", words=f"{who}: PIN", set_by=by, set_at=timezone.now() - ago
    )


def test_nobody_signs_beside_the_person_who_set_him_up_lately(table: str, settings: object) -> None:
    set_up("S-07", by="D-114")
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"), FIRE)
    with refused_as("signer.set_up", "VIC03-17.3.1"):
        approvals.decide(asked(), floor.casino_supervisor(), True)
    set_up("S-08", by="D-114", ago=timedelta(hours=25))
    approvals.decide(Approval.objects.get(), other(), True)


def test_two_people_set_up_through_a_third_or_unseen_by_one_person_do_not_sign_together() -> None:
    set_up("M-2", by="M-1", ago=timedelta(hours=3))
    set_up("G-98", by="M-2", ago=timedelta(hours=2))
    assert two_people.why_not_together("G-98", "M-1")
    assert two_people.why_not_together("M-1", "G-98")
    # M-2 was set up before he set G-99 up; what he had done before that was his own.
    set_up("G-97", by="M-2", ago=timedelta(hours=4))
    assert not two_people.why_not_together("G-97", "M-1")
    set_up("D-98", by="M-2")
    assert two_people.why_not_together("G-98", "D-98")
    change = StaffChange.objects.get(number="D-98")
    change.seen_by, change.seen_at = "S-07", timezone.now()
    change.save()
    assert not two_people.why_not_together("G-98", "D-98")
    assert not two_people.why_not_together("G-98", "D-114")


def test_the_hours_are_a_setting(settings: Callable[..., object]) -> None:
    set_up("G-98", by="M-1", ago=timedelta(hours=1))
    settings.STAFF_SETTLING_HOURS = 0  # type: ignore[attr-defined]
    assert not two_people.why_not_together("G-98", "M-1")


@pytest.mark.clause("NZ-6.1")
def test_nobody_signs_counts_slips_and_checks_of_the_cards_beside_the_person_who_set_him_up() -> None:
    floor.set_up(CODE, book="NZ")
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    set_up("S-07", by="D-114")
    with refused_as("signer.set_up"):
        counts.count_opening(CODE, a_float(), by=dealer, signed_by=boss, at=AT)
    packs.check_cards(CODE, deck_count.right(Table.objects.get()), by=dealer, at=AT)
    with refused_as("signer.set_up", "NZ-6.1"):
        packs.check_cards(CODE, deck_count.right(Table.objects.get()), by=boss, at=AT)
    counts.count_opening(CODE, a_float(), by=dealer, signed_by=other(), at=AT)
    packs.check_cards(CODE, deck_count.right(Table.objects.get()), by=other(), at=AT)
    slip = slips.request(CODE, "fill", {2500: 4}, by=dealer, at=AT)
    with refused_as("signer.set_up"):
        slips.sign(slip.pk, by=boss, at=AT)


# --- one report, one question


def test_a_signature_on_an_open_report_is_asked_for_once(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"), FIRE)
    asked()
    for by in (floor.dealer(), floor.person(Role.GAME_SUPERVISOR)):
        answer = tap(table, engine.Approve(role=""), by)
        assert code_and_clause(answer.refusal) == ("approval.asked_already", "VIC03-17.3.1")
    assert Approval.objects.count() == 1


@pytest.mark.clause("VIC03-5.10")
def test_a_permit_is_asked_once_too_in_whichever_role(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000))
    approval = asked(engine.AllowLimit(1, "A", 200000, role=""))
    answer = tap(table, engine.AllowLimit(1, "A", 200000, role=""), floor.person(Role.GAME_SUPERVISOR))
    assert answer.refusal is not None
    # Another limit is another question; what a supervisor gives at the table is asked no longer.
    asked(engine.AllowLimit(1, "A", 150000, role=""))
    assert tap(table, engine.AllowLimit(1, "A", 200000, role=""), floor.casino_supervisor()).ok
    approval.refresh_from_db()
    assert (approval.state, approval.reason) == ("expired", "S-07 gave it at the table")
    assert Table.objects.get().live["waiting"] == 1
    assert verify().ok


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (engine.Approve(role=""), "S-07 has signed the report"),
        (engine.Refuse(role="", note="no fire"), "S-07 has refused the report"),
        (engine.Undo(), "the report was taken back"),
    ],
)
def test_what_is_still_asked_ends_with_the_true_reason(
    table: str, command: engine.Command, reason: str
) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"), FIRE)
    approval = asked()
    assert tap(table, command, floor.casino_supervisor()).ok
    approval.refresh_from_db()
    assert (approval.state, approval.reason) == ("expired", reason)
    assert service.current(table).table.live["waiting"] == 0


# --- at once


@pytest.mark.django_db(transaction=True)
def test_of_five_who_sign_at_once_the_signature_of_whoever_dealt_is_never_taken() -> None:
    snapshot.forget()
    floor.open_table(CODE)
    comes(floor.dealer())
    deals_a_hand(other())
    comes(floor.dealer())
    taps(CODE, FIRE)
    approval = asked()
    people = [
        other(),
        floor.casino_supervisor(),
        floor.person(Role.OPERATIONS_MANAGER),
        other(),
        other("S-09"),
    ]
    gate = threading.Barrier(len(people))

    def sign(who: Staff) -> str:
        gate.wait()
        try:
            return str(approvals.decide(approval, who, True).decided_by)
        except Refusal:
            return ""
        finally:
            connection.close()

    with ThreadPoolExecutor(len(people)) as pool:
        signed = [signature for signature in pool.map(sign, people) if signature]
    approval.refresh_from_db()
    assert signed == [approval.decided_by]
    assert signed != ["S-08"]
    assert Entry.objects.filter(kind="approved").count() == 1
    assert verify().ok


def test_who_lost_the_role_between_asking_and_signing_signs_nothing(table: str) -> None:
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"), FIRE)
    approval, stale = asked(), floor.casino_supervisor()
    Staff.objects.filter(number="S-07").update(role=Role.GAME_SUPERVISOR)
    with refused_as("approval.role_too_low", "VIC03-17.3.1"):
        approvals.decide(approval, stale, True)
