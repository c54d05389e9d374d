"""What a round finds out about rounds that are over: one is void, and the money won in them is worked out."""

import msgspec
import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff.models import Role
from rounds import engine, notation
from rounds.engine.questions import nets
from rounds.models import Round, Wager
from rounds.notation.write import write_round
from rounds.play import service, snapshot
from tables.models import Table
from tables.opening import opening
from tests import floor
from tests.floor import cards, tap, taps

pytestmark = pytest.mark.django_db

CODE = "BJ-09"


def played(won: bool, *, code: str = CODE) -> None:
    """A round in which A (50 on box 1) loses or wins against 17, and B (50 on box 2) the other way round."""
    taps(code, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(code, *cards("Ts Tc 9d 9c 6h" if won else "Ts Tc 9d 6h 9c"))
    taps(code, engine.Decide(1, "stand"), engine.Decide(2, "stand"), *cards("8s"))
    while service.current(code).due.action == "settle":
        taps(code, engine.Settle())
    taps(code, engine.Collect())


def error_found(round_no: int, code: str = CODE) -> None:
    taps(code, engine.Irregularity("misplaced_earlier", (("round", str(round_no)),)))
    answer = tap(code, engine.Approve(role="game_supervisor"), floor.person(Role.GAME_SUPERVISOR))
    assert answer.ok, answer


@pytest.fixture
def canberra() -> str:
    floor.open_table(CODE, book="ACT03")
    return CODE


@pytest.mark.clause("ACT03-14.5")
def test_the_faulty_round_is_void_and_the_later_rounds_are_not(canberra: str) -> None:
    played(won=False)
    played(won=True)
    before = Table.objects.get()
    assert list(Round.objects.values_list("win", flat=True)) == [0, 0]
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    error_found(1)
    first, second, third = Round.objects.all()
    assert (first.phase, first.win, second.phase, third.phase) == ("void", 0, "collected", "initial_deal")
    # A's loss of 50 is returned and B's payout of 50 recovered; the second round's are as they were.
    assert set(first.wagers.values_list("result", "pays", "takes")) == {("void", 0, 0)}
    assert set(second.wagers.values_list("player", "pays", "takes")) == {("A", 5000, 0), ("B", 0, 5000)}
    table = Table.objects.get()
    assert (table.rounds, table.win, table.handle) == (
        before.rounds,
        before.win,
        before.handle - 10000 + 5000,
    )
    shown = {entry.detail for entry in Entry.objects.filter(round_no=1, kind="voided")}
    assert len(shown) == 2
    # Later events go on from the round in hand, in every process that folds it.
    snapshot.forget()
    live = service.current(canberra)
    assert live.previous is not None
    assert (live.state.drawn, live.previous.phase) == (("Ts",), "collected")
    taps(canberra, *cards("9d 9c"), engine.Decide(1, "stand"), *cards("8s"), engine.Settle())
    assert verify().ok
    assert verify(since=third.opened_at).ok


@pytest.mark.clause("ACT03-14.5")
def test_the_round_just_before_and_the_money_of_the_table(canberra: str) -> None:
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 6h"))
    taps(canberra, engine.Decide(1, "stand"), *cards("8s"), engine.Settle(), engine.Collect())
    assert Table.objects.get().win == 5000
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    error_found(1)
    assert Table.objects.get().win == 0
    kept = service.current(canberra)
    snapshot.forget()
    assert service.current(canberra).previous == kept.previous
    assert kept.previous is not None
    assert kept.previous.phase == "void"
    assert not tap(canberra, engine.Irregularity("misplaced_earlier", (("round", "1"),))).ok
    assert verify().ok


@pytest.mark.clause("ACT03-14.5")
def test_what_is_signed_shows_what_becomes_of_the_money(canberra: str) -> None:
    played(won=False)
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    taps(canberra, engine.Irregularity("misplaced_earlier", (("round", "1"),)))
    plan = "\n".join(service.current(canberra).due.plan)
    assert "round 1 is void" in plan
    assert "round 1: box 1" in plan
    assert "round 1: box 2" in plan


@pytest.mark.clause("ACT03-14.4")
def test_a_collected_round_is_rebuilt_while_the_next_has_not_begun(canberra: str) -> None:
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(canberra, *cards("Ts 9s 9d 7c 5h"), engine.Decide(1, "stand"), engine.Decide(2, "hit"), *cards("Kd"))
    taps(canberra, engine.Settle(), *cards("9c"), engine.Settle(), engine.Collect())
    over = Table.objects.get()
    assert (over.rounds, over.win) == (1, 10000)
    # The second cards of the boxes lay the wrong way round: box 1 has 15 and box 2 sixteen.
    taps(canberra, engine.Irregularity("misplaced", (("lies", "4:2,5:1"),)))
    assert Table.objects.get().live["want"] == "approval"
    snapshot.forget()
    assert service.current(canberra).round_no == 1
    assert tap(canberra, engine.Approve(role="x"), floor.person(Role.GAME_SUPERVISOR)).ok
    row = Round.objects.get()
    assert (row.phase, row.collected_at, row.win) == ("subsequent_deal", None, 0)
    assert (Table.objects.get().rounds, Table.objects.get().win) == (0, 0)
    taps(canberra, engine.Decide(1, "stand"), engine.Decide(2, "stand"))
    while service.current(canberra).due.action == "card":
        taps(canberra, *cards(service.current(canberra).due.held or "9c"))
    while service.current(canberra).due.action == "settle":
        taps(canberra, engine.Settle())
    taps(canberra, engine.Collect(), engine.PlaceWager(1, "A", 5000))
    assert (Round.objects.count(), Table.objects.get().rounds) == (2, 1)
    assert verify().ok


@pytest.mark.clause("ACT03-14.5", "ACT03-14.4")
@pytest.mark.parametrize(
    ("round_no", "code"),
    [
        ("2", "report.cards_of_this_round"),
        ("3", "report.no_such_round"),
        ("0", "report.no_such_round"),
        ("first", "report.no_such_round"),
    ],
)
def test_only_an_earlier_round_that_is_over_is_reported(canberra: str, round_no: str, code: str) -> None:
    played(won=True)
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    answer = tap(canberra, engine.Irregularity("misplaced_earlier", (("round", round_no),)))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == (code, "ACT03-14.5")


@pytest.mark.clause("ACT03-14.5")
def test_an_earlier_round_is_not_reported_before_the_next_has_begun(canberra: str) -> None:
    played(won=True)
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets())
    answer = tap(canberra, engine.Irregularity("misplaced_earlier", (("round", "1"),)))
    assert answer.refusal is not None


