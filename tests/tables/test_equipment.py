"""The equipment of side bets: nothing is offered without it, and what fails is offered no more."""

from datetime import timedelta

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from sidebets import side_bets
from tables.bets import equipment
from tables.models import Fitting, Table
from tables.offers import offers_of
from tests import floor
from tests.floor import AT, taps
from tests.refusing import refused_as
from tests.tables.games import setup_of

pytestmark = pytest.mark.django_db

CODE = "BJ-07"
CONTROLLER, BUTTON, POWER, DISPLAY = [piece.item for piece in side_bets("NZ")["madness_21"].equipment]


def nz(code: str = CODE) -> Table:
    return floor.open_table(code, **setup_of("NZ", "blackjack"))


def offered(code: str = CODE) -> list[str]:
    return [offer.bet for offer in offers_of(Table.objects.get(code=code))]


def refused_fit(refusal: str, clause: str, item: str, code: str = CODE, **how: object) -> None:
    with refused_as(refusal, clause):
        floor.fit_one(code, "madness_21", item, **how)


@pytest.mark.clause("NZ-15A.1", "NZ-3.5(a)", "NZ-3.5(b)", "NZ-3.5(c)", "NZ-3.5(d)")
@pytest.mark.parametrize(
    ("item", "clause"),
    [(CONTROLLER, "NZ-3.5(a)"), (BUTTON, "NZ-3.5(b)"), (POWER, "NZ-3.5(c)"), (DISPLAY, "NZ-3.5(d)")],
)
def test_madness_21_needs_all_four_things(item: str, clause: str) -> None:
    nz()
    floor.fit(CODE, "madness_21", but=item)
    with refused_as("offer.equipment_missing", clause) as caught:
        floor.offer(CODE, "madness_21")
    assert item in caught.value.message
    # The table deals on without the bet.
    taps(CODE, engine.PlaceWager(1, "A", 1000), engine.CallBets(), *floor.cards("Ts 9d 9c"))
    taps(CODE, engine.Decide(1, "stand"), *floor.cards("Td"), engine.Collect())
    floor.fit_one(CODE, "madness_21", item, device="C1" if item == CONTROLLER else "")
    floor.offer(CODE, "madness_21")
    assert service.current(CODE).setup.offers == (engine.values.SideBetConfig("madness_21", "1"),)
    assert verify().ok


@pytest.mark.clause("VIC03-11.3.2(a)", "VIC03-11.3.2(b)")
def test_pandemonium_needs_its_button_and_its_meter() -> None:
    floor.open_table(CODE, **setup_of("VIC03", "crown_pontoon"))
    for item, clause in (
        ("a jackpot button", "VIC03-11.3.2(a)"),
        ("an electronic meter that shows the bonus prizes", "VIC03-11.3.2(b)"),
    ):
        with refused_as("offer.equipment_missing", clause):
            floor.offer(CODE, "pontoon_pandemonium")
        floor.fit_one(CODE, "pontoon_pandemonium", item)
    floor.offer(CODE, "pontoon_pandemonium", scale="3")
    assert offered() == ["pontoon_pandemonium"]


@pytest.mark.clause("NZ-3.5-S1")
def test_its_type_is_approved() -> None:
    nz()
    refused_fit("equipment.not_approved", "NZ-3.5-S1", DISPLAY, approval="")
    refused_fit("equipment.not_approved", "NZ-3.5-S1", DISPLAY, approved_on=None)
    refused_fit("equipment.approved_later", "NZ-3.5-S1", DISPLAY, approved_on=AT.date() + timedelta(days=1))
    floor.fit_one(CODE, "madness_21", DISPLAY)
    fitting = Fitting.objects.get()
    assert (fitting.approval, fitting.approved_on, fitting.seen_by) == ("DIA 4/2026", AT.date(), "G-21")
    entry = Entry.objects.get(kind="equipment_recorded")
    assert (entry.actor, entry.clause) == ("G-21", "NZ-3.5(d)")


@pytest.mark.clause("NZ-3.5(a)(i)", "NZ-3.5(a)(ii)", "NZ-3.5(a)(iii)")
def test_a_certificate_says_what_the_generator_is() -> None:
    nz()
    refused_fit("equipment.no_certificate", "NZ-3.5(a)(i)", CONTROLLER, device="C1", certificate="")
    floor.fit_one(CODE, "madness_21", CONTROLLER, device="C1")
    body = Entry.objects.get(kind="equipment_recorded").body
    for clause in ("NZ-3.5(a)(i)", "NZ-3.5(a)(ii)", "NZ-3.5(a)(iii)"):
        assert clause in body
    assert "RNG 77" in body


