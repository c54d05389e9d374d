"""Corrections of the record at a table: who makes them, the rows that follow, and the record after them."""

import pytest

from casino.ledger import Entry
from casino.ledger.verify import verify
from casino.staff import approvals
from casino.staff.models import Approval
from casino.staff.roles import Role
from rounds import engine, notation
from rounds.engine.questions import nets
from rounds.models import Hand, Round, Wager
from rounds.play import service
from rounds.read_model.replay_check import wrong_rows
from tables.models import Table
from tests import floor
from tests.floor import cards, tap, taps
from tests.refusing import refused_as

pytestmark = pytest.mark.django_db


def dealt(table: str) -> None:
    """Box 1 has 20, box 2 has 18; the dealer's first card is a nine."""
    taps(table, engine.PlaceWager(1, "A", 5000), engine.PlaceWager(2, "B", 5000), engine.CallBets())
    taps(table, *cards("Ts 9s 9d Tc 9c"), engine.Decide(1, "stand"))


def signed(table: str, command: engine.Command) -> None:
    assert tap(table, command).ok
    answer = tap(table, engine.Approve(role=""))
    assert answer.approval_id is not None
    approval = Approval.objects.get(pk=answer.approval_id)
    assert approval.role_wanted == Role.GAME_SUPERVISOR
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR), True)


def assert_sound() -> None:
    assert verify().ok
    assert not list(wrong_rows())


def test_a_wager_on_another_box_moves_with_its_rows(table: str) -> None:
    dealt(table)
    signed(table, engine.CorrectWager(2, "B", to_box=4))
    assert {(wager.box, wager.player) for wager in Wager.objects.all()} == {(1, "A"), (4, "B")}
    assert {hand.box for hand in Hand.objects.all()} - {0} == {1, 4}
    asked, decided, corrected = (
        Entry.objects.get(kind=kind) for kind in ("correction", "correction_approved", "corrected")
    )
    assert (asked.actor, decided.actor, corrected.actor) == ("D-114", "G-21", "G-21")
    assert "$50 of player B on box 2" in corrected.detail  # what the record said
    assert "on box 4" in corrected.detail
    assert_sound()


def test_an_amount_changes_handle_and_win_of_round_and_table(table: str) -> None:
    dealt(table)
    taps(table, engine.Decide(2, "stand"), *cards("Ts"))
    taps(table, engine.Settle())
    signed(table, engine.CorrectWager(2, "B", amount=3000))
    assert Round.objects.get().handle == 8000
    assert Table.objects.get().handle == 8000
    taps(table, engine.Collect())
    live = Table.objects.get()
    # 20 wins 50 against 19, 18 loses 30.
    assert (Round.objects.get().win, live.win, live.rounds) == (3000 - 5000, 3000 - 5000, 1)
    assert_sound()


def test_a_corrected_round_is_written_and_played_again(table: str) -> None:
    dealt(table)
    signed(table, engine.CorrectCard(2, "8s"))
    taps(table, engine.Decide(2, "stand"), *cards("Ts"), engine.Settle(), engine.Collect())
    steps = service.history(table, 1)
    text = notation.write_round(steps[-1].state.setup, [step.event for step in steps])
    assert "correct card 2 8s by game_supervisor" in text
    again = notation.play(text)
    assert again.ok, again.error
    assert again.state is not None
    assert nets(again.state) == nets(steps[-1].state)
    assert_sound()


def test_the_last_tap_is_the_dealers_to_correct(table: str) -> None:
    dealt(table)
    assert tap(table, engine.CorrectDecision(1, 1, ("hit",))).ok
    assert not Approval.objects.exists()
    assert service.current(table).due.action == "card"
    assert Entry.objects.get(kind="corrected").actor == "D-114"
    assert tap(table, engine.Undo()).ok
    assert service.current(table).due.box == 2
    assert_sound()


def test_it_stays_open_on_the_tile_until_somebody_signs(table: str) -> None:
    dealt(table)
    assert tap(table, engine.CorrectCard(1, "Th")).ok
    assert Table.objects.get().live["irregular"] == 1
    assert not tap(table, engine.Decide(2, "stand")).ok
    assert tap(table, engine.Refuse(role=""), floor.casino_supervisor()).ok
    assert Table.objects.get().live["irregular"] == 0
    assert Entry.objects.filter(kind="correction_refused").count() == 1
    assert service.current(table).state.drawn[0] == "Ts"
    assert_sound()


def test_who_reported_it_does_not_sign(table: str) -> None:
    Table.objects.filter(code=table).update(dealer=floor.dealer().number)
    dealt(table)
    supervisor = floor.person(Role.GAME_SUPERVISOR)
    assert tap(table, engine.CorrectCard(1, "Th"), supervisor).ok
    answer = tap(table, engine.Approve(role=""), supervisor)
    assert not answer.ok
    approval = Approval.objects.get(pk=answer.approval_id)
    with refused_as("approval.own_request", "VIC03-3.2.4"):
        approvals.decide(approval, supervisor, True)
    approvals.decide(approval, floor.person(Role.GAME_SUPERVISOR, "G-22"), True)
    assert service.current(table).state.drawn[0] == "Th"


def test_what_does_not_fit_is_refused_on_the_record(table: str) -> None:
    dealt(table)
    answer = tap(table, engine.CorrectWager(2, "B", to_player="A"))
    assert answer.refusal is not None
    assert (answer.refusal.code, answer.refusal.clause) == ("player.one_box_only", "VIC03-5.10")
    assert Entry.objects.filter(kind="refused").count() == 1


def test_a_round_just_over_is_corrected_and_counted_once(table: str) -> None:
    dealt(table)
    taps(table, engine.Decide(2, "stand"), *cards("Ts"), engine.Settle(), engine.Collect())
    assert (Table.objects.get().rounds, Table.objects.get().win) == (1, 0)
    # The wager of A was 80.
    signed(table, engine.CorrectWager(1, "A", amount=8000))
    live = Table.objects.get()
    assert (live.rounds, live.handle, live.win) == (1, 13000, 5000 - 8000)
    assert (Round.objects.get().phase, Round.objects.get().win) == ("collected", -3000)
    assert "pay $30 more: box 1, player A" in Entry.objects.get(kind="corrected").detail
    taps(table, engine.PlaceWager(1, "A", 5000))
    assert Round.objects.count() == 2
    assert_sound()
