"""Equipment that the pit records as failed while a round is in hand."""

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.roles import Role
from rounds import engine
from rounds.play import service
from sidebets import side_bets
from tables.bets import equipment
from tests import floor
from tests.floor import AT, cards, taps

pytestmark = pytest.mark.django_db

MADNESS = "madness_21"
CONTROLLER = side_bets("NZ")[MADNESS].equipment[0].item


def opened(*codes: str) -> None:
    """Tables with Madness 21, all served by one controller."""
    for code in codes:
        floor.open_table(code, book="NZ", chips=[100, 500, 2500, 10000])
        floor.fit(code, MADNESS)
        floor.offer(code, MADNESS)


def report(code: str, *, works: bool = False) -> None:
    step = equipment.repair if works else equipment.fail
    step(code, MADNESS, CONTROLLER, by=floor.person(Role.GAME_SUPERVISOR), at=AT)


def laid(code: str) -> None:
    taps(code, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(1, "A", 500, MADNESS), engine.Seat(1, "A"))


@pytest.mark.clause("NZ-16.12-S1", "NZ-16.12-S3")
def test_winners_are_paid_25_and_wagers_before_the_first_card_go_back_at_every_table_served() -> None:
    opened("BJ-01", "BJ-02", "BJ-03")
    for code in ("BJ-01", "BJ-02"):
        laid(code)
    taps("BJ-01", engine.CallBets(), *cards("As 6d Kd"))
    report("BJ-02")
    # Box 1 of BJ-01 has a Blackjack and waits for the button: $25, whatever lies there.
    assert [item.result.pays for item in service.current("BJ-01").due.items] == [2500]
    assert service.current("BJ-02").state.box(1).sides == ()
    # At BJ-03 nothing had begun: its next round has no place for the bet.
    live = service.current("BJ-03")
    assert (live.round_no, live.setup.offers, Entry.objects.filter(chain="BJ-03", kind="wager").exists()) == (
        1,
        (),
        False,
    )
    assert {entry.chain for entry in Entry.objects.filter(kind="bet_suspended")} == {"BJ-01", "BJ-02"}
    taps("BJ-01", engine.Settle(), engine.Settle(), engine.Collect())
    assert service.current("BJ-01").setup.offers == ()
    report("BJ-01", works=True)
    assert service.current("BJ-01").state.carry.suspended == ()
    laid("BJ-01")
    laid("BJ-03")
    assert verify().ok


@pytest.mark.clause("NZ-16.12-S2")
def test_a_round_without_the_bet_hears_nothing() -> None:
    opened("BJ-01", "BJ-02")
    report("BJ-02")
    taps("BJ-01", engine.PlaceWager(1, "A", 5000))
    assert service.current("BJ-01").setup.offers == ()
    report("BJ-01", works=True)
    assert not Entry.objects.filter(kind__in=("bet_suspended", "bet_resumed")).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.clause("NZ-16.12-S1")
def test_a_controller_that_is_reported_at_one_table_has_failed_at_all_that_it_serves() -> None:
    opened("BJ-01", "BJ-02")
    for code in ("BJ-01", "BJ-02"):
        laid(code)
    supervisor = floor.person(Role.GAME_SUPERVISOR)
    assert floor.tap("BJ-01", engine.EquipmentFailed(MADNESS, CONTROLLER.upper(), ""), supervisor).ok
    assert service.current("BJ-02").state.carry.suspended == (MADNESS,)
    entries = Entry.objects.filter(kind__in=("bet_suspended", "equipment_failed")).order_by("chain", "kind")
    assert [(entry.chain, entry.kind) for entry in entries] == [
        ("BJ-01", "bet_suspended"), ("BJ-01", "equipment_failed"),
        ("BJ-02", "bet_suspended"), ("BJ-02", "equipment_failed"),
    ]  # fmt: skip
    # What serves one table alone has failed there alone.
    report("BJ-02", works=True)
    assert floor.tap(
        "BJ-01", engine.EquipmentFailed(MADNESS, "electronic display of the prize", ""), supervisor
    ).ok
    assert service.current("BJ-02").state.carry.suspended == ()
    assert verify().ok