@pytest.mark.clause("ACT03-14.5")
def test_a_round_from_before_the_opening_changes_its_own_figures_alone(canberra: str) -> None:
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts 9d 6h"))
    taps(canberra, engine.Decide(1, "stand"), *cards("8s"), engine.Settle(), engine.Collect())
    floor.begin_closing(canberra)
    floor.count_closing(canberra)
    assert floor.count_cards(canberra)
    floor.complete_opening_list(Table.objects.get())
    opening.open_table(canberra, by=floor.casino_supervisor(), at=floor.AT)
    floor.prepare(canberra)
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    error_found(1)
    assert (Round.objects.get(round_no=1).win, Table.objects.get().win) == (0, 0)
    assert verify().ok


@pytest.mark.clause("VIC03-17.2.3")
def test_what_was_won_with_a_device_is_worked_out_from_the_record(table: str) -> None:
    # A wins 50, loses 50 and wins 50 since round 2: 100 is held, 50 is the net; round 1 came before.
    for won in (True, True, False, True):
        played(won, code=table)
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    values = (("player", "A"), ("breach", "17.1"), ("case", "C-7"), ("since", "2"))
    taps(table, engine.Irregularity("winnings_held", values))
    assert "$100 that player A won since round 2" in "\n".join(service.current(table).due.plan)
    assert tap(table, engine.Approve(role="x"), floor.casino_supervisor()).ok
    body = msgspec.json.decode(Entry.objects.get(kind="winnings_held").body)
    assert (body["gross"], body["net"], body["since"]) == (10000, 5000, 2)
    assert Wager.objects.filter(player="A", pays=5000).count() == 3  # held, not taken back
    assert verify().ok


