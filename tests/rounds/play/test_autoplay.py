"""Autoplay deals whole rounds through the service, is never refused, and leaves a table to whoever takes it over."""

import threading
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.rulebooks import BOOKS
from casino.staff import approvals
from casino.staff.models import Approval, Staff
from rounds import engine
from rounds.models import Round
from rounds.simulation.autoplay import Croupier
from tables.bets import scales
from tables.demonstration.house import FREE, TABLES
from tables.floor import dealers
from tables.models import Table
from tests import floor
from tests.examples import each_time
from tests.floor import tap
from tests.snapshots import made_once
from tests.tables.games import GAMES, setup_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def house() -> None:
    made_once("demonstration", lambda: call_command("seed_demo", "--quiet"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.long
@pytest.mark.parametrize("rounds", [1, 2])
def test_it_deals_rounds_that_replay_gives_again(house: None, rounds: int) -> None:
    call_command("autoplay", pace=0, rounds=rounds, seed=7)
    counts = dict(Table.objects.values_list("code", "rounds"))
    played = {code for code, count in counts.items() if count}
    assert played == {table.code for table in TABLES if table.dealer}
    assert {table.book for table in Table.objects.filter(code__in=played)} == set(BOOKS)
    assert all(counts[code] == 0 for code in FREE)
    assert not Entry.objects.filter(kind="refused").exists()
    assert verify().ok
    for table in Table.objects.exclude(rounds=0):
        done = Round.objects.filter(table=table, phase="collected")
        assert (
            sum(dealt.win for dealt in done)
            + sum(round_row.win for round_row in Round.objects.filter(table=table).exclude(phase="collected"))
            == table.win
        )


@pytest.mark.long
def test_the_same_seed_deals_the_same_rounds(house: None) -> None:
    def cards(code: str) -> list[str]:
        kinds = Entry.objects.filter(chain=code, kind__in=["card", "wager"]).order_by("seq")
        return list(kinds.values_list("detail", flat=True))

    croupier = Croupier("BJ-20", Staff.objects.get(number="D-131"), 5)
    floor.open_table("BJ-20", sign=(2500, 200000, 0))
    floor.offer("BJ-20", "perfect_pairs", minimum=500, maximum=20000)
    croupier.take_place(timezone.now())
    for _ in range(60):
        croupier.tap()
    other = Croupier("BJ-07", Staff.objects.get(number="D-102"), 5)
    other.chance.seed("5 BJ-20")
    other.take_place(timezone.now())
    for _ in range(60):
        other.tap()
    assert cards("BJ-20") == cards("BJ-07") != []


def test_a_table_that_somebody_takes_over_is_left_to_him(house: None) -> None:
    croupier = Croupier("BJ-02", Staff.objects.get(number="D-131"), 5)
    croupier.take_place(timezone.now())
    assert croupier.tap() == "wagers"
    dealers.come_to_table("BJ-02", Staff.objects.get(number="D-114"), timezone.now())
    version = Table.objects.get(code="BJ-02").version
    assert croupier.tap() == ""
    assert Table.objects.get(code="BJ-02").version == version


def test_it_confirms_what_is_displayed_and_waits_while_the_game_is_closed() -> None:
    floor.open_table("BJ-20", **setup_of("NZ", "blackjack"))
    floor.open_table("BJ-21", **setup_of("NZ", "blackjack"))
    for code in ("BJ-20", "BJ-21"):
        floor.offer(code, "perfect_pairs", scale="1")
    croupier = Croupier("BJ-20", floor.dealer(), 5)
    croupier.take_place(timezone.now())
    assert tap("BJ-21", engine.PlaceWager(1, "A", 1000)).ok
    manager = floor.person(floor.Role.OPERATIONS_MANAGER)
    order = scales.order("BJ-20", "perfect_pairs", scales.ScalePlan(scale="2"), by=manager, at=timezone.now())
    assert (croupier.tap(), croupier.taps) == ("", 0)
    assert tap("BJ-21", engine.Undo()).ok
    scales.cancel(order.pk, by=manager, at=timezone.now())
    table = Table.objects.get(code="BJ-20")
    del table.checks["scale_perfect_pairs"]
    table.save()
    assert croupier.tap() == "wagers"
    assert "scale_perfect_pairs" in Table.objects.get(code="BJ-20").checks
    assert not Entry.objects.filter(kind="refused").exists()


def test_it_ends_when_it_is_told_to(house: None) -> None:
    stop = threading.Event()
    stop.set()
    call_command("autoplay", stop=stop)
    assert not Entry.objects.filter(kind="wager").exists()


def test_it_deals_only_where_it_may(house: None) -> None:
    with pytest.raises(CommandError, match="BJ-07"):
        call_command("autoplay", tables=["BJ-07"])


TAPS = [80, pytest.param(150, marks=pytest.mark.long)]
"""How long a table is dealt at: two rounds of every game, or five and more."""

TAKEN_BACK = [
    ("VIC03", "blackjack"), ("VIC03", "crown_pontoon"), ("ACT96", "triple_play"), ("NZ", "free_bet"), ("NZ", "ante_up"),
]  # fmt: skip

EACH_TIME = [
    ("ACT96", "triple_play"), ("ACT03", "blackjack"), ("VIC03", "blackjack"), ("NZ", "ante_up"), ("UK", "blackjack"),
]  # fmt: skip
"""A game of every book; the others in the long run."""


@pytest.mark.parametrize(("book", "game"), each_time(TAKEN_BACK[:2], TAKEN_BACK))
@pytest.mark.parametrize("taps", TAPS)
def test_taps_taken_back_and_refused_in_between_leave_rows_that_replay_gives(
    book: str, game: str, taps: int
) -> None:
    floor.open_table("BJ-20", **setup_of(book, game, boxes=3, chips=[50, 100, 250, 500, 2500, 10000]))
    croupier = Croupier("BJ-20", floor.dealer(), 11, crowd=0.9)
    croupier.take_place(timezone.now())
    chance = Random(11)
    taken_back = refused = 0
    for _ in range(taps):
        croupier.tap()
        if chance.random() < 0.15:
            taken_back += tap("BJ-20", engine.Undo()).ok
        if chance.random() < 0.05:
            refused += not tap("BJ-20", engine.DealCard("Ks")).ok
    assert taken_back > 5
    assert Round.objects.count() >= 2
    assert Entry.objects.filter(kind="refused").count() >= refused
    assert verify("BJ-20").faults == []


@pytest.mark.parametrize(("book", "game"), each_time(EACH_TIME, GAMES))
@pytest.mark.parametrize("taps", TAPS)
def test_it_deals_every_game_without_a_refusal_and_the_record_is_sound(
    book: str, game: str, taps: int
) -> None:
    """With as many side bets as the game may have; in Ante Up, House Money and what goes with it."""
    floor.open_table("BJ-20", **setup_of(book, game, boxes=3, chips=[50, 100, 250, 500, 2500, 10000]))
    offered = floor.offer_some("BJ-20", *(("house_money",) if game == "ante_up" else ()))
    croupier = Croupier("BJ-20", floor.dealer(), 3, crowd=0.9)
    croupier.take_place(timezone.now())
    for _ in range(taps):
        croupier.tap()
        answer = croupier.answer
        assert answer is not None
        assert answer.ok, (book, game, answer)
    table = Table.objects.get()
    assert table.rounds >= 2
    assert verify().faults == []
    rounds = Round.objects.filter(table=table)
    assert (sum(dealt.handle for dealt in rounds), sum(dealt.win for dealt in rounds)) == (
        table.handle,
        table.win,
    )
    # Bet by bet it is the same money, and every side bet had wagers.
    assert [sum(sums[at] for sums in table.bets.values()) for at in (0, 1)] == [table.handle, table.win]
    assert {name.partition(":")[0] for name in table.bets if ":" in name} >= set(offered)
    for round_row in rounds:
        assert round_row.win == sum(wager.takes - wager.pays for wager in round_row.wagers.all())


@pytest.mark.long
def test_a_slip_waits_for_the_pit_and_is_taken_back_when_nobody_comes(house: None) -> None:
    croupier = Croupier("BJ-20", Staff.objects.get(number="D-131"), 5, slips=1.0)
    floor.open_table("BJ-20", sign=(2500, 200000, 0))
    croupier.take_place(timezone.now())
    while not Approval.objects.exists():
        croupier.tap()
    ask = Approval.objects.get()
    assert Table.objects.get(code="BJ-20").live["irregular"] == 1
    assert approvals.decide(ask, floor.casino_supervisor(), True).state == "approved"
    assert Entry.objects.filter(chain="BJ-20", kind="reconstructed").count() == 1
    while Approval.objects.count() < 2:
        croupier.tap()
    assert croupier.tap() == "approval"  # nobody came
    assert Approval.objects.order_by("pk").last().state == "expired"  # type: ignore[union-attr]
    croupier.slips = 0.0
    played = Table.objects.get(code="BJ-20").rounds
    while Table.objects.get(code="BJ-20").rounds == played:
        croupier.tap()
    assert not Entry.objects.filter(kind="refused").exists()
    assert verify().ok