@pytest.mark.clause("NZ-3.5(a)")
def test_a_controller_serves_four_tables() -> None:
    codes = ["BJ-01", "BJ-02", "BJ-03", "BJ-04", "BJ-05"]
    for code in codes:
        floor.set_up(code, **setup_of("NZ", "blackjack"))
    for code in codes[:4]:
        floor.fit_one(code, "madness_21", CONTROLLER, device="C1")
    refused_fit("equipment.serves_too_many", "NZ-3.5(a)", CONTROLLER, "BJ-05", device="C1")
    floor.fit_one("BJ-04", "madness_21", CONTROLLER, device="C1")  # the same table again is not a fifth one
    refused_fit("equipment.no_number", "NZ-3.5(a)", CONTROLLER, "BJ-05")  # which one is not said
    floor.fit_one("BJ-05", "madness_21", CONTROLLER, device="C2")
    equipment.take_away("BJ-01", "madness_21", CONTROLLER, by=floor.casino_supervisor(), at=AT)
    floor.fit_one("BJ-05", "madness_21", CONTROLLER, device="C1")


@pytest.mark.clause("NZ-16.12-S1", "VIC03-11.7.3(a)")
def test_what_a_device_serves_is_offered_no_more_when_it_fails() -> None:
    for code in ("BJ-01", "BJ-02", "BJ-03"):
        nz(code)
        floor.fit(code, "madness_21", device="C2" if code == "BJ-03" else "C1")
        floor.offer(code, "madness_21")
        floor.offer(code, "buster")
    by = floor.person(Role.GAME_SUPERVISOR)
    assert equipment.fail("BJ-01", "madness_21", CONTROLLER, by=by, at=AT) == ["BJ-01", "BJ-02"]
    assert (offered("BJ-01"), offered("BJ-02")) == (["buster"], ["buster"])
    assert offered("BJ-03") == ["madness_21", "buster"]
    assert [offer.bet for offer in service.current("BJ-02").setup.offers] == ["buster"]
    entries = Entry.objects.filter(kind="equipment_failed").order_by("chain")
    assert [(entry.chain, entry.clause) for entry in entries] == [
        ("BJ-01", "NZ-16.12-S1"),
        ("BJ-02", "NZ-16.12-S1"),
    ]
    with refused_as("offer.equipment_missing", "NZ-3.5(a)"):
        floor.offer("BJ-02", "madness_21")
    assert equipment.repair("BJ-02", "madness_21", CONTROLLER, by=by, at=AT) == ["BJ-01", "BJ-02"]
    assert offered("BJ-01") == ["madness_21", "buster"]


@pytest.mark.clause("NZ-3.5-S1", "NZ-16.12-S2")
def test_an_approval_that_is_withdrawn_ends_the_offer_with_the_round() -> None:
    nz()
    floor.fit(CODE, "madness_21")
    floor.offer(CODE, "madness_21")
    taps(CODE, engine.PlaceWager(1, "A", 1000))
    equipment.take_away(CODE, "madness_21", DISPLAY, by=floor.person(Role.GAME_SUPERVISOR), at=AT)
    assert service.current(CODE).setup.offers == (engine.values.SideBetConfig("madness_21", "1"),)
    assert Entry.objects.get(kind="equipment_gone").clause == "NZ-3.5-S1"
    taps(CODE, engine.CallBets(), *floor.cards("Ts 9d 9c"), engine.Decide(1, "stand"), *floor.cards("Td"))
    taps(CODE, engine.Collect())
    assert service.current(CODE).setup.offers == ()
    floor.fit_one(CODE, "madness_21", DISPLAY)
    assert service.current(CODE).setup.offers == (engine.values.SideBetConfig("madness_21", "1"),)


@pytest.mark.parametrize("role", [Role.DEALER, Role.SURVEILLANCE, Role.INSPECTOR])
def test_who_may_not_record_equipment_does_not(role: Role) -> None:
    nz()
    with refused_as("staff.role_too_low", "NZ-3.5(c)"):
        piece = equipment.Piece(POWER, approval="X", approved_on=AT.date())
        equipment.fit(CODE, "madness_21", piece, by=floor.person(role), at=AT)
    assert not Fitting.objects.exists()


def test_what_a_bet_does_not_need_or_is_not_there_is_refused() -> None:
    nz()
    by = floor.casino_supervisor()
    with refused_as("equipment.not_needed", "NZ-15H.1"):
        floor.fit_one(CODE, "buster", BUTTON)
    with refused_as("equipment.not_recorded", "NZ-3.5(b)"):
        equipment.fail(CODE, "madness_21", BUTTON, by=by, at=AT)
    with refused_as("equipment.number"):
        floor.fit_one(CODE, "madness_21", CONTROLLER, device="C" * 17)