@pytest.mark.clause("VIC03-17.2.3")
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"player": "A", "breach": "5.4", "case": "C-7"}, "report.value_wrong"),
        ({"player": "A", "breach": "17.1", "case": "C-7", "amount": "900"}, "report.value_unknown"),
        ({"player": "Z", "breach": "17.1", "case": "C-7"}, "report.nothing_won"),
        ({"player": "A", "breach": "17.1", "case": "C-7", "since": "9"}, "report.no_such_round"),
    ],
    ids=["not of that breach", "an amount entered", "nothing won", "a round to come"],
)
def test_what_cannot_be_held(table: str, values: dict[str, str], code: str) -> None:
    played(won=True, code=table)
    taps(table, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    answer = tap(table, engine.Irregularity("winnings_held", tuple(values.items())))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == (code, "VIC03-17.2.3")


@pytest.mark.clause("VIC03-17.10", "ACT03-16.6-B01")
def test_a_payment_of_an_earlier_round_is_put_right_in_that_round(canberra: str) -> None:
    # A has 19 against 17 and is paid 50 in round 1; he was given 75, which is found in round 2.
    played(won=True)
    before = Table.objects.get()
    taps(canberra, engine.PlaceWager(1, "A", 5000), engine.CallBets(), *cards("Ts"))
    taps(canberra, engine.CorrectPayment(1, "A", paid=7500, unrecovered=1000, why="left", round_no=1))
    answer = tap(canberra, engine.Approve(role="casino_supervisor"), floor.person(Role.CASINO_SUPERVISOR))
    assert answer.ok, answer
    first, second = Round.objects.all()
    # 50 to A and 50 from B, and 10 of the 25 too much stay with A.
    assert (first.phase, first.win, second.phase) == ("collected", -1000, "initial_deal")
    payments = first.wagers.get(bet="payment")
    assert (payments.player, payments.result, payments.pays, payments.takes) == ("A", "overpaid", 1000, 0)
    table = Table.objects.get()
    assert (table.win, table.rounds) == (before.win - 1000, before.rounds)
    entry = Entry.objects.get(round_no=1, kind="payment_corrected")
    assert "$75 paid to player A" in entry.detail
    assert "recover $15: box 1, player A" in entry.detail
    assert Entry.objects.filter(round_no=2, kind="former_round_corrected").count() == 1
    snapshot.forget()
    assert service.current(canberra).state.drawn == ("Ts",)
    taps(canberra, *cards("9d 9c"), engine.Decide(1, "stand"), *cards("8s"), engine.Settle())
    assert verify().ok
    for number in (1, 2):
        events = [step.event for step in service.history(canberra, number)]
        assert isinstance(events[0], engine.events.RoundOpened)
        again = notation.play(write_round(events[0].setup, events))
        assert again.error is None, again.error
        assert again.state is not None
        assert nets(again.state) == nets(engine.fold(events))


def test_a_payment_of_the_round_just_over_is_put_right_before_the_next(canberra: str) -> None:
    played(won=True)
    taps(canberra, engine.CorrectPayment(2, "B", took=0))
    assert service.current(canberra).previous is None or service.current(canberra).state.irregular is not None
    answer = tap(canberra, engine.Approve(role="casino_supervisor"), floor.person(Role.CASINO_SUPERVISOR))
    assert answer.ok, answer
    assert Round.objects.get().win == 0
    assert verify().ok
