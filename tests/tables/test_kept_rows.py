"""What was written behind the record's back is named by `verify_ledger`, whichever row it is; the database refuses what
was signed."""

from collections.abc import Callable, Iterator
from datetime import date, time, timedelta
from typing import Any

import pytest
from django.db import transaction
from django.db.models import F, Model
from django.db.utils import DatabaseError
from django.test import Client

from casino.ledger import Entry
from casino.ledger.rows import recorded_rows
from casino.ledger.verify import Fault, verify
from casino.staff import approvals, tablets
from casino.staff.models import Approval, Staff, Tablet
from casino.staff.roles import Role
from rounds import engine
from rounds.models import Round
from rounds.pit.alerts import alerts
from rounds.play import snapshot
from rounds.play.readers import reporting
from rounds.play.readers.protocol import SentReport
from tables.disputes import disputes
from tables.float import cash, slips
from tables.floor import dealers, people, supervisor_calls
from tables.hours import hours
from tables.models import (
    Alert,
    Closure,
    Count,
    Device,
    Dispute,
    DropBox,
    Exchange,
    Fitting,
    GamingHours,
    HouseScale,
    Offer,
    PitAlert,
    Reader,
    Report,
    ScaleOrder,
    Session,
    Signature,
    SignChange,
    Slip,
    Table,
    Tally,
)
from tables.opening import checklist, closing, closing_notices, opening
from tables.readers import registration
from tables.signs import signs
from tests import floor, pages
from tests.floor import AT
from tests.refusing import refused_fields
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

ONE, TWO = "BJ-07", "BJ-08"


@pytest.fixture(autouse=True)
def _no_state_kept() -> Iterator[None]:
    snapshot.forget()
    yield
    snapshot.forget()


