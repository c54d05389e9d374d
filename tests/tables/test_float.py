"""The float of a table: counted by two, filled and credited on numbered slips, and balanced to the cent."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Staff
from casino.staff.roles import Role
from rounds import engine
from tables.float import balance, cash, counts, slips
from tables.float.record import running
from tables.models import Alert, Count, DropBox, Session, Slip, SlipBook, Table
from tables.opening import checklist, closing, opening
from tests import floor
from tests.floor import AT, taps
from tests.refusing import refused_as

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
CHIPS = {250: 100, 500: 100, 2500: 100, 10000: 100, 50000: 100}
FLOAT = 6325000  # 100 × (2.50 + 5 + 25 + 100 + 500)


def game_supervisor() -> Staff:
    return floor.person(Role.GAME_SUPERVISOR)


def manager() -> Staff:
    return floor.person(Role.OPERATIONS_MANAGER)


def expected() -> int:
    session = running(Table.objects.get())
    assert session is not None
    return balance.balance(session, Table.objects.get()).expected


def one_round() -> None:
    """A round that the house wins: 50 of A."""
    taps(CODE, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *floor.cards("Ts 9d 7c"))
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Settle(), engine.Collect())


def filled(kind: str = "fill", **chips: int) -> Slip:
    """A slip carried out: the dealer asks, the game supervisor approves, the casino supervisor signs for the cage."""
    slip = slips.request(CODE, kind, {2500: 40}, by=floor.dealer(), at=AT)
    order = [game_supervisor(), floor.casino_supervisor(), floor.dealer()]
    if kind == "credit":
        order = [game_supervisor(), floor.dealer(), floor.casino_supervisor()]
    for person in order:
        slip = slips.sign(slip.pk, by=person, at=AT)
    return slip


# --- counts


def test_no_table_opens_before_its_float_is_counted_by_two() -> None:
    table = floor.set_up()
    floor.check_cards(CODE)
    for item in checklist.confirmations(table):
        checklist.confirm(CODE, item, by=floor.dealer(), at=AT)
    assert [item for item, _, _ in opening.missing(Table.objects.get())] == ["float"]
    with refused_as("opening.incomplete"):
        opening.open_table(CODE, by=floor.casino_supervisor(), at=AT)
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    with refused_as("signature.alone"):
        counts.count_opening(CODE, CHIPS, by=boss, signed_by=boss, at=AT)
    with refused_as("signature.roles"):
        other = floor.person(Role.DEALER, "D-131")
        counts.count_opening(CODE, CHIPS, by=dealer, signed_by=other, at=AT)
    with refused_as("chips.not_of_table"):
        counts.count_opening(CODE, {100: 5}, by=dealer, signed_by=boss, at=AT)
    with refused_as("chips.none"):
        counts.count_opening(CODE, {}, by=dealer, signed_by=boss, at=AT)
    assert not Count.objects.exists()
    count = counts.count_opening(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    assert (count.total, count.counted_by, count.signed_by) == (FLOAT, "D-114", "S-07")
    assert opening.open_table(CODE, by=boss, at=AT).is_open
    session = Session.objects.get()
    assert (session.number, session.opened_at, session.opening) == (1, AT, count)
    assert verify().ok


def test_an_opening_float_that_differs_from_the_last_closing_is_raised_until_it_is_answered() -> None:
    floor.open_table()
    floor.begin_closing(CODE)
    floor.count_closing(CODE)
    closing.count_cards(CODE, 416, by=floor.dealer(), at=AT)
    # One chip of 25 fewer and five of 5 more: the sum is the same, the float is not.
    counts.count_opening(
        CODE, CHIPS | {2500: 99, 500: 105}, by=floor.dealer(), signed_by=game_supervisor(), at=AT
    )
    alert = Alert.objects.get()
    assert alert.text == (
        "BJ-07 opens with a different float than it closed with: 1 × $25 fewer, 5 × $5 more"
    )
    assert Table.objects.get().live["float"]["alerts"] == 1
    with refused_as("staff.role_too_low"):
        counts.answer_alert(alert.pk, "seen", by=game_supervisor(), at=AT)
    with refused_as("float_alert.note_missing"):
        counts.answer_alert(alert.pk, "  ", by=floor.casino_supervisor(), at=AT)
    assert Alert.objects.get().answered_at is None
    counts.answer_alert(alert.pk, "changed at the cage", by=floor.casino_supervisor(), at=AT)
    assert Table.objects.get().live["float"]["alerts"] == 0
    with refused_as("float_alert.answered"):
        counts.answer_alert(alert.pk, "again", by=manager(), at=AT)
    assert verify().ok


def test_a_mid_shift_count_needs_a_note_for_its_variance_and_no_round_in_hand() -> None:
    floor.open_table()
    dealer, boss = floor.dealer(), game_supervisor()
    count = counts.count_now(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    assert (count.variance, Alert.objects.exists()) == (0, False)
    taps(CODE, engine.PlaceWager(1, "A", 5000))
    with refused_as("float.round_open"):
        counts.count_now(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    taps(CODE, engine.CallBets(), *floor.cards("Ts 9d 7c"), engine.Decide(1, "stand"))
    taps(CODE, *floor.cards("Td"), engine.Settle(), engine.Collect())
    # The house won 50; without them the float is 50 short.
    with refused_as("float.short"):
        counts.count_now(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    count = counts.count_now(CODE, CHIPS, by=dealer, signed_by=boss, at=AT, note_text="A still holds them")
    assert (count.expected, count.variance) == (FLOAT + 5000, -5000)
    assert Alert.objects.get().amount == -5000
    assert counts.count_now(CODE, CHIPS | {2500: 102}, by=dealer, signed_by=boss, at=AT).variance == 0
    assert verify().ok


def test_a_table_closes_with_both_counts_in_either_order() -> None:
    boss, dealer = floor.casino_supervisor(), floor.dealer()
    for first in ("cards", "float"):
        floor.open_table() if first == "cards" else opening.open_table(
            floor.complete_opening_list(Table.objects.get()).code, by=boss, at=AT
        )
        floor.begin_closing(CODE)
        steps = [
            lambda: closing.count_cards(CODE, 416, by=dealer, at=AT),
            lambda: closing.count_float(CODE, CHIPS, by=dealer, signed_by=boss, at=AT),
        ]
        for step in steps if first == "cards" else reversed(steps):
            assert Table.objects.get().state == "closing"
            step()
        assert Table.objects.get().state == "closed"
    assert [session.closed_at for session in Session.objects.all()] == [AT, AT]
    assert verify().ok


def test_the_closing_count_waits_for_slips_and_its_variance_for_a_note() -> None:
    floor.open_table()
    one_round()
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    slip = slips.request(CODE, "fill", {500: 20}, by=dealer, at=AT)
    with refused_as("float.not_closed"):
        closing.count_float(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    floor.begin_closing(CODE)
    with refused_as("slip.under_way"):
        closing.count_float(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    slips.void(slip.pk, "the table closes", by=game_supervisor(), signed_by=boss, at=AT)
    with refused_as("float.short"):
        closing.count_float(CODE, CHIPS, by=dealer, signed_by=boss, at=AT)
    closing.count_float(CODE, CHIPS | {2500: 102}, by=dealer, signed_by=boss, at=AT)
    with refused_as("float.closed"):
        slips.request(CODE, "fill", {500: 20}, by=dealer, at=AT)
    closing.count_cards(CODE, 416, by=dealer, at=AT)
    session = Session.objects.get()
    assert session.closing is not None
    assert (session.rounds, session.win, session.closing.variance) == (1, 5000, 0)
    assert verify().ok


def test_a_book_without_a_count_of_cards_closes_after_the_float() -> None:
    floor.open_table(book="UK", decks=6)
    floor.begin_closing(CODE)
    with refused_as("closing.float_not_counted"):
        closing.close_table(CODE, by=floor.dealer(), at=AT)
    floor.count_closing(CODE)
    assert closing.close_table(CODE, by=floor.dealer(), at=AT).state == "closed"


# --- slips


def test_a_fill_goes_through_its_signatures_and_counts_when_it_is_received() -> None:
    floor.open_table()
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    slip = slips.request(CODE, "fill", {2500: 40}, by=dealer, at=AT)
    assert (slip.series, slip.number, slip.amount, slip.state) == ("casino", 1, 100000, "requested")
    assert slip.serial == "000001"
    assert Table.objects.get().live["float"]["slips"] == 1
    with refused_as("staff.role_too_low"):
        slips.sign(slip.pk, by=floor.person(Role.DEALER, "D-131"), at=AT)
    slips.sign(slip.pk, by=game_supervisor(), at=AT)
    with refused_as("staff.role_too_low"):
        slips.sign(slip.pk, by=game_supervisor(), at=AT)
    slips.sign(slip.pk, by=boss, at=AT)
    assert expected() == FLOAT
    with refused_as("slip.signed_already"):
        slips.sign(slip.pk, by=boss, at=AT)
    slip = slips.sign(slip.pk, by=dealer, at=AT)
    assert (slip.state, expected()) == ("received", FLOAT + 100000)
    with refused_as("slip.done"):
        slips.sign(slip.pk, by=manager(), at=AT)
    with refused_as("slip.received"):
        slips.void(slip.pk, "wrong", by=game_supervisor(), signed_by=boss, at=AT)
    assert Table.objects.get().live["float"]["slips"] == 0
    assert [signature.by for signature in slip.signatures.all()] == ["D-114", "G-21", "S-07", "D-114"]
    assert verify().ok


def test_a_supervisor_who_asks_has_approved_with_it() -> None:
    floor.open_table()
    slip = slips.request(CODE, "fill", {500: 20}, by=game_supervisor(), at=AT)
    assert slip.state == "approved"
    with refused_as("staff.role_too_low"):
        slips.sign(slip.pk, by=game_supervisor(), at=AT)
    slips.sign(slip.pk, by=floor.casino_supervisor(), at=AT)
    # A casino supervisor who asks has signed; another signs for the cage.
    other = slips.request(CODE, "fill", {500: 20}, by=floor.casino_supervisor(), at=AT)
    with refused_as("slip.signed_already"):
        slips.sign(other.pk, by=floor.casino_supervisor(), at=AT)
    assert slips.sign(other.pk, by=manager(), at=AT).state == "sent"


def test_a_credit_leaves_the_table_when_it_is_sent_and_comes_back_when_it_is_voided() -> None:
    floor.open_table()
    with refused_as("slip.credit_exceeds_float"):
        slips.request(CODE, "credit", {50000: 200}, by=floor.dealer(), at=AT)
    assert filled("credit").state == "received"
    assert expected() == FLOAT - 100000
    slip = slips.request(CODE, "credit", {2500: 10}, by=floor.dealer(), at=AT)
    slips.sign(slip.pk, by=game_supervisor(), at=AT)
    slips.sign(slip.pk, by=floor.dealer(), at=AT)
    assert expected() == FLOAT - 125000
    with refused_as("slip.reason_missing"):
        slips.void(slip.pk, " ", by=game_supervisor(), signed_by=manager(), at=AT)
    with refused_as("signature.roles"):
        slips.void(slip.pk, "not needed", by=floor.dealer(), signed_by=manager(), at=AT)
    slip = slips.void(slip.pk, "not needed", by=manager(), signed_by=game_supervisor(), at=AT)
    assert expected() == FLOAT - 100000
    last = [(signature.step, signature.role, signature.by) for signature in slip.signatures.all()][-2:]
    assert last == [("void", "game_supervisor", "G-21"), ("void", "casino_supervisor", "M-1")]
    assert filled().number == 3  # the number of the void slip stays used
    assert verify().ok


def test_the_same_key_again_gives_the_same_slip() -> None:
    floor.open_table()
    ask = {"by": floor.dealer(), "at": AT, "key": "k-1"}
    slip = slips.request(CODE, "fill", {500: 20}, **ask)
    again = slips.request(CODE, "fill", {500: 20}, **ask | {"at": AT + timedelta(minutes=1)})
    assert (again.pk, Slip.objects.count(), SlipBook.objects.get().last) == (slip.pk, 1, 1)
    with refused_as("request.sent_before_as"):
        slips.request(CODE, "fill", {500: 21}, **ask)
    assert Entry.objects.filter(kind="slip_requested").count() == 1


def test_numbers_are_the_pits_where_the_house_has_it_so(settings) -> None:
    settings.FLOAT_POLICY = {
        "slips_by": "pit",
        "fill": [
            {"state": "requested", "roles": ["game_supervisor"]},
            {"state": "sent", "roles": ["casino_supervisor", "operations_manager"]},
            {"state": "received", "roles": ["dealer"]},
        ],
    }
    floor.open_table()
    with refused_as("staff.role_too_low"):
        slips.request(CODE, "fill", {500: 20}, by=floor.dealer(), at=AT)
    slip = slips.request(CODE, "fill", {500: 20}, by=game_supervisor(), at=AT)
    assert (slip.series, slip.number, slip.serial) == ("P1", 1, "P1-000001")
    assert slips.sign(slip.pk, by=floor.casino_supervisor(), at=AT).state == "requested"
    assert slips.sign(slip.pk, by=manager(), at=AT).state == "sent"
    # A change of the policy alters no slip that is under way.
    settings.FLOAT_POLICY = {}
    assert slips.sign(slip.pk, by=floor.dealer(), at=AT).state == "received"


def test_the_database_refuses_gaps_reuse_removal_and_change() -> None:
    floor.open_table()
    slip = filled()
    values = {field.attname: getattr(slip, field.attname) for field in Slip._meta.concrete_fields}
    del values["id"]

    def tried(step) -> None:
        with pytest.raises(DatabaseError), transaction.atomic():
            step()

    tried(lambda: Slip.objects.create(**values | {"number": 3}))
    tried(lambda: Slip.objects.create(**values | {"number": 1}))
    tried(lambda: Slip.objects.create(**values | {"series": "P9"}))
    tried(lambda: Slip.objects.filter(pk=slip.pk).update(amount=5))
    tried(lambda: Slip.objects.filter(pk=slip.pk).update(state="sent"))
    tried(lambda: Slip.objects.filter(pk=slip.pk)._raw_delete("default"))
    tried(lambda: SlipBook.objects.update(last=0))
    tried(lambda: SlipBook.objects.all()._raw_delete("default"))
    tried(lambda: Count.objects.update(total=1))
    assert verify().ok


# --- cash and the drop box


def test_cash_for_chips_goes_into_the_drop_box() -> None:
    floor.open_table()
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    with refused_as("drop_box.none"):
        cash.buy_in(CODE, 10000, {2500: 4}, by=dealer, at=AT)
    box = cash.change_box(CODE, old="", new="d07-1", by=dealer, signed_by=boss, at=AT)
    assert box is not None
    with refused_as("buy_in.chips_differ"):
        cash.buy_in(CODE, 10000, {2500: 3}, by=dealer, at=AT)
    bought = cash.buy_in(CODE, 10000, {2500: 4}, by=dealer, at=AT, player="A", key="b-1")
    assert cash.buy_in(CODE, 10000, {2500: 4}, by=dealer, at=AT, player="A", key="b-1").pk == bought.pk
    assert (cash.recorded_in(box), expected()) == (10000, FLOAT - 10000)
    with refused_as("colour_up.sums_differ"):
        cash.colour_up(CODE, {500: 10}, {2500: 1}, by=dealer, at=AT)
    cash.colour_up(CODE, {500: 10}, {2500: 2}, by=dealer, at=AT)
    assert expected() == FLOAT - 10000
    cash.reverse(bought.pk, "entered twice", by=dealer, signed_by=boss, at=AT)
    with refused_as("exchange.reversed"):
        cash.reverse(bought.pk, "again", by=dealer, signed_by=boss, at=AT)
    assert (cash.recorded_in(box), expected()) == (0, FLOAT)
    assert verify().ok


def test_a_drop_box_is_changed_by_two_and_counted_once() -> None:
    floor.open_table()
    dealer, boss = floor.dealer(), floor.casino_supervisor()
    first = cash.change_box(CODE, old="", new="D1", by=dealer, signed_by=boss, at=AT)
    assert first is not None
    cash.buy_in(CODE, 10000, {2500: 4}, by=dealer, at=AT)
    with refused_as("drop_box.another_on"):
        cash.change_box(CODE, old="D9", new="D2", by=dealer, signed_by=boss, at=AT)
    with refused_as("drop_box.same"):
        cash.change_box(CODE, old="D1", new="D1", by=dealer, signed_by=boss, at=AT)
    with refused_as("drop_box.still_on"):
        cash.count_box(first.pk, 10000, by=game_supervisor(), signed_by=boss, at=AT)
    cash.change_box(CODE, old="D1", new="D2", by=dealer, signed_by=boss, at=AT)
    with refused_as("drop_box.in_use"):
        cash.change_box(CODE, old="D2", new="D1", by=dealer, signed_by=boss, at=AT)
    with refused_as("drop_box.short"):
        cash.count_box(first.pk, 9500, by=game_supervisor(), signed_by=boss, at=AT)
    cash.count_box(first.pk, 9500, by=game_supervisor(), signed_by=boss, at=AT, note_text="a torn note")
    assert (Alert.objects.get().kind, Alert.objects.get().amount) == ("drop", -500)
    cash.change_box(CODE, old="D2", new="D1", by=dealer, signed_by=boss, at=AT)
    assert DropBox.objects.count() == 3
    assert verify().ok


def test_a_row_that_was_changed_behind_the_record_is_found() -> None:
    floor.open_table()
    box = cash.change_box(
        CODE, old="", new="D1", by=floor.dealer(), signed_by=floor.casino_supervisor(), at=AT
    )
    assert box is not None
    with floor.behind_the_database():
        DropBox.objects.update(number="D2")
    faults = verify().faults
    assert [fault.message for fault in faults] == [
        f"drop_box {box.pk}: number is stored as 'D2', the record has 'D1'"
    ]
    with floor.behind_the_database():
        DropBox.objects.all().delete()
    assert "is recorded and not stored" in verify().faults[0].message


def test_a_step_of_the_float_leaves_a_tap_of_that_moment_standing() -> None:
    table = floor.open_table()
    filled()
    assert floor.tap(CODE, engine.PlaceWager(1, "A", 5000), expected=table.version).ok


@pytest.mark.parametrize("mark", ["=1+1", "A B", "by", "A" * 17])
def test_a_buy_in_is_for_a_player_as_the_table_marks_him(mark: str) -> None:
    floor.open_table()
    cash.change_box(CODE, old="", new="d07-1", by=floor.dealer(), signed_by=floor.casino_supervisor(), at=AT)
    with refused_as("player.not_a_mark"):
        cash.buy_in(CODE, 10000, {2500: 4}, by=floor.dealer(), at=AT, player=mark)
