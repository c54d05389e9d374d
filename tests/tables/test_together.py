"""Two people at once, at different tables: one scale everywhere and four tables a controller all the same."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial

import pytest
from django.db import connection, transaction

from casino import ledger
from casino.ledger import Draft, Entry
from casino.ledger.verify import verify
from casino.refusals import Refusal
from casino.staff import people
from casino.staff.models import Staff
from casino.staff.roles import Role
from casino.words import Phrase
from sidebets import side_bets
from tables.bets import equipment
from tables.floor import people as floor_people
from tables.house import service
from tables.house.set_up import steps
from tables.models import Fitting, HouseScale, Table
from tests import floor
from tests.floor import AT
from tests.refusing import code_and_clause
from tests.rounds.play.test_together import at_once
from tests.snapshots import made_once
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db(transaction=True)

WAITS_FOR_THIS = (
    "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
)
"""How many sessions wait for a lock that the one that asks has."""
CODES = ["BJ-01", "BJ-02", "BJ-03", "BJ-04", "BJ-05", "BJ-06"]


def opened() -> None:
    def six_tables() -> None:
        floor.person(Role.GAME_SUPERVISOR)
        for code in CODES:
            floor.open_table(code, **setup_of("NZ", "blackjack"))

    made_once("six tables", six_tables)


def done(step: Callable[..., object], *args: object, **how: object) -> Callable[[], bool]:
    def run() -> bool:
        try:
            step(*args, **how)
        except Refusal:
            return False
        return True

    return run


@pytest.mark.clause("NZ-15B.8-S2")
def test_tables_that_are_the_first_to_offer_a_bet_end_on_one_scale() -> None:
    opened()
    by = floor.casino_supervisor()
    answers = at_once(
        *[
            done(floor.offer, code, "perfect_pairs", scale=str(1 + number % 3), by=by)
            for number, code in enumerate(CODES)
        ]
    )
    scale = HouseScale.objects.get().scale
    offered = [table.offers for table in Table.objects.order_by("code")]
    assert [bool(offers) for offers in offered] == answers
    assert {offers[0][1] for offers in offered if offers} == {scale}
    assert sum(answers) == 2  # those that asked for what the first one chose
    assert verify().ok


@pytest.mark.clause("NZ-3.5(a)")
def test_a_controller_is_never_given_to_a_fifth_table() -> None:
    opened()
    controller, by = side_bets("NZ")["madness_21"].equipment[0].item, floor.casino_supervisor()
    piece = equipment.Piece(controller, "C1", approval="DIA 4", approved_on=AT.date(), certificate="R 7")
    answers = at_once(*[done(equipment.fit, code, "madness_21", piece, by=by, at=AT) for code in CODES])
    assert sum(answers) == 4
    assert Fitting.objects.count() == 4
    assert verify().ok


def test_a_dealer_is_sent_to_one_table_of_six() -> None:
    opened()
    floor.person(Role.DEALER, "D-131")
    by = floor.casino_supervisor()
    answers = at_once(*[done(floor_people.send_dealer, code, "D-131", by=by, at=AT) for code in CODES])
    assert sum(answers) == 1
    assert Table.objects.filter(relief="D-131").count() == 1
    assert verify().ok


def refusals_of(*tried: Callable[[], object]) -> list[tuple[str, str]]:
    """The codes and clauses of what was refused of steps that are taken at once."""

    def taken(step: Callable[[], object]) -> tuple[str, str] | None:
        try:
            step()
        except Refusal as refusal:
            return code_and_clause(refusal)
        return None

    return sorted(filter(None, at_once(*[partial(taken, step) for step in tried])))


def test_of_forms_for_one_table_and_for_one_number_the_first_is_taken_and_the_others_refused() -> None:
    manager = floor.person(Role.OPERATIONS_MANAGER, "M-9")
    Staff.objects.filter(number="M-9").update(is_superuser=True)
    manager.refresh_from_db()
    signer = floor.casino_supervisor()
    floor.open_table("BJ-08")
    sheet = replace(
        service.sheet_of(Table.objects.get(code="BJ-08")), code="BJ-20", minimum=2500, maximum=50_000
    )
    approved = {name: getattr(Table(), name) for name in steps.APPROVED}
    how = {"by": manager, "signed_by": signer, "at": AT}
    assert (
        refusals_of(*[partial(steps.enter_table, sheet, approved, **how) for _ in range(4)])
        == [("house.table_there", "")] * 3
    )
    new = partial(service.add_signed, "D-150", people.Powers("dealer"), people.first_pin("D-150"), **how)
    assert refusals_of(*[new] * 4) == [("house.person_there", "")] * 3
    assert Table.objects.filter(code="BJ-20").count() == Staff.objects.filter(number="D-150").count() == 1


def test_of_two_managers_who_take_each_others_rights_away_one_keeps_them() -> None:
    first, second = (floor.person(Role.OPERATIONS_MANAGER, number) for number in ("M-8", "M-9"))
    Staff.objects.filter(number__in=("M-8", "M-9")).update(is_superuser=True)
    signers = [floor.person(Role.CASINO_SUPERVISOR, number) for number in ("S-07", "S-08")]
    first.refresh_from_db()
    second.refresh_from_db()
    answers = at_once(
        done(people.make_active, "M-9", False, by=first, signed_by=signers[0], at=AT),
        done(people.make_active, "M-8", False, by=second, signed_by=signers[1], at=AT),
    )
    assert sum(answers) == 1
    assert Staff.objects.filter(is_superuser=True, is_active=True).count() == 1


def test_who_signs_in_while_others_change_him_is_recorded_and_so_is_the_change() -> None:
    """A sign-in locks the person's row, then the chain of the house. A change that took the chain first would wait for
    the row while the sign-in waits for the chain, and the database would give one of them up."""
    manager, signer = floor.person(Role.OPERATIONS_MANAGER, "M-9"), floor.casino_supervisor()
    Staff.objects.filter(number="M-9").update(is_superuser=True)
    manager.refresh_from_db()
    dealer = floor.person(Role.DEALER, "D-131")
    change = partial(people.make_active, "D-131", False, by=manager, signed_by=signer, at=AT)
    with ThreadPoolExecutor(1) as other:
        with transaction.atomic(), connection.cursor() as cursor:
            Staff.objects.select_for_update().get(number="D-131")
            changed = other.submit(at_once, done(change))
            deadline = time.monotonic() + 10
            while True:
                cursor.execute(WAITS_FOR_THIS)
                if cursor.fetchone() != (0,):
                    break
                assert time.monotonic() < deadline
            signed_in = Draft(kind="signed_in", detail=Phrase.of("entry.signed_in", number=dealer.number))
            ledger.append(ledger.HOUSE, [signed_in], actor=dealer.number, role=dealer.role, at=AT)
        assert changed.result(10) == [True]
    kinds = Entry.objects.filter(chain=ledger.HOUSE, kind__in=("signed_in", "staff_changed"))
    assert list(kinds.order_by("seq").values_list("kind", flat=True)) == ["signed_in", "staff_changed"]