def busy_floor() -> None:
    """A floor on which everything happens that the record keeps a row of."""
    boss, dealer, manager = (
        floor.casino_supervisor(),
        floor.dealer(),
        floor.person(Role.OPERATIONS_MANAGER),
    )
    second = floor.person(Role.GAME_SUPERVISOR)
    later = AT + timedelta(hours=2)
    # A whole session, with cash and a fill, and its close.
    floor.open_table(ONE)
    dealers.come_to_table(ONE, dealer, AT)
    checklist.confirm(ONE, "sign", by=dealer, at=AT)
    cash.change_box(ONE, old="", new="D1", by=dealer, signed_by=boss, at=AT)
    cash.buy_in(ONE, 5000, {2500: 2}, by=dealer, at=AT)
    slip = slips.request(ONE, "fill", {2500: 4}, by=dealer, at=AT)
    floor.taps(ONE, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 9d 9c"))
    floor.taps(ONE, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Collect())
    slips.void(slip.pk, "not needed", by=second, signed_by=boss, at=AT)
    cash.change_box(ONE, old="D1", new="", by=dealer, signed_by=boss, at=AT)
    cash.count_box(DropBox.objects.get().pk, 4500, by=second, signed_by=boss, at=AT, note_text="a torn note")
    floor.begin_closing(ONE)
    closing.count_cards(ONE, 416, by=dealer, at=AT)
    floor.count_closing(ONE)
    # The next one goes on, with notices, people and a dispute.
    floor.complete_opening_list(Table.objects.get(code=ONE))
    opening.open_table(ONE, by=boss, at=AT)
    floor.prepare(ONE)
    people.make_responsible(ONE, boss.number, by=boss, at=AT)
    people.send_dealer(ONE, floor.person(Role.DEALER, "D-102").number, by=boss, at=AT)
    people.set_patron_number(ONE, "A", "P-77", by=boss, at=AT)
    floor.tap(ONE, engine.RestrictPlayer("A", True, "casino_supervisor"), boss)
    signs.put_up(ONE, minimum=1500, change_at=later, by=boss, at=AT)
    closing_notices.announce(ONE, close_at=later, inspector="I-9", by=boss, at=AT)
    dispute = disputes.raise_dispute(ONE, disputes.Complaint("A", "the card", round_no=1), by=dealer, at=AT)
    disputes.record_advice(ONE, dispute.pk, by=boss, at=AT)
    disputes.decide(ONE, dispute.pk, disputes.Decision("the round stands"), by=boss, at=AT)
    alerts.acknowledge(ONE, "dealer", dealer.number, by=boss, at=later)
    supervisor_calls.call(ONE, by=dealer, at=AT)
    asked = approvals.ask(
        ONE,
        approvals.Matter(kind="word", text="several boxes", role=Role.GAME_SUPERVISOR),
        asked_by=dealer,
        at=AT,
    )
    approvals.decide(asked, second, False, "not today", at=AT)
    tablets.enrol(ONE, boss.number, floor.PIN, "10.0.0.7", at=AT)
    hours.set_hours(
        "ACT96", valid_from=date(2026, 1, 1), begins=time(10), ends=time(4), source="MIN 3", by=manager, at=AT
    )
    # A table with equipment, a scale of the house's, and a shoe that reports.
    floor.open_table(TWO, **setup_of("NZ", "blackjack"))
    floor.fit(TWO, "madness_21")
    floor.offer(TWO, "madness_21")
    dealers.come_to_table(TWO, floor.person(Role.DEALER, "D-109"), AT)
    checklist.confirm(TWO, "sign", by=floor.person(Role.DEALER, "D-109"), at=AT)
    reader, _ = registration.issue(TWO, "shoe", "serial 7", by=boss, at=AT - timedelta(days=2000))
    floor.taps(TWO, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    for number, card in enumerate(("Ts", "9d", "9c", "2c"), start=1):  # the last comes before a decision
        reporting.report(reader.pk, SentReport(number, "card", card), at=AT)


def change(model: type[Model], **fields: Any) -> Callable[[], object]:
    return lambda: model._default_manager.update(**fields)


def edit(model: type[Model], where: dict[str, Any], **fields: Any) -> Callable[[], object]:
    return lambda: model._default_manager.filter(**where).update(**fields)


def edit_table(**fields: Any) -> Callable[[], object]:
    return edit(Table, {"code": ONE}, **fields)


REMOVED = "is recorded and not stored"
ADDED = "is stored and has no entry"
CHANGES: dict[str, tuple[Callable[[], object], str, str]] = {
    "who supervises": (edit_table(supervisor="S-99"), ONE, "supervisor is stored as 'S-99', the record has 'S-07'"),
    "a patron": (edit_table(patrons={"A": "P-78"}), ONE, "patrons is stored as {'A': 'P-78'}"),
    "who is sent": (edit_table(relief=""), ONE, "relief is stored as '', the record has 'D-102'"),
    "a call": (edit_table(called_at=None, called_by=""), ONE, "called_by is stored as '', the record has 'D-114'"),
    "who deals": (edit_table(dealer="D-102"), ONE, "dealer is stored as 'D-102', the record has 'D-114'"),
    "the state": (edit_table(state="closed"), ONE, "state is stored as 'closed', the record has 'open'"),
    "what was confirmed": (edit_table(checks={}), ONE, "checks is stored as {}"),
    "the set-up": (edit_table(decks=6), ONE, "decks is stored as 6, the record has 8"),
    "the bets on offer": (edit(Table, {"code": TWO}, offers=[]), TWO, "offers is stored as []"),
    "where the cards come from": (edit(Table, {"code": TWO}, cards_from="hand"), TWO, "the record has 'reader'"),
    "the running handle": (edit_table(handle=F("handle") + 1), ONE, "the table's handle is stored as"),
    "a restriction": (
        lambda: Round.objects.filter(table__code=ONE, round_no=2).update(setup={}), ONE, "round 2: setup is stored",
    ),
    "a notice of a minimum": (change(SignChange, minimum=2000), ONE, "minimum is stored as 2000, the record has 1500"),
    "a notice of the closing": (edit(Closure, {"state": "shown"}, reason="x"), ONE, "reason is stored as 'x'"),
    "the inspector": (change(Closure, inspector="I-1"), ONE, "inspector is stored as 'I-1', the record has 'I-9'"),
    "a notice removed": (lambda: Closure.objects.filter(state="shown").delete(), ONE, REMOVED),
    "hours": (change(GamingHours, ends=time(6)), "house", "the record has '04:00:00'"),
    "hours added": (
        lambda: GamingHours.objects.create(
            book="ACT03", valid_from=date(2026, 1, 1), begins=time(1), ends=time(2), source="x", set_by="x", set_at=AT,
        ), "house", ADDED,
    ),
    "a decision": (change(Dispute, decision="for the player"), ONE, "the record has 'the round stands'"),
    "who advised": (change(Dispute, advised_by="X-1"), ONE, "advised_by is stored as 'X-1', the record has 'S-07'"),
    "a dispute removed": (lambda: Dispute.objects.all().delete(), ONE, REMOVED),
    "an acknowledgement": (
        edit(PitAlert, {"seen_at__isnull": False}, seen_by="S-99"), ONE, "seen_by is stored as 'S-99'",
    ),
    "an acknowledgement taken back": (
        edit(PitAlert, {"seen_at__isnull": False}, seen_by="", seen_at=None), ONE, "seen_by is stored as ''",
    ),
    "an acknowledgement added": (
        lambda: PitAlert.objects.create(
            table=Table.objects.get(code=ONE), kind="slip", subject="9", words="x", raised_at=AT, seen_by="S-07",
            seen_at=AT,
        ), ONE, ADDED,
    ),
    "an approval": (change(Approval, state="approved"), ONE, "state is stored as 'approved', the record has 'refused'"),
    "its reason": (change(Approval, reason=""), ONE, "reason is stored as '', the record has 'not today'"),
    "a tablet": (change(Tablet, table_code=TWO), TWO, ADDED),
    "a token": (change(Tablet, token_hash="0" * 64), ONE, "token_hash is stored as"),
    "a role": (edit(Staff, {"number": "D-114"}, role=Role.CASINO_SUPERVISOR), "house", "the record has 'dealer'"),
    "set-up power": (edit(Staff, {"number": "D-114"}, is_superuser=True), "house", "is_superuser is stored as True"),
    "a person added": (lambda: Staff.objects.create(number="X-1", role=Role.DEALER), "house", ADDED),
    "a count": (lambda: Count.objects.filter(kind="closing").update(total=1), ONE, "total is stored as 1"),
    "who signed a count": (change(Count, signed_by="X-1"), ONE, "signed_by is stored as 'X-1'"),
    "a slip": (change(Slip, amount=1), ONE, "amount is stored as 1, the record has 10000"),
    "a slip removed": (lambda: (Signature.objects.all().delete(), Slip.objects.all().delete()), "house", "missing"),
    "a signature": (change(Signature, by="X-1"), ONE, "by is stored as 'X-1'"),
    "a buy-in": (change(Exchange, cash=4000), ONE, "cash is stored as 4000, the record has 5000"),
    "a drop box": (change(DropBox, counted=5000), ONE, "counted is stored as 5000, the record has 4500"),
    "an alert": (edit(Alert, {"kind": "drop"}, answered_by="X-1", answered_at=AT, note="x"), ONE, "the record has ''"),
    "a session": (edit(Session, {"number": 1}, win=1), ONE, "session 1: win is 1, its tallies give"),
    "a tally": (change(Tally, dealer="D-102"), ONE, "dealer is stored as 'D-102', the record has 'D-114'"),
    "what a tally's rounds give": (change(Tally, win=F("win") + 1), ONE, "its rounds give"),
    "an offer": (edit(Offer, {"bet": "madness_21"}, most_paid=5), TWO, "most_paid is stored as 5, the record has 0"),
    "equipment": (change(Fitting, certificate="none"), TWO, "certificate is stored as 'none'"),
    "equipment removed": (lambda: Fitting.objects.all().delete(), TWO, REMOVED),
    "a device": (change(Device, working=False), "house", "working is stored as False, the record has True"),
    "a reader": (change(Reader, token_hash="0" * 64), TWO, "token_hash is stored as"),
    "a reader unassigned": (change(Reader, revoked_at=AT, revoked_by="X-1"), TWO, "revoked_by is stored as 'X-1'"),
    "a card dealt": (edit(Report, {"sequence": 1}, card="9s"), TWO, "no. 1: card is stored as 9s, the record has Ts"),
    "when it was dealt": (edit(Report, {"sequence": 1}, at=AT + timedelta(1)), TWO, "no. 1: at is stored as"),
    "a dealt card removed": (lambda: Report.objects.filter(sequence=2).delete(), TWO, f"no. 2 {REMOVED}"),
    "a card that waits": (edit(Report, {"sequence": 4}, outcome="aside"), TWO, "the record has 'waits'"),
    "the number of the next": (change(Reader, expected=2), TWO, "expects number 2 and has reported 4"),
}  # fmt: skip


def test_every_change_behind_the_record_is_named() -> None:
    busy_floor()
    report = verify()
    assert report.ok, report.faults
    wrong = []
    for what, (tamper, chain, words) in CHANGES.items():
        faults: list[Fault] = []
        with transaction.atomic():
            with floor.behind_the_database():
                tamper()
            faults = verify(None if what == "a slip removed" else chain).faults
            transaction.set_rollback(True)
        if not any(fault.chain == chain and words in fault.message for fault in faults):
            wrong.append((what, [(fault.chain, fault.seq, fault.message) for fault in faults]))
    assert wrong == []
    assert verify(ONE).ok


def test_the_last_entry_about_the_row_is_named() -> None:
    floor.open_table(ONE)
    boss = floor.casino_supervisor()
    people.make_responsible(ONE, boss.number, by=boss, at=AT)
    people.set_patron_number(ONE, "A", "P-77", by=boss, at=AT)
    entry = Entry.objects.get(chain=ONE, kind="supervisor_assigned")
    Table.objects.update(supervisor="S-99")
    (fault,) = verify(ONE).faults
    assert (fault.chain, fault.seq) == (ONE, entry.seq)
    assert fault.message.endswith("supervisor is stored as 'S-99', the record has 'S-07'")


REFUSED: dict[str, Callable[[], object]] = {
    "what a player disputed": change(Dispute, question="another"),
    "a decision": change(Dispute, decision="for the player"),
    "a dispute": lambda: Dispute.objects.all().delete(),
    "a notice's time": change(Closure, close_at=AT),
    "a notice that ended": lambda: Closure.objects.filter(state="in_force").update(state="shown"),
    "an approval that was decided": change(Approval, state="approved"),
    "what was asked": change(Approval, command="{}"),
    "who saw a line": edit(PitAlert, {"seen_at__isnull": False}, seen_by="S-99"),
    "a session that is closed": edit(Session, {"number": 1}, win=1),
    "a tally": change(Tally, win=1),
    "a count": change(Count, total=1),
    "a signature": lambda: Signature.objects.all().delete(),
    "the count of a drop box": change(DropBox, counted=1),
    "what an alert says": change(Alert, text="nothing"),
    "a reported card": change(Report, card="2c"),
    "a reader's token": change(Reader, token_hash="0" * 64),
    "a tablet's token": change(Tablet, token_hash="0" * 64),
}


def test_the_database_refuses_to_change_what_was_signed() -> None:
    busy_floor()
    changed = []
    for what, tamper in REFUSED.items():
        try:
            with transaction.atomic():
                tamper()
        except DatabaseError:
            continue
        changed.append(what)
    assert changed == []
    assert verify().ok


def test_a_scale_of_the_house_is_kept_with_its_order() -> None:
    from tables.bets import scales

    manager = floor.person(Role.OPERATIONS_MANAGER)
    for code in (ONE, TWO):
        floor.open_table(code)
        floor.offer(code, "magnificent_sevens", scale="1")
    plan = scales.ScalePlan(scale="2", notice="version 2 from tonight", closed_minutes=5)
    order = scales.order(ONE, "magnificent_sevens", plan, by=manager, at=AT)
    scales.close_games(order.pk, by=manager, at=order.closes_at)
    assert verify().ok
    with floor.behind_the_database():
        ScaleOrder.objects.update(after="1")
        HouseScale.objects.update(scale="2")
    messages = " ".join(fault.message for fault in verify("house").faults)
    assert "after is stored as '1', the record has '2'" in messages
    assert "scale is stored as '2', the record has '1'" in messages


def test_a_table_is_set_up_by_an_entry_and_not_while_it_is_open(client: Client) -> None:
    client.force_login(
        Staff.objects.create_superuser("M-9", "4100"), backend="casino.staff.backend.PinBackend"
    )
    path = f"/admin/tables/table/{floor.set_up(ONE).pk}/change/"
    assert client.post(path, pages.set_up_form(client, path).filled(seats="5")).status_code == 302
    assert Entry.objects.filter(chain=ONE, kind="table_set_up").get().actor == "M-9"
    (recorded,) = recorded_rows(ONE)["table"].values()
    assert recorded["seats"][1] == 5
    assert verify().ok
    stale = pages.set_up_form(client, path).filled(seats="4")
    Table.objects.update(state="open")  # somebody opened it while the form was filled in
    assert list(refused_fields(client.post(path, stale)).values()) == [("house.table_not_closed", "")]
    assert Table.objects.get(code=ONE).seats == 5
    assert Table.objects.get(code=ONE).state == "open"
